// Records and blocks. A record is the bytes of one deal. A block is a part of a file that one task checks; the kind of block
// decides how it is checked (tasks/check-block.ts), not the format of the file.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { RowGroup } from './parquet/row-group.js';

/** Encoders that every engine has. */
export type EncoderName = 'cards' | 'numbered' | 'ndjson' | 'text' | 'numbers' | 'parquet';

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

/** Most bytes of a block; it ends with a record. */
const BLOCK_BYTES = 4 * 1024 * 1024;
/** For streams, whose blocks take memory until they are checked, and for boards, each of which may take 50 us to look up. */
const SMALL_BLOCK_BYTES = 1024 * 1024;

/** How the deal numbers of records are known: from the index of a record, from the record itself, or from its board. */
type NumberPlace = 'by-index' | 'in-record' | 'by-board';

/** Whole records, except the last record of a file that is cut off. */
export interface RecordsBlock {
  check: 'records';
  offset: number; // of its first byte in the file
  bytes: number;
  encoder: EncoderName;
  numbers: NumberPlace;
  first: number | undefined; // by-index: deal number of its first record
}

/** A row group of a Parquet file. */
export interface RowGroupBlock {
  check: 'row-group';
  offset: number; // of its first byte in the file
  bytes: number;
  group: RowGroup; // according to the footer
}

/** A part of a file that one task checks: plain data, so that it travels to worker threads. */
export type Block = RecordsBlock | RowGroupBlock;

/** The records of a file, one after another. */
export interface Records {
  record: RecordType;
  numbers: NumberPlace;
  offset: number; // of the first record
  first?: number | undefined; // by-index: deal number of the first record
  count?: number; // from a header; without one, the records go on to the end
  lookAhead?: number; // bytes in which the end of a record is searched; 0 if all have one size
}

/** Cuts a file of records into blocks, between records as far as their ends can be found. */
export async function* blocksOfRecords(
  input: Input,
  records: Records,
): AsyncGenerator<RecordsBlock, void, void> {
  const { record, numbers, first, lookAhead = 0 } = records;
  const { encoder, maxBytes } = record;
  const isSmall = input.size === undefined || numbers === 'by-board';
  const blockBytes = isSmall ? SMALL_BLOCK_BYTES : BLOCK_BYTES;
  const capacity = Math.floor(blockBytes / maxBytes) * maxBytes;
  const end =
    records.count === undefined ? Number.POSITIVE_INFINITY : records.offset + records.count * maxBytes;
  for (let offset = records.offset; offset < end; ) {
    const wanted = Math.min(end, offset + capacity);
    const available = await input.available(wanted + lookAhead);
    const isLast = available <= wanted;
    const next = isLast ? available : wanted + record.start(await input.read(wanted, lookAhead));
    if (next <= offset) return; // the input can end within its header
    yield {
      check: 'records',
      offset,
      bytes: next - offset,
      encoder,
      numbers,
      first: first === undefined ? undefined : first + (offset - records.offset) / maxBytes,
    };
    offset = next;
  }
}
