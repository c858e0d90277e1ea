// Reads the footer of a Parquet file. Nothing in it is trusted: it tells the number of deals and, per row group, whether they are
// consecutive and between which numbers. The footer is made again from these facts, and every byte must be the same.

import { DamageError } from '../../common/errors.js';
import { isDealNumber } from '../../game/deal-numbers.js';
import {
  groupBytes,
  groupsStart,
  MAGIC,
  type Origin,
  originBytes,
  SELECTION_KEY,
  schemaStart,
  TRAILER_BYTES,
  VERSION_KEY,
} from './footer.js';
import { Encoding } from './pages.js';
import { layOutRowGroup, ROW_GROUP_DEALS, type RowGroup } from './row-group.js';
import { readVarint } from './thrift.js';

/** More than the footer of all deals, which takes 357 MB. */
const MAX_FOOTER_BYTES = 512 * 1024 * 1024;

/** The footer of a file that this program wrote. */
export interface DealsFooter {
  origin: Origin;
  groups: RowGroup[];
  deals: number;
}

/** Returns the offset of FileMetaData, from the last 8 bytes of a file; throws a DamageError if it has none. */
export function footerOffset(trailer: Uint8Array, size: number): number {
  if (size < MAGIC.length + TRAILER_BYTES || trailer.length < TRAILER_BYTES) {
    throw new DamageError(`it has ${size} bytes, fewer than an empty Parquet file`);
  }
  if (MAGIC.some((byte, i) => trailer[4 + i] !== byte)) {
    throw new DamageError('it does not end as a Parquet file does: it is cut off or damaged, or is not one');
  }
  const bytes = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true);
  const offset = size - TRAILER_BYTES - bytes;
  if (offset >= MAGIC.length && bytes <= MAX_FOOTER_BYTES) return offset;
  const most = Math.min(size - TRAILER_BYTES - MAGIC.length, MAX_FOOTER_BYTES);
  throw new DamageError(`its footer claims ${bytes} bytes; expected at most ${most}`);
}

/**
 * Reads FileMetaData. Throws a DamageError unless it is as this program writes it.
 * @param bytes of FileMetaData, from footerOffset to the last 8 bytes of the file
 * @param name of the file
 */
export function readFooter(bytes: Uint8Array, name: string): DealsFooter {
  const schema = schemaStart();
  if (schema.some((byte, i) => byte !== bytes[i])) {
    const copy = `COPY (SELECT deal FROM '${name.replaceAll("'", "''")}') TO 'deals.csv'`;
    throw new DamageError(
      'its columns are not those of a file of deals: it is damaged, or another program wrote it; ' +
        `DuckDB writes its deal numbers as a list: ${copy}`,
    );
  }
  let at = schema.length;
  const check = (isRight: boolean): void => {
    if (isRight) return;
    throw new DamageError(`its footer is damaged, ${bytes.length - at} bytes before its end`);
  };
  const expect = (expected: ArrayLike<number>): void => {
    for (let i = 0; i < expected.length; i++, at++) check(bytes[at] === expected[i]);
  };
  const deals = Math.floor(readVarint(bytes, at + 1).n / 2); // zigzag
  expect(groupsStart(deals, Math.ceil(deals / ROW_GROUP_DEALS)));
  const groups: RowGroup[] = [];
  let offset = MAGIC.length; // of the row group in the file
  for (let left = deals; left > 0; left -= ROW_GROUP_DEALS) {
    const group = readRowGroup(bytes.subarray(at), Math.min(left, ROW_GROUP_DEALS));
    check(isDealNumber(group.min) && isDealNumber(group.max) && group.cells.known >= 0);
    const layout = layOutRowGroup(group);
    expect(groupBytes(group, layout, offset));
    groups.push(group);
    offset += layout.bytes;
  }
  const version = readText(bytes, at + VERSION_START);
  const selection = readText(bytes, version.end + SELECTION_START);
  const origin = { version: version.text, selection: selection.text };
  expect(originBytes(origin));
  check(at === bytes.length);
  return { origin, groups, deals };
}

// The places at which this program writes the facts. If they are elsewhere, other bytes than these are read, and the
// comparison fails.
/** From the start of a row group to the encoding of its first column, `deal`, and to the number of deals. */
const ENCODING_START = 10;
const DEALS_START = 20;
/** From the end of the offset of its page to its largest deal number, and to its smallest. */
const MAX_START = 5;
const MIN_START = 15;
/** From there to the number of values of `cells`, and from the end of the offset of its dictionary to the number of NULLs. */
const CELLS_START = MIN_START + 31;
const NULLS_START = 2;
/** From the end of the number of NULLs to the most cells, and to the least. */
const MAX_CELLS_START = 2;
const MIN_CELLS_START = 8;
/** From the end of the row groups to the version, and from there to the selection: a key each. */
const VERSION_START = 5 + VERSION_KEY.length;
const SELECTION_START = 4 + SELECTION_KEY.length;

/** Reads the facts about a row group from its metadata; its numbers may be no deals'. */
function readRowGroup(bytes: Uint8Array, deals: number): RowGroup {
  const skip = (from: number, varints: number): number =>
    varints === 0 ? from : skip(readVarint(bytes, from + 1).end, varints - 1);
  const at = skip(DEALS_START, 4); // the number of deals, two sizes and an offset
  const isConsecutive = bytes[ENCODING_START] === 2 * Encoding.DELTA_BINARY_PACKED; // zigzag
  const min = readInt64(bytes, at + MIN_START);
  const max = isConsecutive ? min + deals - 1 : readInt64(bytes, at + MAX_START);
  const nulls = readVarint(bytes, skip(at + CELLS_START, 5) + NULLS_START); // one offset more
  const known = deals - Math.floor(nulls.n / 2); // zigzag
  const [least, most] = [MIN_CELLS_START, MAX_CELLS_START].map((start) => bytes[nulls.end + start] ?? 0);
  const cells = known === 0 ? { known, min: 0, max: 0 } : { known, min: least, max: most };
  return { deals, min, max, isConsecutive, cells };
}

/** Reads an INT64 of 0 or more, rounded from 2^53 on; after the end of the bytes, 0. */
function readInt64(bytes: Uint8Array, at: number): number {
  return bytes.subarray(at, at + 8).reduceRight((n, byte) => n * 256 + byte, 0);
}

function readText(bytes: Uint8Array, at: number): { text: string; end: number } {
  const { n, end } = readVarint(bytes, at);
  return { text: new TextDecoder().decode(bytes.subarray(end, end + n)), end: end + n };
}
