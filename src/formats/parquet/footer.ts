// The footer of a Parquet file: the schema, where every column chunk lies, and what the file holds. It is written row
// group by row group, since the metadata of 105 columns takes some 6 KB for each.

import { crc32 } from '../../common/crc32.js';
import { CARD_COLUMNS, DEAL_COLUMN, POSITION_COLUMNS } from './columns.js';
import { concat, type IndexChunk } from './pages.js';
import { layOutIndices, layOutRowGroup, ROW_GROUP_DEALS, type RowGroup } from './row-group.js';
import {
  BYTE_ARRAY,
  DELTA_BINARY_PACKED,
  INT32,
  INT64,
  MAX_VARINT_BYTES,
  PLAIN,
  REQUIRED,
  RLE_DICTIONARY,
  structBytes,
  type ThriftStruct,
  UINT_8,
  UNCOMPRESSED,
  UTF8,
  varint,
  writeZigzag,
} from './thrift.js';

/** What a file begins and ends with: PAR1. */
export const MAGIC = Uint8Array.of(0x50, 0x41, 0x52, 0x31);

/** Version of the Parquet format: its encodings DELTA_BINARY_PACKED and RLE_DICTIONARY came with version 2. */
const FORMAT_VERSION = 2;

/** Where a file comes from, as it says itself. */
export interface Origin {
  version: string; // of the program that wrote it
  selection: string; // which deals these are
}

export const VERSION_KEY = 'freecell-deals.version';
export const SELECTION_KEY = 'freecell-deals.selection';
const CHECKSUM_KEY = 'freecell-deals.crc32';

/** SchemaElement of a required column. */
function schemaElement(name: string, type: number, convertedType?: number): ThriftStruct {
  return { field_1: type, field_3: REQUIRED, field_4: name, field_6: convertedType };
}

// A UINT_8 has no logical type: hyparquet-writer writes its bit width as an i32, Parquet has an i8, and DuckDB refuses it.
function schema(): ThriftStruct[] {
  const columns = [
    schemaElement(DEAL_COLUMN, INT64),
    ...CARD_COLUMNS.map((name) => schemaElement(name, BYTE_ARRAY, UTF8)),
    ...POSITION_COLUMNS.map((name) => schemaElement(name, INT32, UINT_8)),
  ];
  return [{ field_4: 'deals', field_5: columns.length }, ...columns];
}

/** A deal number as the statistics of an INT64 have it. */
function plainNumber(n: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n), true);
  return bytes;
}

/** What ends a struct, which the parts of one leave out until its last one. */
const STOP = 0;
/** The header of a field that is an i64, with an id that is 2 above that of the field before. */
const SECOND_NEXT_I64 = (2 << 4) | 6;

/** The offsets of pages and what stands around them, at most. */
const MAX_OFFSETS_BYTES = 2 * (1 + MAX_VARINT_BYTES) + 2;

/** ColumnMetaData up to the offsets of pages. */
function columnMetadata(name: string, type: number, encodings: number[], deals: number, bytes: number) {
  return {
    field_1: type,
    field_2: encodings,
    field_3: [name],
    field_4: UNCOMPRESSED,
    field_5: BigInt(deals),
    field_6: BigInt(bytes), // uncompressed
    field_7: BigInt(bytes),
  };
}

/** ColumnChunk. Nothing of a column's metadata stands outside the footer, which its file_offset 0 says. */
function columnChunk(metadata: ThriftStruct): Uint8Array {
  return structBytes({ field_2: 0n, field_3: metadata });
}

function dealColumn({ deals, min, max, isConsecutive }: RowGroup, bytes: number, offset: number): Uint8Array {
  const encoding = isConsecutive ? DELTA_BINARY_PACKED : PLAIN;
  return columnChunk({
    ...columnMetadata(DEAL_COLUMN, INT64, [encoding], deals, bytes),
    field_9: BigInt(offset), // of the data page
    field_12: { field_3: 0n /* nulls */, field_5: plainNumber(max), field_6: plainNumber(min) },
  });
}

/** A column of indices in all row groups with as many rows: only the offsets of its pages differ. */
interface IndexColumn {
  start: Uint8Array; // ColumnChunk up to them
  chunk: IndexChunk;
}

function indexColumns(deals: number): IndexColumn[] {
  const { card, position } = layOutIndices(deals);
  const columnOf = (name: string, type: number, chunk: IndexChunk): IndexColumn => {
    const metadata = columnMetadata(name, type, [PLAIN, RLE_DICTIONARY], deals, chunk.bytes);
    return { start: columnChunk(metadata).subarray(0, -[STOP, STOP].length), chunk };
  };
  return [
    ...CARD_COLUMNS.map((name) => columnOf(name, BYTE_ARRAY, card)),
    ...POSITION_COLUMNS.map((name) => columnOf(name, INT32, position)),
  ];
}

/** RowGroup of a row group whose first byte is at `offset` of the file. */
function rowGroupMetadata(group: RowGroup, columns: readonly IndexColumn[], offset: number): Uint8Array {
  const { deal, bytes } = layOutRowGroup(group);
  const start = concat(listHeader(1 + columns.length), dealColumn(group, deal.bytes, offset));
  // fields 2, 3, 5 and 6 after field 1
  const end = structBytes({
    field_1: BigInt(bytes),
    field_2: BigInt(group.deals),
    field_4: BigInt(offset),
    field_5: BigInt(bytes), // compressed
  });
  const maxColumnBytes = Math.max(...columns.map(({ start }) => start.length)) + MAX_OFFSETS_BYTES;
  const out = new Uint8Array(start.length + columns.length * maxColumnBytes + end.length);
  out.set(start);
  let size = start.length;
  let chunkOffset = offset + deal.bytes;
  for (const { start, chunk } of columns) {
    out.set(start, size);
    size += start.length;
    out[size++] = SECOND_NEXT_I64;
    size = writeZigzag(out, size, chunkOffset + chunk.dataPage);
    out[size++] = SECOND_NEXT_I64;
    size = writeZigzag(out, size, chunkOffset); // of the dictionary page
    out[size++] = STOP;
    out[size++] = STOP;
    chunkOffset += chunk.bytes;
  }
  out.set(end, size);
  return out.subarray(0, size + end.length);
}

/** CRC-32 of what the footer alone says, so that damage to it is found, too. */
function checksumOf({ version, selection }: Origin): string {
  return crc32(new TextEncoder().encode(`${version}\n${selection}`))
    .toString(16)
    .padStart(8, '0');
}

/** ColumnOrder of every column: that of its type, which min and max follow. */
const TYPE_ORDER: ThriftStruct = { field_1: {} };

/** FileMetaData up to its field 3, the number of rows: the same in all files. */
export function schemaStart(): Uint8Array {
  return structBytes({ field_1: FORMAT_VERSION, field_2: schema() }).subarray(0, -[STOP].length);
}

/**
 * The end of a file, part by part: FileMetaData, its length, PAR1. A struct can be written in parts, as the compact protocol
 * writes a field's id as the difference to the one before: fields 5..7 after field 4 are 1..3 after nothing.
 * @param groups the row groups of the file in order, the first of them behind the file's PAR1
 */
export function* footer(groups: readonly RowGroup[], origin: Origin): Generator<Uint8Array, void, void> {
  let bytes = 0;
  const counted = (part: Uint8Array): Uint8Array => {
    bytes += part.length;
    return part;
  };
  const deals = groups.reduce((sum, group) => sum + group.deals, 0);
  const elements = schema();
  const start = structBytes({ field_1: FORMAT_VERSION, field_2: elements, field_3: BigInt(deals) });
  yield counted(start.subarray(0, -[STOP].length));
  yield counted(listHeader(groups.length));
  let offset = MAGIC.length;
  const fullColumns = indexColumns(ROW_GROUP_DEALS);
  for (const group of groups) {
    const columns = group.deals === ROW_GROUP_DEALS ? fullColumns : indexColumns(group.deals);
    yield counted(rowGroupMetadata(group, columns, offset));
    offset += layOutRowGroup(group).bytes;
  }
  yield counted(
    structBytes({
      field_1: [
        { field_1: VERSION_KEY, field_2: origin.version },
        { field_1: SELECTION_KEY, field_2: origin.selection },
        { field_1: CHECKSUM_KEY, field_2: checksumOf(origin) },
      ],
      field_2: createdBy(origin),
      field_3: elements.slice(1).map(() => TYPE_ORDER),
    }),
  );
  const end = new Uint8Array(4 + MAGIC.length);
  new DataView(end.buffer).setUint32(0, bytes, true);
  end.set(MAGIC, 4);
  yield end;
}

/** Bytes of what footer() writes. */
export function footerBytes(groups: readonly RowGroup[], origin: Origin): number {
  let bytes = 0;
  for (const part of footer(groups, origin)) bytes += part.length;
  return bytes;
}

/** The header of a field that is a list of so many structs, with an id that is 1 above that of the field before. */
export function listHeader(size: number): Uint8Array {
  const [LIST, STRUCT, LONG] = [9, 12, 15];
  const field = (1 << 4) | LIST;
  if (size < LONG) return Uint8Array.of(field, (size << 4) | STRUCT);
  return Uint8Array.of(field, (LONG << 4) | STRUCT, ...varint(size));
}

/** The program that wrote a file as readers parse it: its name, "version", its version. */
export const CREATOR = 'freecell-deals version ';

function createdBy({ version }: Origin): string {
  return `${CREATOR}${version}`;
}
