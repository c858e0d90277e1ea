// freecell-deals generate

import { existsSync, fstatSync } from 'node:fs';
import type { Command } from 'commander';
import { grouped, InputError } from '../common/errors.js';
import type { Format } from '../formats/format.js';
import { FORMAT_NAMES, formatNamed, formatOfFile } from '../formats/registry.js';
import { DEFAULT_DEALS, formatRanges, parseDeals } from '../game/deal-numbers.js';
import { milliseconds } from '../io/clock.js';
import { standard } from '../io/standard.js';
import type { Selection } from '../selection/selection.js';
import { parseShard } from '../selection/shard.js';
import type { CountProgress } from '../verbs/count.js';
import type { GenerateProgress } from '../verbs/generate.js';
import {
  checkBinaryOutput,
  type Flags,
  goesToTerminal,
  print,
  printJson,
  receivedBy,
  stopSignal,
  threadCount,
  wholeNumber,
  writeOutput,
} from './terminal.js';

export function addGenerate(program: Command): void {
  program
    .command('generate')
    .summary('Write deals to a file.')
    .description(
      'Write the deals of a selection to a file. The file appears only when it is complete.\n\n' +
        'The options that select deals apply in this order: deals or --deals-from, --winnable or --impossible, --exclude, ' +
        '--sample, --shard, --where, --filter, --limit.',
    )
    .argument(
      '[deals]',
      'Deal numbers and ranges, separated by commas, such as 617 or 1,617,11982..12000; all means 1..8589934591 ' +
        '(default: 1..1000000).',
    )
    .option(
      '--deals-from <file>',
      'Take the deals of a list: a text with numbers and ranges, a .numbers, .bin or .parquet file, NDJSON with a deal in ' +
        'each line, or standard input for -. May be given several times.',
      collect,
    )
    .option(
      '--winnable',
      'Leave out deals known to be impossible with four free cells (exact for 1..1000000).',
    )
    .option('--impossible', 'Take only deals known to be impossible with four free cells.')
    .option('--exclude <file>', 'Leave out the deals in a list (24 bytes of memory per number).', collect)
    .option('--sample <n>', 'Take N deals sampled at random.')
    .option('--seed <seed>', 'Set the seed of the sample, 0..9007199254740991 (default: 1).')
    .option(
      '--shard <i/n>',
      'Take shard I of N contiguous shards, such as 3/8; their sizes differ by at most one deal.',
    )
    .option(
      '--where <condition>',
      'Take only deals for which a condition holds: an SQL WHERE clause over the columns deal, card_0 .. card_51, ' +
        'pos_AC .. pos_KS and cells (the fewest free cells, NULL where not known). If it is given several times, all conditions must hold.',
      collect,
    )
    .option(
      '--filter <function>',
      'Take only deals for which a JavaScript function returns true: an arrow function, or the default export of a module.',
    )
    .option('--limit <n>', 'Stop after N deals.')
    .option('--count', 'Print the number of deals instead of writing them.')
    .option(
      '-o, --output <file>',
      'Write to this file, or to standard output for - (default: deals.bin, or deals with the extension of --format).',
    )
    .option(
      '-f, --format <format>',
      `Set the format: ${FORMAT_NAMES} (default: by the file extension; ndjson for -).`,
    )
    .option('-t, --threads <count>', 'Use this many threads, 1..256 (default: one per processor).')
    .option('--resume', 'Resume an interrupted run, if there is one.')
    .option(
      '--force',
      'Replace an existing file and start over. The new file has the same permissions, but not the same owner.',
    )
    .option('--sync', 'Sync the data to the disk before the file appears, so that it survives a power cut.')
    .option('-q, --quiet', 'Print no progress and no summary on standard error.')
    .option('--json', 'Print the summary as one line of JSON on standard error, and no progress.')
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

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

interface GenerateFlags extends Flags {
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
}

/** Says how far an interrupted run got and how to resume it; empty if it cannot be resumed. */
function resumeAdvice(journal: string, reached: GenerateProgress | undefined): string {
  if (!existsSync(journal)) return '';
  return ` after ${grouped(reached?.dealt ?? 0)} deals; resume it with --resume`;
}

function selectionOf(deals: string | undefined, flags: GenerateFlags): Required<Selection> {
  const { dealsFrom, winnable, impossible, exclude, sample, seed, shard, where, filter, limit } = flags;
  if (seed !== undefined && sample === undefined) {
    throw new InputError('--seed is the seed of a sample; pass --sample with the number of deals');
  }
  const asTyped = { deals, dealsFrom, winnable, impossible, exclude, where, filter };
  return {
    ...asTyped,
    sample:
      sample === undefined
        ? undefined
        : {
            count: wholeNumber(sample, 'sample size', 'a number of deals'),
            ...(seed !== undefined && { seed: wholeNumber(seed, 'seed', '0..9007199254740991') }),
          },
    shard: shard === undefined ? undefined : parseShard(shard),
    limit: limit === undefined ? undefined : wholeNumber(limit, 'limit', 'a number of deals'),
  };
}

/** The deals of ranges that an interrupted count has not dealt; undefined for a list, a sample and a shard. */
function restOf({ deals, dealsFrom, sample, shard }: Selection, lastDeal: number): string | undefined {
  if ((dealsFrom ?? sample ?? shard) !== undefined) return undefined;
  const ranges = parseDeals(deals ?? DEFAULT_DEALS);
  const index = ranges.findIndex(({ first, last }) => first <= lastDeal && lastDeal <= last);
  const rest = [{ first: lastDeal + 1, last: ranges[index].last }, ...ranges.slice(index + 1)];
  return formatRanges(rest.filter(({ first, last }) => first <= last));
}

/** Says how far an interrupted count got, and how to count the rest; empty before the first deals are counted. */
function countAdvice(selection: Selection, reached: CountProgress | undefined): string {
  if (reached === undefined) return '';
  const { deals, dealt, lastDeal, totalDeals } = reached;
  const found = `${grouped(deals)} ${deals === 1 ? 'deal' : 'deals'} found`;
  const rest = restOf(selection, lastDeal);
  if (rest === undefined) {
    const total = totalDeals === undefined ? '' : ` of ${grouped(totalDeals)}`;
    const what = selection.shard !== undefined ? 'shard' : selection.sample !== undefined ? 'sample' : 'list';
    return ` after the first ${grouped(dealt)}${total} deals of the ${what}: ${found}`;
  }
  const limit = selection.limit === undefined ? '' : ` --limit ${selection.limit - deals}`;
  return ` after deal ${lastDeal}: ${found}${rest === '' ? '' : `; count the rest with ${rest}${limit}`}`;
}

async function runCount(selection: Selection, flags: GenerateFlags): Promise<void> {
  const { countDeals } = await import('../verbs/count.js');
  const { openProgress } = await import('./progress.js');
  if (flags.output !== undefined) throw new InputError('--count writes no deals; leave out -o');
  const display = openProgress({ isQuiet: flags.quiet || flags.json });
  const started = milliseconds();
  let reached: CountProgress | undefined;
  const signal = stopSignal(() => countAdvice(selection, reached));
  const count = await countDeals({
    ...selection,
    threads: threadCount(flags.threads),
    signal,
    onProgress(progress) {
      if (signal.aborted) return; // the message has said how far the count got
      reached = progress;
      display.update(progress);
    },
  })
    .catch((error) => {
      if (flags.json && signal.aborted && reached !== undefined) {
        const rest = restOf(selection, reached.lastDeal);
        printJson({ ...reached, rest, isComplete: false, ms: milliseconds() - started });
      }
      throw error;
    })
    .finally(display.stop);
  await writeOutput(`${count}\n`);
  if (flags.json) printJson({ deals: count, ms: milliseconds() - started });
}

/** Returns a function that prints the advice of a format once, when the output has many deals. */
function advisor(formatOf: () => Format): (progress: GenerateProgress) => void {
  let isPrinted = false;
  return ({ deals, totalDeals, totalBytes }) => {
    // known bytes mean that all deals are written; how many deals a filter keeps is unknown
    const known = totalBytes === undefined ? deals : (totalDeals ?? deals);
    const { advice } = formatOf();
    if (isPrinted || advice === undefined || known <= advice.deals) return;
    isPrinted = true;
    print(`freecell-deals: ${grouped(known)} deals in one file: ${advice.text}`);
  };
}

/** Whether standard output goes to a file or a pipe. */
function isRedirected(): boolean {
  try {
    const stats = fstatSync(standard.output);
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
  let reached: GenerateProgress | undefined;
  const generated = await generate({
    ...selection,
    output,
    format: flags.format,
    threads: threadCount(flags.threads),
    force: flags.force,
    resume: flags.resume,
    sync: flags.sync,
    signal: stopSignal(() => resumeAdvice(journalOf(output), reached)),
    onProgress(progress) {
      advise?.(progress);
      reached = progress;
      display.update(progress);
    },
  }).finally(display.stop);
  const ms = milliseconds() - started;
  const { name, bytes } = receivedBy(output, generated.bytes);
  if (flags.json) printJson({ output, ...generated, bytes, ms });
  else if (generated.status !== 'reader-closed' && !flags.quiet) {
    const advice =
      flags.output === undefined && isRedirected() ? '; standard output stays empty (-o - writes to it)' : '';
    print(`${summary(name, { ...generated, bytes }, ms, selection.limit)}${advice}`);
  }
}
