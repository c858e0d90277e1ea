// A pipe, a terminal or a device: it takes the bytes in order, and bytes that are written cannot be taken back.

import { closeSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { OutputError, ReaderClosedError } from '../common/errors.js';
import { takesPositionedWrites } from '../io/platform.js';
import { standard } from '../io/standard.js';
import { writeStream } from '../io/stream.js';
import { NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { OutputWriter } from './writer.js';

const openLater = promisify(open);

/** Opens a FIFO or a device, or standard output for `-`. A FIFO waits for its reader. */
export async function openStream(path: string): Promise<StreamWriter> {
  if (path === '-') return new StreamWriter('standard output', standard.output);
  return new StreamWriter(path, await openLater(path, 'w'));
}

export class StreamWriter implements OutputWriter {
  readonly name: string;
  readonly resumed = NO_CHECKPOINT;
  readonly shared?: { readonly fd: number; readonly alreadyWritten: number };
  readonly #fd: number;
  #isOpen = true;

  constructor(name: string, fd: number) {
    this.name = name;
    this.#fd = fd;
    // not a regular file behind standard output: other processes may write before and after this one
    if (takesPositionedWrites(fd)) this.shared = { fd, alreadyWritten: 0 };
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    try {
      await writeStream(this.#fd, bytes, this.shared && offset);
    } catch (error) {
      throw error instanceof ReaderClosedError ? error : this.failure(error);
    }
  }

  checkpoint(): void {}

  async commit(_bytes: number): Promise<void> {
    this.close();
  }

  async suspend(): Promise<void> {
    this.close();
  }

  async abort(): Promise<void> {
    this.close();
  }

  protected close(): void {
    if (this.#isOpen && this.#fd !== standard.output) closeSync(this.#fd);
    this.#isOpen = false;
  }

  failure(cause: unknown): OutputError {
    return new OutputError(this.name, cause);
  }
}
