// Records and blocks. A record is the bytes of one deal. A block is a part of a file that one task checks; the kind of block
// decides how it is checked (tasks/check-block.ts), not the format of the file.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import { LONGEST_LINE } from './lines.js';
import type { RowGroup } from './parquet/row-group.js';

/** Encoders that every engine has. */
export type EncoderName = 'cards' | 'numbered' | 'ndjson' | 'text' | 'numbers' | 'csv' | 'parquet';

/** Encoders of records, one per type of record. */
type RecordEncoderName = Exclude<EncoderName, 'parquet'>;

/** The bytes of one deal, and what they tell. */
export interface RecordType {
  encoder: RecordEncoderName;
  /** largest size of a record, bytes */
  maxBytes: number;
  /** size of the records of these deals, bytes: the numbers alone determine it */
  bytesOf(numbers: DealNumbers): number;
  /** Encodes a deal from its 52 card bytes: plain TypeScript, the reference for the kernel's encoder. */
  encode(n: number, cards: Uint8Array): Uint8Array;
  /** Writes what encode returns to `out`, and returns its end: for types without a kernel's encoder, because memory takes time. */
  write?(n: number, cards: Uint8Array, out: Uint8Array, offset: number): number;
  /** Returns the deal number in the record at `offset`, perhaps wrong; undefined if it is unreadable. Absent from a board alone. */
  number?(bytes: Uint8Array, offset: number): number | undefined;
  /** Returns the cards of the record at `offset` in dealing order, perhaps wrong; undefined if they are unreadable. */
  cards(bytes: Uint8Array, offset: number): ArrayLike<number> | undefined;
  /** Returns the offset of the first record that begins in `bytes`, which may begin within a record. Absent if all have one size. */
  start?(bytes: Uint8Array): number;
  /** Returns the offset of the end of the record at `offset`, even if it is damaged; at most bytes.length. */
  end(bytes: Uint8Array, offset: number): number;
  /** Says what is wrong with the bytes of a record that is not the deal's. */
  fault(record: Uint8Array): string;
}

/** Most bytes of a block; it ends with a record. */
const BLOCK_BYTES = 4 * 1024 * 1024;
/** For streams, whose blocks take memory until they are checked, and for boards, each of which may take 50 us to look up. */
const SMALL_BLOCK_BYTES = 1024 * 1024;

/** Whole records, except the last record of a file that is cut off. */
export interface RecordsBlock {
  offset: number; // of its first byte in the file
  bytes: number;
  encoder: EncoderName;
  first: number | undefined; // deal number of its first record, if the index of a record determines its deal
}

/** A row group of a Parquet file. */
export interface RowGroupBlock {
  offset: number; // of its first byte in the file
  bytes: number;
  index: number; // in the file, from 1
  group: RowGroup; // according to the footer
  version: string; // of the program that wrote it, according to the footer
}

/** A part of a file that one task checks: plain data, so that it travels to worker threads. */
export type Block = RecordsBlock | RowGroupBlock;

/** The records of a file, one after another. */
export interface Records {
  record: RecordType;
  offset: number; // of the first record
  first?: number | undefined; // its deal number, if the index of a record determines its deal
  count?: number; // from a header; without one, the records go on to the end
}

/** Cuts a file of records into blocks, between records as far as their ends can be found. */
export async function* blocksOfRecords(
  input: Input,
  { record, offset: start, first, count = Number.POSITIVE_INFINITY }: Records,
): AsyncGenerator<RecordsBlock, void, void> {
  const { encoder, maxBytes } = record;
  const isSmall = input.size === undefined || (first === undefined && record.number === undefined);
  const capacity = Math.floor((isSmall ? SMALL_BLOCK_BYTES : BLOCK_BYTES) / maxBytes) * maxBytes;
  const lookAhead = record.start === undefined ? 0 : LONGEST_LINE;
  const end = start + count * maxBytes;
  for (let offset = start; offset < end; ) {
    const wanted = Math.min(end, offset + capacity);
    const available = await input.available(wanted + lookAhead);
    const next =
      available <= wanted ? available : wanted + (record.start?.(await input.read(wanted, lookAhead)) ?? 0);
    if (next <= offset) return; // the input can end within its header
    yield { offset, bytes: next - offset, encoder, first: first && first + (offset - start) / maxBytes };
    offset = next;
  }
}
