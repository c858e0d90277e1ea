// Reads the footer of a Parquet file. Nothing in it is trusted: it is this program's only if the same bytes are written again
// from what was read.

import { DamageError } from '../../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import { isDealNumber } from '../../game/deal-numbers.js';
import { DELTA_BINARY_PACKED, UINT_8 } from './constants.js';
import { CREATOR, footer, MAGIC, type Origin, SELECTION_KEY, schemaStart, VERSION_KEY } from './footer.js';
import { StructReader } from './read-thrift.js';
import { ROW_GROUP_DEALS, type RowGroup } from './row-group.js';

/** Size of what follows FileMetaData: its length, and PAR1. */
export const TRAILER_BYTES = 4 + MAGIC.length;

/** More than the footer of all deals, which takes 357 MB. */
const MAX_FOOTER_BYTES = 512 * 1024 * 1024;

/** Bytes of a program's name that are shown. */
const MAX_NAME_BYTES = 256;

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
 * Reads FileMetaData.
 * Throws a DamageError if it cannot be read, if another program wrote it, or if it is not as this program wrote it.
 * @param bytes from footerOffset to the end of the file
 * @param advice what to do with a file of another program, to end the message
 */
export function readFooter(bytes: Uint8Array, advice = ''): DealsFooter {
  if (schemaStart().some((byte, i) => byte !== bytes[i])) refuseForeign(bytes, advice);
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

/** Reads what determines the bytes of a row group; throws a DamageError if it cannot be one of deals. */
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
    if (id === 1) reader.list((i) => i === 0 && reader.struct(readColumn)); // it determines the other columns
    if (id === 3) deals = reader.integer();
  });
  if (deals < 1 || deals > ROW_GROUP_DEALS || (isConsecutive && max - min + 1 !== deals)) {
    throw new DamageError(`its footer says ${deals} deals in ${min}..${max} of a row group`);
  }
  return { deals, min, max, isConsecutive };
}

/** Reads a deal number from the bytes of an INT64; throws a DamageError for any other number. */
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

/** Throws a DamageError that names the offset at which the bytes differ from this footer. */
function checkSame(bytes: Uint8Array, groups: readonly RowGroup[], origin: Origin): void {
  let offset = 0;
  for (const piece of footer(groups, origin)) {
    let same = 0;
    while (same < piece.length && piece[same] === bytes[offset + same]) same++;
    if (same < piece.length)
      throw new DamageError(`its footer is damaged, ${bytes.length - offset - same} bytes before the end`);
    offset += piece.length;
  }
  if (offset < bytes.length)
    throw new DamageError(`its footer is damaged: ${bytes.length - offset} bytes are too many`);
}

/** Throws a DamageError: another program or an earlier version wrote the footer, or it is damaged. */
function refuseForeign(bytes: Uint8Array, advice: string): never {
  let createdBy = 'another program';
  let [hasSchema, hasBytePositions, isOwn] = [false, false, false];
  const reader = new StructReader(bytes);
  const readElement = (): void => {
    reader.struct((id) => {
      if (id === 6 && reader.integer() === UINT_8) hasBytePositions = true;
    });
  };
  reader.struct((id) => {
    if (id === 2) {
      hasSchema = true;
      reader.list(readElement);
    }
    if (id === 5) {
      readPairs(reader, (key) => {
        if (key === VERSION_KEY) isOwn = true;
      });
    }
    if (id === 6) createdBy = textOf(reader.binary().subarray(0, MAX_NAME_BYTES)).replace(/\p{Cc}/gu, ' ');
  });
  isOwn ||= createdBy.startsWith(CREATOR);
  if (isOwn && hasBytePositions) {
    throw new DamageError('it was written by 0.3.0 or earlier; generate it again');
  }
  if (isOwn) {
    throw new DamageError('its footer is damaged: the columns are not those of a file of deals');
  }
  if (!hasSchema) throw new DamageError('its footer cannot be read: it has no schema');
  throw new DamageError(`${createdBy} wrote it, and only this program's Parquet files are read${advice}`);
}
