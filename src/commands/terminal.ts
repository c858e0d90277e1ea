// Functions of all commands: standard output and standard error, failures, signals, and the parsing of numbers.

import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { InputError, OutputError, ReaderClosedError } from '../common/errors.js';
import { escapeControls, escapeLine, quote } from '../common/quote.js';
import { inDigits } from '../game/deal-numbers.js';
import { endBySignal } from '../io/platform.js';
import { STDOUT_NAMES, standard, unfinished, WARNING, warn } from '../io/standard.js';
import { isWaiting, writeStream } from '../io/stream.js';
import type { Selection } from '../selection/selection.js';
import type { GenerateOptions } from '../verbs/generate.js';

/** Flags that several commands have, as Commander passes them. */
export interface Flags extends Partial<Omit<GenerateOptions, keyof Selection | 'signal' | 'onProgress'>> {
  quiet?: boolean;
  json?: boolean;
}

const USAGE_ERROR = 2;
/** The exit status of a failure that no other status tells. */
export const FAILURE = 1;
const STATUSES = { SIGINT: 130, SIGTERM: 143 };

/** Milliseconds that a stopped run may take to end. A write to a reader that does not read never ends. */
const STOP_TIMEOUT = 700;
/** Milliseconds that its last object may take, because a reader of standard output may not read either. */
const WRITE_TIMEOUT = 100;

/** A failure whose message has been printed. */
export class ReportedError extends Error {}

const CLEAR_LINE = '\r\u001b[K';
let start = ''; // of the next line on standard error

/**
 * Writes a line to standard error. process.stderr would change the pipe.
 * @param isReplaced whether the next line takes the place of this one; an empty one leaves nothing to replace
 */
export function print(line: string, isReplaced = false): void {
  try {
    writeSync(standard.error, start + (isReplaced ? line : `${escapeLine(line)}\n`));
    start = isReplaced && line !== '' ? CLEAR_LINE : '';
  } catch {
    // standard error is closed
  }
}

/** Writes a text to standard output, escaped on a terminal. A reader that has closed the pipe is no error. */
export async function writeOutput(text: string): Promise<void> {
  try {
    const shown = isatty(standard.output) ? escapeControls(text) : text;
    await writeStream(standard.output, new TextEncoder().encode(shown));
  } catch (error) {
    if (!(error instanceof ReaderClosedError)) throw new OutputError('standard output', error);
  }
}

/** Whether the locale uses UTF-8. */
export function showsUnicode(): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** With --json, one object goes to standard output, or to standard error if the data go to standard output. */
const json = { isUsed: false, goesToError: false };

/** Has the object go to standard error: the data go to standard output, though no flag says so. */
export function sendJsonToError(): void {
  json.goesToError = true;
}

export async function printJson(object: object): Promise<void> {
  const line = JSON.stringify(object);
  if (json.goesToError) print(line);
  else await writeOutput(`${line}\n`);
}

/** Prints a failure: a line on standard error, or with --json an object, which begins with `facts`. */
export async function fail(failure: Error & { status?: number }, facts?: object): Promise<number> {
  const error = failure.message;
  const status = failure instanceof InputError ? USAGE_ERROR : (failure.status ?? FAILURE);
  const object = { ...facts, error, status };
  if (!json.isUsed) print(`freecell-deals: ${error}`);
  else await printJson(object).catch(() => print(JSON.stringify(object))); // standard output may be closed
  return status;
}

/** Prepares the printing of failures and warnings, before the arguments are parsed: a usage error is a failure, too. */
export function openReport([command = '', ...args]: readonly string[]): void {
  const outputs = args.join('\0').matchAll(/(?<=^|\0)(?:-q*o\0?|--output[\0=])([^\0]*)/g);
  const output = Array.from(outputs, ([, path]) => path).at(-1) ?? (/^(find|show)$/.test(command) ? '-' : '');
  json.isUsed = args.includes('--json');
  json.goesToError = STDOUT_NAMES.includes(output);
  const others = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const { name, message } = warning;
    if (name === WARNING)
      print(json.isUsed ? JSON.stringify({ warning: message }) : `freecell-deals: ${message}`);
    else for (const show of others) show(warning); // Node prints those of other programs
  });
}

export function goesToTerminal(output: string): boolean {
  return output === '-' && isatty(standard.output);
}

/**
 * Aborts on SIGINT or SIGTERM, and ends the process if the run has not ended soon after. A file is synced first, unless
 * a second signal comes after that time: timeout and npm may signal twice at once.
 * @param describeReached says how far the run got
 */
export function stopSignal(describeReached: () => string = () => ''): AbortSignal {
  const stop = new AbortController();
  let endNow: (() => void) | undefined; // while a file is synced
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    const status = STATUSES[name];
    process.on(name, () => {
      if (stop.signal.aborted) return endNow?.();
      const reason = Object.defineProperty(Object.assign(new Error(), { status }), 'message', {
        get: () => `stopped by ${name}${describeReached()}`, // when it is printed: the run is still going on
      });
      stop.abort(reason);
      const end = async () => {
        // with an exit code, the run has ended just now and has printed its message
        if (process.exitCode === undefined) await Promise.race([fail(reason), sleep(WRITE_TIMEOUT)]);
        endBySignal(name, status, isWaiting());
      };
      const endUnlessSyncing = () => {
        if (unfinished.files === 0) return end();
        if (endNow === undefined) warn(`waiting for threads and the disk; another ${name} ends at once`);
        endNow = end;
        setTimeout(endUnlessSyncing, STOP_TIMEOUT);
      };
      setTimeout(endUnlessSyncing, STOP_TIMEOUT);
    });
  }
  return stop.signal;
}

/** Parses the whole number of a flag; an InputError says that it is no valid `what` and what is `expected`. */
export function numberOf(what: string, expected: string): (text: string) => number {
  return (text) => {
    const digits = /^\d/.test(text) ? inDigits(text) : text; // of 1k or 1e3
    const n = Number(digits);
    if (/^[+-]?\d+$/.test(digits) && Number.isSafeInteger(n)) return n;
    throw new InputError(`${quote(text)} is not a valid ${what}; expected ${expected}`);
  };
}

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
