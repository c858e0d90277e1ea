// freecell-deals verify

import type { Command } from 'commander';
import { DamageError, InputError, OutputError, ReadError } from '../common/errors.js';
import { escapeLine } from '../common/quote.js';
import { FORMAT_NAMES } from '../formats/registry.js';
import { expandPatterns } from '../selection/list/files.js';
import { type VerifyResult, verify } from '../verbs/verify.js';
import { contentsOf, openProgress, verdict } from './progress.js';
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

/** Checks all files in order, also those after a bad one. Throws a ReportedError at the end if one was bad. */
async function runVerify(files: string[], { format, threads, quiet, json }: Flags): Promise<void> {
  const signal = stopSignal();
  let failed: Error | undefined;
  for (const file of expandPatterns(files)) {
    const name = file === '-' ? 'standard input' : file;
    const display = openProgress({ isQuiet: quiet || json });
    let verified: VerifyResult | undefined;
    try {
      verified = await verify(file, {
        format,
        threads,
        signal,
        onProgress: ({ records, ...rest }) => display.update({ dealt: records, ...rest }),
      }).finally(() => display.stop());
      if (verified.bad > 0) throw new DamageError(verdict(verified));
      if (json) await printJson({ file, ...contentsOf(verified) });
      else if (!quiet) await writeOutput(`${escapeLine(`${name}: ${verdict(verified)}`)}\n`);
    } catch (error) {
      if (signal.aborted || error instanceof InputError || error instanceof OutputError) throw error;
      failed = error as Error;
      const isNamed = json || error instanceof ReadError; // which names the file
      const facts = { file, ...(verified && contentsOf(verified)) };
      await fail(isNamed ? failed : `${name}: ${failed.message}`, undefined, facts);
    }
  }
  if (failed !== undefined) throw new ReportedError();
}
