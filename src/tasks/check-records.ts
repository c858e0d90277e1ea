// Checks whether the records of a block are their deals'. It guesses which deals come next, deals them, and compares the bytes.
// The bytes alone decide, so that a wrong guess costs only time. A number in the file serves as a guess and for nothing else.
//
// The first guess is that each deal is the one after the deal before. If a record differs, the next guess is what the record
// tells: its number, or the deal that has its board. If the index of a record determines its deal, no other deal is tried.
//
// Any block takes bounded time: a wrong record costs about as much as a few right records.

import type { Engine } from '../engine/engine.js';
import type { RecordsBlock, RecordType } from '../formats/format.js';
import { endOfRecord } from '../formats/records.js';
import { recordTypeOf } from '../formats/registry.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { asRange, countNumbers, type DealNumbers, isDealNumber, numberAt } from '../game/deal-numbers.js';
import { appendRange, dealWith, type VerifyResult } from './verify-result.js';

/** Most records dealt and compared at a time. */
const MAX_BATCH = 4096;

/** Boards looked up in vain in succession before the block's other boards are not looked up, so that garbage costs little. */
const MAX_VAIN_LOOKUPS = 8;

/** Compares every record of a block with its deal's record. */
export function checkRecords(engine: Engine, block: RecordsBlock, bytes: Buffer): VerifyResult {
  const { encoder, first } = block;
  const record = recordTypeOf(encoder);
  const clues = cluesIn(record, bytes);
  const result: VerifyResult = { records: 0, bad: 0, ranges: [] };
  let offset = 0; // of the next record
  let next = first; // the deal that is expected there; undefined if nothing tells
  let readsAhead = false; // whether the numbers of all records of a batch are read before they are dealt
  let batch = first === undefined ? 1 : MAX_BATCH; // records

  /** Whether the next bytes are encoded[from..to). */
  const isNext = (encoded: Uint8Array, from: number, to: number): boolean => {
    const end = offset + to - from;
    if (end > bytes.length || bytes[offset] !== encoded[from]) return false;
    return bytes.compare(encoded, from, to, offset, end) === 0;
  };
  /** Counts the next records as right: they are those of these deals. */
  const accept = (numbers: DealNumbers, size: number): void => {
    const count = countNumbers(numbers);
    result.records += count;
    appendRange(result.ranges, numbers);
    next = after(numberAt(numbers, count - 1));
    offset += size;
  };
  /** Counts the next record as wrong. */
  const reject = (): void => {
    const end = endOfRecord(record, bytes, offset);
    result.records++;
    result.bad++;
    result.firstBad ??= {
      deal: first === undefined ? (clues.dealNamed(offset) ?? next ?? before(clues.dealNamed(end))) : next,
      offset: block.offset + offset,
      problem: record.fault(bytes.subarray(offset, end)),
    };
    offset = end;
    next = next && after(next);
  };

  /** Compares the next records one by one with those of these deals, up to a record that tells another deal. */
  const compareEach = (numbers: DealNumbers, encoded: Uint8Array): void => {
    const count = countNumbers(numbers);
    for (let i = 0, from = 0; i < count && offset < bytes.length; i++) {
      const n = numberAt(numbers, i);
      const to = endOfRecord(record, encoded, from);
      if (isNext(encoded, from, to)) accept({ first: n, last: n }, to - from);
      else {
        const told = first === undefined && !readsAhead ? clues.dealTold(offset) : undefined;
        if (told !== undefined && told !== n) {
          next = told;
          readsAhead = record.number !== undefined; // to read numbers is cheap, to look up boards is not
          batch = 1;
          return;
        }
        reject();
      }
      from = to;
    }
  };

  while (offset < bytes.length) {
    if (next === undefined || (first === undefined && record.number !== undefined)) {
      const told = clues.dealTold(offset);
      if (told === undefined) {
        reject(); // before dealing a batch that begins with garbage, so that it costs little
        continue;
      }
      next ??= told;
    }
    const numbers: DealNumbers = readsAhead
      ? clues.numbersFrom(offset, batch)
      : rangeFrom(next, Math.min(batch, (bytes.length - offset) / record.maxBytes));
    const encoded = engine.encode(encoder, [numbers]);
    batch = Math.min(2 * batch, MAX_BATCH);
    if (isNext(encoded, 0, encoded.length)) {
      accept(numbers, encoded.length);
      readsAhead &&= numbers instanceof Float64Array || numbers.first === numbers.last;
    } else compareEach(numbers, encoded);
  }
  return result;
}

/** Reads which deals the records of a block name, perhaps wrong. */
function cluesIn(record: RecordType, bytes: Uint8Array) {
  let vainLookups = 0; // in succession

  /** Returns the number in a record; undefined if there is none, or if no deal has it. */
  function numberIn(offset: number): number | undefined {
    const n = record.number?.(bytes, offset);
    return n !== undefined && isDealNumber(n) ? n : undefined;
  }

  /** Returns the number in a record. If records of its type have none, looks up its board. */
  function dealTold(offset: number): number | undefined {
    if (record.number !== undefined) return numberIn(offset);
    const board = vainLookups < MAX_VAIN_LOOKUPS ? record.cards(bytes, offset) : undefined;
    if (board === undefined) return undefined;
    const found = dealWith(board);
    vainLookups = found === undefined ? vainLookups + 1 : 0;
    return found;
  }

  /** Returns the numbers in at most `count` records; any number stands for one that is missing. */
  function numbersFrom(offset: number, count: number): DealNumbers {
    const numbers = new Float64Array(count);
    let read = 0;
    for (let at = offset; read < count && at < bytes.length; at = endOfRecord(record, bytes, at))
      numbers[read++] = numberIn(at) ?? FIRST_DEAL;
    return asRange(numbers.subarray(0, read)) ?? numbers.subarray(0, read);
  }

  /** Returns the deal whose board a record has, or else the number in the record. */
  const dealNamed = (offset: number) => dealWith(record.cards(bytes, offset)) ?? numberIn(offset);

  return { dealTold, numbersFrom, dealNamed };
}

/** At least one and at most `count` consecutive numbers. */
function rangeFrom(first: number, count: number): DealNumbers {
  return { first, last: Math.min(first + Math.max(1, Math.floor(count)) - 1, LAST_DEAL) };
}

function after(n: number): number | undefined {
  return n < LAST_DEAL ? n + 1 : undefined;
}

function before(n: number | undefined): number | undefined {
  return n !== undefined && n > FIRST_DEAL ? n - 1 : undefined;
}
