// A complete file in the place of an output: what a run would write is compared with it.

import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { OutputError, OutputProblem, ReadError } from '../common/errors.js';
import { readAt } from '../io/positioned.js';
import type { OutputWriter } from './writer.js';

/**
 * Opens a file of which each write takes only the bytes that it has; other bytes are an OutputError.
 * @param bytes size of the output if it is known: a file of another size is not compared
 */
export function openComplete(path: string, bytes: number | undefined): OutputWriter {
  const compare = async (isSame: () => boolean) => {
    if (!reading(path, isSame)) throw conflict(path);
  };
  if (bytes !== undefined && reading(path, () => statSync(path).size) !== bytes) throw conflict(path);
  const fd = reading(path, () => openSync(path, 'r'));
  return {
    name: path,
    write: (bytes, offset) => compare(() => Buffer.compare(readAt(fd, offset, bytes.length), bytes) === 0),
    checkpoint() {},
    commit: (bytes) => compare(() => fstatSync(fd).size === bytes),
    end: async () => closeSync(fd),
    failure: (cause) => new OutputError(path, cause),
  };
}

function reading<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new ReadError(path, error);
  }
}

function conflict(path: string): OutputError {
  const what = 'a complete file of another selection or format, or a damaged one';
  const why = `it exists already, and is not what this run would write: ${what}; name another file, or use force: true to replace it`;
  return new OutputError(path, new OutputProblem('EEXIST', why));
}
