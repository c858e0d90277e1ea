// Deals out of a binary file, wherever they stand, without reading the others.

import { InputError } from '../common/errors.js';
import { checkValue, PATH, required } from '../common/options.js';
import type { RecordLayout } from '../formats/binary.js';
import { isDeck } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import type { DealBatch } from '../game/deal-batch.js';
import {
  checkDealNumber,
  type DealRange,
  type Deals,
  isDealNumber,
  parseDeals,
} from '../game/deal-numbers.js';
import { Lookup } from './list-index.js';
import { RecordFile } from './record-file.js';

/**
 * Opens a binary file of either layout: header and size are checked, records as they are read.
 * Throws a ReadError where it cannot be read, a DamageError that says what is wrong with it.
 */
export function openDeals(path: string): DealFile {
  checkValue('path', path, required(PATH));
  return new DealFile(path);
}

/**
 * A binary file of deals, open for reading. Every deal that it hands out is a deck: a record that is none, or one whose
 * number is none, throws a DamageError that names deal and offset. A file that can no longer be read throws a ReadError.
 */
export class DealFile implements AsyncIterable<DealBatch> {
  /** as it was given to openDeals */
  readonly path: string;
  /** 1: consecutive deals; 2: a list in any order, whose records tell their numbers */
  readonly layout: RecordLayout;
  /** number of the first record's deal; of layout 1 also the lowest; undefined in an empty list */
  readonly first: number | undefined;
  /** number of the last record's deal; of layout 1 also the highest; undefined in an empty list */
  readonly last: number | undefined;
  /** number of records */
  readonly count: number;
  /** size of the file, bytes */
  readonly bytes: number;

  readonly #records: RecordFile;
  readonly #recordBytes: number;
  readonly #lookup: Lookup | undefined; // of layout 2
  readonly #start: number; // of layout 1: the first deal

  constructor(path: string) {
    this.#records = new RecordFile(path);
    const { contents, bytes } = this.#records;
    const { layout, record, first, count } = contents;
    this.path = path;
    this.layout = layout;
    this.count = count;
    this.bytes = bytes;
    this.#recordBytes = record.maxBytes;
    this.#start = first ?? 0;
    if (first === undefined) this.#lookup = new Lookup(this.#records);
    try {
      this.first = count > 0 ? this.#records.numberAt(0) : undefined;
      this.last = count > 0 ? this.#records.numberAt(count - 1) : undefined;
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
    const record = this.#records.recordAt(position);
    const cards = record.subarray(this.#recordBytes - CARDS);
    if (!isDeck(cards)) this.#records.refuse(record, n, position);
    return cards.slice();
  }

  /** Whether the file holds deal n; false also where n is not a deal number. */
  has(n: number): boolean {
    return isDealNumber(n) && this.#find(n) !== undefined;
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
    this.#records.checkOpen();
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
    this.#records.close();
  }

  /** As close, for `using`. */
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
    const { capacity } = this.#records;
    for (let position = from; position < to; position += capacity) {
      const records = await this.#records.load(position, Math.min(capacity, to - position));
      yield* this.#batchesIn(records, position);
    }
  }

  /** The batches of a range of deals that stand anywhere in a list. */
  async *#listed(first: number, last: number, lookup: Lookup): AsyncGenerator<DealBatch, void, void> {
    let size = 1; // records to read: more each time as long as they go on in the same order
    for (let n = first; n <= last; ) {
      const position = this.#locate(n);
      const most = Math.min(size, last - n + 1, this.count - position);
      // the records behind the first batch are other deals'
      const records = await this.#records.load(position, most);
      const batch = this.#batchesIn(records, position).next().value as DealBatch;
      yield batch;
      n += batch.count;
      lookup.next = position + batch.count;
      size = batch.count < most ? 1 : Math.min(2 * size, this.#records.capacity);
    }
  }

  /** The batches of consecutive deals in records from `position` on, up to the first bad one, which throws. */
  *#batchesIn(records: Uint8Array, position: number): Generator<DealBatch, void, void> {
    const length = this.#recordBytes;
    for (let at = 0; at < records.length; ) {
      const first = this.#records.numberIn(records, at, position);
      const count = this.#countGood(records, at, position, first);
      if (count === 0) {
        this.#records.refuse(records.subarray(at, at + length), first, position + at / length);
      }
      yield { first, count, cards: this.#cardsOf(records.subarray(at, at + count * length)) };
      at += count * length;
    }
  }

  /** How many records from `at` on have the numbers from `first` on, and decks. */
  #countGood(records: Uint8Array, at: number, position: number, first: number): number {
    const length = this.#recordBytes;
    let n = first;
    for (let p = at; p < records.length; p += length, n++) {
      const isNext = this.#lookup === undefined || this.#records.claimIn(records, p, position) === n;
      if (!isNext || !isDeck(records, p + length - CARDS)) break;
    }
    return n - first;
  }

  /** The cards alone of records. */
  #cardsOf(records: Uint8Array): Uint8Array {
    const length = this.#recordBytes;
    if (length === CARDS) return records;
    const cards = new Uint8Array((records.length / length) * CARDS);
    for (let from = length - CARDS, to = 0; from < records.length; from += length, to += CARDS) {
      for (let i = 0; i < CARDS; i++) cards[to + i] = records[from + i];
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
    this.#records.checkOpen();
    if (this.#lookup !== undefined) return this.#lookup.find(n);
    const position = n - this.#start;
    return position >= 0 && position < this.count ? position : undefined;
  }
}
