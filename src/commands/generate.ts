// freecell-deals generate

import type { Command } from 'commander';
import { InputError } from '../common/errors.js';
import { grouped } from '../common/quote.js';
import { FORMAT_NAMES, formatNamed, formatOfOutput } from '../formats/registry.js';
import { typed } from '../io/standard.js';
import type { Selection } from '../selection/selection.js';
import { countDeals } from '../verbs/count.js';
import { generate } from '../verbs/generate.js';
import { dealsIn, dealsOf, openProgress, summary } from './progress.js';
import {
  addRunFlags,
  addSelectionFlags,
  runOf,
  type SelectionFlags,
  selectionOf,
} from './selection-flags.js';
import { type Flags, goesToTerminal, print, printJson, stopSignal, writeOutput } from './terminal.js';
import { describeSynced } from './unfinished.js';

export function addTo(program: Command): void {
  const command = program
    .command('generate')
    .summary('Write deals to a file.')
    .description(
      'Write the deals of a selection to a file. The file appears only when it is complete.\n\n' +
        'The options from --deals-from to --limit apply in the order of this list: each one to the deals that those ' +
        'before it leave.',
    );
  addRunFlags(
    addSelectionFlags(command)
      .option('--count', 'Print the number of deals instead of writing them.')
      .option(
        '-o, --output <file>',
        'Write to this file, or to standard output for - ' +
          '(default: deals.bin, or deals with the extension of --format).',
      )
      .option(
        '-f, --format <format>',
        `Set the format: ${FORMAT_NAMES} (default: by the file extension; ndjson for -).`,
      ),
  )
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

interface GenerateFlags extends SelectionFlags {
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
      'it is known for 1..1000000 and for the impossible deals; freecell-deals solve finds the cells of others',
  );
}

async function runGenerate(deals: string | undefined, flags: GenerateFlags): Promise<void> {
  const { output: named, format, force, quiet, json } = flags;
  const selection = selectionOf(deals, flags);
  if (flags.count) return runCount(selection, flags);
  const output = named ?? `deals${formatNamed(format ?? 'bin').extension}`;
  const isToTerminal = goesToTerminal(output);
  let { advice, isBinary } = formatOfOutput(output, format);
  const remedy = 'use -f ndjson, a file, or --force';
  if (isToTerminal && isBinary && !force)
    throw new InputError(`standard output is a terminal and would show binary data; ${remedy}`);
  if (quiet || json) advice = undefined;
  const display = openProgress({ isQuiet: quiet || json, hidesProgress: isToTerminal });
  const started = performance.now();
  const signal = stopSignal(() => describeSynced(display.reached, output));
  const generated = await generate({
    ...runOf(flags),
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
