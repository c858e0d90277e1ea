// Writes the output of show and find, which is never resumed.

import { openOutput, targetOf } from '../output/open.js';
import { completeOutput } from '../output/writer.js';

/** Texts are gathered for one write up to this number of characters, or of milliseconds. */
const WRITE_LENGTH = 64 * 1024;
const WRITE_INTERVAL = 50;

/** Writes texts one after another to `path`, `-` for standard output. Nothing is left of a file that fails. */
export async function writeTexts(
  path: string,
  texts: Iterable<string>,
  force: boolean,
  signal?: AbortSignal,
) {
  const output = await openOutput(targetOf(path), undefined, { force });
  const write = async () => {
    let bytes = 0;
    for (const content of joined(texts)) {
      await output.write(content, bytes);
      bytes += content.length;
      signal?.throwIfAborted();
    }
    return bytes;
  };
  await completeOutput(output, write, signal);
}

/** Texts joined to larger ones, also those before an error. */
function* joined(texts: Iterable<string>): Generator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let [text, since] = ['', 0];
  try {
    for (const next of texts) {
      text += next;
      if (text.length < WRITE_LENGTH && performance.now() - since < WRITE_INTERVAL) continue;
      yield encoder.encode(text);
      [text, since] = ['', performance.now()];
    }
  } finally {
    if (text !== '') yield encoder.encode(text);
  }
}
