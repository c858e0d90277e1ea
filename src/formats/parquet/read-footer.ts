// Reads the footer of a Parquet file. Nothing in it is believed: a file is ours only where the same footer is written again
// from what was read.

import { DamageError } from '../../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import { isDealNumber } from '../../game/deal-numbers.js';
import { DELTA_BINARY_PACKED } from './constants.js';
import { CREATOR, footer, MAGIC, type Origin, SELECTION_KEY, schemaStart, VERSION_KEY } from './footer.js';
import { StructReader } from './read-thrift.js';
import { ROW_GROUP_DEALS, type RowGroup } from './row-group.js';

/** Behind FileMetaData: its length, PAR1. */
export const TRAILER_BYTES = 4 + MAGIC.length;

/** All deals there are take 357 MB. */
const MAX_FOOTER_BYTES = 512 * 1024 * 1024;

/** The name of a program, bytes; more of it is not shown. */
const MAX_NAME_BYTES = 256;

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
  if (bytes > MAX_FOOTER_BYTES) {
    throw new DamageError(`its footer claims ${bytes} bytes; expected at most ${MAX_FOOTER_BYTES}`);
  }
  return offset;
}

/**
 * Reads FileMetaData. Throws a DamageError where it cannot be read, and where this program wrote it and not all of its
 * bytes are as they were.
 * @param bytes from footerOffset to the end of the file
 */
export function readFooter(bytes: Uint8Array): DealsFooter | ForeignFooter {
  const start = schemaStart();
  return start.every((byte, i) => byte === bytes[i]) ? readOwn(bytes) : readForeign(bytes);
}

/** Reads a footer that begins as this program's do. */
function readOwn(bytes: Uint8Array): DealsFooter {
  const groups: RowGroup[] = [];
  const origin = { version: '', selection: '' };
  const reader = new StructReader(bytes);
  reader.struct((id) => {
    if (id === 4) reader.list(() => groups.push(readRowGroup(reader)));
    if (id === 5) {
      readPairs(reader, (key) => {
        if (key === VERSION_KEY) origin.version = textOf(reader.binary());
        if (key === SELECTION_KEY) origin.selection = textOf(reader.binary());
      });
    }
  });
  checkSame(bytes, groups, origin);
  return { origin, groups, deals: groups.reduce((sum, { deals }) => sum + deals, 0) };
}

/** Reads a RowGroup as far as its bytes follow from it; throws a DamageError unless it can be one of deals. */
function readRowGroup(reader: StructReader): RowGroup {
  let [deals, min, max, isConsecutive] = [0, 0, 0, false];
  const readStatistics = (id: number): void => {
    if (id === 5) max = dealNumberFrom(reader.binary());
    if (id === 6) min = dealNumberFrom(reader.binary());
  };
  const readMetadata = (id: number): void => {
    if (id === 2) {
      reader.list(() => {
        isConsecutive = reader.integer() === DELTA_BINARY_PACKED;
      });
    }
    if (id === 12) reader.struct(readStatistics);
  };
  const readColumn = (id: number): void => {
    if (id === 3) reader.struct(readMetadata);
  };
  reader.struct((id) => {
    if (id === 1) reader.list((i) => i === 0 && reader.struct(readColumn)); // the others follow from it
    if (id === 3) deals = reader.integer();
  });
  if (deals < 1 || deals > ROW_GROUP_DEALS || (isConsecutive && max - min + 1 !== deals)) {
    throw new DamageError(`its footer says ${deals} deals in ${min}..${max} of a row group`);
  }
  return { deals, min, max, isConsecutive };
}

/** The deal number in the bytes of an INT64; throws a DamageError where it is none. */
function dealNumberFrom(bytes: Uint8Array): number {
  const padded = new Uint8Array(8);
  padded.set(bytes.subarray(0, 8));
  const n = Number(new DataView(padded.buffer).getBigInt64(0, true));
  if (isDealNumber(n)) return n;
  throw new DamageError(`its footer says deal ${n}; expected ${FIRST_DEAL}..${LAST_DEAL}`);
}

/** Reads a list of KeyValue; `readValue` may read the value. */
function readPairs(reader: StructReader, readValue: (key: string) => void): void {
  reader.list(() => {
    let key = '';
    reader.struct((id) => {
      if (id === 1) key = textOf(reader.binary());
      if (id === 2) readValue(key);
    });
  });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Throws a DamageError that says where, unless writing this footer makes these bytes. */
function checkSame(bytes: Uint8Array, groups: readonly RowGroup[], origin: Origin): void {
  let offset = 0;
  for (const part of footer(groups, origin)) {
    let same = 0;
    while (same < part.length && part[same] === bytes[offset + same]) same++;
    if (same < part.length)
      throw new DamageError(`its footer is damaged, ${bytes.length - offset - same} bytes before the end`);
    offset += part.length;
  }
  if (offset < bytes.length)
    throw new DamageError(`its footer is damaged: ${bytes.length - offset} bytes are too many`);
}

function readForeign(bytes: Uint8Array): ForeignFooter {
  let createdBy: string | undefined;
  let [rows, columns, rowGroups] = [-1, -1, -1]; // as long as they were not there
  let isOwn = false;
  const reader = new StructReader(bytes);
  reader.struct((id) => {
    if (id === 2) columns = countColumns(reader);
    if (id === 3) rows = reader.integer();
    if (id === 4) rowGroups = reader.list();
    if (id === 5) {
      readPairs(reader, (key) => {
        if (key === VERSION_KEY) isOwn = true;
      });
    }
    if (id === 6) createdBy = textOf(reader.binary().subarray(0, MAX_NAME_BYTES));
  });
  if (isOwn || createdBy?.startsWith(CREATOR)) {
    throw new DamageError('its footer is damaged: the columns are not those of a file of deals');
  }
  if (rows < 0 || columns < 0 || rowGroups < 0) {
    throw new DamageError('its footer cannot be read: it has no schema, no number of rows or no row groups');
  }
  return { createdBy, rows, columns, rowGroups };
}

/** The elements of a schema that have a type: others are groups of columns. */
function countColumns(reader: StructReader): number {
  let columns = 0;
  reader.list(() =>
    reader.struct((id) => {
      if (id === 1) columns++;
    }),
  );
  return columns;
}
