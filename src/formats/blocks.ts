// How a file is cut into blocks that threads check each by itself. What a block holds decides who checks it (tasks/), not
// the format that it came from.

import type { Input } from '../io/input.js';
import type { RowGroup } from './parquet/row-group.js';
import type { EncoderName, RecordType } from './record-type.js';

/** Bytes of a block, before it is cut at the end of a record. */
const BLOCK_BYTES = 4 * 1024 * 1024;
/** Of a stream, whose blocks take memory until they are checked; of boards, as each may have to be looked up, some 50 us. */
const SMALL_BLOCK_BYTES = 1024 * 1024;

/**
 * Where the deal numbers of records are: they follow from the index of a record, each record has its own, or they are
 * found by the boards.
 */
type NumberPlace = 'by-index' | 'in-record' | 'by-board';

/** Whole records, but for the last one of a file that was cut off. */
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
  group: RowGroup; // as the footer says
}

/** A part of a file to check: plain data, so that it travels to worker threads. */
export type Block = RecordsBlock | RowGroupBlock;

/** The records of a file, one after another. */
export interface Records {
  record: RecordType;
  numbers: NumberPlace;
  offset: number; // of the first one
  first?: number | undefined; // by-index: its deal number
  count?: number; // where a header says so; otherwise they go on to the end
  lookAhead?: number; // bytes in which the end of a record is looked for; 0 where all have one size
}

/** The blocks of a file of records, cut between records as far as these can be told apart. */
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
    if (next <= offset) return; // the input may end before its header does
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
