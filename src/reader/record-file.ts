// Reads the records of a binary file by their positions, from 0 on, and says what is wrong with a record.

import { closeSync } from 'node:fs';
import { basename } from 'node:path';
import { DamageError, nameDamaged, ReadError } from '../common/errors.js';
import { sqlString } from '../common/quote.js';
import { type Contents, HEADER_BYTES, readHeader } from '../formats/binary.js';
import { parquet } from '../formats/parquet.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { isDealNumber } from '../game/deal-numbers.js';
import { openRegular, readFully, readFullyAsync } from '../io/positioned.js';

/** Bytes of one read of many records; a larger read costs as much per byte. */
const READ_BYTES = 1024 * 1024;

/** A file that can no longer be read throws a ReadError, wrong contents throw a DamageError; both name the file. */
export class RecordFile {
  readonly path: string;
  readonly bytes: number;
  readonly contents: Contents;
  readonly capacity: number;
  readonly #fd: number;
  readonly #record: Uint8Array; // the record that was read last
  #position = -1; // of this record
  #isOpen = true;

  constructor(path: string) {
    this.path = path;
    let fd: number | undefined;
    try {
      ({ fd, size: this.bytes } = openRegular(path));
      this.#fd = fd;
      this.contents = this.#readHeader();
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      throw nameDamaged(path, error);
    }
    const { maxBytes } = this.contents.record;
    this.capacity = Math.floor(READ_BYTES / maxBytes);
    this.#record = new Uint8Array(maxBytes);
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  checkOpen(): void {
    if (!this.#isOpen) throw new ReadError(this.path, new Error('it was closed; open it anew'));
  }

  /** Returns the bytes of a record, valid until the next call. */
  recordAt(position: number): Uint8Array {
    if (this.#position !== position) {
      this.#position = -1;
      this.#read(this.#record, position);
      this.#position = position;
    }
    return this.#record;
  }

  /** Reads `count` records from `position` on into new memory, without blocking the thread. */
  async load(position: number, count: number): Promise<Uint8Array> {
    this.checkOpen();
    const bytes = new Uint8Array(count * this.contents.record.maxBytes);
    const got = await readFullyAsync(this.#fd, bytes, this.#offset(position)).catch((error) => {
      throw new ReadError(this.path, error);
    });
    this.checkOpen(); // if it was closed meanwhile, its descriptor may have been another file's
    if (got < bytes.length) throw this.#cutOff(position, got);
    return bytes;
  }

  /** Whether `test` holds for the numbers of all records; ends at the first record for which it does not. */
  everyNumber(test: (n: number, position: number) => boolean): boolean {
    const { record, count } = this.contents;
    const buffer = new Uint8Array(this.capacity * record.maxBytes);
    for (let position = 0; position < count; position += this.capacity) {
      const records = buffer.subarray(0, Math.min(this.capacity, count - position) * record.maxBytes);
      this.#read(records, position);
      for (let at = 0, i = position; at < records.length; at += record.maxBytes, i++) {
        if (!test(this.numberIn(records, at, position), i)) return false;
      }
    }
    return true;
  }

  /** Returns the number that the record at offset `at` of records from `position` on claims, perhaps wrongly. */
  claimIn(records: Uint8Array, at: number, position: number): number {
    const { record, first = 0 } = this.contents;
    return record.number?.(records, at) ?? first + position + at / record.maxBytes;
  }

  /** Returns the same number; throws a DamageError unless it is a deal number. */
  numberIn(records: Uint8Array, at: number, position: number): number {
    const n = this.claimIn(records, at, position);
    if (isDealNumber(n)) return n;
    const where = `the record at offset ${this.#offset(position) + at}`;
    throw this.#damage(`${where} has number ${n}; expected ${FIRST_DEAL}..${LAST_DEAL}`);
  }

  /** Returns the deal number of the record at `position`; throws a DamageError for any other number. */
  numberAt(position: number): number {
    return this.numberIn(this.recordAt(position), 0, position);
  }

  /** Throws a DamageError for the record at `position`, which is wrong for deal n. */
  refuse(n: number, position: number): never {
    const fault = this.contents.record.fault(this.recordAt(position));
    throw this.#damage(`deal ${n} at offset ${this.#offset(position)}: ${fault}`);
  }

  #offset(position: number): number {
    return this.contents.offset + position * this.contents.record.maxBytes;
  }

  #read(bytes: Uint8Array, position: number): void {
    const got = this.#readAt(bytes, this.#offset(position));
    if (got < bytes.length) throw this.#cutOff(position, got);
  }

  #readAt(bytes: Uint8Array, offset: number): number {
    this.checkOpen();
    try {
      return readFully(this.#fd, bytes, offset);
    } catch (error) {
      throw new ReadError(this.path, error);
    }
  }

  #readHeader(): Contents {
    const bytes = new Uint8Array(HEADER_BYTES);
    const head = bytes.subarray(0, this.#readAt(bytes, 0));
    if (isText(head)) {
      throw new DamageError('it is text, no binary file of deals; for .ndjson and .txt there is verify');
    }
    if (parquet.isBegunBy(head)) {
      const query = `SELECT * FROM ${sqlString(basename(this.path))} WHERE deal = 617`;
      throw new DamageError(`it is a Parquet file, which databases read; ask DuckDB, for example: ${query}`);
    }
    return readHeader(head, this.bytes);
  }

  #damage(what: string): DamageError {
    return new DamageError(`${this.path}: ${what}`);
  }

  #cutOff(position: number, got: number): DamageError {
    return this.#damage(`it was cut off at offset ${this.#offset(position) + got} since it was opened`);
  }
}

/** Whether all bytes are printable or end lines, unlike the start of a header. */
function isText(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
}
