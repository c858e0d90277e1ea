// What all commands share: writing lines, being stopped, reading numbers that were typed.

import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { InputError } from '../common/errors.js';
import type { Format } from '../formats/format.js';

export const STDIN = 0;
export const STDOUT = 1;
export const STDERR = 2;

const STOPPED = { SIGINT: 130, SIGTERM: 143 };

/** How long a stopped run may take to tidy up, ms; a reader that does not read can hold a write for ever. */
const TIDY_WITHIN = 700;

/** A second signal that comes sooner is the first one over again, ms: timeout and npm send theirs on top of a group's. */
const AGAIN_AFTER = 200;

/** A failure that has had its line. */
export class AlreadySaid extends Error {}

/** Writes without waking the stream machinery of process.stdout, which takes some ms and changes the pipe. */
export function print(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // nobody listens
  }
}

export function fail(message: string): void {
  print(STDERR, `freecell-deals: ${message.replaceAll('\n', ' ')}\n`);
}

/** Whether an output, `-` being standard output, is shown to somebody. */
export function isShown(output: string): boolean {
  return output === '-' && isatty(STDOUT);
}

/** Throws an InputError where somebody would be shown what does not read as text. */
export function checkShown(output: string, { isBinary }: Format): void {
  if (isBinary && isShown(output)) {
    throw new InputError(
      'standard output is a terminal and would show binary data; use -f ndjson, a file, or --force',
    );
  }
}

/** Aborts on the first Ctrl-C or SIGTERM, ends at once on the second; `where` tells how far the run came. */
export function stopSignal(where: () => string = () => ''): AbortSignal {
  const stop = new AbortController();
  let stopped = 0;
  for (const [name, status] of Object.entries(STOPPED)) {
    const endAtOnce = () => {
      process.removeAllListeners(name);
      process.kill(process.pid, name);
    };
    process.on(name, () => {
      if (stop.signal.aborted) {
        if (performance.now() - stopped > AGAIN_AFTER) endAtOnce();
        return;
      }
      stopped = performance.now();
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

/** A whole number as typed, also one below 0; an InputError says what it should have been. */
export function wholeNumber(text: string, what: string, expected: string): number {
  if (!/^[+-]?\d+$/.test(text))
    throw new InputError(`${what} '${text}' is no whole number; expected ${expected}`);
  return Number(text);
}

export function threadCount(text: string): number {
  return wholeNumber(text, 'thread count', '1..256');
}
