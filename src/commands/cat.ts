// freecell-deals cat

import type { Command } from 'commander';
import { FORMAT_NAMES } from '../formats/registry.js';
import { milliseconds } from '../io/clock.js';
import { type Flags, goesToTerminal, outputFormat, printJson, receivedBy, stopSignal } from './terminal.js';

export function addCat(program: Command): void {
  program
    .command('cat')
    .summary('Read deals from a binary file.')
    .description('Read deals from a binary file: all of them, or the given ones in the given order.')
    .argument('<file>', 'Binary file of deals (.bin).')
    .argument('[deals]', 'Deal numbers and ranges, separated by commas, such as 617 or 1,617,11982..12000.')
    .option(
      '-f, --format <format>',
      `Set the format: ${FORMAT_NAMES} (default: by the file extension; ndjson for -).`,
    )
    .option('-o, --output <file>', 'Write to this file, - for standard output (default: -).')
    .option('--force', 'Replace an existing file.')
    .option('--json', 'Print the summary as one line of JSON on standard error, and no progress.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals cat deals.bin 617,11982
  freecell-deals cat deals.bin 617 -f text | fc-solve
  freecell-deals cat deals.bin 1..32000 -o first.bin`,
    )
    .action(runCat);
}

async function runCat(path: string, deals: string | undefined, flags: Flags): Promise<void> {
  const { copyDeals } = await import('../verbs/copy.js');
  const { openProgress } = await import('./progress.js');
  const { output = '-', force = false, json = false } = flags;
  const format = outputFormat(output, flags);
  const progress = openProgress({ isQuiet: json, hidesProgress: goesToTerminal(output) });
  const started = milliseconds();
  const options = { deals, output, format, force, signal: stopSignal(), onProgress: progress.update };
  const copied = await copyDeals(path, options).finally(progress.stop);
  const { bytes } = receivedBy(output, copied.bytes);
  if (json) printJson({ output, ...copied, bytes, ms: milliseconds() - started });
}
