// Inputs: a file that is read at any offset, or a stream that is read once from start to end in bounded memory.

import { closeSync, fstatSync, open, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { DamageError, ReadError } from '../common/errors.js';
import { openRegular, readAt } from './positioned.js';
import { standard } from './standard.js';
import { readStream } from './stream.js';

/** Bytes of a stream that are in memory at a time: the largest block, 1 MiB, and what is looked at before it is taken. */
const WINDOW_BYTES = 1280 * 1024;
/** The same for a stream that hands on its bytes at once. */
export const SMALL_WINDOW_BYTES = 256 * 1024;

/** The bytes that a thread checks: in memory, or to be read from a file. */
export type BlockBytes = { fd: number } | { bytes: Uint8Array };

export interface Input {
  /** for messages: the path or "standard input" */
  readonly name: string;
  /** bytes of a regular file; undefined for a stream, whose size is known when it has ended */
  readonly size: number | undefined;
  /** bytes to expect, for the progress; undefined if unknown */
  readonly expectedBytes: number | undefined;
  /** Waits for the bytes before offset `end`; returns how many bytes there are, fewer than `end` only if the input ends. */
  available(end: number): Promise<number>;
  /** A copy of the bytes from `offset` on; fewer than `length` only if the input ends. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Takes bytes out for a thread. Of a stream, no bytes before their end can be read afterwards. */
  take(offset: number, length: number): BlockBytes;
  release(bytes: BlockBytes): void;
  /** Throws a DamageError if the size has changed since the input was opened. */
  checkSize(): void;
  close(): void;
}

/** Opens a file, a FIFO, or standard input for `-`. Rejects with a ReadError or DamageError as openRegular throws them. */
export async function openInput(path: string): Promise<Input> {
  return isStream(path) ? openStream(path, newWindow()) : new FileInput(path);
}

/** Opens any file, or standard input for `-`, to be read from start to end through a window of memory. */
export async function openStream(
  path: string,
  window: Uint8Array = new Uint8Array(SMALL_WINDOW_BYTES),
): Promise<StreamInput> {
  if (path === '-') return new StreamInput(standard.input, 'standard input', window);
  // opening a FIFO waits for a writer
  const fd = await promisify(open)(path, 'r').catch((error) => {
    throw new ReadError(path, error);
  });
  return new StreamInput(fd, path, window);
}

/** Whether a path is standard input or a FIFO, which can be read only from start to end. Throws a ReadError if it is missing. */
export function isStream(path: string): boolean {
  try {
    return path === '-' || statSync(path).isFIFO();
  } catch (error) {
    throw new ReadError(path, error);
  }
}

class FileInput implements Input {
  readonly size: number;
  readonly #fd: number;

  constructor(readonly name: string) {
    ({ fd: this.#fd, size: this.size } = openRegular(name));
  }

  get expectedBytes(): number {
    return this.size;
  }

  async available(): Promise<number> {
    return this.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    try {
      return readAt(this.#fd, offset, Math.max(0, Math.min(length, this.size - offset)));
    } catch (error) {
      throw new ReadError(this.name, error);
    }
  }

  take(): BlockBytes {
    return { fd: this.#fd };
  }

  release(): void {}

  checkSize(): void {
    const { size } = fstatSync(this.#fd);
    if (size !== this.size) {
      throw new DamageError(`its size changed from ${this.size} to ${size} bytes while it was read`);
    }
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Holds the bytes that are read and not yet handed on; bytes that are taken stay in memory until they are released. */
export class StreamInput implements Input {
  readonly name: string;
  readonly size: number | undefined;
  readonly expectedBytes: number | undefined;
  readonly #fd: number;
  readonly #free: Uint8Array[] = [];
  #window: Uint8Array;
  #start = 0; // offset of the window's first byte in the stream
  #filled = 0; // bytes in the window
  #hasEnded = false;

  constructor(fd: number, name: string, window: Uint8Array = newWindow()) {
    this.#fd = fd;
    this.name = name;
    this.#window = window;
    try {
      const stat = fstatSync(fd);
      if (stat.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      if (stat.isFile()) this.expectedBytes = stat.size;
      if (fd !== standard.input) this.size = this.expectedBytes; // standard input may begin in the middle of a file
    } catch (error) {
      this.close();
      throw new ReadError(name, error);
    }
  }

  async available(end: number): Promise<number> {
    while (!this.#hasEnded && this.#start + this.#filled < end) {
      if (this.#filled === this.#window.length)
        throw new RangeError(`${end} is too far ahead of ${this.#start}`);
      await this.#readMore();
    }
    return this.#start + this.#filled;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    await this.available(offset + length);
    const from = offset - this.#start;
    return this.#window.slice(from, Math.min(from + length, this.#filled));
  }

  /**
   * Yields the bytes in order, at most a window at a time. They are valid until the next ones are asked for.
   * @param endIn returns how many bytes of the window to yield; the other bytes begin the next window
   * @param from offset of the first byte to yield, of those that have been read
   */
  async *windows(
    endIn = ({ length }: Uint8Array) => length,
    from = 0,
  ): AsyncGenerator<Uint8Array, void, void> {
    this.#drop(from);
    while (!this.#hasEnded) {
      const end = endIn(this.#window.subarray(0, this.#filled));
      if (end > 0) yield this.#window.subarray(0, end);
      this.#drop(end);
      await this.#readMore();
    }
    yield this.#window.subarray(0, this.#filled);
  }

  #drop(bytes: number): void {
    this.#window.copyWithin(0, bytes, this.#filled);
    this.#filled -= bytes;
    this.#start += bytes;
  }

  /** Adds at least one byte to the window, or finds the end. */
  async #readMore(): Promise<void> {
    const got = await readStream(this.#fd, this.#window.subarray(this.#filled)).catch((error) => {
      throw new ReadError(this.name, error);
    });
    if (got === 0) this.#hasEnded = true;
    this.#filled += got;
  }

  take(offset: number, length: number): BlockBytes {
    const window = this.#window;
    const from = offset - this.#start;
    const rest = window.subarray(from + length, this.#filled);
    this.#window = this.#free.pop() ?? newWindow();
    this.#window.set(rest);
    this.#start = offset + length;
    this.#filled = rest.length;
    return { bytes: window.subarray(from, from + length) };
  }

  release(taken: BlockBytes): void {
    if ('bytes' in taken) this.#free.push(new Uint8Array(taken.bytes.buffer));
  }

  checkSize(): void {}

  close(): void {
    if (this.#fd !== standard.input) closeSync(this.#fd);
  }
}

/** Memory that threads share, so that taken bytes reach a worker without a copy. */
function newWindow(): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(WINDOW_BYTES));
}
