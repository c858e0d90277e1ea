// Writes the footer of a Parquet file: the schema, the offset of every column chunk, and what the file holds. It writes the
// metadata row group by row group, because that of 105 columns takes about 5 KB per row group.

import { crc32 } from '../../common/crc32.js';
import { type Column, DEAL_COLUMNS } from '../../game/columns.js';
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

/** PAR1, with which a file begins and ends. */
export const MAGIC = Uint8Array.of(0x50, 0x41, 0x52, 0x31);

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
export const CREATOR = 'freecell-deals version ';

/** How Parquet stores the columns of a kind. */
const STORAGE: Record<Column['kind'], { type: number; convertedType?: number }> = {
  deal: { type: INT64 },
  card: { type: BYTE_ARRAY, convertedType: UTF8 },
  position: { type: INT32, convertedType: UINT_8 },
};

/** The columns as a footer names them; the names are encoded once, because every row group has them. */
const COLUMNS = DEAL_COLUMNS.map(({ name, kind }) => ({
  name: new TextEncoder().encode(name),
  kind,
  ...STORAGE[kind],
}));

/** Writes FileMetaData up to its field 2, the schema, which is the same in all files. */
function writeSchema(writer: StructWriter): void {
  writer.i32(1, FORMAT_VERSION);
  writer.structList(2, 1 + COLUMNS.length);
  writer.element(() => {
    writer.string(4, 'deals');
    writer.i32(5, COLUMNS.length);
  });
  // a UINT_8 has no logical type: DuckDB refuses the one that hyparquet-writer makes
  for (const { name, type, convertedType } of COLUMNS) {
    writer.element(() => {
      writer.i32(1, type);
      writer.i32(3, REQUIRED);
      writer.binary(4, name);
      if (convertedType !== undefined) writer.i32(6, convertedType);
    });
  }
}

/** Returns the bytes with which every footer begins. */
export function schemaStart(): Uint8Array {
  const writer = new StructWriter();
  writeSchema(writer);
  return writer.take();
}

/** Returns a deal number as the statistics of an INT64 hold it. */
function plainNumber(n: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n), true);
  return bytes;
}

/** Writes the RowGroup of a row group whose first byte is at `offset` of the file. */
function writeRowGroup(writer: StructWriter, group: RowGroup, offset: number): void {
  const { deals, min, max, isConsecutive } = group;
  const layout = layOutRowGroup(group);
  writer.element(() => {
    writer.structList(1, COLUMNS.length);
    let chunkOffset = offset;
    for (const { name, kind, type } of COLUMNS) {
      const chunk = layout[kind];
      const dealEncoding = isConsecutive ? DELTA_BINARY_PACKED : PLAIN;
      // ColumnChunk; its file_offset 0 says that all metadata of the column is in the footer
      writer.element(() => {
        writer.i64(2, 0);
        writer.struct(3, () => {
          writer.i32(1, type);
          writer.i32List(2, kind === 'deal' ? [dealEncoding] : [PLAIN, RLE_DICTIONARY]);
          writer.binaryList(3, [name]);
          writer.i32(4, UNCOMPRESSED);
          writer.i64(5, deals);
          writer.i64(6, chunk.bytes); // uncompressed
          writer.i64(7, chunk.bytes);
          if ('dataPage' in chunk) {
            writer.i64(9, chunkOffset + chunk.dataPage);
            writer.i64(11, chunkOffset); // of the dictionary page
            return;
          }
          writer.i64(9, chunkOffset); // of the data page
          writer.struct(12, () => {
            writer.i64(3, 0); // nulls
            writer.binary(5, plainNumber(max));
            writer.binary(6, plainNumber(min));
          });
        });
      });
      chunkOffset += chunk.bytes;
    }
    writer.i64(2, layout.bytes);
    writer.i64(3, deals);
    writer.i64(5, offset);
    writer.i64(6, layout.bytes); // compressed
  });
}

/** Returns the CRC-32 of the origin, which is nowhere else in the file, so that damage to it is found. */
function checksumOf({ version, selection }: Origin): string {
  return crc32(new TextEncoder().encode(`${version}\n${selection}`))
    .toString(16)
    .padStart(8, '0');
}

/** Writes FileMetaData after the row groups. */
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
  writer.structList(7, COLUMNS.length);
  for (let i = 0; i < COLUMNS.length; i++) writer.element(() => writer.struct(1, () => {}));
  writer.end();
}

/**
 * Yields the end of a file in pieces: FileMetaData, its length, PAR1.
 * @param groups the row groups of the file in order; the first row group follows the file's PAR1
 */
export function* footer(groups: readonly RowGroup[], origin: Origin): Generator<Uint8Array, void, void> {
  const writer = new StructWriter();
  let bytes = 0;
  const take = (): Uint8Array => {
    const piece = writer.take();
    bytes += piece.length;
    return piece;
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

/** Returns the number of bytes that footer() yields. */
export function footerBytes(groups: readonly RowGroup[], origin: Origin): number {
  let bytes = 0;
  for (const piece of footer(groups, origin)) bytes += piece.length;
  return bytes;
}
