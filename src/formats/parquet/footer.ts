// Writes the footer of a Parquet file: the schema, the offset of every column chunk, and what the file holds. It writes the
// metadata row group by row group, because that of 106 columns takes about 5 KB per row group.

import { crc32 } from '../../common/crc32.js';
import { type Column, DEAL_COLUMNS } from '../../game/columns.js';
import { latin1Bytes } from '../lines.js';
import { CompressionCodec, ConvertedType, Encoding, FieldRepetitionType, Type } from './pages.js';
import { layOutRowGroup, type RowGroup, type RowGroupLayout } from './row-group.js';
import { fieldBytes, LIST, listHeader, STOP, STRUCT, type Struct, structBytes } from './thrift.js';

/** PAR1, with which a file begins and ends. */
export const MAGIC = Uint8Array.of(0x50, 0x41, 0x52, 0x31);

/** Size of what follows FileMetaData: its length, and PAR1. */
export const TRAILER_BYTES = 4 + MAGIC.length;

/** Version of the Parquet format: its encodings DELTA_BINARY_PACKED and RLE_DICTIONARY came with version 2. */
const FORMAT_VERSION = 2;

/** The origin of a file, according to its footer. */
export interface Origin {
  version: string; // of the program that wrote it
  selection: string; // which deals these are
}

export const VERSION_KEY = 'freecell-deals.version';
export const SELECTION_KEY = 'freecell-deals.selection';
const CHECKSUM_KEY = 'freecell-deals.crc32';

/** The start of created_by, which readers parse as a name, "version", and a version. */
const CREATOR = 'freecell-deals version ';

/** How Parquet stores the columns of a kind. */
const STORAGE: Record<Column['kind'], { type: number; convertedType?: number }> = {
  deal: { type: Type.INT64 },
  cells: { type: Type.INT32 },
  card: { type: Type.BYTE_ARRAY, convertedType: ConvertedType.UTF8 },
  position: { type: Type.INT32 },
};

/** The columns as a footer names them; the names are encoded once, because every row group has them. */
const COLUMNS = DEAL_COLUMNS.map(({ name, kind }) => ({
  name: latin1Bytes(name),
  kind,
  ...STORAGE[kind],
}));

/** Returns the bytes with which every footer begins: FileMetaData up to its field 2, the schema. */
export function schemaStart(): Uint8Array {
  const elements = COLUMNS.map(({ name, kind, type, convertedType }) => {
    return {
      1: type,
      3: kind === 'cells' ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED,
      4: name,
      6: convertedType,
    };
  });
  const schema = [{ 4: 'deals', 5: COLUMNS.length }, ...elements];
  return new Uint8Array(fieldBytes({ 1: FORMAT_VERSION, 2: schema }));
}

/** Makes the Statistics of integers of `size` bytes. */
function statistics(nulls: number, size: number, min: number, max: number): Struct {
  const [least, most] = [min, max].map((n) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(n), true);
    return bytes.subarray(0, size);
  });
  return { 3: BigInt(nulls), 5: most, 6: least };
}

/** Makes the RowGroup of a row group whose first byte is at `offset` of the file. */
function rowGroupStruct(
  { deals, min, max, isConsecutive, cells: { known, ...cells } }: RowGroup,
  layout: RowGroupLayout,
  offset: number,
): Struct {
  const encodings: Partial<Record<Column['kind'], number[]>> = {
    deal: [isConsecutive ? Encoding.DELTA_BINARY_PACKED : Encoding.PLAIN],
    cells: [Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY],
  };
  const facts: Partial<Record<Column['kind'], Struct>> = {
    deal: statistics(0, 8, min, max),
    cells: known === 0 ? { 3: BigInt(deals) } : statistics(deals - known, 4, cells.min, cells.max),
  };
  let next = offset;
  const columns = COLUMNS.map(({ name, kind, type }) => {
    const chunk = layout[kind];
    const start = next;
    next += chunk.bytes;
    const metadata = {
      1: type,
      2: encodings[kind] ?? [Encoding.PLAIN, Encoding.RLE_DICTIONARY],
      3: [name],
      4: CompressionCodec.UNCOMPRESSED,
      5: BigInt(deals),
      6: BigInt(chunk.bytes), // uncompressed
      7: BigInt(chunk.bytes),
      9: BigInt('dataPage' in chunk ? start + chunk.dataPage : start),
      11: 'dataPage' in chunk ? BigInt(start) : undefined, // of the dictionary page
      12: facts[kind],
    };
    return { 2: 0n, 3: metadata }; // file_offset 0: the footer has all metadata of the column
  });
  const bytes = BigInt(layout.bytes);
  return { 1: columns, 2: bytes, 3: BigInt(deals), 5: BigInt(offset), 6: bytes };
}

/** Returns the fields of FileMetaData after the row groups. */
function originFields({ version, selection }: Origin): Struct {
  // of what is nowhere else in the file, so that damage to it is found
  const crc = crc32(new TextEncoder().encode(`${version}\n${selection}`));
  return {
    5: [
      { 1: VERSION_KEY, 2: version },
      { 1: SELECTION_KEY, 2: selection },
      { 1: CHECKSUM_KEY, 2: crc.toString(16).padStart(8, '0') },
    ],
    6: CREATOR + version,
    7: COLUMNS.map(() => ({ 1: {} })), // ColumnOrder: that of the column's type, which min and max follow
  };
}

/** Returns the bytes between the schema and the first row group. */
export function groupsStart(deals: number, groups: number): number[] {
  const list = (1 << 4) | LIST; // field 4, the row groups
  return [...fieldBytes({ 3: BigInt(deals) }, 2), list, ...listHeader(STRUCT, groups)];
}

/** Returns the metadata of a row group whose first byte is at `offset` of the file. */
export function groupBytes(group: RowGroup, layout: RowGroupLayout, offset: number): Uint8Array {
  return new Uint8Array(structBytes(rowGroupStruct(group, layout, offset)));
}

/** Returns the end of FileMetaData, after the row groups. */
export function originBytes(origin: Origin): Uint8Array {
  return new Uint8Array([...fieldBytes(originFields(origin), 4), STOP]);
}

/** Returns the end of a file: the length of FileMetaData, and PAR1. */
function trailer(bytes: number): Uint8Array {
  const end = new Uint8Array(TRAILER_BYTES);
  new DataView(end.buffer).setUint32(0, bytes, true);
  end.set(MAGIC, 4);
  return end;
}

/**
 * Yields the end of a file in pieces: FileMetaData, its length, PAR1.
 * @param groups the row groups of the file in order; the first row group follows the file's PAR1
 */
export function* footer(groups: readonly RowGroup[], origin: Origin): Generator<Uint8Array, void, void> {
  const deals = groups.reduce((sum, group) => sum + group.deals, 0);
  const start = new Uint8Array([...schemaStart(), ...groupsStart(deals, groups.length)]);
  yield start;
  let [offset, bytes] = [MAGIC.length, start.length];
  for (const group of groups) {
    const layout = layOutRowGroup(group);
    const piece = groupBytes(group, layout, offset);
    yield piece;
    offset += layout.bytes;
    bytes += piece.length;
  }
  const end = originBytes(origin);
  yield end;
  yield trailer(bytes + end.length);
}
