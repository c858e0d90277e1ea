// Writes the footer of a Parquet file: the schema, the offset of every column chunk, and what the file holds. It
// writes the metadata row group by row group, because that of 106 columns takes about 5 KB per row group.

import { crc32 } from '../../common/crc32.js';
import { type Column, DEAL_COLUMNS } from '../../game/columns.js';
import { CompressionCodec, ConvertedType, Encoding, FieldRepetitionType, Type } from './pages.js';
import { layOutRowGroup, type RowGroup, type RowGroupLayout } from './row-group.js';
import { fieldBytes, LIST, listHeader, STOP, STRUCT, type Struct, structBytes } from './thrift.js';

export const MAGIC = Uint8Array.of(0x50, 0x41, 0x52, 0x31); // PAR1, with which a file begins and ends

export const TRAILER_BYTES = 4 + MAGIC.length; // size of what follows FileMetaData: its length, and PAR1

/** Version of the Parquet format: its encodings DELTA_BINARY_PACKED and RLE_DICTIONARY came with version 2. */
const FORMAT_VERSION = 2;

/** The origin of a file, according to its footer. */
export interface Origin {
  version: string; // of the program that wrote it
  selection: string; // which deals these are
}

const VERSION_KEY = 'freecell-deals.version';
const SELECTION_KEY = 'freecell-deals.selection';
const CHECKSUM_KEY = 'freecell-deals.crc32';

/** The start of created_by, which readers parse as a name, "version", and a version. */
const CREATOR = 'freecell-deals version ';

const DICTIONARY_ENCODINGS = [Encoding.PLAIN, Encoding.RLE_DICTIONARY];

/** How Parquet stores the columns of a kind, with the metadata of such a column in a row group. */
const STORAGE: Record<Column['kind'], Storage> = {
  deal: {
    type: Type.INT64,
    encodings: ({ isConsecutive }) => [isConsecutive ? Encoding.DELTA_BINARY_PACKED : Encoding.PLAIN],
    statistics: ({ min, max }) => statistics(0, 8, min, max),
  },
  cells: {
    type: Type.INT32,
    isOptional: true,
    encodings: () => [Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY],
    statistics: ({ deals, cells: { known, min, max } }) =>
      known === 0 ? { 3: BigInt(deals) } : statistics(deals - known, 4, min, max),
  },
  card: { type: Type.BYTE_ARRAY, convertedType: ConvertedType.UTF8, encodings: () => DICTIONARY_ENCODINGS },
  position: { type: Type.INT32, encodings: () => DICTIONARY_ENCODINGS },
};

interface Storage {
  type: number;
  convertedType?: number;
  isOptional?: boolean;
  encodings(group: RowGroup): number[];
  statistics?(group: RowGroup): Struct;
}

/** Returns the bytes with which every footer begins: FileMetaData up to its field 2, the schema. */
export function schemaStart(): Uint8Array {
  const elements = DEAL_COLUMNS.map(({ name, kind }) => {
    const { type, convertedType, isOptional = false } = STORAGE[kind];
    const { OPTIONAL, REQUIRED } = FieldRepetitionType;
    return { 1: type, 3: isOptional ? OPTIONAL : REQUIRED, 4: name, 6: convertedType };
  });
  const schema = [{ 4: 'deals', 5: elements.length }, ...elements];
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
function rowGroupStruct(group: RowGroup, layout: RowGroupLayout, offset: number): Struct {
  const deals = BigInt(group.deals);
  const columns = layout.chunks.map(({ column, dataPage, bytes, ...chunk }) => {
    const { type, encodings, statistics } = STORAGE[column.kind];
    const start = offset + chunk.offset;
    const metadata = {
      1: type,
      2: encodings(group),
      3: [column.name],
      4: CompressionCodec.UNCOMPRESSED,
      5: deals,
      6: BigInt(bytes), // uncompressed
      7: BigInt(bytes),
      9: BigInt(start + dataPage),
      11: dataPage > 0 ? BigInt(start) : undefined, // of the dictionary page
      12: statistics?.(group),
    };
    return { 2: 0n, 3: metadata }; // file_offset 0: the footer has all metadata of the column
  });
  const bytes = BigInt(layout.bytes);
  return { 1: columns, 2: bytes, 3: deals, 5: BigInt(offset), 6: bytes };
}

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
    7: DEAL_COLUMNS.map(() => ({ 1: {} })), // ColumnOrder: that of the column's type, which min and max follow
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

export function originBytes(origin: Origin): Uint8Array {
  return new Uint8Array([...fieldBytes(originFields(origin), 4), STOP]);
}

function trailer(bytes: number): Uint8Array {
  const end = new Uint8Array(TRAILER_BYTES);
  new DataView(end.buffer).setUint32(0, bytes, true);
  end.set(MAGIC, 4);
  return end;
}

/** Yields the end of a file, whose row groups follow its PAR1: FileMetaData by row groups, its length, PAR1. */
export function* footer(groups: readonly RowGroup[], origin: Origin): Generator<Uint8Array, void, void> {
  const deals = groups.reduce((sum, group) => sum + group.deals, 0);
  const start = new Uint8Array([...schemaStart(), ...groupsStart(deals, groups.length)]);
  yield start;
  let [offset, bytes] = [MAGIC.length, start.length];
  for (const group of groups) {
    const layout = layOutRowGroup(group);
    const metadata = groupBytes(group, layout, offset);
    yield metadata;
    offset += layout.bytes;
    bytes += metadata.length;
  }
  const end = originBytes(origin);
  yield end;
  yield trailer(bytes + end.length);
}
