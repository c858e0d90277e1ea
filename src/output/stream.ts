// Outputs that have no other files beside them: a pipe, a terminal or a device, whose bytes cannot be taken back; and a
// complete file, with which the bytes are compared.

import { closeSync, fstatSync, open, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Message, OutputError, OutputProblem, ReadError } from '../common/errors.js';
import { takesPositionedWrites } from '../io/platform.js';
import { readAt } from '../io/positioned.js';
import { standard } from '../io/standard.js';
import { writeStream } from '../io/stream.js';
import type { OutputWriter } from './writer.js';

/** Opens a FIFO or a device, or standard output for `-`. A FIFO waits for its reader. */
export async function openStream(path: string): Promise<OutputWriter> {
  const fd = path === '-' ? standard.output : await promisify(open)(path, 'w');
  const name = path === '-' ? 'standard output' : path;
  // not a regular file behind standard output: other processes may write before and after this one
  const isStream = !takesPositionedWrites(fd);
  return {
    name,
    fd: isStream ? undefined : fd,
    isStream,
    write: (bytes, offset) => writeStream(fd, bytes, isStream ? undefined : offset),
    checkpoint() {},
    async commit() {},
    async end() {
      if (path !== '-') closeSync(fd);
    },
    failure: (cause) => new OutputError(name, cause),
  };
}

/**
 * Opens a file that exists, for a resumed run that has nothing to resume: write compares, and other bytes are an
 * OutputError, as is another size than `bytes`. It is null if the size of the output is not known.
 */
export function openToCompare(path: string, bytes: number | null): OutputWriter {
  const what =
    'not what this run would write: a complete file of another selection or format, or a damaged one';
  const why: Message = ({ force }) =>
    `it exists already, and is ${what}; name another file, or use ${force} to replace it`;
  const differs = new OutputError(path, new OutputProblem('EEXIST', why));
  const compare = async (isSame: () => boolean) => {
    if (!reading(path, isSame)) throw differs;
  };
  if (bytes !== null && reading(path, () => statSync(path).size) !== bytes) throw differs;
  const fd = reading(path, () => openSync(path, 'r'));
  return {
    name: path,
    comparesOnly: true,
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
