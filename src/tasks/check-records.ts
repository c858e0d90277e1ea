// Checks whether each record of a block is the record of a deal.
//
// The check goes through the block in rounds. A round guesses which deals the next records have, deals these deals, and
// compares the bytes. Only equal bytes make a record right. So a wrong guess costs time, and never accepts a wrong
// record.
//
// There are three guesses:
// 1. The deals go on one by one: 5, 6, 7. The check begins with this guess. It is the only one in layout 1 of .bin
//    files, whose header determines the deal of each record.
// 2. After a record that has another number, the numbers in the records: 5, 900, 17. If a round of these was
//    consecutive, the check returns to guess 1.
// 3. Where records have no numbers, as in text: on one by one, from the deal that has the board of the record.
//
// Layout 1 begins with 4,096 records per round, other files with one. A round has twice the records of the last, or one
// after a record that named another deal. So a block of garbage costs a few times as much as a block of right records.

import type { Engine } from '../engine/engine.js';
import type { RecordsBlock, RecordType } from '../formats/format.js';
import { endOfRecord } from '../formats/records.js';
import { recordTypeOf } from '../formats/registry.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { asRange, countNumbers, type DealNumbers, isDealNumber, numberAt } from '../game/deal-numbers.js';
import { appendRanges, dealWith, type VerifyResult } from './verify-result.js';

const MAX_ROUND = 4096; // most records that a round deals and compares

/** After this many boards in succession that no deal has, the other boards of the block are not looked up. */
const MAX_VAIN_LOOKUPS = 8;

export function checkRecords(engine: Engine, block: RecordsBlock, bytes: Buffer): VerifyResult {
  const check = new RecordsCheck(engine, block, bytes);
  while (!check.isDone) check.checkRound();
  return check.result;
}

class RecordsCheck {
  readonly result: VerifyResult = { records: 0, bad: 0, ranges: [], rangeCount: 0 };
  readonly #record: RecordType;
  readonly #isIndexed: boolean; // whether the index of a record determines its deal
  #offset = 0; // of the next record
  #next: number | undefined; // the deal that the next record should have, if the deals go on one by one
  #readsNumbers = false; // guess 2
  #round: number; // most records of the next round
  #vainLookups = 0; // in succession

  constructor(
    private readonly engine: Engine,
    private readonly block: RecordsBlock,
    private readonly bytes: Buffer,
  ) {
    this.#record = recordTypeOf(block.encoder);
    this.#isIndexed = block.first !== undefined;
    this.#next = block.first;
    this.#round = this.#isIndexed ? MAX_ROUND : 1;
  }

  get isDone(): boolean {
    return this.#offset >= this.bytes.length;
  }

  /** Guesses the deals of the next records, deals them, and compares. The next guess may be another. */
  checkRound(): void {
    const numbers = this.#guess();
    if (numbers === undefined) {
      this.#reject(); // nothing is dealt for a record that names no deal
      return;
    }
    const dealt = this.engine.encode(this.block.encoder, [numbers]);
    this.#round = Math.min(2 * this.#round, MAX_ROUND);
    if (this.#matches(dealt)) {
      this.#accept(numbers, dealt.length);
      if (countNumbers(numbers) > 1 && !(numbers instanceof Float64Array)) this.#readsNumbers = false;
    } else this.#compareEach(numbers, dealt);
  }

  /** The deals that the next records should have; undefined if the first of them names no deal. */
  #guess(): DealNumbers | undefined {
    const hasNumbers = this.#record.number !== undefined;
    if (!this.#isIndexed && (hasNumbers || this.#next === undefined)) {
      const named = this.#namedDeal();
      if (named === undefined) return undefined;
      this.#next ??= named;
    }
    if (this.#readsNumbers) return this.#nextNumbers();
    const left = Math.floor((this.bytes.length - this.#offset) / this.#record.maxBytes);
    const first = this.#next as number;
    return { first, last: Math.min(first + Math.min(this.#round, Math.max(1, left)) - 1, LAST_DEAL) };
  }

  /** Compares the next records one by one with those of these deals, up to a record that names another deal. */
  #compareEach(numbers: DealNumbers, dealt: Uint8Array): void {
    let start = 0; // of the deal's record in `dealt`
    for (let i = 0; i < countNumbers(numbers) && !this.isDone; i++) {
      const n = numberAt(numbers, i);
      const end = endOfRecord(this.#record, dealt, start);
      const record = dealt.subarray(start, end);
      start = end;
      if (this.#matches(record)) {
        this.#accept({ first: n, last: n }, record.length);
        continue;
      }
      // in layout 1 the index, and in guess 2 the record's number, has chosen n: no other deal is named
      const isTold = this.#isIndexed || this.#readsNumbers;
      const named = isTold ? undefined : this.#namedDeal();
      if (named !== undefined && named !== n) {
        this.#next = named;
        this.#readsNumbers = this.#record.number !== undefined; // looking up boards costs more than a wrong guess
        this.#round = 1;
        return;
      }
      this.#reject();
    }
  }

  #matches(dealt: Uint8Array): boolean {
    const end = this.#offset + dealt.length;
    if (end > this.bytes.length || this.bytes[this.#offset] !== dealt[0]) return false;
    return this.bytes.compare(dealt, 0, dealt.length, this.#offset, end) === 0;
  }

  /** Counts the next records, of `size` bytes, as right: they are those of these deals. */
  #accept(numbers: DealNumbers, size: number): void {
    const count = countNumbers(numbers);
    this.result.records += count;
    appendRanges(this.result, numbers);
    this.#next = after(numberAt(numbers, count - 1));
    this.#offset += size;
  }

  #reject(): void {
    const start = this.#offset;
    const end = endOfRecord(this.#record, this.bytes, start);
    this.result.records++;
    this.result.bad++;
    this.result.firstBad ??= {
      deal: this.#isIndexed
        ? this.#next
        : (this.#dealMeant(start) ?? this.#next ?? before(this.#dealMeant(end))),
      offset: this.block.offset + start,
      problem: this.#record.fault(this.bytes.subarray(start, end)),
    };
    this.#offset = end;
    this.#next = this.#next && after(this.#next);
  }

  /** The number in a record; undefined if there is none, or if no deal has it. */
  #numberAt(offset: number): number | undefined {
    const n = this.#record.number?.(this.bytes, offset);
    return n !== undefined && isDealNumber(n) ? n : undefined;
  }

  /** The numbers in the next records. Deal 1 replaces an unreadable number, and fails the comparison. */
  #nextNumbers(): DealNumbers {
    const numbers: number[] = [];
    for (let at = this.#offset; numbers.length < this.#round && at < this.bytes.length; ) {
      numbers.push(this.#numberAt(at) ?? FIRST_DEAL);
      at = endOfRecord(this.#record, this.bytes, at);
    }
    const list = Float64Array.from(numbers);
    return asRange(list) ?? list;
  }

  /** The deal that the next record names: by its number or, where records have none, by its board. */
  #namedDeal(): number | undefined {
    if (this.#record.number !== undefined) return this.#numberAt(this.#offset);
    if (this.#vainLookups === MAX_VAIN_LOOKUPS) return undefined;
    const board = this.#record.cards(this.bytes, this.#offset);
    if (board === undefined) return undefined;
    const found = dealWith(board);
    this.#vainLookups = found === undefined ? this.#vainLookups + 1 : 0;
    return found;
  }

  /** The deal that a wrong record stands for: by its board, or else by its number. */
  #dealMeant(offset: number): number | undefined {
    return dealWith(this.#record.cards(this.bytes, offset)) ?? this.#numberAt(offset);
  }
}

function after(n: number): number | undefined {
  return n < LAST_DEAL ? n + 1 : undefined;
}

function before(n: number | undefined): number | undefined {
  return n !== undefined && n > FIRST_DEAL ? n - 1 : undefined;
}
