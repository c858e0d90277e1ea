// The bytes of a list: a file, a pipe or standard input, read once from its start to its end in bounded memory.

import { close, fstat, open } from 'node:fs';
import { promisify } from 'node:util';
import { ReadError } from '../../common/errors.js';
import { HEAD_BYTES } from '../../formats/registry.js';
import { readStream } from '../../io/stream.js';

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);

const STDIN_FD = 0;
/** Bytes of a part at most. */
export const PART_BYTES = 256 * 1024;

export class ListInput {
  /** for messages */
  readonly name: string;
  /** bytes of a regular file; undefined where only its end tells */
  readonly size: number | undefined;
  readonly #fd: number;
  readonly #block = new Uint8Array(PART_BYTES);
  #kept = 0; // bytes in the block that are read and not handed on

  private constructor(name: string, fd: number, size: number | undefined) {
    this.name = name;
    this.#fd = fd;
    this.size = size;
  }

  /** Opens a list; `-` is standard input. Rejects with a ReadError where it cannot be read. */
  static async open(path: string): Promise<ListInput> {
    const name = path === '-' ? 'standard input' : path;
    try {
      const fd = path === '-' ? STDIN_FD : await openFile(path, 'r');
      const stat = await statFile(fd);
      return new ListInput(name, fd, stat.isFile() && fd !== STDIN_FD ? stat.size : undefined);
    } catch (error) {
      throw new ReadError(name, error);
    }
  }

  /** A copy of its first bytes, as many as tell its format, or all there are. */
  async head(): Promise<Uint8Array> {
    while (this.#kept < HEAD_BYTES) {
      const got = await this.#read(this.#block.subarray(this.#kept, HEAD_BYTES));
      if (got === 0) break;
      this.#kept += got;
    }
    return this.#block.slice(0, this.#kept);
  }

  /** Leaves out what `head` has read. */
  skipHead(): void {
    this.#kept = 0;
  }

  /**
   * The bytes in parts; one is good until the next is asked for.
   * @param endIn how many of some bytes can be a part, of which the others begin the next one; the last part is all that is left
   */
  async *parts(endIn: (bytes: Uint8Array) => number): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const got = await this.#read(this.#block.subarray(this.#kept));
      const filled = this.#kept + got;
      const end = got === 0 ? filled : endIn(this.#block.subarray(0, filled));
      yield this.#block.subarray(0, end);
      if (got === 0) return;
      this.#block.copyWithin(0, end, filled);
      this.#kept = filled - end;
    }
  }

  async close(): Promise<void> {
    if (this.#fd !== STDIN_FD) await closeFile(this.#fd);
  }

  #read(bytes: Uint8Array): Promise<number> {
    return readStream(this.#fd, bytes).catch((error) => {
      throw new ReadError(this.name, error);
    });
  }
}
