// freecell-deals merge

import type { Command } from 'commander';
import { grouped } from '../common/errors.js';
import { type FormatName, formats, namesOf } from '../formats/registry.js';
import { milliseconds } from '../io/clock.js';
import { expandPatterns } from './patterns.js';
import { goesToTerminal, print, printJson, STDERR, stopSignal } from './terminal.js';

export function addMerge(program: Command): void {
  const mergeable = formats.filter(({ recordsIn }) => recordsIn !== undefined);
  program
    .command('merge')
    .summary('merge shards into one file')
    .description(
      'Merges files of one format into one. Shards of a range, whose names ascend with their deals (part-2 before part-10), ' +
        'may be given in any order; all others are joined as given. Parquet files are not merged: programs read ' +
        'deals-*.parquet together.',
    )
    .argument('<output>', 'file to write, - for standard output')
    .argument('<files...>', 'files that generate wrote, such as the shards of a selection')
    .option('-f, --format <format>', `${namesOf(mergeable)} (default: inferred from the file extensions)`)
    .option('--allow-gaps', 'accept ranges with deals missing between them')
    .option('--resume', 'resume an interrupted run, if there is one')
    .option('--force', 'replace an existing file; start over instead of resuming')
    .option('--sync', 'fsync the data before the file gets its name')
    .option('-q, --quiet', 'print no progress and no summary on standard error')
    .option('--json', 'print the summary as one line of JSON on standard error, and no progress')
    .addHelpText('after', '\nExample:\n  freecell-deals merge deals.bin deals-*.bin')
    .action(runMerge);
}

interface MergeFlags {
  format?: FormatName;
  allowGaps?: boolean;
  resume?: boolean;
  force?: boolean;
  sync?: boolean;
  quiet?: boolean;
  json?: boolean;
}

async function runMerge(
  output: string,
  paths: string[],
  { quiet, json, ...options }: MergeFlags,
): Promise<void> {
  const { merge } = await import('../verbs/merge.js');
  const { openProgress } = await import('./progress.js');
  const progress = openProgress({ isQuiet: quiet || json, hidesProgress: goesToTerminal(output) });
  const started = milliseconds();
  const merged = await merge(output, expandPatterns(paths), {
    ...options,
    signal: stopSignal(),
    onProgress: progress.update,
  }).finally(progress.stop);
  const { files, bytes, isAsGiven, isComplete } = merged;
  if (json) printJson({ output, ...merged, ms: milliseconds() - started });
  if (quiet || json || !isComplete) return;
  const name = output === '-' ? 'standard output' : output;
  const order =
    files === 1 ? '1 file' : `${grouped(files)} files in the order ${isAsGiven ? 'given' : 'of their names'}`;
  print(STDERR, `${name}: ${order}, ${grouped(bytes)} bytes\n`);
}
