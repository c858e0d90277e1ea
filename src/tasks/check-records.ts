// Checks whether the records of a block are their deals'. A number from the file is used for one thing: to deal that number
// and compare. Any block takes bounded time: a wrong record costs about as much as a few right records.

import type { Engine } from '../engine/engine.js';
import type { RecordsBlock } from '../formats/blocks.js';
import type { RecordType } from '../formats/format.js';
import { recordTypeOf } from '../formats/registry.js';
import { isDeck } from '../game/cards.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { countNumbers, type DealNumbers, isDealNumber } from '../game/deal-numbers.js';
import { findDeal } from '../game/find.js';
import { appendRange, type BlockReport } from './block-report.js';

/** Most records dealt and compared at a time. */
const MAX_BATCH = 4096;

/** Boards looked up in vain in succession before the block's other boards are not looked up, so that garbage costs little. */
const MAX_VAIN_LOOKUPS = 8;

/** Compares every record of a block with its deal's record. */
export function checkRecords(engine: Engine, block: RecordsBlock, bytes: Buffer): BlockReport {
  return new RecordChecker(engine, block, bytes).check();
}

class RecordChecker {
  readonly #engine: Engine;
  readonly #block: RecordsBlock;
  readonly #record: RecordType;
  readonly #bytes: Buffer;
  readonly #report: Omit<BlockReport, 'next'> = { records: 0, bad: 0, ranges: [] };
  #offset = 0; // of the next record in #bytes
  #next: number | undefined; // deal number expected in the next record
  #vainLookups = 0; // in succession

  constructor(engine: Engine, block: RecordsBlock, bytes: Buffer) {
    this.#engine = engine;
    this.#block = block;
    this.#record = recordTypeOf(block.encoder);
    this.#bytes = bytes;
  }

  check(): BlockReport {
    const { numbers } = this.#block;
    if (numbers === 'by-index') this.#matchByIndex(this.#block.first as number);
    else if (numbers === 'in-record') this.#matchByNumber();
    else this.#matchByBoard();
    return { ...this.#report, next: this.#next };
  }

  /** The index of a record determines its deal. */
  #matchByIndex(first: number): void {
    this.#next = first;
    while (this.#next !== undefined && !this.#isAtEnd()) this.#matchRange(this.#next, MAX_BATCH, () => false);
  }

  /** Each record holds its deal's number; a record without one is wrong, whatever board it has. */
  #matchByNumber(): void {
    let areConsecutive = false;
    for (let batch = 1; !this.#isAtEnd(); batch = Math.min(2 * batch, MAX_BATCH)) {
      if (areConsecutive) {
        areConsecutive = this.#next !== undefined && this.#matchRange(this.#next, batch, () => true);
        if (!areConsecutive) batch = 1;
      } else {
        areConsecutive = this.#matchClaims(batch);
      }
    }
  }

  /** Any deal's board is right; the next deal's board is expected. */
  #matchByBoard(): void {
    const isOther = (n: number): boolean => {
      const found = this.#lookUp();
      if (found === undefined || found === n) return false;
      this.#next = found;
      return true;
    };
    for (let batch = 1; !this.#isAtEnd(); ) {
      this.#next ??= this.#lookUp();
      if (this.#next === undefined) this.#reject();
      else batch = this.#matchRange(this.#next, batch, isOther) ? Math.min(2 * batch, MAX_BATCH) : 1;
    }
  }

  /**
   * Compares at most `count` records with those of the deals first, first + 1, and so on.
   * A record that differs is wrong, unless `isOther` says that it may be another deal's: then the comparison ends there.
   * Returns whether the comparison did not end so.
   */
  #matchRange(first: number, count: number, isOther: (n: number) => boolean): boolean {
    const left = Math.floor((this.#bytes.length - this.#offset) / this.#record.maxBytes);
    const last = Math.min(first + Math.max(1, Math.min(count, left)) - 1, LAST_DEAL);
    const encoded = this.#encode({ first, last });
    if (this.#areNext(encoded, 0, encoded.length)) {
      this.#accept({ first, last }, encoded.length);
      return true;
    }
    for (let n = first, from = 0; n <= last && !this.#isAtEnd(); n++) {
      const to = this.#record.end(encoded, from);
      if (this.#areNext(encoded, from, to)) this.#accept({ first: n, last: n }, to - from);
      else if (isOther(n)) return false;
      else this.#reject();
      from = to;
    }
    return true;
  }

  /**
   * Compares at most `count` records with those of the deals whose numbers they hold.
   * Returns whether they are the records of several consecutive deals.
   */
  #matchClaims(count: number): boolean {
    const claims = new Float64Array(count); // 0 for anything but a deal number
    const ends = new Float64Array(count); // offsets in #bytes
    let records = 0;
    for (let offset = this.#offset; records < count && offset < this.#bytes.length; records++) {
      claims[records] = this.#numberAt(offset) ?? 0;
      offset = this.#record.end(this.#bytes, offset);
      ends[records] = offset;
    }
    const numbers = claims.subarray(0, records).filter((n) => n > 0);
    const encoded = this.#encode(numbers);
    const last = records - 1;
    const areAllClaimed = numbers.length === records && ends[last] === this.#offset + encoded.length;
    if (areAllClaimed && this.#areNext(encoded)) {
      this.#accept(numbers, encoded.length);
      return records > 1 && numbers[last] === numbers[0] + last;
    }
    for (let i = 0, from = 0; i < records; i++) {
      const n = claims[i];
      const to = n === 0 ? from : this.#record.end(encoded, from);
      if (n > 0 && this.#areNext(encoded, from, to)) this.#accept({ first: n, last: n }, to - from);
      else this.#reject(ends[i]);
      from = to;
    }
    return false;
  }

  /** Looks up the deal whose board the next record has; undefined if no deal has it, or if it is not looked up. */
  #lookUp(): number | undefined {
    const cards = this.#vainLookups < MAX_VAIN_LOOKUPS ? this.#deckAt(this.#offset) : undefined;
    if (cards === undefined) return undefined;
    const found = findDeal(cards);
    this.#vainLookups = found === undefined ? this.#vainLookups + 1 : 0;
    return found;
  }

  /** Returns the cards of a record if they are a deck. */
  #deckAt(offset: number): ArrayLike<number> | undefined {
    const cards = this.#record.cards(this.#bytes, offset);
    return cards?.length === CARDS && isDeck(cards) ? cards : undefined;
  }

  #encode(numbers: DealNumbers): Uint8Array {
    return this.#engine.encode(this.#block.encoder, [numbers]);
  }

  #isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** Whether the bytes from #offset on are encoded[from..to). */
  #areNext(encoded: Uint8Array, from = 0, to = encoded.length): boolean {
    const end = this.#offset + to - from;
    if (end > this.#bytes.length || this.#bytes[this.#offset] !== encoded[from]) return false;
    return this.#bytes.compare(encoded, from, to, this.#offset, end) === 0;
  }

  /** Counts the next records as right: they are those of these deals. */
  #accept(numbers: DealNumbers, bytes: number): void {
    const last = numbers instanceof Float64Array ? numbers[numbers.length - 1] : numbers.last;
    this.#report.records += countNumbers(numbers);
    appendRange(this.#report.ranges, numbers);
    this.#offset += bytes;
    this.#follow(last);
  }

  /** Counts the next record, up to `end` in #bytes, as wrong. */
  #reject(end = this.#record.end(this.#bytes, this.#offset)): void {
    const report = this.#report;
    report.records++;
    report.bad++;
    report.firstBad ??= {
      deal: this.#dealAt(this.#offset, end),
      offset: this.#block.offset + this.#offset,
      problem: this.#record.fault(this.#bytes.subarray(this.#offset, end)),
    };
    this.#offset = end;
    if (this.#next !== undefined) this.#follow(this.#next);
  }

  #follow(n: number): void {
    this.#next = n < LAST_DEAL ? n + 1 : undefined;
  }

  /** Returns the deal that a wrong record is, or should be; undefined if the block does not tell. */
  #dealAt(offset: number, end: number): number | undefined {
    if (this.#block.numbers === 'by-index') return this.#next;
    const deal = this.#claimAt(offset) ?? this.#next;
    if (deal !== undefined || end >= this.#bytes.length) return deal;
    const following = this.#claimAt(end);
    return following !== undefined && following > FIRST_DEAL ? following - 1 : undefined;
  }

  /** Returns the number of the deal whose board a record has, or else the number in the record. */
  #claimAt(offset: number): number | undefined {
    const cards = this.#deckAt(offset);
    return (cards && findDeal(cards)) ?? this.#numberAt(offset);
  }

  /** Returns the number in a record if it is a deal number. */
  #numberAt(offset: number): number | undefined {
    const n = this.#record.number(this.#bytes, offset);
    return n !== undefined && isDealNumber(n) ? n : undefined;
  }
}
