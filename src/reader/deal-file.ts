// Deals out of a binary file, without reading the deals between them.

import { InputError } from '../common/errors.js';
import { checkValue, PATH, required } from '../common/options.js';
import type { Engine } from '../engine/engine.js';
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
 * Opens a binary file of either layout.
 * The header and the size are checked at once, records as they are read. Throws a ReadError if the file cannot be read, a
 * DamageError that says what is wrong with it.
 */
export function openDeals(path: string): DealFile {
  checkValue('path', path, required(PATH));
  return new DealFile(path);
}

/** Records with consecutive deal numbers, as the file has them. */
interface FoundRecords {
  first: number; // deal number
  count: number;
  position: number; // of the first record in the file, from 0
  cards: Uint8Array;
}

/**
 * A binary file of deals, open for reading.
 * Every deal that it returns is a deck: a record whose cards are not a deck, or whose number is not a deal number, throws a
 * DamageError that names deal and offset. A file that can no longer be read throws a ReadError.
 */
export class DealFile implements AsyncIterable<DealBatch> {
  /** as it was given to openDeals */
  readonly path: string;
  /** 1: consecutive deals; 2: a list in any order, each record with its number */
  readonly layout: RecordLayout;
  /** number of the first record's deal; in layout 1 also the lowest; undefined in an empty list */
  readonly first: number | undefined;
  /** number of the last record's deal; in layout 1 also the highest; undefined in an empty list */
  readonly last: number | undefined;
  /** number of records */
  readonly count: number;
  /** size of the file, bytes */
  readonly bytes: number;

  readonly #records: RecordFile;
  readonly #recordBytes: number;
  readonly #lookup: Lookup | undefined; // in layout 2

  constructor(path: string) {
    this.#records = new RecordFile(path);
    const { contents, bytes } = this.#records;
    const { layout, record, first, count } = contents;
    this.path = path;
    this.layout = layout;
    this.count = count;
    this.bytes = bytes;
    this.#recordBytes = record.maxBytes;
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
   * Returns the 52 cards of a deal in dealing order, a byte each: rank * 4 + suit.
   * It takes one read in layout 1, and in a list that is asked in its order; about 30 reads in a list that ascends. For any
   * other list it makes an index at the first deal that it does not find otherwise: 8 bytes of memory per record. If a list
   * has a number more than once, any of its records may be taken.
   * @param n deal number; an InputError names it if it is not one, or if the file does not hold it
   */
  cards(n: number): Uint8Array {
    checkDealNumber(n);
    const position = this.#locate(n);
    const record = this.#records.recordAt(position);
    const cards = record.subarray(this.#recordBytes - CARDS);
    if (!isDeck(cards)) this.#records.refuse(n, position);
    return cards.slice();
  }

  /** Whether the file holds deal n; false if n is not a deal number. */
  has(n: number): boolean {
    return isDealNumber(n) && this.#find(n) !== undefined;
  }

  /** Yields all deals, in the order of the file. */
  [Symbol.asyncIterator](): AsyncGenerator<DealBatch, void, void> {
    return this.batches();
  }

  /**
   * Yields deals in batches of consecutive numbers, about 1 MiB at most.
   * @param deals which deals, in their order; default: all, in the order of the file. An InputError names a wrong or missing
   *   deal: at once if it is the end of a range; in layout 1, any missing deal implies that an end is missing
   */
  batches(deals?: Deals): AsyncGenerator<DealBatch, void, void> {
    return this.#batchesOf(this.#recordsOf(deals), ({ cards, count }) => {
      let good = 0;
      while (good < count && isDeck(cards, good * CARDS)) good++;
      return good;
    });
  }

  /**
   * Yields what batches() yields, and compares the boards with those that an engine deals.
   * Throws a DamageError at the first board that differs.
   * @internal
   */
  checkedBatches(
    engine: () => Promise<Engine>,
    deals: Deals | undefined,
  ): AsyncGenerator<DealBatch, void, void> {
    return this.#batchesOf(this.#recordsOf(deals), async ({ first, count, cards }) => {
      const dealt = (await engine()).encode('cards', [{ first, last: first + count - 1 }]);
      if (Buffer.compare(cards, dealt) === 0) return count; // far faster than a search
      return Math.floor(cards.findIndex((card, i) => card !== dealt[i]) / CARDS);
    });
  }

  /** Closes the file; any later call throws a ReadError, except another close. */
  close(): void {
    this.#records.close();
  }

  /** Closes the file at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** Yields records up to the first wrong one, for which it throws a DamageError. */
  async *#batchesOf(
    found: AsyncIterable<FoundRecords>,
    countGood: (found: FoundRecords) => number | Promise<number>,
  ): AsyncGenerator<DealBatch, void, void> {
    for await (const some of found) {
      const { first, count, position, cards } = some;
      const good = await countGood(some);
      if (good > 0) yield { first, count: good, cards: cards.subarray(0, good * CARDS) };
      if (good === count) continue;
      this.#records.refuse(first + good, position + good);
    }
  }

  /** Finds the records of deals, or all records; throws at once if the end of a range is missing. */
  #recordsOf(deals: Deals | undefined): AsyncGenerator<FoundRecords, void, void> {
    this.#records.checkOpen();
    if (deals === undefined) return this.#all();
    const ranges = parseDeals(deals);
    for (const { first, last } of ranges) {
      this.#locate(first);
      this.#locate(last);
    }
    return this.#selected(ranges);
  }

  async *#all(): AsyncGenerator<FoundRecords, void, void> {
    const { capacity } = this.#records;
    for (let position = 0; position < this.count; position += capacity) {
      const records = await this.#records.load(position, Math.min(capacity, this.count - position));
      yield* this.#split(records, position);
    }
  }

  /** Reads the records of ranges of deals, which may stand anywhere in a list. */
  async *#selected(ranges: readonly DealRange[]): AsyncGenerator<FoundRecords, void, void> {
    for (const { first, last } of ranges) {
      let size = this.#lookup === undefined ? this.#records.capacity : 1; // records to read
      for (let n = first; n <= last; ) {
        const position = this.#locate(n);
        const most = Math.min(size, last - n + 1, this.count - position);
        // the records after the first consecutive ones are other deals'
        const records = await this.#records.load(position, most);
        const found = this.#split(records, position).next().value as FoundRecords;
        yield found;
        n += found.count;
        if (this.#lookup !== undefined) this.#lookup.next = position + found.count;
        // twice as many while they go on in the same order
        size = found.count < most ? 1 : Math.min(2 * size, this.#records.capacity);
      }
    }
  }

  /** Splits records from `position` on where their numbers are not consecutive; throws at the first wrong number. */
  *#split(records: Uint8Array, position: number): Generator<FoundRecords, void, void> {
    const length = this.#recordBytes;
    for (let start = 0; start < records.length; ) {
      const first = this.#records.numberIn(records, start, position);
      let end = this.#lookup === undefined ? records.length : start + length;
      for (let n = first + 1; end < records.length; n++, end += length) {
        if (this.#records.claimIn(records, end, position) !== n) break;
      }
      const count = (end - start) / length;
      yield {
        first,
        count,
        position: position + start / length,
        cards: this.#cardsOf(records.subarray(start, end)),
      };
      start = end;
    }
  }

  #cardsOf(records: Uint8Array): Uint8Array {
    const length = this.#recordBytes;
    if (length === CARDS) return records;
    const cards = new Uint8Array((records.length / length) * CARDS);
    for (let from = length - CARDS, to = 0; from < records.length; from += length, to += CARDS) {
      for (let i = 0; i < CARDS; i++) cards[to + i] = records[from + i];
    }
    return cards;
  }

  /** Returns the position of deal n; throws an InputError if the file does not hold it. */
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
    const position = n - (this.first as number);
    return position >= 0 && position < this.count ? position : undefined;
  }
}
