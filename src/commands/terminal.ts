// Shared by all commands: standard output and standard error, signals, numbers as typed.

import { fstatSync, writeSync } from 'node:fs';
import { InputError, OutputError, optionsAsFlags, ReaderClosedError } from '../common/errors.js';
import { escapeControls, quote } from '../common/quote.js';
import type { Format } from '../formats/format.js';
import { milliseconds } from '../io/clock.js';
import { endBySignal } from '../io/platform.js';
import { isWaiting, writeStream } from '../io/stream.js';
import { WARNING } from '../io/warning.js';

export const STDIN = 0;
export const STDOUT = 1;
export const STDERR = 2;

const STOPPED = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** Time that a stopped run may take to end, ms; a reader that does not read can hold up a write for ever. */
const STOP_TIMEOUT = 700;

/** A second signal within this time is the first one again, ms: timeout and npm signal the process and its group. */
const SAME_SIGNAL_WITHIN = 200;

/** A failure whose line has been printed. */
export class ReportedError extends Error {}

/** Writes to standard error, or not at all; control characters are escaped. It does not use process.stderr, which takes some ms and changes the pipe. */
export function print(fd: typeof STDERR, text: string): void {
  try {
    writeSync(fd, escapeControls(text));
  } catch {
    // nobody listens
  }
}

/**
 * Writes all of a text to standard output, with control characters escaped on a terminal; a reader that has closed the pipe is not an error.
 * Throws an OutputError if it cannot be written.
 */
export async function writeOutput(text: string): Promise<void> {
  try {
    const shown = isTerminal(STDOUT) ? escapeControls(text) : text;
    await writeStream(STDOUT, new TextEncoder().encode(shown));
  } catch (error) {
    if (!(error instanceof ReaderClosedError)) throw new OutputError('standard output', error);
  }
}

/** Writes one line of JSON to standard output. */
export async function writeJson(facts: Record<string, unknown>): Promise<void> {
  await writeOutput(`${JSON.stringify(facts)}\n`);
}

/** Whether a descriptor is a terminal. Only a character device can be one, and node:tty takes 3 ms to load. */
export function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(fd);
  } catch {
    return false; // it is closed
  }
}

/** Whether the locale of the terminal is one of UTF-8. */
export function showsUnicode(): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** Prints the summary of a run as one line of JSON. */
export function printJson({ ms, ...facts }: { ms: number; [fact: string]: unknown }): void {
  print(STDERR, `${JSON.stringify({ ...facts, seconds: Math.round(ms) / 1000 })}\n`);
}

/** Prints the one line of a failure. */
export function fail(message: string): void {
  print(STDERR, `freecell-deals: ${optionsAsFlags(message).replaceAll('\n', ' ')}\n`);
}

/** Prints the warnings of this program like failures; Node prints all others. */
export function showWarnings(): void {
  const others = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === WARNING) fail(warning.message);
    else for (const show of others) show(warning);
  });
}

/** Whether an output, `-` for standard output, is a terminal. */
export function goesToTerminal(output: string): boolean {
  return output === '-' && isTerminal(STDOUT);
}

/** Throws an InputError if binary data would go to a terminal. */
export function checkBinaryOutput(output: string, { isBinary }: Format): void {
  if (isBinary && goesToTerminal(output)) {
    throw new InputError(
      'standard output is a terminal and would show binary data; use -f ndjson, a file, or --force',
    );
  }
}

/** Aborts on the first Ctrl-C or SIGTERM; the second one ends the process at once. `where` tells how far the run got. */
export function stopSignal(where: () => string = () => ''): AbortSignal {
  const stop = new AbortController();
  let stopped = 0;
  for (const [name, status] of STOPPED) {
    process.on(name, () => {
      if (stop.signal.aborted) {
        if (milliseconds() - stopped > SAME_SIGNAL_WITHIN) endBySignal(name, status, isWaiting());
        return;
      }
      stopped = milliseconds();
      const reason = Object.assign(new Error(`stopped by ${name}${where()}`), { status });
      stop.abort(reason);
      setTimeout(() => {
        // a run that has ended on a busy machine just before has had its line and its status
        if (process.exitCode === undefined) fail(reason.message);
        endBySignal(name, status, isWaiting());
      }, STOP_TIMEOUT).unref();
    });
  }
  return stop.signal;
}

/**
 * A whole number as typed, also a negative one; throws an InputError that names what it should have been.
 * @param what a noun such as "thread count"
 * @param expected such as "1..256"
 */
export function wholeNumber(text: string, what: string, expected: string): number {
  const n = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(n)) {
    throw new InputError(`${quote(text)} is not a valid ${what}; expected ${expected}`);
  }
  return n;
}

export function threadCount(text: string): number {
  return wholeNumber(text, 'thread count', '1..256');
}
