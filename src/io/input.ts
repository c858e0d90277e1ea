// Inputs that are read once from start to end: a file at any offset, or standard input as it comes, with bounded memory.

import { closeSync, fstatSync, open, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { DamageError, ReadError } from '../common/errors.js';
import { openRegular, readFully } from './positioned.js';
import { readStream } from './stream.js';

const STDIN_FD = 0;

/** Of a stream: the longest part that is looked at before it is taken, with a block that is 1 MiB. */
const WINDOW_BYTES = 1280 * 1024;

/** Where a thread finds the bytes of a part: it reads them from a file, or has them. */
export type BlockBytes = { fd: number } | { bytes: Uint8Array };

export interface Input {
  /** for messages: the path or "standard input" */
  readonly name: string;
  /** bytes of a file; undefined of a stream, whose size is known when it has ended */
  readonly size: number | undefined;
  /** bytes to expect, for the progress; undefined where nobody knows */
  readonly expectedBytes: number | undefined;
  /** How many bytes there are, counted from the start: at least `end`, unless the input ends before. */
  available(end: number): Promise<number>;
  /** A copy of the bytes from `offset` on; fewer than `length` only where the input ends. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Hands out a part that a thread shall read. Of a stream, what is before its end can't be read any more. */
  take(offset: number, length: number): BlockBytes;
  /** Takes the memory of a part back. */
  release(part: BlockBytes): void;
  /** Throws a DamageError where the size has changed since it was opened. */
  checkSize(): void;
  close(): void;
}

/** Opens a file or a FIFO, or standard input for `-`. Rejects with a ReadError or DamageError as openRegular throws. */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return new StreamInput(STDIN_FD, 'standard input');
  if (!isStream(path)) return new FileInput(path);
  // to open one waits for its writer
  const fd = await promisify(open)(path, 'r').catch((error) => {
    throw new ReadError(path, error);
  });
  return new StreamInput(fd, path);
}

/** Whether a path is read as it comes: standard input or a FIFO. */
export function isStream(path: string): boolean {
  try {
    return path === '-' || statSync(path).isFIFO();
  } catch {
    return false; // to open it says why
  }
}

class FileInput implements Input {
  readonly name: string;
  readonly size: number;
  readonly #fd: number;

  constructor(path: string) {
    const { fd, size } = openRegular(path);
    this.name = path;
    this.size = size;
    this.#fd = fd;
  }

  get expectedBytes(): number {
    return this.size;
  }

  async available(): Promise<number> {
    return this.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    try {
      return bytes.subarray(0, readFully(this.#fd, bytes, offset));
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

/** Only what lies ahead is in memory; parts that were handed out are, too, until they are released. */
export class StreamInput implements Input {
  readonly name: string;
  readonly expectedBytes: number | undefined;
  readonly #fd: number;
  readonly #free: Uint8Array[] = [];
  #window: Uint8Array = newWindow();
  #start = 0; // offset of the window's first byte in the stream
  #filled = 0; // bytes in the window
  #hasEnded = false;

  constructor(fd: number, name: string) {
    this.#fd = fd;
    this.name = name;
    try {
      const stat = fstatSync(fd);
      if (stat.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      if (stat.isFile()) this.expectedBytes = stat.size;
    } catch (error) {
      throw new ReadError(name, error);
    }
  }

  get size(): undefined {
    return undefined;
  }

  async available(end: number): Promise<number> {
    while (!this.#hasEnded && this.#start + this.#filled < end) {
      if (this.#filled === this.#window.length)
        throw new RangeError(`${end} is too far ahead of ${this.#start}`);
      const got = await readStream(this.#fd, this.#window.subarray(this.#filled)).catch((error) => {
        throw new ReadError(this.name, error);
      });
      if (got === 0) this.#hasEnded = true;
      this.#filled += got;
    }
    return this.#start + this.#filled;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    await this.available(offset + length);
    const from = offset - this.#start;
    return this.#window.slice(from, Math.min(from + length, this.#filled));
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

  release(part: BlockBytes): void {
    if ('bytes' in part) this.#free.push(new Uint8Array(part.bytes.buffer));
  }

  checkSize(): void {}

  close(): void {
    if (this.#fd !== STDIN_FD) closeSync(this.#fd);
  }
}

/** Memory that threads share: handing it over copies nothing. */
function newWindow(): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(WINDOW_BYTES));
}
