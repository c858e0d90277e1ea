// Writes the footer of a Parquet file: the schema, where every column chunk lies, and what the file holds. It comes row
// group by row group, since the metadata of 105 columns takes some 5 KB for each.

import { crc32 } from '../../common/crc32.js';
import { CARD_COLUMNS, DEAL_COLUMN, POSITION_COLUMNS } from './columns.js';
import {
  BYTE_ARRAY,
  DELTA_BINARY_PACKED,
  INT32,
  INT64,
  PLAIN,
  REQUIRED,
  RLE_DICTIONARY,
  UINT_8,
  UNCOMPRESSED,
  UTF8,
} from './constants.js';
import { layOutRowGroup, type RowGroup } from './row-group.js';
import { StructWriter } from './thrift.js';

/** A file begins and ends with it: PAR1. */
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

/** The program that wrote a file as readers parse it: its name, "version", its version. */
export const CREATOR = 'freecell-deals version ';

function encodeNames(names: readonly string[]): Uint8Array[] {
  return names.map((name) => new TextEncoder().encode(name));
}

/** The names of columns as bytes, encoded once: every row group has them. */
const DEAL_NAME = new TextEncoder().encode(DEAL_COLUMN);
const CARD_NAMES = encodeNames(CARD_COLUMNS);
const POSITION_NAMES = encodeNames(POSITION_COLUMNS);

const COLUMN_COUNT = 1 + CARD_COLUMNS.length + POSITION_COLUMNS.length;

/** FileMetaData up to its field 2, the schema: the same in all files. */
function writeSchema(writer: StructWriter): void {
  // SchemaElement of a required column. A UINT_8 has no logical type: DuckDB refuses the one that hyparquet-writer makes.
  const writeColumn = (name: string, type: number, convertedType?: number): void =>
    writer.element(() => {
      writer.i32(1, type);
      writer.i32(3, REQUIRED);
      writer.string(4, name);
      if (convertedType !== undefined) writer.i32(6, convertedType);
    });
  writer.i32(1, FORMAT_VERSION);
  writer.structList(2, 1 + COLUMN_COUNT);
  writer.element(() => {
    writer.string(4, 'deals');
    writer.i32(5, COLUMN_COUNT);
  });
  writeColumn(DEAL_COLUMN, INT64);
  for (const name of CARD_COLUMNS) writeColumn(name, BYTE_ARRAY, UTF8);
  for (const name of POSITION_COLUMNS) writeColumn(name, INT32, UINT_8);
}

/** The bytes that every footer begins with. */
export function schemaStart(): Uint8Array {
  const writer = new StructWriter();
  writeSchema(writer);
  return writer.take();
}

/** A column chunk, but for where its pages are. */
interface Column {
  name: Uint8Array;
  type: number;
  encodings: number[];
  deals: number;
  bytes: number;
}

/** ColumnChunk. Nothing of a column's metadata stands outside the footer, which its file_offset 0 says. */
function writeColumnChunk(writer: StructWriter, column: Column, writePages: () => void): void {
  writer.element(() => {
    writer.i64(2, 0);
    writer.struct(3, () => {
      writer.i32(1, column.type);
      writer.i32List(2, column.encodings);
      writer.binaryList(3, [column.name]);
      writer.i32(4, UNCOMPRESSED);
      writer.i64(5, column.deals);
      writer.i64(6, column.bytes); // uncompressed
      writer.i64(7, column.bytes);
      writePages();
    });
  });
}

/** A deal number as the statistics of an INT64 have it. */
function plainNumber(n: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n), true);
  return bytes;
}

/** RowGroup of a row group whose first byte is at `offset` of the file. */
function writeRowGroup(writer: StructWriter, group: RowGroup, offset: number): void {
  const { deals, min, max, isConsecutive } = group;
  const { deal, card, position, bytes } = layOutRowGroup(group);
  writer.element(() => {
    writer.structList(1, COLUMN_COUNT);
    const encodings = [isConsecutive ? DELTA_BINARY_PACKED : PLAIN];
    const column = { name: DEAL_NAME, type: INT64, encodings, deals, bytes: deal.bytes };
    writeColumnChunk(writer, column, () => {
      writer.i64(9, offset); // of the data page
      writer.struct(12, () => {
        writer.i64(3, 0); // nulls
        writer.binary(5, plainNumber(max));
        writer.binary(6, plainNumber(min));
      });
    });
    let chunkOffset = offset + deal.bytes;
    for (const { names, type, chunk } of [
      { names: CARD_NAMES, type: BYTE_ARRAY, chunk: card },
      { names: POSITION_NAMES, type: INT32, chunk: position },
    ]) {
      for (const name of names) {
        const column = { name, type, encodings: [PLAIN, RLE_DICTIONARY], deals, bytes: chunk.bytes };
        writeColumnChunk(writer, column, () => {
          writer.i64(9, chunkOffset + chunk.dataPage);
          writer.i64(11, chunkOffset); // of the dictionary page
        });
        chunkOffset += chunk.bytes;
      }
    }
    writer.i64(2, bytes);
    writer.i64(3, deals);
    writer.i64(5, offset);
    writer.i64(6, bytes); // compressed
  });
}

/** CRC-32 of what the footer alone says, so that damage to it is found, too. */
function checksumOf({ version, selection }: Origin): string {
  return crc32(new TextEncoder().encode(`${version}\n${selection}`))
    .toString(16)
    .padStart(8, '0');
}

/** FileMetaData behind the row groups. */
function writeOrigin(writer: StructWriter, origin: Origin): void {
  const pairs = [
    [VERSION_KEY, origin.version],
    [SELECTION_KEY, origin.selection],
    [CHECKSUM_KEY, checksumOf(origin)],
  ];
  writer.structList(5, pairs.length);
  for (const [key, value] of pairs) {
    writer.element(() => {
      writer.string(1, key);
      writer.string(2, value);
    });
  }
  writer.string(6, CREATOR + origin.version);
  // ColumnOrder of every column: that of its type, which min and max follow
  writer.structList(7, COLUMN_COUNT);
  for (let i = 0; i < COLUMN_COUNT; i++) writer.element(() => writer.struct(1, () => {}));
  writer.end();
}

/**
 * The end of a file, part by part: FileMetaData, its length, PAR1.
 * @param groups the row groups of the file in order, the first of them behind the file's PAR1
 */
export function* footer(groups: readonly RowGroup[], origin: Origin): Generator<Uint8Array, void, void> {
  const writer = new StructWriter();
  let bytes = 0;
  const take = (): Uint8Array => {
    const part = writer.take();
    bytes += part.length;
    return part;
  };
  writeSchema(writer);
  writer.i64(
    3,
    groups.reduce((sum, group) => sum + group.deals, 0),
  );
  writer.structList(4, groups.length);
  let offset = MAGIC.length;
  for (const group of groups) {
    writeRowGroup(writer, group, offset);
    offset += layOutRowGroup(group).bytes;
    yield take();
  }
  writeOrigin(writer, origin);
  yield take();
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
