// Writes an output that is open, or one that is never resumed: the output of cat, show and find.

import {
  DamageError,
  FilterError,
  InputError,
  OutputProblem,
  ReadError,
  ReaderClosedError,
  StartError,
  WorkerError,
  WriteError,
} from '../common/errors.js';
import { milliseconds } from '../io/clock.js';
import { openOutput, targetOf } from './open.js';
import type { OutputWriter } from './writer.js';

/** Texts are gathered for one write up to this number of characters, or of milliseconds. */
const WRITE_LENGTH = 64 * 1024;
const WRITE_INTERVAL = 50;

/** Failures after which no file is left; after a StartError, nothing was written. */
const REMOVING = [InputError, FilterError, ReadError, DamageError, StartError];
const OF_OUTPUT = [WriteError, WorkerError, OutputProblem];

/**
 * Writes an output by a function that returns the number of its bytes, and ends it in any case.
 * It is no failure if the reader of a pipe leaves early.
 */
export async function completeOutput(
  output: OutputWriter,
  write: () => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<'written' | 'reader-closed'> {
  const isOneOf = (error: unknown, classes: readonly (new (...values: never[]) => Error)[]) =>
    classes.some((one) => error instanceof one);
  try {
    await output.commit(await write());
    return 'written';
  } catch (error) {
    if (isOneOf(error, REMOVING)) await output.abort();
    if (error instanceof ReaderClosedError) return 'reader-closed';
    if (signal?.aborted) throw signal.reason;
    throw isOneOf(error, OF_OUTPUT) ? output.failure(error) : error;
  } finally {
    await output.suspend();
  }
}

/** Writes contents one after another to `path`, `-` for standard output. Nothing is left of a file that fails. */
export async function writeAll(
  path: string,
  contents: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const output = await openOutput(targetOf(path), undefined, { force });
  const write = async () => {
    let bytes = 0;
    for await (const content of contents) {
      await output.write(content, bytes);
      bytes += content.length;
      signal?.throwIfAborted();
    }
    return bytes;
  };
  await completeOutput(output, write, signal);
}

export async function writeTexts(
  path: string,
  texts: Iterable<string>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  await writeAll(path, joined(texts), force, signal);
}

function* joined(texts: Iterable<string>): Generator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let [text, since] = ['', 0];
  for (const next of texts) {
    text += next;
    if (text.length < WRITE_LENGTH && milliseconds() - since < WRITE_INTERVAL) continue;
    yield encoder.encode(text);
    [text, since] = ['', milliseconds()];
  }
  if (text !== '') yield encoder.encode(text);
}
