// A pipe, a terminal or a device: it takes the bytes in order, and bytes that are written cannot be taken back.

import { closeSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { OutputError, ReaderClosedError } from '../common/errors.js';
import { takesPositionedWrites } from '../io/platform.js';
import { standard } from '../io/standard.js';
import { writeStream } from '../io/stream.js';
import type { OutputWriter } from './writer.js';

/** Opens a FIFO or a device, or standard output for `-`. A FIFO waits for its reader. */
export async function openStream(path: string): Promise<OutputWriter> {
  const fd = path === '-' ? standard.output : await promisify(open)(path, 'w');
  const name = path === '-' ? 'standard output' : path;
  // not a regular file behind standard output: other processes may write before and after this one
  const positioned = takesPositionedWrites(fd) ? fd : undefined;
  let isOpen = path !== '-';
  const close = async () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  const failure = (cause: unknown) => new OutputError(name, cause);
  return {
    name,
    positioned,
    isStream: positioned === undefined,
    async write(bytes, offset) {
      try {
        await writeStream(fd, bytes, positioned === undefined ? undefined : offset);
      } catch (error) {
        throw error instanceof ReaderClosedError ? error : failure(error);
      }
    },
    checkpoint() {},
    commit: close,
    end: close,
    failure,
  };
}
