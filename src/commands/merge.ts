// freecell-deals merge

import type { Command } from 'commander';
import { grouped } from '../common/errors.js';
import { formats, namesOf } from '../formats/registry.js';
import { milliseconds } from '../io/clock.js';
import { expandPatterns } from '../selection/list/files.js';
import { type Flags, goesToTerminal, print, printJson, receivedBy, stopSignal } from './terminal.js';

export function addMerge(program: Command): void {
  const mergeable = formats.filter(({ recordsIn }) => recordsIn !== undefined);
  program
    .command('merge')
    .summary('Merge shards into one file.')
    .description(
      'Join files of one format into one file.\n\n' +
        'Shards of a range may be given in any order if their names ascend with their deals (part-2 comes before part-10). ' +
        'All other files are joined in the order given. Parquet files cannot be merged: other programs read several at once, ' +
        'such as deals-*.parquet.',
    )
    .argument('<output>', 'Write to this file, or to standard output for -.')
    .argument('<files...>', 'Files that generate wrote, such as the shards of a selection.')
    .option(
      '-f, --format <format>',
      `Set the format: ${namesOf(mergeable)} (default: by the file extensions).`,
    )
    .option(
      '--allow-gaps',
      'Accept missing deals between ranges, and missing shards of names such as part-3-of-8.',
    )
    .option('--resume', 'Resume an interrupted run, if there is one.')
    .option('--force', 'Replace an existing file and start over.')
    .option('--sync', 'Sync the data to the disk before the file appears, so that it survives a power cut.')
    .option('-q, --quiet', 'Print no progress and no summary on standard error.')
    .option('--json', 'Print the summary as one line of JSON on standard error, and no progress.')
    .addHelpText('after', '\nExample:\n  freecell-deals merge deals.bin deals-*.bin')
    .action(runMerge);
}

async function runMerge(
  output: string,
  paths: string[],
  flags: Flags & { allowGaps?: boolean },
): Promise<void> {
  const { quiet, json, ...options } = flags;
  const { merge } = await import('../verbs/merge.js');
  const { openProgress } = await import('./progress.js');
  const progress = openProgress({ isQuiet: quiet || json, hidesProgress: goesToTerminal(output) });
  const started = milliseconds();
  const merged = await merge({
    ...options,
    output,
    files: expandPatterns(paths),
    signal: stopSignal(),
    onProgress: progress.update,
  }).finally(progress.stop);
  const { files, order, status, range, isCounted } = merged;
  const { name, bytes } = receivedBy(output, merged.bytes);
  if (json) printJson({ output, ...merged, bytes, ms: milliseconds() - started });
  if (quiet || json || status === 'reader-closed') return;
  const joined =
    files === 1
      ? '1 file'
      : `${grouped(files)} files in the order ${order === 'given' ? 'given' : 'of their names'}`;
  const deals = range === undefined ? '' : `, deals ${range.first}..${range.last}`;
  const isUnsure = files > 1 && range === undefined && !isCounted;
  const note = isUnsure ? '; nothing tells whether a file is missing' : '';
  print(`${name}: ${joined}${deals}, ${grouped(bytes)} bytes${note}`);
}
