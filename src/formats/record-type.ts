// A record: the bytes of one deal, in a format whose chunks are records one after another.

import type { DealNumbers } from '../game/deal-numbers.js';

/** Encoders that every engine has. */
export type EncoderName = 'cards' | 'numbered' | 'ndjson' | 'text' | 'numbers' | 'parquet';

/** Encoders of records, one per type of record. */
type RecordEncoderName = Exclude<EncoderName, 'parquet'>;

/** One deal's bytes, in a format whose chunks are records one after another. */
export interface RecordType {
  encoder: RecordEncoderName;
  /** largest size of a record, bytes */
  maxBytes: number;
  /** size of the records of all these deals, bytes: it follows from the deal numbers alone */
  bytesOf(numbers: DealNumbers): number;
  /** the record of one deal out of its 52 card bytes: plain TypeScript, the reference of the kernel's encoder */
  encode(n: number, cards: Uint8Array): Uint8Array;
  /** the deal number in the record at `offset`; undefined where it holds none */
  number(bytes: Uint8Array, offset: number): number | undefined;
  /** the cards of the record at `offset`, in dealing order and perhaps wrong; undefined where they can't be read */
  cards(bytes: Uint8Array, offset: number): ArrayLike<number> | undefined;
  /** offset of the first record that begins in `bytes`, which may begin in the middle of one */
  start(bytes: Uint8Array): number;
  /** offset of the end of the record at `offset`, also of a damaged one; at most bytes.length */
  end(bytes: Uint8Array, offset: number): number;
  /** says what is wrong with the bytes of a record that is not the deal's */
  fault(record: Uint8Array): string;
}
