// Record types: the bytes of one deal, in formats whose chunks are records one after another.

import type { DealNumbers } from '../game/deal-numbers.js';

/** Encoders of records, one per type of record. */
type RecordEncoderName = 'cards' | 'numbered' | 'ndjson' | 'text' | 'numbers';

/** Encoders that every engine has. */
export type EncoderName = RecordEncoderName | 'parquet';

/** The bytes of one deal, and what they tell. */
export interface RecordType {
  encoder: RecordEncoderName;
  /** largest size of a record, bytes */
  maxBytes: number;
  /** size of the records of these deals, bytes: the numbers alone determine it */
  bytesOf(numbers: DealNumbers): number;
  /** Encodes a deal from its 52 card bytes: plain TypeScript, the reference for the kernel's encoder. */
  encode(n: number, cards: Uint8Array): Uint8Array;
  /** Returns the deal number in the record at `offset`; undefined if it holds none. */
  number(bytes: Uint8Array, offset: number): number | undefined;
  /** Returns the cards of the record at `offset` in dealing order, perhaps wrong; undefined if they are unreadable. */
  cards(bytes: Uint8Array, offset: number): ArrayLike<number> | undefined;
  /** Returns the offset of the first record that begins in `bytes`, which may begin within a record. */
  start(bytes: Uint8Array): number;
  /** Returns the offset of the end of the record at `offset`, even if it is damaged; at most bytes.length. */
  end(bytes: Uint8Array, offset: number): number;
  /** Says what is wrong with the bytes of a record that is not the deal's. */
  fault(record: Uint8Array): string;
}
