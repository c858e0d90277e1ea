// freecell-deals generate

import type { Command } from 'commander';
import { InputError } from '../common/errors.js';
import { grouped } from '../common/quote.js';
import { FORMAT_NAMES, formatNamed, formatOfOutput } from '../formats/registry.js';
import { textOrEmpty } from '../io/process-alive.js';
import { typed } from '../io/standard.js';
import type { Selection } from '../selection/selection.js';
import { parseShard } from '../selection/shard.js';
import { countDeals } from '../verbs/count.js';
import { generate } from '../verbs/generate.js';
import { dealsIn, dealsOf, openProgress, summary } from './progress.js';
import {
  type Flags,
  goesToTerminal,
  numberOf,
  print,
  printJson,
  seedOf,
  stopSignal,
  THREADS,
  writeOutput,
} from './terminal.js';
import { readUnfinished } from './unfinished.js';

export function addTo(program: Command): void {
  program
    .command('generate')
    .summary('Write deals to a file.')
    .description(
      'Write the deals of a selection to a file. The file appears only when it is complete.\n\n' +
        'The options from --deals-from to --limit apply in the order of this list: each one to the deals that those ' +
        'before it leave.',
    )
    .argument(
      '[deals]',
      'Deal numbers and ranges, separated by commas, such as 617 or 1,617,11982..12000; all means 1..8589934591 ' +
        '(default: 1..1000000).',
    )
    .option(
      '--deals-from <file>',
      'Take the deals of a list: a text with numbers and ranges, a .numbers, .bin or .parquet file, NDJSON or CSV ' +
        'with the column deal, or standard input for -. May be given several times, or as a pattern in quotes, such ' +
        "as 'part-*.bin'.",
      collect,
    )
    .option('--winnable', 'Leave out the 102,075 deals that are impossible with four free cells.')
    .option('--impossible', 'Take only the deals that are impossible with four free cells.')
    .option(
      '--exclude <file>',
      'Leave out the deals in a list (at most 12 bytes of memory per number).',
      collect,
    )
    .option('--sample <n>', 'Take N deals sampled at random.', numberOf('sample size', 'a number of deals'))
    .option('--seed <seed>', 'Set the seed, 0..9007199254740991, or a date: 2026-11-23 (default: 1).', seedOf)
    .option(
      '--shard <i/n>',
      'Take shard I of N contiguous shards, such as 3/8; their sizes differ by at most one deal.',
      (text) => parseShard(text),
    )
    .option(
      '--where <condition>',
      'Take only deals for which a condition holds: an SQL WHERE clause over the columns deal, card_0 .. card_51, ' +
        'pos_AC .. pos_KS and cells (the fewest free cells; known for 1..1000000 and for the impossible deals; ' +
        'docs/known-deals.md has lists of other deals). ' +
        'If it is given several times, all conditions must hold.',
      collect,
    )
    .option(
      '--filter <function>',
      'Take only deals for which a JavaScript function returns true: an arrow function, or the default export of a ' +
        'module.',
    )
    .option('--limit <n>', 'Stop after N deals.', numberOf('limit', 'a number of deals'))
    .option('--count', 'Print the number of deals instead of writing them.')
    .option(
      '-o, --output <file>',
      'Write to this file, or to standard output for - (default: deals.bin, or deals with the extension of --format).',
    )
    .option(
      '-f, --format <format>',
      `Set the format: ${FORMAT_NAMES} (default: by the file extension; ndjson for -).`,
    )
    .option(...THREADS)
    .option('--resume', 'Resume an interrupted run, if there is one.')
    .option(
      '--force',
      'Replace an existing file and start over. The new file has the same permissions, but not the same owner.',
    )
    .option('--sync', 'Sync the data to the disk before the file appears, so that it survives a power cut.')
    .option('-q, --quiet', 'Print no progress and no summary, but warnings.')
    .option('--json', 'Print the summary as one JSON object, and no progress.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals generate                                 the million, into deals.bin
  freecell-deals generate 1..32000 -o deals.ndjson
  freecell-deals generate 617 -f text -o - | fc-solve
  seq 2 2 1000 | freecell-deals generate --deals-from - -o even.bin
  freecell-deals generate --deals-from 'part-*.bin' -o all.bin
  freecell-deals generate --winnable --sample 1000 --seed 7 -o sample.ndjson
  freecell-deals generate --where "card_0 = '7D' AND pos_AS >= 44" --count
  freecell-deals generate --filter 'deal => deal.above("AS") === 0' --count
  freecell-deals generate --filter ./aces.mjs --count`,
    )
    .action((deals, flags, command) => {
      typed.words = command.parent.args;
      return runGenerate(deals, flags);
    });
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** The options of generate, except a sample, whose two numbers are two flags. */
interface GenerateFlags extends Flags, Omit<Selection, 'sample'> {
  sample?: number;
  seed?: number;
  count?: boolean;
}

async function runCount(selection: Selection, { threads, output, quiet, json }: Flags): Promise<void> {
  if (output !== undefined) throw new InputError('--count writes no deals; leave out -o');
  const display = openProgress({ isQuiet: quiet || json });
  const started = performance.now();
  const signal = stopSignal(() => {
    const { deals = 0, dealt, totalDeals } = display.reached;
    return ` after the first ${dealsOf(dealt, totalDeals)}: ${grouped(deals)} found`;
  });
  const onProgress = display.update;
  const count = await countDeals({ ...selection, threads, signal, onProgress }).finally(display.stop);
  const seconds = Math.round(performance.now() - started) / 1000;
  const { cellsNotKnown } = display.reached;
  if (json) return printJson({ deals: count, cellsNotKnown, seconds });
  await writeOutput(`${count}\n`);
  if (!quiet) printSampled(selection, count);
  if (count !== selection.limit) printUnknown(cellsNotKnown);
}

/** Says that a condition or a filter was asked about the sample alone, as the order of the options has it. */
function printSampled({ sample, where, filter, limit }: Selection, deals: number): void {
  if (!sample || !(where ?? filter) || limit !== undefined || deals === sample.count) return;
  print(
    `freecell-deals: the sample was taken before the ${where === undefined ? 'filter' : 'condition'}; for ` +
      `${dealsIn(sample.count)} that it keeps, take a larger sample: --sample 1000000 --limit ${sample.count}`,
  );
}

/** Says how many deals a condition leaves out because their cells are not known; needless if the limit is reached. */
function printUnknown(cellsNotKnown = 0): void {
  if (cellsNotKnown === 0) return;
  print(
    `freecell-deals: cells is not known for ${dealsIn(cellsNotKnown)} of the selection, ` +
      `which ${cellsNotKnown === 1 ? 'is' : 'are'} left out; ` +
      'it is known for 1..1000000 and for the impossible deals, and docs/known-deals.md has lists of others',
  );
}

async function runGenerate(deals: string | undefined, flags: GenerateFlags): Promise<void> {
  const { count: isCount, sample, seed, quiet, json, ...options } = flags;
  const { threads, output: named, format, force, resume, sync, ...others } = options;
  if (seed !== undefined && sample === undefined)
    throw new InputError('--seed is the seed of a sample; pass --sample with the number of deals');
  const sampled = sample === undefined ? undefined : { count: sample, ...(seed !== undefined && { seed }) };
  const selection = { ...others, deals, sample: sampled };
  if (isCount) return runCount(selection, flags);
  const output = named ?? `deals${formatNamed(format ?? 'bin').extension}`;
  const isToTerminal = goesToTerminal(output);
  let { advice, isBinary } = formatOfOutput(output, format);
  const remedy = 'use -f ndjson, a file, or --force';
  if (isToTerminal && isBinary && !force)
    throw new InputError(`standard output is a terminal and would show binary data; ${remedy}`);
  if (quiet || json) advice = undefined;
  const display = openProgress({ isQuiet: quiet || json, hidesProgress: isToTerminal });
  const started = performance.now();
  const signal = stopSignal(() => {
    if (display.reached.dealt === 0) return ''; // before the first deals, FILE.run may be that of another run
    return textOrEmpty(() => {
      const dealt = readUnfinished(output, (_, { consumed }) => consumed);
      return dealt === undefined ? '' : ` after ${dealsIn(dealt)}; resume it with --resume`;
    });
  });
  const generated = await generate({
    ...options,
    ...selection,
    output,
    signal,
    onProgress(progress) {
      // how many deals a filter keeps is unknown, and so are the bytes
      const deals = progress.totalBytes === undefined ? progress.deals : (progress.totalDeals ?? 0);
      if (advice !== undefined && deals > advice.deals) {
        print(`freecell-deals: ${grouped(deals)} deals in one file: ${advice.text}`);
        advice = undefined;
      }
      display.update(progress);
    },
  }).finally(display.stop);
  const ms = performance.now() - started;
  if (json) return printJson({ output, ...generated, seconds: Math.round(ms) / 1000 });
  if (generated.status === 'reader-closed') return;
  const name = output === '-' ? 'standard output' : output;
  if (!quiet) {
    print(summary(name, generated, ms, selection.limit));
    printSampled(selection, generated.deals);
  }
  if (generated.deals !== selection.limit) printUnknown(generated.cellsNotKnown);
}
