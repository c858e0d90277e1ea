// Formats whose chunks are records one after another.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import { blocksOfRecords, type Records } from './blocks.js';
import type { Format, Frame, Layout, RecordType } from './format.js';

const NOTHING = new Uint8Array(0);

/** A frame without bytes. */
export const bareFrame: Frame = {
  head: () => NOTHING,
  add() {},
  restore() {},
  tail: () => [],
};

/** Returns the size of the records of all these deals, bytes. */
export function recordBytes(record: RecordType, numbers: readonly DealNumbers[]): number {
  return numbers.reduce((sum, segment) => sum + record.bytesOf(segment), 0);
}

/** Lays out records one after another, after the head of a frame and without a tail. */
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
