// Deals out of a binary file, wherever they stand, without reading the others.

import { closeSync, read } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { DamageError, InputError, ReadError } from '../common/errors.js';
import { type Contents, HEADER_BYTES, type RecordLayout, readHeader } from '../formats/binary.js';
import { parquet } from '../formats/parquet.js';
import { isDeck } from '../game/cards.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import type { DealBatch } from '../game/deal-batch.js';
import { checkDealNumber, type DealRange, type Deals, parseDeals } from '../game/deal-numbers.js';
import { openRegular, readFully } from '../io/positioned.js';
import { Lookup } from './list-index.js';

/** Bytes read at a time where many records are; a larger read costs as much a byte. */
const CHUNK_BYTES = 1024 * 1024;

const readLater = promisify(read);

/**
 * Opens a binary file of either layout: header and size are checked, records as they are read.
 * Throws a ReadError where it cannot be read, a DamageError that says what is wrong with it.
 */
export function openDeals(path: string): DealFile {
  return new DealFile(path);
}

/**
 * A binary file of deals, open for reading. Every deal that it hands out is a deck: a record that is none, or one whose
 * number is none, throws a DamageError that names deal and offset. A file that can no longer be read throws a ReadError.
 */
export class DealFile implements AsyncIterable<DealBatch> {
  readonly path: string;
  /** 1: consecutive deals; 2: a list in any order, whose records tell their numbers */
  readonly layout: RecordLayout;
  /** number of the first record's deal; of layout 1 also the lowest; undefined in an empty list */
  readonly first: number | undefined;
  /** number of the last record's deal; of layout 1 also the highest; undefined in an empty list */
  readonly last: number | undefined;
  /** number of records */
  readonly count: number;
  /** size of the file */
  readonly bytes: number;

  readonly #fd: number;
  readonly #contents: Contents;
  readonly #lookup: Lookup | undefined; // of layout 2
  readonly #start: number; // of layout 1: the first deal
  readonly #recordBytes: number;
  readonly #record: Uint8Array; // the one that was read last
  #position = -1; // of that
  #isOpen = true;

  constructor(path: string) {
    this.path = path;
    const { fd, size } = this.#named(() => openRegular(path));
    this.#fd = fd;
    this.bytes = size;
    try {
      this.#contents = this.#named(() => this.#readHeader());
      const { layout, record, first, count } = this.#contents;
      this.layout = layout;
      this.count = count;
      this.#recordBytes = record.maxBytes;
      this.#record = new Uint8Array(record.maxBytes);
      this.#start = first ?? 0;
      const numberAt = (position: number) => this.#numberOf(this.#recordAt(position), 0, position);
      if (first === undefined) {
        this.#lookup = new Lookup({ name: path, count, numberAt, every: (test) => this.#every(test) });
      }
      this.first = count > 0 ? numberAt(0) : undefined;
      this.last = count > 0 ? numberAt(count - 1) : undefined;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * The 52 cards of a deal in dealing order, a byte each: rank * 4 + suit. Of layout 1, and of a list that is asked in
   * its order, it takes one read; of a list that ascends, some 30 at most. A list in another order is indexed when first
   * a deal is not found otherwise: 8 bytes of memory a record.
   * @param n deal number; an InputError names it where it is none, or the file does not hold it. Of a number that a
   *   list has more than once, any of its records is taken
   */
  cards(n: number): Uint8Array {
    checkDealNumber(n);
    const position = this.#locate(n);
    const { record } = this.#contents;
    const cards = record.cards(this.#recordAt(position), 0) as Uint8Array;
    if (!isDeck(cards)) this.#refuse(this.#record, n, position);
    return cards.slice();
  }

  /** Whether the file holds deal n; false also where n is not a deal number. */
  has(n: number): boolean {
    return Number.isInteger(n) && n >= FIRST_DEAL && n <= LAST_DEAL && this.#find(n) !== undefined;
  }

  /** All deals, in the order of the file. */
  [Symbol.asyncIterator](): AsyncGenerator<DealBatch, void, void> {
    return this.batches();
  }

  /**
   * Deals in batches of consecutive numbers, about a MiB at most.
   * @param deals which, in their order; without it all, in the order of the file. An InputError names what is wrong or
   *   not in the file: at once where it is the end of a range, which in layout 1 is all that can be missing
   */
  batches(deals?: Deals): AsyncGenerator<DealBatch, void, void> {
    this.#checkOpen();
    if (deals === undefined) return this.#span(0, this.count);
    const ranges = parseDeals(deals);
    for (const { first, last } of ranges) {
      this.#locate(first);
      this.#locate(last);
    }
    return this.#selected(ranges);
  }

  /** Closes the file; what is asked of it afterwards throws a ReadError. A second time it does nothing. */
  close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async *#selected(ranges: readonly DealRange[]): AsyncGenerator<DealBatch, void, void> {
    for (const { first, last } of ranges) {
      if (this.#lookup !== undefined) yield* this.#listed(first, last, this.#lookup);
      else yield* this.#span(first - this.#start, last - this.#start + 1);
    }
  }

  /** The batches of the records from position `from` to before `to`. */
  async *#span(from: number, to: number): AsyncGenerator<DealBatch, void, void> {
    const capacity = Math.floor(CHUNK_BYTES / this.#recordBytes);
    for (let position = from; position < to; position += capacity) {
      yield* this.#runs(await this.#load(position, Math.min(capacity, to - position)), position);
    }
  }

  /** The batches of a range of deals that stand anywhere in a list. */
  async *#listed(first: number, last: number, lookup: Lookup): AsyncGenerator<DealBatch, void, void> {
    let size = 1; // records to read: more each time as long as they go on in the same order
    for (let n = first; n <= last; ) {
      const position = this.#locate(n);
      const most = Math.min(size, last - n + 1, this.count - position);
      // what follows its first run are other deals
      const batch = this.#runs(await this.#load(position, most), position).next().value as DealBatch;
      yield batch;
      n += batch.count;
      lookup.next = position + batch.count;
      size = batch.count < most ? 1 : Math.min(2 * size, Math.floor(CHUNK_BYTES / this.#recordBytes));
    }
  }

  /** The runs of consecutive deals in records from `position` on, up to the first bad one, which throws. */
  *#runs(bytes: Uint8Array, position: number): Generator<DealBatch, void, void> {
    const length = this.#recordBytes;
    for (let at = 0; at < bytes.length; ) {
      const first = this.#numberOf(bytes, at, position);
      const count = this.#countGood(bytes, at, position, first);
      if (count === 0) this.#refuse(bytes.subarray(at, at + length), first, position + at / length);
      yield { first, count, cards: this.#cardsOf(bytes.subarray(at, at + count * length)) };
      at += count * length;
    }
  }

  /** How many records from `at` on have the numbers from `first` on, and decks. */
  #countGood(bytes: Uint8Array, at: number, position: number, first: number): number {
    const length = this.#recordBytes;
    let n = first;
    for (let p = at; p < bytes.length; p += length, n++) {
      const isNext = this.#lookup === undefined || this.#tells(bytes, p, position) === n;
      if (!isNext || !isDeck(bytes, p + length - CARDS)) break;
    }
    return n - first;
  }

  /** The cards alone of records. */
  #cardsOf(records: Uint8Array): Uint8Array {
    const length = this.#recordBytes;
    if (length === CARDS) return records;
    const cards = new Uint8Array((records.length / length) * CARDS);
    for (let from = length - CARDS, to = 0; from < records.length; from += length, to += CARDS) {
      for (let i = 0; i < CARDS; i++) cards[to + i] = records[from + i] as number;
    }
    return cards;
  }

  /** The position of deal n; an InputError says that the file does not hold it. */
  #locate(n: number): number {
    const position = this.#find(n);
    if (position !== undefined) return position;
    const { path, first, last, count, layout } = this;
    const held = layout === 1 ? `${first}..${last}` : `a list of ${count}`;
    throw new InputError(`deal ${n} is not in ${path}, which holds ${held}`);
  }

  #find(n: number): number | undefined {
    this.#checkOpen();
    if (this.#lookup !== undefined) return this.#lookup.find(n);
    const position = n - this.#start;
    return position >= 0 && position < this.count ? position : undefined;
  }

  /** What the record at `at` of records from `position` on says is its deal number, perhaps wrongly. */
  #tells(records: Uint8Array, at: number, position: number): number {
    return this.#contents.record.number(records, at) ?? this.#start + position + at / this.#recordBytes;
  }

  /** The same; throws a DamageError unless it is a deal number. */
  #numberOf(records: Uint8Array, at: number, position: number): number {
    const n = this.#tells(records, at, position);
    if (n >= FIRST_DEAL && n <= LAST_DEAL) return n;
    const offset = this.#offset(position) + at;
    throw this.#damage(
      `the record at offset ${offset} has number ${n}; expected ${FIRST_DEAL}..${LAST_DEAL}`,
    );
  }

  #refuse(record: Uint8Array, n: number, position: number): never {
    throw this.#damage(
      `deal ${n} at offset ${this.#offset(position)}: ${this.#contents.record.fault(record)}`,
    );
  }

  #offset(position: number): number {
    return this.#contents.offset + position * this.#recordBytes;
  }

  /** The bytes of a record, good until the next call. */
  #recordAt(position: number): Uint8Array {
    if (this.#position !== position) {
      this.#position = -1;
      this.#read(this.#record, position);
      this.#position = position;
    }
    return this.#record;
  }

  #every(test: (n: number, position: number) => boolean): boolean {
    const length = this.#recordBytes;
    const capacity = Math.floor(CHUNK_BYTES / length);
    const room = new Uint8Array(capacity * length);
    for (let position = 0; position < this.count; position += capacity) {
      const records = room.subarray(0, Math.min(capacity, this.count - position) * length);
      this.#read(records, position);
      for (let at = 0, i = position; at < records.length; at += length, i++) {
        if (!test(this.#numberOf(records, at, position), i)) return false;
      }
    }
    return true;
  }

  /** Fills `bytes` with records from `position` on. */
  #read(bytes: Uint8Array, position: number): void {
    this.#checkOpen();
    const got = this.#reading(() => readFully(this.#fd, bytes, this.#offset(position)));
    if (got < bytes.length) throw this.#cutOff(position, got);
  }

  /** New memory with `count` records from `position` on; other work goes on while they are read. */
  async #load(position: number, count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count * this.#recordBytes);
    for (let done = 0; done < bytes.length; ) {
      this.#checkOpen();
      const { bytesRead } = await readLater(
        this.#fd,
        bytes,
        done,
        bytes.length - done,
        this.#offset(position) + done,
      ).catch((error) => {
        throw new ReadError(this.path, error);
      });
      if (bytesRead === 0) throw this.#cutOff(position, done);
      done += bytesRead;
    }
    this.#checkOpen(); // if it was closed meanwhile, its number may have been another file's
    return bytes;
  }

  #readHeader(): Contents {
    const bytes = new Uint8Array(HEADER_BYTES);
    const head = bytes.subarray(
      0,
      this.#reading(() => readFully(this.#fd, bytes, 0)),
    );
    if (isText(head)) {
      throw new DamageError('it is text, no binary file of deals; for .ndjson and .txt there is verify');
    }
    if (parquet.isBegunBy(head)) {
      const query = `SELECT * FROM '${basename(this.path)}' WHERE deal = 617`;
      throw new DamageError(`it is a Parquet file, which databases read; ask DuckDB, for example: ${query}`);
    }
    return readHeader(head, this.bytes);
  }

  #reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new ReadError(this.path, error);
    }
  }

  #named<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof DamageError ? this.#damage(error.message) : error;
    }
  }

  #damage(what: string): DamageError {
    return new DamageError(`${this.path}: ${what}`);
  }

  #cutOff(position: number, got: number): DamageError {
    return this.#damage(`it was cut off at offset ${this.#offset(position) + got} since it was opened`);
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw new ReadError(this.path, new Error('it was closed; open it anew'));
  }
}

/** Whether bytes are such as a header never begins with, printable and line ends. */
function isText(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
}
