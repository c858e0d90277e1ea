// Writes an output that is never resumed: the output of cat, show and find.

import { ReaderClosedError } from '../common/errors.js';
import { milliseconds } from '../io/clock.js';
import { openOutput, targetOf } from './open.js';

/** Texts are gathered for one write up to this number of characters, or of milliseconds. */
const WRITE_LENGTH = 64 * 1024;
const WRITE_INTERVAL = 50;

/** Writes contents one after another to `path`, `-` for standard output. Nothing is left of a file that fails. */
export async function writeAll(
  path: string,
  contents: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const options = { force, resume: false, sync: false, headComesLast: false };
  const output = await openOutput(targetOf(path), undefined, options);
  try {
    let bytes = 0;
    for await (const content of contents) {
      await output.write(content, bytes);
      bytes += content.length;
      signal?.throwIfAborted();
    }
    await output.commit(bytes);
  } catch (error) {
    if (!(error instanceof ReaderClosedError)) throw error;
  } finally {
    await output.abort();
  }
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
