// freecell-deals verify

import type { Command } from 'commander';
import { DamageError, InputError, OutputError, ReadError } from '../common/errors.js';
import { escapeLine, grouped } from '../common/quote.js';
import { FORMAT_NAMES } from '../formats/registry.js';
import { formatRanges } from '../game/deal-numbers.js';
import { expandPatterns } from '../io/patterns.js';
import { type VerifyResult, verify } from '../verbs/verify.js';
import { dealsIn, openProgress } from './progress.js';
import { type Flags, fail, printJson, ReportedError, stopSignal, THREADS, writeOutput } from './terminal.js';

export function addTo(program: Command): void {
  program
    .command('verify')
    .summary('Check that files are complete and correct.')
    .description('Deal every record of the files again and compare every byte.')
    .argument('<files...>', 'Files that generate wrote; - for standard input.')
    .option(
      '-f, --format <format>',
      `Set the format: ${FORMAT_NAMES} (default: by the file extension; for -, by the first bytes).`,
    )
    .option(...THREADS)
    .option('-q, --quiet', 'Print nothing for valid files.')
    .option('--json', 'Print a JSON object per file on standard output, and no progress.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals verify deals.bin deals.ndjson
  zcat deals.ndjson.gz | freecell-deals verify -`,
    )
    .action(runVerify);
}

const SHOWN_RANGES = 5; // of a file: a shuffled list has one per deal

function verdict({ records, bad, firstBad, ranges }: VerifyResult): string {
  const all = dealsIn(records);
  if (records === 0) return all;
  const more = ranges.length > SHOWN_RANGES ? ' and more' : '';
  if (firstBad === undefined)
    return `${all}, all right: ${formatRanges(ranges.slice(0, SHOWN_RANGES))}${more}`;
  const deal = firstBad.deal === undefined ? 'a deal' : `deal ${firstBad.deal}`;
  const are = bad === 1 ? 'is' : 'are';
  return `${grouped(bad)} of ${all} ${are} wrong, first ${deal} at offset ${firstBad.offset}: ${firstBad.problem}`;
}

/** Checks all files in order, also those after a bad one. Throws a ReportedError at the end if one was bad. */
async function runVerify(files: string[], { format, threads, quiet, json }: Flags): Promise<void> {
  const signal = stopSignal();
  let isBad = false;
  for (const file of expandPatterns(files)) {
    const name = file === '-' ? 'standard input' : file;
    const display = openProgress({ isQuiet: quiet || json });
    let facts: object = { file };
    try {
      const verified = await verify(file, {
        format,
        threads,
        signal,
        onProgress: ({ records, ...rest }) => display.update({ dealt: records, ...rest }),
      }).finally(() => display.stop());
      const { ranges, rangeCount, ...counts } = verified;
      facts = { file, ...counts, ranges: ranges.slice(0, SHOWN_RANGES), rangeCount };
      if (verified.bad > 0) throw new DamageError(verdict(verified));
      if (json) await printJson(facts);
      else if (!quiet) await writeOutput(`${escapeLine(`${name}: ${verdict(verified)}`)}\n`);
    } catch (error) {
      if (signal.aborted || error instanceof InputError || error instanceof OutputError) throw error;
      isBad = true;
      const { message } = error as Error;
      const isNamed = json || error instanceof ReadError; // which names the file
      await fail(new Error(isNamed ? message : `${name}: ${message}`), facts);
    }
  }
  if (isBad) throw new ReportedError();
}
