// Formats whose chunks are records one after another.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Format, Layout, RecordsBlock, RecordType } from './format.js';
import { endOfLine, LONGEST_LINE, startOfLine } from './lines.js';

const NOTHING = new Uint8Array(0);

export function recordBytes(record: RecordType, numbers: readonly DealNumbers[]): number {
  return numbers.reduce((sum, segment) => sum + record.bytesOf(segment), 0);
}

/** Returns the offset of the end of the record at `offset`, even if it is damaged; at most bytes.length. */
export function endOfRecord({ isLine, maxBytes }: RecordType, bytes: Uint8Array, offset: number): number {
  return isLine ? endOfLine(bytes, offset) : Math.min(bytes.length, offset + maxBytes);
}

/** Lays out records one after another, after a head. */
export function layOutRecords(
  record: RecordType,
  { head = () => NOTHING, headComesLast = false }: Partial<Layout> = {},
): Layout {
  return {
    encoder: record.encoder,
    chunkDeals: (wantedBytes) => Math.max(1, Math.floor(wantedBytes / record.maxBytes)),
    mustFillChunks: false,
    chunkBytes: (numbers) => recordBytes(record, numbers),
    totalBytes: (numbers) => head(0).length + recordBytes(record, numbers),
    head,
    headComesLast,
  };
}

/** The properties of a text format whose files are records alone. */
export function textRecords(record: RecordType) {
  const inFile: Records = { record, offset: 0 };
  return {
    records: [record],
    isBinary: false,
    layout: () => layOutRecords(record),
    blocks: (input: Input) => blocksOfRecords(input, inFile),
  } satisfies Partial<Format>;
}

const BLOCK_BYTES = 4 * 1024 * 1024; // most bytes of a block; it ends with a record
/** For streams, whose blocks take memory until they are checked, and for boards, which take 50 us to look up. */
const SMALL_BLOCK_BYTES = 1024 * 1024;

export interface Records {
  record: RecordType;
  offset: number; // of the first record
  first?: number | undefined; // its deal number, if the index of a record determines its deal
  count?: number; // from a header; without one, the records go on to the end
}

/** Cuts a file of records into blocks, if possible between records. Returns the end of the last block. */
export async function* blocksOfRecords(
  input: Input,
  { record, offset: start, first, count = Number.POSITIVE_INFINITY }: Records,
): AsyncGenerator<RecordsBlock, number, void> {
  const { encoder, isLine, maxBytes } = record;
  const isSmall = input.size === undefined || (first === undefined && record.number === undefined);
  const capacity = Math.floor((isSmall ? SMALL_BLOCK_BYTES : BLOCK_BYTES) / maxBytes) * maxBytes;
  const lookAhead = isLine ? LONGEST_LINE : 0;
  const end = start + count * maxBytes;
  let offset = start;
  while (offset < end) {
    const wanted = Math.min(end, offset + capacity);
    const available = await input.available(wanted + lookAhead);
    let next = Math.min(available, wanted);
    if (isLine && next < available) next += startOfLine(await input.read(next, LONGEST_LINE));
    if (next <= offset) break; // the input can end within its header
    yield { offset, bytes: next - offset, encoder, first: first && first + (offset - start) / maxBytes };
    offset = next;
  }
  return offset;
}
