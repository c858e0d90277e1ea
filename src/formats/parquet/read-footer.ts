// Reads the footer of a Parquet file. Nothing in it is trusted: it tells the number of deals and, per row group,
// whether they are consecutive and between which numbers. The footer is made again from these facts, and every byte
// must be the same.

import { DamageError } from '../../common/errors.js';
import { type Column, DEAL_COLUMNS } from '../../game/columns.js';
import { isDealNumber } from '../../game/deal-numbers.js';
import {
  groupBytes,
  groupsStart,
  MAGIC,
  type Origin,
  originBytes,
  schemaStart,
  TRAILER_BYTES,
} from './footer.js';
import { Encoding } from './pages.js';
import { layOutRowGroup, ROW_GROUP_DEALS, type RowGroup } from './row-group.js';
import { type Read, readStruct } from './thrift.js';

const MAX_FOOTER_BYTES = 512 * 1024 * 1024; // more than the footer of all deals, which takes 357 MB

export interface DealsFooter {
  origin: Origin;
  groups: RowGroup[];
  deals: number;
}

/** Returns the offset of FileMetaData, from the last 8 bytes of a file; throws a DamageError if it has none. */
export function footerOffset(trailer: Uint8Array, size: number): number {
  if (size < MAGIC.length + TRAILER_BYTES || trailer.length < TRAILER_BYTES)
    throw new DamageError(`it has ${size} bytes, fewer than an empty Parquet file`);
  if (MAGIC.some((byte, i) => trailer[4 + i] !== byte))
    throw new DamageError('it does not end as a Parquet file does: it is cut off or damaged, or is not one');
  const bytes = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true);
  const offset = size - TRAILER_BYTES - bytes;
  if (offset >= MAGIC.length && bytes <= MAX_FOOTER_BYTES) return offset;
  const most = Math.min(size - TRAILER_BYTES - MAGIC.length, MAX_FOOTER_BYTES);
  throw new DamageError(`its footer claims ${bytes} bytes; expected at most ${most}`);
}

/** Reads the bytes of FileMetaData; throws a DamageError unless they are as this program writes them. */
export function readFooter(bytes: Uint8Array): DealsFooter {
  const schema = schemaStart();
  if (schema.some((byte, i) => byte !== bytes[i])) {
    throw new DamageError(
      'its columns are not those of a file of deals: it is damaged, or another program wrote it; ' +
        'write its deal numbers as CSV there',
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
  const deals = integer(readStruct(bytes, at, 2), 3);
  expect(groupsStart(deals, Math.ceil(deals / ROW_GROUP_DEALS)));
  const groups: RowGroup[] = [];
  let offset = MAGIC.length; // of the row group in the file
  for (let left = deals; left > 0; left -= ROW_GROUP_DEALS) {
    const group = readRowGroup(readStruct(bytes, at), Math.min(left, ROW_GROUP_DEALS));
    check(isDealNumber(group.min) && isDealNumber(group.max) && group.cells.known >= 0);
    const layout = layOutRowGroup(group);
    expect(groupBytes(group, layout, offset));
    groups.push(group);
    offset += layout.bytes;
  }
  const end = readStruct(bytes, at, 4);
  const text = (entry: number) => new TextDecoder().decode(binary(end, 5, entry, 2));
  const origin = { version: text(0), selection: text(1) };
  expect(originBytes(origin));
  check(at === bytes.length);
  return { origin, groups, deals };
}

/** Follows the ids of fields and the indexes in lists to a value. */
function valueAt(value: Read, path: number[]): Read | undefined {
  return path.reduce<Read | undefined>((found, step) => (found as Exclude<Read, number>)?.[step], value);
}

function integer(value: Read, ...path: number[]): number {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : 0;
}

function binary(value: Read, ...path: number[]): Uint8Array {
  const found = valueAt(value, path);
  return found instanceof Uint8Array ? found : new Uint8Array(0);
}

/** Reads the facts about a row group, by the ids of parquet.thrift. Its numbers may be no deals'. */
function readRowGroup(rowGroup: Read, deals: number): RowGroup {
  const metadataOf = (kind: Column['kind']) => [1, DEAL_COLUMNS.findIndex((each) => each.kind === kind), 3];
  const [deal, cells] = [metadataOf('deal'), metadataOf('cells')];
  /** A value of Statistics: an integer of 0 or more, the lowest byte first, rounded from 2^53 on. */
  const statistic = (...path: number[]) =>
    // damage can make it longer than the 8 bytes of an INT64, and its number then Infinity
    binary(rowGroup, ...path)
      .subarray(0, 8)
      .reduceRight((n, byte) => n * 256 + byte, 0);
  const min = statistic(...deal, 12, 6);
  const isConsecutive = integer(rowGroup, ...deal, 2, 0) === Encoding.DELTA_BINARY_PACKED;
  return {
    deals,
    min,
    max: isConsecutive ? min + deals - 1 : statistic(...deal, 12, 5),
    isConsecutive,
    cells: {
      known: deals - integer(rowGroup, ...cells, 12, 3),
      min: statistic(...cells, 12, 6),
      max: statistic(...cells, 12, 5),
    },
  };
}
