// Reads the footer of a Parquet file. Nothing in it is trusted: what determines its bytes is read from the places where this
// program writes it, and then all bytes must be those that this program writes.

import { DamageError } from '../../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import { isDealNumber } from '../../game/deal-numbers.js';
import { DELTA_BINARY_PACKED } from './constants.js';
import {
  groupBytes,
  groupsStart,
  MAGIC,
  type Origin,
  originBytes,
  SELECTION_KEY,
  schemaStart,
  TRAILER_BYTES,
  trailer,
  VERSION_KEY,
} from './footer.js';
import { layOutRowGroup, ROW_GROUP_DEALS, type RowGroup } from './row-group.js';
import { LONG_LIST } from './thrift.js';

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
  if (offset < MAGIC.length) {
    throw new DamageError(`its footer claims ${bytes} bytes, more than the file has`);
  }
  if (bytes > MAX_FOOTER_BYTES) {
    throw new DamageError(`its footer claims ${bytes} bytes; expected at most ${MAX_FOOTER_BYTES}`);
  }
  return offset;
}

/**
 * Reads FileMetaData. Throws a DamageError unless it is as this program writes it.
 * @param bytes from footerOffset to the end of the file
 * @param advice what else to do with a file of another program, to end the message
 */
export function readFooter(bytes: Uint8Array, advice = ''): DealsFooter {
  const schema = schemaStart();
  if (schema.some((byte, i) => byte !== bytes[i])) {
    throw new DamageError(
      `its columns are not those of a file of deals: another program wrote it, or it is damaged${advice}`,
    );
  }
  /** The offset after bytes that must be these. */
  const expect = (offset: number, expected: ArrayLike<number>): number => {
    for (let i = 0; i < expected.length; i++) {
      if (bytes[offset + i] === expected[i]) continue;
      throw new DamageError(`its footer is damaged, ${bytes.length - offset - i} bytes before the end`);
    }
    return offset + expected.length;
  };
  const start = new Cursor(bytes, schema.length);
  const deals = start.integer(1);
  const list = bytes[start.at + 1] >> 4;
  const count = list < LONG_LIST ? list : start.varint(2);
  let at = expect(schema.length, groupsStart(deals, count));
  const groups: RowGroup[] = [];
  let described = 0; // deals
  for (let offset = MAGIC.length; groups.length < count; ) {
    const group = readRowGroup(new Cursor(bytes, at));
    const layout = layOutRowGroup(group);
    at = expect(at, groupBytes(group, layout, offset));
    groups.push(group);
    offset += layout.bytes;
    described += group.deals;
  }
  if (described !== deals) throw new DamageError(`its footer says ${deals} deals and describes ${described}`);
  const pairs = new Cursor(bytes, at);
  const version = pairs.text(VERSION_START);
  const origin = { version, selection: pairs.text(SELECTION_START) };
  at = expect(at, originBytes(origin));
  at = expect(at, trailer(at));
  if (at < bytes.length)
    throw new DamageError(`its footer is damaged: ${bytes.length - at} bytes are too many`);
  return { origin, groups, deals };
}

// Bytes between the values that are read. All of them are compared with this program's afterwards.
/** From the start of a row group to the encoding of its first column, `deal`. */
const ENCODING_START = 10;
/** From there to the number of deals: the column's name and codec. */
const DEALS_START = 10;
/** From the offset of its page to its largest deal number, and from the end of that to its smallest. */
const MAX_START = 5;
const MIN_START = 2;
/** From the end of the row groups to the version, and from there to the selection: a key each. */
const VERSION_START = 5 + VERSION_KEY.length;
const SELECTION_START = 4 + SELECTION_KEY.length;

/** Reads what determines the bytes of a row group; throws a DamageError if it cannot be one of deals. */
function readRowGroup(cursor: Cursor): RowGroup {
  const isConsecutive = cursor.integer(ENCODING_START) === DELTA_BINARY_PACKED;
  const deals = cursor.integer(DEALS_START);
  for (let skipped = 0; skipped < 3; skipped++) cursor.integer(1); // two sizes and an offset
  const max = cursor.dealNumber(MAX_START);
  const min = cursor.dealNumber(MIN_START);
  if (deals >= 1 && deals <= ROW_GROUP_DEALS && (!isConsecutive || max - min + 1 === deals)) {
    return { deals, min, max, isConsecutive };
  }
  throw new DamageError(`its footer says ${deals} deals in ${min}..${max} of a row group`);
}

/** Reads values from bytes that may be hostile, each after some bytes that are skipped. */
class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** A varint of at most 8 bytes; after the end of the bytes, 0. */
  varint(skipped: number): number {
    this.at += skipped;
    let n = 0;
    for (let factor = 1; factor < 2 ** 56; factor *= 128) {
      const byte = this.bytes[this.at++] ?? 0;
      n += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return n;
  }

  /** An integer 0.., as a zigzag varint. */
  integer(skipped: number): number {
    return Math.floor(this.varint(skipped) / 2);
  }

  /** An INT64; throws a DamageError if it is not a deal number. */
  dealNumber(skipped: number): number {
    this.at += skipped + 8;
    const padded = new Uint8Array(8);
    padded.set(this.bytes.subarray(this.at - 8, this.at));
    const n = Number(new DataView(padded.buffer).getBigInt64(0, true));
    if (isDealNumber(n)) return n;
    throw new DamageError(`its footer says deal ${n}; expected ${FIRST_DEAL}..${LAST_DEAL}`);
  }

  text(skipped: number): string {
    const length = this.varint(skipped);
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }
}
