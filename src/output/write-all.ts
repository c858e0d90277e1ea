// Writes what is made part by part and never resumed: the output of cat, show and find.

import { ReaderClosedError } from '../common/errors.js';
import { milliseconds } from '../io/clock.js';
import { openOutput, targetOf } from './open.js';

/** Texts are gathered up to so many characters, or so many ms, for one write. */
const BATCH_LENGTH = 64 * 1024;
const BATCH_TIME = 50;

/**
 * Writes parts one after another to `path`, `-` for standard output. A file is written atomically, and nothing is left of
 * a failed one. Ends quietly if the reader closes the pipe.
 * Throws an OutputError if the output cannot be written, or not without `force`; what the parts throw, and the reason of
 * the signal, as it is.
 */
export async function writeAll(
  path: string,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const output = await openOutput(targetOf(path), undefined, {
    force,
    resume: false,
    sync: false,
    headComesLast: false,
  });
  try {
    let bytes = 0;
    for await (const part of parts) {
      await output.write(part, bytes);
      bytes += part.length;
      signal?.throwIfAborted();
    }
    await output.commit(bytes);
  } catch (error) {
    if (!(error instanceof ReaderClosedError)) throw error;
  } finally {
    await output.abort();
  }
}

/** Writes texts as writeAll does, many of them in one write. */
export async function writeTexts(
  path: string,
  texts: Iterable<string>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  await writeAll(path, batchesOf(texts), force, signal);
}

function* batchesOf(texts: Iterable<string>): Generator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let [batch, since] = ['', 0];
  for (const text of texts) {
    batch += text;
    if (batch.length < BATCH_LENGTH && milliseconds() - since < BATCH_TIME) continue;
    yield encoder.encode(batch);
    [batch, since] = ['', milliseconds()];
  }
  if (batch !== '') yield encoder.encode(batch);
}
