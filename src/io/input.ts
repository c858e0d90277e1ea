// Inputs: a regular file that is read at any offset, or a stream that is read once from start to end in bounded memory.

import { closeSync, constants, fstatSync, open, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { DamageError, ReadError } from '../common/errors.js';
import { readAt } from './positioned.js';
import { standard } from './standard.js';
import { readStream } from './stream.js';

/** Bytes of a stream that are in memory at a time, unless a block needs more. */
export const WINDOW_BYTES = 256 * 1024;

/** The bytes that a thread checks: in memory, or to be read from a file. */
export type BlockBytes = { fd: number } | { bytes: Uint8Array };

/** Opens any file, or standard input for `-`. Rejects with a ReadError. */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return new Input(nonBlocking(standard.input), 'standard input');
  // opening a FIFO waits for a writer
  const fd = await promisify(open)(path, 'r').catch((error) => {
    throw new ReadError(path, error);
  });
  const own = nonBlocking(fd);
  if (own !== fd) closeSync(fd);
  return new Input(own, path);
}

/** Opens the pipe behind a descriptor once more: a read that waits would keep the process from ending. */
function nonBlocking(fd: number): number {
  const { O_NONBLOCK, O_RDONLY } = constants;
  try {
    return fstatSync(fd).isFIFO() ? openSync(`/dev/fd/${fd}`, O_RDONLY | O_NONBLOCK) : fd;
  } catch {
    return fd; // it is closed, or the system has no /dev/fd
  }
}

export class Input {
  size: number | undefined; // bytes of a regular file; undefined for a stream, whose size is known when it has ended
  readonly expectedBytes: number | undefined; // bytes to expect, for the progress; undefined if unknown
  #window = new Uint8Array(0); // made when it is first needed
  #start = 0; // offset of the window's first byte in the input
  #filled = 0; // bytes in the window
  #hasEnded = false;
  #decoder: TextDecoder | undefined;
  /** @internal its declaration needs a type that a program that uses the package may not have */
  readonly [Symbol.dispose] = () => this.close();

  /** @param name for messages: the path or "standard input" */
  constructor(
    private readonly fd: number,
    readonly name: string,
  ) {
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

  /** Waits for the bytes before offset `end`; returns the number of bytes, below `end` only if the input ends. */
  async available(end: number): Promise<number> {
    if (this.size !== undefined) return this.size;
    await this.#fill(end);
    return this.#start + this.#filled;
  }

  /** Returns a copy of the bytes from `offset` on; fewer than `length` only if the input ends. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    if (this.size === undefined) {
      await this.#fill(offset + length);
      const from = offset - this.#start;
      return this.#window.slice(from, Math.min(from + length, this.#filled));
    }
    try {
      return readAt(this.fd, offset, Math.max(0, Math.min(length, this.size - offset)));
    } catch (error) {
      throw new ReadError(this.name, error);
    }
  }

  /**
   * Yields the bytes in order, at most a window at a time. They are valid until the next ones are asked for.
   * @param endIn returns how many bytes of the window to yield; the other bytes begin the next window
   */
  async *windows(endIn = ({ length }: Uint8Array) => length) {
    while (!this.#hasEnded) {
      const end = endIn(this.#window.subarray(0, this.#filled));
      if (end > 0) yield this.#window.subarray(0, end);
      this.#drop(end);
      await this.#readMore();
    }
    yield this.#window.subarray(0, this.#filled);
  }

  /** Takes bytes out for a thread. Of a stream, no bytes before their end can be read afterwards. */
  take(offset: number, length: number): BlockBytes {
    if (this.size !== undefined) return { fd: this.fd };
    this.#drop(offset - this.#start);
    const bytes = new Uint8Array(new SharedArrayBuffer(length)); // reaches a worker without a copy
    bytes.set(this.#window.subarray(0, length));
    this.#drop(length);
    return { bytes };
  }

  /** Reads the input as a text in this encoding from here on: as a stream of UTF-8, from its start. */
  decode(encoding: string): void {
    const bytes = this.#window.slice(0, this.#filled);
    [this.size, this.#filled, this.#decoder] = [undefined, 0, new TextDecoder(encoding)];
    this.#add(bytes);
  }

  async #fill(end: number): Promise<void> {
    while (!this.#hasEnded && this.#start + this.#filled < end) await this.#readMore();
  }

  /** Enlarges the window for at least `bytes` bytes, which are there: a size that is claimed may be wrong. */
  #makeRoom(bytes: number): void {
    if (this.#window.length >= bytes) return;
    const window = new Uint8Array(Math.max(WINDOW_BYTES, bytes, 2 * this.#window.length));
    window.set(this.#window.subarray(0, this.#filled));
    this.#window = window;
  }

  #drop(bytes: number): void {
    this.#window.copyWithin(0, bytes, this.#filled);
    this.#filled -= bytes;
    this.#start += bytes;
  }

  /** Adds at least one byte to the window, or finds the end. */
  async #readMore(): Promise<void> {
    this.#makeRoom(this.#filled + 1);
    const room = this.#window.subarray(this.#filled);
    const got = await readStream(this.fd, room).catch((error) => {
      throw new ReadError(this.name, error);
    });
    this.#hasEnded = got === 0;
    if (this.#decoder === undefined) this.#filled += got;
    else this.#add(room.slice(0, got));
  }

  #add(bytes: Uint8Array): void {
    const text = this.#decoder?.decode(bytes, { stream: !this.#hasEnded });
    const added = new TextEncoder().encode(text);
    this.#makeRoom(this.#filled + added.length);
    this.#window.set(added, this.#filled);
    this.#filled += added.length;
  }

  checkSize(): void {
    const size = this.size === undefined ? undefined : fstatSync(this.fd).size;
    if (size !== this.size) {
      throw new DamageError(`its size changed from ${this.size} to ${size} bytes while it was read`);
    }
  }

  close(): void {
    if (this.fd !== standard.input) closeSync(this.fd);
  }
}
