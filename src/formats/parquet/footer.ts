// The footer of a Parquet file: the schema, where every column chunk lies, and what the file holds. It is written row
// group by row group, since the metadata of 105 columns takes some 6 KB for each.

import { crc32 } from '../../common/crc32.js';
import { CARD_COLUMNS, DEAL_COLUMN, POSITION_COLUMNS } from './columns.js';
import type { IndexChunk } from './pages.js';
import { layOutRowGroup, type RowGroup } from './row-group.js';
import {
  BYTE_ARRAY,
  DELTA_BINARY_PACKED,
  INT32,
  INT64,
  PLAIN,
  REQUIRED,
  RLE_DICTIONARY,
  structBytes,
  type ThriftStruct,
  UINT_8,
  UNCOMPRESSED,
  UTF8,
  varint,
} from './thrift.js';

/** What a file begins and ends with: PAR1. */
export const MAGIC = Uint8Array.of(0x50, 0x41, 0x52, 0x31);

/** Version of the Parquet format: its encodings DELTA_BINARY_PACKED and RLE_DICTIONARY came with version 2. */
const FORMAT_VERSION = 2;

/** What a file says about itself. */
export interface Origin {
  version: string; // of the program that wrote it
  selection: string; // which deals these are
}

export const VERSION_KEY = 'freecell-deals.version';
export const SELECTION_KEY = 'freecell-deals.selection';
export const CHECKSUM_KEY = 'freecell-deals.crc32';

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

/** ColumnChunk. Nothing of a column's metadata is written outside the footer, which its file_offset 0 says. */
function columnChunk(metadata: ThriftStruct): ThriftStruct {
  return { field_2: 0n, field_3: metadata };
}

function dealColumn(
  { deals, min, max, isConsecutive }: RowGroup,
  offset: number,
  bytes: number,
): ThriftStruct {
  return columnChunk({
    field_1: INT64,
    field_2: [isConsecutive ? DELTA_BINARY_PACKED : PLAIN],
    field_3: [DEAL_COLUMN],
    field_4: UNCOMPRESSED,
    field_5: BigInt(deals),
    field_6: BigInt(bytes), // uncompressed
    field_7: BigInt(bytes),
    field_9: BigInt(offset), // of the data page
    field_12: { field_3: 0n /* nulls */, field_5: plainNumber(max), field_6: plainNumber(min) },
  });
}

function indexColumn(
  name: string,
  type: number,
  deals: number,
  chunk: IndexChunk,
  offset: number,
): ThriftStruct {
  return columnChunk({
    field_1: type,
    field_2: [PLAIN, RLE_DICTIONARY],
    field_3: [name],
    field_4: UNCOMPRESSED,
    field_5: BigInt(deals),
    field_6: BigInt(chunk.bytes), // uncompressed
    field_7: BigInt(chunk.bytes),
    field_9: BigInt(offset + chunk.dataPage),
    field_11: BigInt(offset), // of the dictionary page
  });
}

/** RowGroup of a row group whose first byte is at `offset` of the file. */
function rowGroupMetadata(group: RowGroup, offset: number): Uint8Array {
  const { dealBytes, card, position, bytes } = layOutRowGroup(group);
  const cards = offset + dealBytes;
  const positions = cards + CARD_COLUMNS.length * card.bytes;
  return structBytes({
    field_1: [
      dealColumn(group, offset, dealBytes),
      ...CARD_COLUMNS.map((name, i) =>
        indexColumn(name, BYTE_ARRAY, group.deals, card, cards + i * card.bytes),
      ),
      ...POSITION_COLUMNS.map((name, i) =>
        indexColumn(name, INT32, group.deals, position, positions + i * position.bytes),
      ),
    ],
    field_2: BigInt(bytes),
    field_3: BigInt(group.deals),
    field_5: BigInt(offset),
    field_6: BigInt(bytes), // compressed
  });
}

/** CRC-32 of what the footer alone says, so that damage to it is found, too. */
export function checksumOf({ version, selection }: Origin): string {
  return crc32(new TextEncoder().encode(`${version}\n${selection}`))
    .toString(16)
    .padStart(8, '0');
}

/** ColumnOrder of every column: that of its type, which min and max follow. */
const TYPE_ORDER: ThriftStruct = { field_1: {} };

/**
 * The end of a file, part by part: FileMetaData, its length, PAR1.
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
  // A struct in parts: its fields 1..3 without the stop byte; field 4, a list, by hand; then fields 5..7. The compact
  // protocol writes an id as the difference to the one before, so these are written as 1..3.
  const start = structBytes({ field_1: FORMAT_VERSION, field_2: elements, field_3: BigInt(deals) });
  yield counted(start.subarray(0, -1));
  yield counted(listHeader(groups.length));
  let offset = MAGIC.length;
  for (const group of groups) {
    yield counted(rowGroupMetadata(group, offset));
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

/** The header of a field that follows the one before it, a list of so many structs. */
function listHeader(size: number): Uint8Array {
  const [NEXT_FIELD, LIST, STRUCT, LONG] = [1 << 4, 9, 12, 15];
  const list = NEXT_FIELD | LIST;
  return size < LONG
    ? Uint8Array.of(list, (size << 4) | STRUCT)
    : Uint8Array.of(list, (LONG << 4) | STRUCT, ...varint(size));
}

/** As readers parse it: application, "version", version. */
export function createdBy({ version }: Origin): string {
  return `freecell-deals version ${version}`;
}
