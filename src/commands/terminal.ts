// Functions of all commands: standard output and standard error, signals, and the parsing of numbers.

import { fstatSync, writeSync } from 'node:fs';
import { InputError, messageOf, type OptionNames, OutputError, ReaderClosedError } from '../common/errors.js';
import { escapeControls, escapeLine, quote } from '../common/quote.js';
import type { FormatName } from '../formats/registry.js';
import { endBySignal, isNullDevice } from '../io/platform.js';
import { standard } from '../io/standard.js';
import { isWaiting, writeStream } from '../io/stream.js';
import { WARNING } from '../io/warning.js';

/** Flags that several commands have, as Commander passes them. */
export interface Flags {
  format?: FormatName;
  output?: string;
  threads?: number;
  force?: boolean;
  resume?: boolean;
  sync?: boolean;
  quiet?: boolean;
  json?: boolean;
}

const STATUSES = { SIGINT: 130, SIGTERM: 143 };

/** Milliseconds that a stopped run may take to end. A write to a reader that does not read never ends. */
const STOP_TIMEOUT = 700;

/** A failure whose message has been printed. */
export class ReportedError extends Error {}

/** Returns to the start of the line and clears it. */
const CLEAR_LINE = '\r\u001b[K';
const COLUMNS = 80; // of a terminal that does not tell

let start = ''; // of the next line on standard error

/**
 * Writes a line to standard error. process.stderr would take milliseconds to load and change the pipe.
 * @param isReplaced whether the next line takes the place of this one, which is cut to the columns of the terminal
 */
export function print(line: string, isReplaced = false): void {
  const shown = isReplaced ? line.slice(0, (process.stderr.columns || COLUMNS) - 1) : `${escapeLine(line)}\n`;
  try {
    writeSync(standard.error, start + shown);
    start = isReplaced ? CLEAR_LINE : '';
  } catch {
    // standard error is closed
  }
}

/** Writes a text to standard output, escaped on a terminal. A reader that has closed the pipe is no error. */
export async function writeOutput(text: string): Promise<void> {
  try {
    const shown = isTerminal(standard.output) ? escapeControls(text) : text;
    await writeStream(standard.output, new TextEncoder().encode(shown));
  } catch (error) {
    if (!(error instanceof ReaderClosedError)) throw new OutputError('standard output', error);
  }
}

/** Whether a descriptor is a terminal. node:tty takes 3 ms to load, so it is not asked about files, pipes and /dev/null. */
export function isTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    if (!stat.isCharacterDevice() || isNullDevice(stat)) return false;
    return process.getBuiltinModule('node:tty').isatty(fd);
  } catch {
    return false; // it is closed
  }
}

/** Whether the locale uses UTF-8. */
export function showsUnicode(): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

export function printJson({ ms, ...facts }: { ms: number; [fact: string]: unknown }): void {
  print(JSON.stringify({ ...facts, seconds: Math.round(ms) / 1000 }));
}

/** The flags that messages name in place of the library's options. */
const FLAGS: OptionNames = { force: '--force', resume: '--resume', format: '--format', stdout: '-o -' };

/** Returns the message of an error in the words of the command. */
export function inFlags(error: Error): string {
  return messageOf(error, FLAGS);
}

export function fail(message: string): void {
  print(`freecell-deals: ${message}`);
}

/** Prints warnings of this program like failures. Node prints all other warnings. */
export function showWarnings(): void {
  const others = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === WARNING) fail(warning.message);
    else for (const show of others) show(warning);
  });
}

export function goesToTerminal(output: string): boolean {
  return output === '-' && isTerminal(standard.output);
}

/**
 * Aborts on SIGINT or SIGTERM, and ends the process if the run has not ended soon after. timeout and npm may signal twice.
 * @param where says how far the run got
 */
export function stopSignal(where: () => string = () => ''): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    const status = STATUSES[name];
    process.on(name, () => {
      if (stop.signal.aborted) return;
      const reason = Object.defineProperty(Object.assign(new Error(), { status }), 'message', {
        get: () => `stopped by ${name}${where()}`, // when it is printed, because the run is still going on
      });
      stop.abort(reason);
      setTimeout(() => {
        // with an exit code, the run has ended just now and has printed its message
        if (process.exitCode === undefined) fail(reason.message);
        endBySignal(name, status, isWaiting());
      }, STOP_TIMEOUT).unref();
    });
  }
  return stop.signal;
}

/** Parses the whole number of a flag; an InputError says that it is no valid `what` and what is `expected`. */
export function numberOf(what: string, expected: string): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(n)) return n;
    throw new InputError(`${quote(text)} is not a valid ${what}; expected ${expected}`);
  };
}

/** The option for the number of threads. */
export const THREADS = [
  '-t, --threads <count>',
  'Use this many threads, 1..256 (default: one per processor).',
  numberOf('thread count', '1..256'),
] as const;

const seedNumber = numberOf('seed', `0..${Number.MAX_SAFE_INTEGER}, or a date such as 2026-11-23`);

/** Parses a seed; a date such as 2026-11-23 is the seed 20261123. */
export function seedOf(text: string): number {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text);
  return seedNumber(isDate ? text.replaceAll('-', '') : text);
}
