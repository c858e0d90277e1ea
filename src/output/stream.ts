// Outputs that have no other files beside them: a pipe, a terminal or a device, whose bytes cannot be taken back; and a
// complete file, with which the bytes are compared.

import { closeSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { OutputProblem } from '../common/errors.js';
import { openInput } from '../io/input.js';
import { takesPositionedWrites } from '../io/platform.js';
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
    async end() {
      if (path !== '-') closeSync(fd);
    },
  };
}

/**
 * Opens a file that exists, for a resumed run that has nothing to resume: write compares, and other bytes are an
 * OutputProblem, as is another size than `size`. It is null if the size of the output is not known.
 */
export async function openToCompare(path: string, size: number | null): Promise<OutputWriter> {
  const what =
    'not what this run would write: a complete file of another selection or format, or a damaged one';
  const why = `it exists already, and is ${what}; name another file, or use --force to replace it`;
  const check = (isSame: boolean) => {
    if (!isSame) throw new OutputProblem('EEXIST', why);
  };
  const input = await openInput(path);
  return {
    name: path,
    comparesOnly: true,
    async write(bytes, offset) {
      check(input.size === (size ?? input.size));
      check(Buffer.compare(await input.read(offset, bytes.length), bytes) === 0);
    },
    commit: async (bytes) => check(input.size === bytes),
    end: async () => input.close(),
  };
}
