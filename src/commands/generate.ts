// freecell-deals generate

import { existsSync, fstatSync } from 'node:fs';
import type { Command } from 'commander';
import { grouped, InputError } from '../common/errors.js';
import type { Format } from '../formats/format.js';
import { FORMAT_NAMES, type FormatName, formatNamed, formatOfFile } from '../formats/registry.js';
import { milliseconds } from '../io/clock.js';
import type { Selection } from '../selection/selection.js';
import { parseShard } from '../selection/shard.js';
import type { Progress } from '../verbs/run.js';
import {
  checkBinaryOutput,
  goesToTerminal,
  print,
  printJson,
  STDERR,
  STDOUT,
  stopSignal,
  threadCount,
  wholeNumber,
  writeOutput,
} from './terminal.js';

export function addGenerate(program: Command): void {
  program
    .command('generate')
    .summary('write deals to a file')
    .description(
      'Writes the deals of a selection to a file. The options apply in this order: deals or --deals-from, --winnable or ' +
        '--impossible, --exclude, --sample, --shard, --where, --filter, --limit. A file is written atomically.',
    )
    .argument(
      '[deals]',
      'deal numbers and ranges, separated by commas: 617 or 1,617,11982..12000; all for 1..8589934591 (default: 1..1000000)',
    )
    .option(
      '--deals-from <file>',
      'the deals of a list: numbers and ranges as text, .numbers, .bin, .parquet, or NDJSON with a deal in each line; - for ' +
        'standard input; of several, one after another',
      collect,
    )
    .option('--winnable', 'leave out the deals known to be impossible (exact for 1..1000000)')
    .option('--impossible', 'only the deals known to be impossible')
    .option('--exclude <file>', 'without the deals of a list, 8 bytes of memory a number', collect)
    .option('--sample <n>', 'N deals sampled at random')
    .option('--seed <seed>', 'seed of the sample, 0..9007199254740991 (default: 1)')
    .option('--shard <i/n>', 'the I-th of N contiguous parts of the selection, such as 3/8')
    .option(
      '--where <condition>',
      'only deals for which a condition holds, an SQL WHERE clause over deal, card_0 .. card_51 and pos_AC .. pos_KS; ' +
        'of several all must hold',
      collect,
    )
    .option(
      '--filter <function>',
      'only deals for which an arrow function in JavaScript returns true, or the default export of a module',
    )
    .option('--limit <n>', 'only the first N of these deals; no more are dealt')
    .option('--count', 'print the number of deals instead of writing them')
    .option(
      '-o, --output <file>',
      'file to write, - for standard output (default: deals.bin or as --format says)',
    )
    .option(
      '-f, --format <format>',
      `${FORMAT_NAMES} (default: inferred from the file extension; ndjson for -)`,
    )
    .option('-t, --threads <count>', 'threads, 1..256 (default: one for each processor)')
    .option('--resume', 'resume an interrupted run, if there is one')
    .option('--force', 'replace an existing file (its permissions are kept, its owner is not); start over')
    .option('--sync', 'fsync the data before the file gets its name (survives a power cut)')
    .option('-q, --quiet', 'print no progress and no summary on standard error')
    .option('--json', 'print the summary as one line of JSON on standard error, and no progress')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals generate                                 the million, into deals.bin
  freecell-deals generate 1..32000 -o deals.ndjson
  freecell-deals generate 617 -f text -o - | fc-solve
  seq 2 2 1000 | freecell-deals generate --deals-from - -o even.bin
  freecell-deals generate --winnable --sample 1000 --seed 7 -o sample.ndjson
  freecell-deals generate --where "card_0 = '7D' AND pos_AS >= 44" --count
  freecell-deals generate --filter 'deal => deal.above("AS") === 0' --count
  freecell-deals generate --filter ./aces.mjs --count`,
    )
    .action(runGenerate);
}

/** The values of a flag that may be given more than once. */
function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

interface GenerateFlags {
  dealsFrom?: string[];
  winnable?: boolean;
  impossible?: boolean;
  exclude?: string[];
  sample?: string;
  seed?: string;
  shard?: string;
  where?: string[];
  filter?: string;
  limit?: string;
  count?: boolean;
  output?: string;
  format?: FormatName;
  threads?: string;
  force?: boolean;
  resume?: boolean;
  sync?: boolean;
  quiet?: boolean;
  json?: boolean;
}

/** How far a run got, and how it can be resumed. */
function resumeAdvice(journal: string, reached: Progress | undefined): string {
  if (!existsSync(journal)) return '';
  return ` after ${grouped(reached?.dealt ?? 0)} deals; resume it with --resume`;
}

/** Which deals, as typed. */
function selectionOf(deals: string | undefined, flags: GenerateFlags): Selection {
  const { dealsFrom, winnable, impossible, exclude, where, filter } = flags;
  if (flags.seed !== undefined && flags.sample === undefined) {
    throw new InputError('--seed is the seed of a sample; pass --sample with the number of deals');
  }
  return {
    winnable,
    impossible,
    deals,
    dealsFrom,
    exclude,
    ...(flags.sample !== undefined && {
      sample: {
        count: wholeNumber(flags.sample, 'sample size', 'a number of deals'),
        ...(flags.seed !== undefined && { seed: wholeNumber(flags.seed, 'seed', '0..9007199254740991') }),
      },
    }),
    shard: flags.shard === undefined ? undefined : parseShard(flags.shard),
    where,
    filter,
    limit: flags.limit === undefined ? undefined : wholeNumber(flags.limit, 'limit', 'a number of deals'),
  };
}

async function runCount(selection: Selection, flags: GenerateFlags): Promise<void> {
  const { countDeals } = await import('../verbs/count.js');
  const { openProgress } = await import('./progress.js');
  if (flags.output !== undefined) throw new InputError('--count writes no deals; leave out -o');
  const progress = openProgress({ isQuiet: flags.quiet || flags.json });
  const started = milliseconds();
  const count = await countDeals({
    ...selection,
    ...(flags.threads !== undefined && { threads: threadCount(flags.threads) }),
    signal: stopSignal(),
    onProgress: progress.update,
  }).finally(progress.stop);
  await writeOutput(`${count}\n`);
  if (flags.json) printJson({ deals: count, ms: milliseconds() - started });
}

/** Prints a format's advice, once, when an output turns out to be so large. */
function advisor(formatOf: () => Format): (progress: Progress) => void {
  let isSaid = false;
  return ({ deals, totalDeals, totalBytes }) => {
    // where bytes are known, all deals are written; how many a filter keeps, nobody knows before
    const known = totalBytes === undefined ? deals : (totalDeals ?? deals);
    const { advice } = formatOf();
    if (isSaid || advice === undefined || known <= advice.deals) return;
    isSaid = true;
    print(STDERR, `freecell-deals: ${grouped(known)} deals in one file: ${advice.text}\n`);
  };
}

/** Whether standard output goes to a file or a pipe. */
function isRedirected(): boolean {
  try {
    const stats = fstatSync(STDOUT);
    return stats.isFile() || stats.isFIFO();
  } catch {
    return false; // it is closed
  }
}

async function runGenerate(deals: string | undefined, flags: GenerateFlags): Promise<void> {
  const selection = selectionOf(deals, flags);
  if (flags.count) return runCount(selection, flags);
  const { generate } = await import('../verbs/generate.js');
  const { openProgress, summary } = await import('./progress.js');
  const { journalOf } = await import('../output/open.js');
  const output = flags.output ?? `deals${formatNamed(flags.format ?? 'bin').extension}`;
  if (flags.format !== undefined && !flags.force) checkBinaryOutput(output, formatNamed(flags.format));
  const formatOf = () => (flags.format === undefined ? formatOfFile(output) : formatNamed(flags.format));
  const advise = flags.quiet || flags.json ? undefined : advisor(formatOf);
  const display = openProgress({ isQuiet: flags.quiet || flags.json, hidesProgress: goesToTerminal(output) });
  const started = milliseconds();
  let reached: Progress | undefined;
  const generated = await generate({
    ...selection,
    output,
    ...(flags.format !== undefined && { format: flags.format }),
    ...(flags.threads !== undefined && { threads: threadCount(flags.threads) }),
    force: flags.force ?? false,
    resume: flags.resume ?? false,
    sync: flags.sync ?? false,
    signal: stopSignal(() => resumeAdvice(journalOf(output), reached)),
    onProgress(progress) {
      advise?.(progress);
      reached = progress;
      display.update(progress);
    },
  }).finally(display.stop);
  const ms = milliseconds() - started;
  if (flags.json) printJson({ output, ...generated, ms });
  else if (generated.isComplete && !flags.quiet) {
    const name = output === '-' ? 'standard output' : output;
    const advice =
      flags.output === undefined && isRedirected() ? '; standard output stays empty (-o - writes to it)' : '';
    print(STDERR, `${summary(name, generated, ms)}${advice}\n`);
  }
}
