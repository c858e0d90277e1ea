#!/usr/bin/env node
// The command: what was typed becomes options, what comes of it becomes lines and an exit status.

import { existsSync, readFileSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Command, CommanderError } from 'commander';
import { DamageError, grouped, InputError } from './errors.js';
import type { FormatName } from './formats/format.js';
import type { Progress } from './generate.js';

const STDOUT = 1;
const STDERR = 2;

const FAILED = 1;
const MISUSED = 2;
const STOPPED = { SIGINT: 130, SIGTERM: 143 };

/** How long a stopped run may take to tidy up, ms; a reader that does not read can hold a write for ever. */
const TIDY_WITHIN = 700;

interface GenerateFlags {
  output?: string;
  format?: FormatName;
  threads?: string;
  force?: boolean;
  resume?: boolean;
  sync?: boolean;
  quiet?: boolean;
}

/** A failure that has had its line. */
class AlreadySaid extends Error {}

/** Writes without waking the stream machinery of process.stdout, which takes some ms and changes the pipe. */
function print(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // nobody listens
  }
}

function fail(message: string): void {
  print(STDERR, `freecell-deals: ${message}\n`);
}

/** Aborts on the first Ctrl-C or SIGTERM, ends at once on the second; `where` tells how far the run came. */
function stopSignal(where: () => string): AbortSignal {
  const stop = new AbortController();
  for (const [name, status] of Object.entries(STOPPED)) {
    const endAtOnce = () => {
      process.removeAllListeners(name);
      process.kill(process.pid, name);
    };
    process.on(name, () => {
      if (stop.signal.aborted) return endAtOnce();
      const reason = Object.assign(new Error(`stopped by ${name}${where()}`), { status });
      stop.abort(reason);
      setTimeout(() => {
        fail(reason.message);
        endAtOnce();
      }, TIDY_WITHIN).unref();
    });
  }
  return stop.signal;
}

/** How far a run came, and how it goes on. */
function where(journal: string, reached: Progress | undefined): string {
  if (!existsSync(journal)) return '';
  return ` after ${grouped(reached?.deals ?? 0)} deals; carry on with --resume`;
}

/** A whole number as typed; what is none stays as it is, to be named when it is refused. */
function numberOf(text: string): number {
  if (!/^[+-]?\d+$/.test(text))
    throw new InputError(`thread count '${text}' is no whole number; expected 1..256`);
  return Number(text);
}

async function runGenerate(deals: string, flags: GenerateFlags): Promise<void> {
  const { generate } = await import('./generate.js');
  const { openBar, summary } = await import('./progress.js');
  const { formatNamed } = await import('./formats/table.js');
  const { journalOf } = await import('./output.js');
  const output = flags.output ?? `deals${formatNamed(flags.format ?? 'bin').ending}`;
  const isToTerminal = output === '-' && isatty(STDOUT);
  if (isToTerminal && flags.format !== undefined && formatNamed(flags.format).isBinary && !flags.force) {
    throw new InputError(
      'standard output is a terminal and would show binary data; use -f ndjson, a file, or --force',
    );
  }
  const bar = !flags.quiet && !isToTerminal && isatty(STDERR) ? openBar() : undefined;
  const started = performance.now();
  let reached: Progress | undefined;
  try {
    const generated = await generate({
      deals,
      output,
      ...(flags.format !== undefined && { format: flags.format }),
      ...(flags.threads !== undefined && { threads: numberOf(flags.threads) }),
      force: flags.force ?? false,
      resume: flags.resume ?? false,
      sync: flags.sync ?? false,
      signal: stopSignal(() => where(journalOf(output), reached)),
      onProgress(progress) {
        reached = progress;
        bar?.update(progress);
      },
    });
    bar?.stop();
    if (generated.isComplete && !flags.quiet) {
      const name = output === '-' ? 'standard output' : output;
      print(STDERR, `${summary(name, generated, performance.now() - started)}\n`);
    }
  } finally {
    bar?.stop();
  }
}

interface VerifyFlags {
  format?: FormatName;
  threads?: string;
  quiet?: boolean;
}

/** Checks one file after the other, also those after a bad one; throws in the end if any was bad. */
async function runVerify(files: string[], flags: VerifyFlags): Promise<void> {
  const { verify } = await import('./verify.js');
  const { openBar, verdict } = await import('./progress.js');
  const signal = stopSignal(() => '');
  let failed: Error | undefined;
  for (const file of files) {
    const bar = !flags.quiet && isatty(STDERR) ? openBar() : undefined;
    try {
      const verified = await verify(file, {
        ...(flags.format !== undefined && { format: flags.format }),
        ...(flags.threads !== undefined && { threads: numberOf(flags.threads) }),
        signal,
        ...(bar && { onProgress: bar.update }),
      }).finally(() => bar?.stop());
      if (verified.bad > 0) throw new DamageError(verdict(verified));
      if (!flags.quiet) print(STDOUT, `${file}: ${verdict(verified)}\n`);
    } catch (error) {
      if (signal.aborted || error instanceof InputError) throw error;
      failed = error as Error;
      fail(error instanceof DamageError ? `${file}: ${error.message}` : failed.message);
    }
  }
  if (failed !== undefined) throw new AlreadySaid();
}

function commandLine(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const program = new Command('freecell-deals')
    .description('Bulk generator of Microsoft FreeCell deals, numbers 1 to 8589934591.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(STDOUT, text), writeErr: () => {} })
    .addHelpText('after', '\nExit status: 0 done, 1 it failed, 2 the words were wrong, 130 interrupted.');
  program
    .command('generate')
    .summary('deal ranges of deals into a file')
    .description('Deals ranges of deal numbers into a binary file, NDJSON or text.')
    .argument(
      '[deals]',
      'deal numbers and ranges, separated by commas: 617 or 1,617,11982..12000',
      '1..1000000',
    )
    .option('-o, --output <file>', 'file to write, - for standard output (default: deals.bin)')
    .option('-f, --format <format>', 'bin, ndjson or text (default: by the ending of the file; ndjson for -)')
    .option('-t, --threads <count>', 'worker threads, 1..256 (default: one for each processor)')
    .option('--resume', 'carry on with what a stopped run left, if there is such')
    .option('--force', 'replace a file that exists; start over what a stopped run left')
    .option('--sync', 'have the data on the disk before the file appears (survives a power cut)')
    .option('-q, --quiet', 'no progress and no summary on standard error')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals generate                                 the million, into deals.bin
  freecell-deals generate 1..32000 -o deals.ndjson
  freecell-deals generate 617 -f text -o - | fc-solve`,
    )
    .action(runGenerate);
  program
    .command('verify')
    .summary('check that files are whole and right')
    .description('Deals every record of the files again and compares every byte.')
    .argument('<files...>', 'files that generate wrote')
    .option('-f, --format <format>', 'bin, ndjson or text (default: by the ending of the file)')
    .option('-t, --threads <count>', 'worker threads, 1..256 (default: one for each processor)')
    .option('-q, --quiet', 'no word of what is right')
    .addHelpText('after', '\nExample:\n  freecell-deals verify deals.bin deals.ndjson')
    .action(runVerify);
  return program;
}

async function main(): Promise<number> {
  const program = commandLine();
  try {
    if (process.argv.length <= 2) program.outputHelp();
    else await program.parseAsync();
    return 0;
  } catch (error) {
    const { message, status } = error as Error & { status?: number };
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      fail(`${message.replace(/^error: /, '').replaceAll('\n', ' ')}; see freecell-deals --help`);
      return MISUSED;
    }
    if (!(error instanceof AlreadySaid)) fail(message.replaceAll('\n', ' '));
    return error instanceof InputError ? MISUSED : (status ?? FAILED);
  }
}

main().then((status) => {
  process.exitCode = status;
});
