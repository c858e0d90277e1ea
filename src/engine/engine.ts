import type { Encoder, RecordFormat } from '../formats/format.js';
import { CARDS } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';

/** So few deals that the TypeScript core is done before a kernel is loaded. */
export const CORE_DEALS = 64;

/** What an engine has to know of a record: plain data, so that it travels to worker threads. */
export interface RecordKind {
  encoder: Encoder;
  maxBytes: number; // largest size of a record
}

/** Deals and encodes. Deal numbers are trusted here: they were checked where they came in. */
export interface Engine {
  /**
   * The records of `count` consecutive deals from `first` on, one after another.
   * The bytes are good until the next call.
   */
  encode(record: RecordKind, first: number, count: number): Uint8Array;
  /**
   * The records of deals in any order, one after another. The bytes are good until the next call.
   * @param cards 52 bytes a deal, where they need not be dealt
   */
  encodeList(record: RecordKind, numbers: Float64Array, cards?: Uint8Array): Uint8Array;
}

/** The records of at most `most` deals of a run from `from` on, good until the engine's next call. */
export function encodePart(
  engine: Engine,
  record: RecordKind,
  run: DealNumbers,
  from: number,
  most: number,
): Uint8Array {
  if (run instanceof Float64Array) return engine.encodeList(record, run.subarray(from, from + most));
  return engine.encode(record, run.first + from, Math.min(most, countNumbers(run) - from));
}

/** The TypeScript core as an engine: the reference, and what a handful of deals uses, as it needs no start. */
export function coreEngine(record: RecordFormat): Engine {
  const encoded = (count: number, numberOf: (i: number) => number, cards?: Uint8Array) => {
    const records = new Uint8Array(count * record.maxBytes);
    let at = 0;
    for (let i = 0; i < count; i++) {
      const n = numberOf(i);
      const bytes = record.encode(n, cards?.subarray(i * CARDS, (i + 1) * CARDS) ?? dealCards(n));
      records.set(bytes, at);
      at += bytes.length;
    }
    return records.subarray(0, at);
  };
  return {
    encode: (_, first, count) => encoded(count, (i) => first + i),
    encodeList: (_, numbers, cards) => encoded(numbers.length, (i) => numbers[i] as number, cards),
  };
}
