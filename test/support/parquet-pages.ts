// Decodes the pages of a Parquet file, from the specification alone: apache/parquet-format, README.md and Encodings.md. Other
// readers stop at the last value; this one throws unless each page, and each column chunk, ends right after it.

import { type ColumnMetaData, parquetMetadata } from 'hyparquet';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';

type Value = bigint | number | string | undefined;

/** Reads bytes one after another, and requires that all of them are read. */
class Cursor {
  at = 0;
  constructor(readonly bytes: Buffer) {}

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new Error(`${length} bytes at ${this.at} are not there`);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  varint(): bigint {
    for (let n = 0n, shift = 0n; ; shift += 7n) {
      const [byte] = this.take(1);
      n |= BigInt(byte & 127) << shift;
      if (byte < 128) return n;
    }
  }

  end(what: string): void {
    const after = this.bytes.length - this.at;
    if (after > 0) throw new Error(`${after} bytes after the last value of ${what}`);
  }
}

/** The hybrid of runs and packed values: `count` values of `bits` bits, and not a group of eight more. */
function decodeHybrid(cursor: Cursor, bits: number, count: number): Uint8Array {
  const values = new Uint8Array(count);
  let done = 0;
  if (count === 0 && cursor.varint() !== 1n) throw new Error('a run of no values has a group');
  while (done < count) {
    const header = Number(cursor.varint());
    if (header % 2 === 0) {
      const [value] = cursor.take(Math.ceil(bits / 8));
      values.fill(value, done, done + (header >> 1));
      done += header >> 1;
      if (done > count) throw new Error('a run goes on after the last value');
      continue;
    }
    const packed = cursor.take((header >> 1) * bits);
    const missing = count - done;
    if ((header >> 1) * 8 >= missing + 8) throw new Error('more groups than values');
    const { length } = values.subarray(done, done + (header >> 1) * 8);
    for (let i = 0; i < length; i++) {
      const byte = (i * bits) >> 3; // the byte after the last one is undefined, and shifts to 0
      values[done++] = ((packed[byte] | (packed[byte + 1] << 8)) >> ((i * bits) & 7)) & ((1 << bits) - 1);
    }
  }
  return values;
}

/** DELTA_BINARY_PACKED, of blocks whose differences take 0 bits. */
function decodeDeltas(cursor: Cursor, count: number): bigint[] {
  const [block, miniblocks, total] = [cursor.varint(), cursor.varint(), cursor.varint()];
  const unzigzag = (n: bigint) => (n >> 1n) ^ -(n & 1n);
  const values = [unzigzag(cursor.varint())];
  if (Number(total) !== count) throw new Error(`${total} numbers of ${count}`);
  while (values.length < count) {
    const difference = unzigzag(cursor.varint());
    if (cursor.take(Number(miniblocks)).some((bits) => bits > 0)) throw new Error('not consecutive');
    for (let i = 0n; i < block && values.length < count; i++)
      values.push((values.at(-1) as bigint) + difference);
  }
  return values;
}

function decodePlain(cursor: Cursor, type: string, count: number): Value[] {
  return Array.from({ length: count }, () => {
    if (type === 'INT64') return cursor.take(8).readBigInt64LE();
    const n = cursor.take(4).readInt32LE();
    return type === 'INT32' ? n : cursor.take(n).toString();
  });
}

/** The values of a column chunk, from its pages. */
function decodeChunk(chunk: Buffer, { type, num_values }: ColumnMetaData, isOptional: boolean): Value[] {
  const pages = new Cursor(chunk);
  let dictionary: Value[] = [];
  for (;;) {
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    const reader = { view, offset: pages.at };
    const header = deserializeTCompactProtocol(reader);
    pages.at = reader.offset;
    const page = new Cursor(pages.take(header.field_3));
    if (header.field_1 === 2) {
      dictionary = decodePlain(page, type, header.field_7.field_1);
      page.end('a dictionary');
      continue;
    }
    const { field_1: rows, field_2: encoding } = header.field_5;
    if (BigInt(rows) !== num_values) throw new Error(`${rows} rows of ${num_values}`);
    let levels = new Uint8Array(rows).fill(1);
    if (isOptional) {
      const packed = new Cursor(page.take(page.take(4).readUInt32LE()));
      levels = decodeHybrid(packed, 1, rows);
      packed.end('the levels');
    }
    const known = levels.filter((level) => level === 1).length;
    let values: Value[];
    if (encoding === 8) {
      const [bits] = page.take(1);
      values = Array.from(decodeHybrid(page, bits, known), (index) => dictionary[index]);
    } else values = encoding === 5 ? decodeDeltas(page, known) : decodePlain(page, type, known);
    page.end('a page');
    pages.end('a column chunk');
    let next = 0;
    return isOptional ? Array.from(levels, (level) => (level === 1 ? values[next++] : undefined)) : values;
  }
}

/** The columns of each row group by name; the row groups and their column chunks follow one another without a gap. */
export function decodeParquet(file: Buffer): Map<string, Value[]>[] {
  const { buffer, byteOffset, length } = file;
  const metadata = parquetMetadata(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer);
  const isOptional = new Map(metadata.schema.map((each) => [each.name, each.repetition_type === 'OPTIONAL']));
  let offset = 4;
  return metadata.row_groups.map(({ columns }) => {
    const decoded = new Map<string, Value[]>();
    for (const { meta_data: column } of columns) {
      if (column === undefined) throw new Error('a column chunk has no metadata');
      const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
      if (start !== offset) throw new Error(`a column chunk begins at ${start}, not at ${offset}`);
      offset += Number(column.total_compressed_size);
      const [name] = column.path_in_schema;
      decoded.set(name, decodeChunk(file.subarray(start, offset), column, isOptional.get(name) === true));
    }
    return decoded;
  });
}
