// Writes the output of show and find, which is never resumed.

import { existsSync } from 'node:fs';
import { OutputError } from '../common/errors.js';
import { milliseconds } from '../io/clock.js';
import { replaced } from '../io/own-file.js';
import { writeStream } from '../io/stream.js';
import { conflict, createPartial, EXISTS_ALREADY, isStream, realPath, targetOf } from '../output/open.js';
import { partialPathOf, runPathOf } from '../output/run-file.js';
import { openStream } from '../output/stream.js';
import { completeOutput, type OutputWriter } from '../output/writer.js';

/** Texts are gathered for one write up to this number of characters, or of milliseconds. */
const WRITE_LENGTH = 64 * 1024;
const WRITE_INTERVAL = 50;

/** Writes texts one after another to `path`, `-` for standard output. Nothing is left of a file that fails. */
export async function writeTexts(
  path: string,
  texts: Iterable<string>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const target = targetOf(path);
  const output = await (isStream(target) ? openStream(target) : openFile(realPath(target), force)).catch(
    (error) => {
      throw new OutputError(target, error);
    },
  );
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

/** Opens FILE.partial, which no other run may have. It is not locked, because boards take a moment. */
async function openFile(path: string, force: boolean): Promise<OutputWriter> {
  if (!force && existsSync(path)) throw conflict(EXISTS_ALREADY);
  const others = force ? [runPathOf(path)] : [runPathOf(path), partialPathOf(path)];
  const left = others.find((side) => existsSync(side));
  const remedy = 'remove it, or name another file';
  if (left) throw conflict(`${left} is in the way: another run writes it, or has left it; ${remedy}`);
  const partial = await createPartial(path);
  const failure = (cause: unknown) => new OutputError(path, cause);
  return {
    name: path,
    write: (bytes, offset) => writeStream(partial.fd, bytes, offset),
    checkpoint() {},
    async commit() {
      if (!partial.isAt()) throw failure(replaced(partial.path));
      await partial.publish(path, force).catch((error) => {
        throw failure(error);
      });
    },
    async end() {
      await partial.remove();
      partial.close();
    },
    failure,
  };
}

/** Texts joined to larger ones, also those before an error. */
function* joined(texts: Iterable<string>): Generator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let [text, since] = ['', 0];
  try {
    for (const next of texts) {
      text += next;
      if (text.length < WRITE_LENGTH && milliseconds() - since < WRITE_INTERVAL) continue;
      yield encoder.encode(text);
      [text, since] = ['', milliseconds()];
    }
  } finally {
    if (text !== '') yield encoder.encode(text);
  }
}
