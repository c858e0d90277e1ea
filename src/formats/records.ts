// Layouts of the formats whose chunks are records one after another.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Frame, Layout, RecordType } from './format.js';

const NOTHING = new Uint8Array(0);

/** Nothing before the records and nothing after them. */
const bareFrame: Frame = {
  head: () => NOTHING,
  add() {},
  facts: () => [],
  restore() {},
  tail: () => [],
};

/** Size of the records of all these deals, bytes. */
export function recordBytes(record: RecordType, numbers: readonly DealNumbers[]): number {
  return numbers.reduce((sum, some) => sum + record.bytesOf(some), 0);
}

/** A layout of records between the head of a frame and nothing. */
export function layOutRecords(
  record: RecordType,
  { frame = () => bareFrame, headComesLast = false }: Partial<Layout> = {},
): Layout {
  const headBytes = frame().head().length;
  return {
    encoder: record.encoder,
    chunkDeals: (wantedBytes) => Math.max(1, Math.floor(wantedBytes / record.maxBytes)),
    mustFillChunks: false,
    chunkBytes: (numbers) => recordBytes(record, numbers),
    totalBytes: (numbers) => headBytes + recordBytes(record, numbers),
    headComesLast,
    frame,
  };
}
