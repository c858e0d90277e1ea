// A pipe, a terminal or a device: it takes the bytes in order, and bytes that are written cannot be taken back.

import { closeSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { OutputError, ReaderClosedError } from '../common/errors.js';
import { takesPositionedWrites } from '../io/platform.js';
import { standard } from '../io/standard.js';
import { writeStream } from '../io/stream.js';
import type { OutputWriter } from './writer.js';

const openLater = promisify(open);

/** Opens a FIFO or a device, or standard output for `-`. A FIFO waits for its reader. */
export async function openStream(path: string): Promise<OutputWriter> {
  if (path === '-') return new StreamWriter('standard output', standard.output);
  return new StreamWriter(path, await openLater(path, 'w'));
}

class StreamWriter implements OutputWriter {
  readonly shared: number | undefined;
  #isOpen = true;

  constructor(
    readonly name: string,
    readonly fd: number,
  ) {
    // not a regular file behind standard output: other processes may write before and after this one
    if (takesPositionedWrites(fd)) this.shared = fd;
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    try {
      await writeStream(this.fd, bytes, this.shared === undefined ? undefined : offset);
    } catch (error) {
      throw error instanceof ReaderClosedError ? error : this.failure(error);
    }
  }

  checkpoint(): void {}

  async suspend(): Promise<void> {
    if (this.#isOpen && this.fd !== standard.output) closeSync(this.fd);
    this.#isOpen = false;
  }

  readonly commit = this.suspend;
  readonly abort = this.suspend;

  failure(cause: unknown): OutputError {
    return new OutputError(this.name, cause);
  }
}
