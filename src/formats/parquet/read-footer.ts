// Reads the footer of a Parquet file. Nothing in it is believed: a file is ours only where the same footer is written again
// from what was read.

import { deserializeTCompactProtocol, readZigZagBigInt } from 'hyparquet/src/thrift.js';
import { DamageError } from '../../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import {
  CREATOR,
  footer,
  listHeader,
  MAGIC,
  type Origin,
  SELECTION_KEY,
  schemaStart,
  VERSION_KEY,
} from './footer.js';
import { ROW_GROUP_DEALS, type RowGroup } from './row-group.js';
import { DELTA_BINARY_PACKED } from './thrift.js';

/** The header of a field that is an i64, with an id that is 1 above that of the field before. */
const NEXT_I64_BYTES = 1;

/** What stands behind FileMetaData: its length, PAR1. */
export const TRAILER_BYTES = 4 + MAGIC.length;

/** A Parquet file of deals that this program wrote. */
export interface DealsFooter {
  origin: Origin;
  groups: RowGroup[];
  deals: number;
}

/** A Parquet file of anybody's. */
export interface ForeignFooter {
  createdBy: string | undefined; // as the file says
  rows: number;
  columns: number;
  rowGroups: number;
}

/** Offset of FileMetaData in a file of `size` bytes, out of its last 8; throws a DamageError where there is none. */
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
  return offset;
}

/** A struct as hyparquet reads it; whatever is not there, or is something else, is found by comparing. */
// biome-ignore lint/suspicious/noExplicitAny: what a damaged file holds has no type
type Struct = any;

/**
 * What FileMetaData says. Throws a DamageError where it cannot be read, and where this program wrote it and not all of its
 * bytes are as they were.
 * @param bytes from footerOffset to the end of the file
 */
export function readFooter(bytes: Uint8Array): DealsFooter | ForeignFooter {
  try {
    return readOwn(bytes) ?? readForeign(bytes);
  } catch (error) {
    if (error instanceof DamageError) throw error;
    throw new DamageError(`its footer cannot be read: ${(error as Error).message}`);
  }
}

/** Reads a footer that begins as this program's do; a row group at a time, since 105 columns of each are many objects. */
function readOwn(bytes: Uint8Array): DealsFooter | undefined {
  const start = schemaStart();
  if (!startsWith(bytes, start)) return undefined;
  const reader = {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    offset: start.length,
  };
  reader.offset += NEXT_I64_BYTES;
  const deals = Number(readZigZagBigInt(reader));
  const count = Math.ceil(deals / ROW_GROUP_DEALS);
  reader.offset += listHeader(count).length;
  const groups: RowGroup[] = [];
  while (groups.length < count) groups.push(rowGroupFrom(deserializeTCompactProtocol(reader)));
  const rest: Struct = deserializeTCompactProtocol(reader);
  const footer = { groups, deals, origin: originFrom(rest.field_1) };
  checkSame(bytes, footer);
  return footer;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => byte === bytes[i]);
}

function rowGroupFrom(struct: Struct): RowGroup {
  const { field_2: encodings, field_12: statistics } = struct.field_1[0].field_3;
  const group = {
    deals: Number(struct.field_3),
    min: dealNumberFrom(statistics.field_6),
    max: dealNumberFrom(statistics.field_5),
    isConsecutive: encodings[0] === DELTA_BINARY_PACKED,
  };
  const { deals, min, max, isConsecutive } = group;
  if (deals < 1 || deals > ROW_GROUP_DEALS || (isConsecutive && max - min + 1 !== deals)) {
    throw new DamageError(`its footer says ${deals} deals in ${min}..${max} of a row group`);
  }
  return group;
}

/** Throws a DamageError unless these are the bytes of a deal number: an INT64. */
function dealNumberFrom(bytes: Uint8Array): number {
  const n = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigInt64(0, true);
  if (n >= FIRST_DEAL && n <= LAST_DEAL) return Number(n);
  throw new DamageError(`its footer says deal ${n}; expected ${FIRST_DEAL}..${LAST_DEAL}`);
}

/** A struct's list of key and value. */
function originFrom(pairs: Struct): Origin {
  const valueAt = (key: string) => pairs.find((pair: Struct) => textOf(pair.field_1) === key)?.field_2;
  return { version: textOf(valueAt(VERSION_KEY)), selection: textOf(valueAt(SELECTION_KEY)) };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Throws a DamageError that says where, unless writing this footer makes these bytes. */
function checkSame(bytes: Uint8Array, { groups, origin }: DealsFooter): void {
  let offset = 0;
  for (const part of footer(groups, origin)) {
    const wrong = part.findIndex((byte, i) => byte !== bytes[offset + i]);
    if (wrong >= 0)
      throw new DamageError(`its footer is damaged, ${bytes.length - offset - wrong} bytes before the end`);
    offset += part.length;
  }
  if (offset < bytes.length)
    throw new DamageError(`its footer is damaged: ${bytes.length - offset} bytes are too many`);
}

function readForeign(bytes: Uint8Array): ForeignFooter {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  const metadata: Struct = deserializeTCompactProtocol(reader);
  const creator = metadata.field_6 === undefined ? undefined : textOf(metadata.field_6);
  const keys = (metadata.field_5 ?? []).map((pair: Struct) => textOf(pair.field_1));
  if (creator?.startsWith(CREATOR) || keys.includes(VERSION_KEY)) {
    throw new DamageError('its footer is damaged: the columns are not those of a file of deals');
  }
  return {
    createdBy: creator,
    rows: Number(metadata.field_3),
    columns: metadata.field_2.filter(({ field_1: type }: Struct) => type !== undefined).length,
    rowGroups: metadata.field_4.length,
  };
}
