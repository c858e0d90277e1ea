// The binary format, version 1, little-endian: a header, then records, and nothing after them.
//    0  8  magic
//    8  2  version
//   10  2  header bytes
//   12  2  record bytes
//   14  2  record layout: 1 = 52 cards (a range), 2 = deal number and 52 cards (a list)
//   16  8  layout 1: first deal number; layout 2: 0
//   24  8  number of records
//   32 28  zero
//   60  4  CRC-32 of bytes 0..59

import { crc32 } from '../common/crc32.js';
import { DamageError } from '../common/errors.js';
import { isDeck } from '../game/cards.js';
import { CARDS, LAST_DEAL } from '../game/constants.js';
import { countNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Block, Format, KnownDeals, RecordType } from './format.js';
import { blocksOfRecords, layOutRecords, type Records } from './records.js';

const MAGIC = [0x89, 0x46, 0x43, 0x44, 0x0d, 0x0a, 0x1a, 0x0a];
export const BINARY_VERSION = 1;
const HEADER_BYTES = 64;
const CRC_OFFSET = 60;
const NUMBER_BYTES = 8;

function fault(record: Uint8Array, offset: number): string {
  if (record.length < offset + CARDS) return 'it is cut off';
  const wrong = record.findIndex((card, i) => i >= offset && card >= CARDS);
  if (wrong >= 0) return `byte ${record[wrong]} is not a valid card; expected 0..${CARDS - 1}`;
  return isDeck(record, offset) ? 'it is another board' : 'it has a card twice';
}

/** Layout 1: 52 card bytes in dealing order; the index determines the deal number. */
export const cardsRecord: RecordType = {
  encoder: 'cards',
  isLine: false,
  maxBytes: CARDS,
  bytesOf: (numbers) => countNumbers(numbers) * CARDS,
  cards: (bytes, offset) => bytes.subarray(offset, offset + CARDS),
  fault: (record) => fault(record, 0),
};

/** Layout 2: the deal number, 8 bytes, then 52 card bytes in dealing order. */
export const numberedRecord = {
  encoder: 'numbered',
  isLine: false,
  maxBytes: NUMBER_BYTES + CARDS,
  bytesOf: (numbers) => countNumbers(numbers) * (NUMBER_BYTES + CARDS),
  number(bytes, offset) {
    if (bytes.length < offset + NUMBER_BYTES) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, NUMBER_BYTES);
    return view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  },
  cards: (bytes, offset) => bytes.subarray(offset + NUMBER_BYTES, offset + NUMBER_BYTES + CARDS),
  fault: (record) => fault(record, NUMBER_BYTES),
} satisfies RecordType;

/** The type of the records by their layout: 1 for a range, 2 for a list. */
const LAYOUTS: readonly (RecordType | undefined)[] = [undefined, cardsRecord, numberedRecord];

function recordOf({ first, count }: KnownDeals): RecordType {
  // a range without deals has no first deal
  return first === undefined || count === 0 ? numberedRecord : cardsRecord;
}

/** Makes the header of `count` records: of the range that begins with deal `first`, or of a list. */
function header(record: RecordType, first: number, count: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(8, BINARY_VERSION, true);
  view.setUint16(10, HEADER_BYTES, true);
  view.setUint16(12, record.maxBytes, true);
  view.setUint16(14, LAYOUTS.indexOf(record), true);
  view.setBigUint64(16, BigInt(record === cardsRecord ? first : 0), true);
  view.setBigUint64(24, BigInt(count), true);
  view.setUint32(CRC_OFFSET, crc32(bytes.subarray(0, CRC_OFFSET)), true);
  return bytes;
}

/** The contents of a binary file according to its header; its size fits them. */
export interface Contents extends Records {
  first: number | undefined;
  count: number;
}

/**
 * Reads a header that may be hostile: it checks each field before it uses it.
 * Throws a DamageError that says what is wrong.
 * @param bytes the first 64 bytes of the file, or all there are
 * @param size of the file, bytes; undefined if unknown
 */
export function readHeader(bytes: Uint8Array, size: number | undefined): Contents {
  const wrong = (what: string): never => {
    throw new DamageError(what);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < HEADER_BYTES)
    wrong(`it has ${bytes.length} bytes, fewer than a header's ${HEADER_BYTES}`);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) wrong('it is not a freecell-deals file');
  const crc = crc32(bytes.subarray(0, CRC_OFFSET));
  if (view.getUint32(CRC_OFFSET, true) !== crc) wrong('its header is damaged: the CRC-32 does not fit');
  const version = view.getUint16(8, true);
  if (version !== BINARY_VERSION)
    wrong(`it has version ${version}; this program reads version ${BINARY_VERSION}`);
  const layout = view.getUint16(14, true);
  const record = LAYOUTS[layout] ?? wrong(`it has record layout ${layout}; expected 1 or 2`);
  const isList = record === numberedRecord;
  const first = isList ? 1n : view.getBigUint64(16, true);
  const count = view.getBigUint64(24, true);
  const least = isList ? 0n : 1n; // a filter can keep nothing, and the list is empty
  if (first < 1n || count < least || first + count - 1n > BigInt(LAST_DEAL))
    wrong(
      `it claims ${count} records${isList ? '' : ` from deal ${first} on`}; the last deal is ${LAST_DEAL}`,
    );
  const written = header(record, Number(first), Number(count));
  const different = written.findIndex((byte, i) => byte !== bytes[i]);
  if (different >= 0)
    wrong(`its header has ${bytes[different]} at offset ${different}; expected ${written[different]}`);
  const contents: Contents = {
    record,
    offset: HEADER_BYTES,
    first: isList ? undefined : Number(first),
    count: Number(count),
  };
  if (size !== undefined) checkSize(contents, size);
  return contents;
}

/** Throws a DamageError unless the file ends after its last record. */
function checkSize({ offset, record, count }: Contents, size: number): void {
  const expected = offset + count * record.maxBytes; // below 2^53, because there are fewer than 2^33 records
  if (size < expected)
    throw new DamageError(`it is cut off: ${size} bytes of the ${expected} that ${count} records take`);
  if (size > expected)
    throw new DamageError(`it goes on after its last record: ${size} bytes where ${expected} were expected`);
}

async function* blocks(input: Input): AsyncGenerator<Block, void, void> {
  const contents = readHeader(await input.read(0, HEADER_BYTES), input.size);
  const end = yield* blocksOfRecords(input, contents);
  checkSize(contents, await input.available(end + 1)); // waits for one byte, whatever size the header claims
}

export const binary = {
  name: 'bin',
  label: 'Binary',
  extension: '.bin',
  records: [cardsRecord, numberedRecord],
  isBinary: true,
  layout: (known) =>
    layOutRecords(recordOf(known), {
      head: (deals) => header(recordOf(known), known.first ?? 0, known.count ?? deals),
      headComesLast: known.count === undefined,
    }),
  isBegunBy: (head) => MAGIC.every((byte, i) => head[i] === byte),
  blocks,
} as const satisfies Format;
