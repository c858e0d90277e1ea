import { dealCards } from './deal.js';
import type { Encoder, RecordFormat } from './formats/format.js';
import { CARDS } from './ms.js';

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
}

/** The TypeScript core as an engine: the reference, and what a handful of deals uses, as it needs no start. */
export function coreEngine(record: RecordFormat): Engine {
  return {
    encode(_, first, count) {
      return recordsOf(record, first, count, dealCards);
    },
  };
}

/** The records of consecutive deals whose cards are at hand: count * 52 bytes. */
export function encodeCards(record: RecordFormat, first: number, cards: Uint8Array): Uint8Array {
  return recordsOf(record, first, cards.length / CARDS, (n) =>
    cards.subarray((n - first) * CARDS, (n - first + 1) * CARDS),
  );
}

function recordsOf(
  record: RecordFormat,
  first: number,
  count: number,
  cardsOf: (n: number) => Uint8Array,
): Uint8Array {
  const records = new Uint8Array(record.bytesOf({ first, last: first + count - 1 }));
  let at = 0;
  for (let n = first; n < first + count; n++) {
    const bytes = record.encode(n, cardsOf(n));
    records.set(bytes, at);
    at += bytes.length;
  }
  return records;
}
