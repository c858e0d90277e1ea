import { crc32 } from 'node:zlib';
import { CARDS } from '../ms.js';
import { countOf, type DealRange } from '../range.js';
import type { Format, RecordFormat } from './format.js';

// Version 1, little-endian. Header, then records, nothing after them:
//    0  8  magic
//    8  2  version
//   10  2  header bytes
//   12  2  record bytes
//   14  2  record layout: 1 = 52 cards (a range), 2 = deal number and 52 cards (a list)
//   16  8  layout 1: first deal number; layout 2: 0
//   24  8  number of records
//   32 28  zero
//   60  4  CRC-32 of bytes 0..59
const MAGIC = [0x89, 0x46, 0x43, 0x44, 0x0d, 0x0a, 0x1a, 0x0a];
const VERSION = 1;
const HEADER_BYTES = 64;
const CRC_AT = 60;
const LAYOUT_RANGE = 1;
const LAYOUT_LIST = 2;
const NUMBER_BYTES = 8;

/** Layout 1: 52 card bytes in dealing order; the deal number follows from the place. */
export const cardsRecord: RecordFormat = {
  encoder: 'cards',
  maxBytes: CARDS,
  bytesOf: (range) => countOf(range) * CARDS,
  encode: (_, cards) => cards,
};

/** Layout 2: the deal number, 8 bytes, then 52 card bytes in dealing order. */
const numberedRecord: RecordFormat = {
  encoder: 'numbered',
  maxBytes: NUMBER_BYTES + CARDS,
  bytesOf: (range) => countOf(range) * (NUMBER_BYTES + CARDS),
  encode(n, cards) {
    const record = new Uint8Array(NUMBER_BYTES + CARDS);
    new DataView(record.buffer).setBigUint64(0, BigInt(n), true);
    record.set(cards, NUMBER_BYTES);
    return record;
  },
};

function isList(ranges: readonly DealRange[]): boolean {
  return ranges.length > 1;
}

function recordOf(ranges: readonly DealRange[]): RecordFormat {
  return isList(ranges) ? numberedRecord : cardsRecord;
}

function header(ranges: readonly DealRange[]): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint16(10, HEADER_BYTES, true);
  view.setUint16(12, recordOf(ranges).maxBytes, true);
  view.setUint16(14, isList(ranges) ? LAYOUT_LIST : LAYOUT_RANGE, true);
  view.setBigUint64(16, isList(ranges) ? 0n : BigInt((ranges[0] as DealRange).first), true);
  view.setBigUint64(24, BigInt(ranges.reduce((sum, range) => sum + countOf(range), 0)), true);
  view.setUint32(CRC_AT, crc32(bytes.subarray(0, CRC_AT)), true);
  return bytes;
}

export const binary = {
  name: 'bin',
  ending: '.bin',
  isBinary: true,
  header,
  record: recordOf,
} as const satisfies Format;
