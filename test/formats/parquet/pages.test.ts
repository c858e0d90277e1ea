// Encoder, footer and verify take the sizes of pages from the same functions, so they agree where all are wrong. Here the pages
// are decoded by the specification alone, and each page and each column chunk must end right after its last value.

import { type ColumnMetaData, parquetMetadata } from 'hyparquet';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { deserializeTCompactProtocol, readVarInt } from 'hyparquet/src/thrift.js';
import { expect, it } from 'vitest';
import { footer, MAGIC } from '../../../src/formats/parquet/footer.js';
import { ROW_GROUP_DEALS, rowGroupOf } from '../../../src/formats/parquet/row-group.js';
import { cardName } from '../../../src/game/cards.js';
import { CARDS } from '../../../src/game/constants.js';
import { dealCards } from '../../../src/game/deal.js';
import type { DealNumbers } from '../../../src/game/deal-numbers.js';
import { knownCells } from '../../../src/selection/facts.js';
import { engines } from '../../support/engines.js';
import { listOf, range } from '../../support/numbers.js';

type Reader = { view: DataView; offset: number };

function readerOf(view: DataView, offset: number, bytes = view.byteLength - offset): Reader {
  return { view: new DataView(view.buffer, view.byteOffset + offset, bytes), offset: 0 };
}

function expectEnd({ view, offset }: Reader, what: string): void {
  if (offset !== view.byteLength)
    expect.fail(`${view.byteLength - offset} bytes after the last value of ${what}`);
}

/** The hybrid of runs and packed values: `count` values of `bits` bits, no group of eight more, and a run of no values. */
function readHybrid(reader: Reader, bits: number, count: number): Uint8Array {
  const values = new Uint8Array(count);
  if (count === 0) expect(readVarInt(reader)).toBe(1);
  for (let done = 0; done < count; ) {
    const header = readVarInt(reader);
    const [length, isPacked] = [(header >> 1) * (header % 2 === 0 ? 1 : 8), header % 2 === 1];
    expect(length).toBeLessThan(count - done + (isPacked ? 8 : 1));
    const { view, offset } = reader;
    for (let i = 0; i < length && done < count; i++, done++) {
      const byte = isPacked ? (i * bits) >> 3 : 0;
      const next = offset + byte + 1 < view.byteLength ? view.getUint8(offset + byte + 1) : 0;
      const shift = isPacked ? (i * bits) & 7 : 0;
      values[done] = ((view.getUint8(offset + byte) | (next << 8)) >> shift) & ((1 << bits) - 1);
    }
    reader.offset += isPacked ? (length * bits) / 8 : 1;
  }
  return values;
}

/** The values of a column chunk: perhaps a dictionary page, and a data page. */
function valuesIn(chunk: Reader, column: ColumnMetaData, isOptional: boolean): unknown[] {
  const { type, num_values, dictionary_page_offset, data_page_offset } = column;
  let dictionary: ArrayLike<unknown> = [];
  for (;;) {
    const { offset } = chunk;
    const header = deserializeTCompactProtocol(chunk);
    const page = readerOf(chunk.view, chunk.offset, header.field_3);
    chunk.offset += header.field_3;
    if (header.field_1 === 2) {
      const words: ArrayLike<unknown> = readPlain(page, type, header.field_7.field_1, undefined);
      dictionary = Array.from(words, (word) =>
        word instanceof Uint8Array ? Buffer.from(word).toString() : word,
      );
      expectEnd(page, 'a dictionary');
      continue;
    }
    const { field_1: rows, field_2: encoding } = header.field_5;
    expect(BigInt(rows)).toBe(num_values);
    expect(data_page_offset - (dictionary_page_offset ?? data_page_offset)).toBe(BigInt(offset));
    expect(dictionary_page_offset === undefined).toBe(offset === 0);
    let levels = new Uint8Array(rows).fill(1);
    if (isOptional) {
      const packed = readerOf(page.view, 4, page.view.getUint32(0, true));
      levels = Uint8Array.from(readHybrid(packed, 1, rows));
      expectEnd(packed, 'the levels');
      page.offset = 4 + packed.offset;
    }
    const known = levels.reduce((sum, level) => sum + level, 0);
    const numbers = new BigInt64Array(rows);
    let values: ArrayLike<unknown> = numbers;
    if (encoding === 5) deltaBinaryUnpack(page, rows, numbers);
    else if (encoding === 0) values = readPlain(page, type, rows, undefined);
    else
      values = Array.from(readHybrid(page, page.view.getUint8(page.offset++), known), (i) => dictionary[i]);
    expectEnd(page, 'a page');
    expectEnd(chunk, 'a column chunk');
    let next = 0;
    return Array.from(levels, (level) => (level === 1 ? values[next++] : undefined));
  }
}

/** Some columns of the only row group of a file, by their indexes. All column chunks must follow one another. */
function columnsIn(file: Uint8Array, indexes: readonly number[]): unknown[][] {
  const view = new DataView(Uint8Array.from(file).buffer);
  const { row_groups, schema } = parquetMetadata(view.buffer as ArrayBuffer);
  const optional = schema.filter((each) => each.repetition_type === 'OPTIONAL').map(({ name }) => name);
  let offset = 4;
  const columns = row_groups[0].columns.map(({ meta_data: column = expect.fail('no metadata') }, i) => {
    expect(Number(column.dictionary_page_offset ?? column.data_page_offset)).toBe(offset);
    const bytes = Number(column.total_compressed_size);
    expect(Number(column.total_uncompressed_size)).toBe(bytes);
    offset += bytes;
    const [name] = column.path_in_schema;
    if (!indexes.includes(i)) return [];
    return valuesIn(readerOf(view, offset - bytes, bytes), column, optional.includes(name));
  });
  const { file_offset, total_byte_size, total_compressed_size } = row_groups[0];
  const bytes = BigInt(offset - 4);
  expect([file_offset, total_byte_size, total_compressed_size]).toEqual([4n, bytes, bytes]);
  return indexes.map((i) => columns[i]);
}

/** By encoding: DELTA_BINARY_PACKED or PLAIN, with levels as one run of 1 or of 0, or packed. */
const kinds: [string, (rows: number) => DealNumbers][] = [
  ['consecutive deals whose cells are known', (rows) => ({ first: 617, last: 616 + rows })],
  ['consecutive deals whose cells are not known', (rows) => ({ first: 5e9, last: 5e9 + rows - 1 })],
  ['consecutive deals of both kinds', (rows) => ({ first: 999_999, last: 999_998 + rows })],
  ['a list of both kinds', (rows) => Float64Array.from({ length: rows }, (_, i) => 1e6 + ((i * 7) % 11) - 5)],
];
const SIZES = [1, 2, 127, 128, 129, 130, 255, 256, 257, 258];
const small = kinds.flatMap(([kind, numbersOf]) => SIZES.map((rows) => ({ rows, kind, numbersOf })));
/** Their levels take more than 127 bytes, and more than 255. */
const LARGE = [1100, ROW_GROUP_DEALS];
const large = kinds.slice(2).flatMap(([kind, numbersOf]) => LARGE.map((rows) => ({ rows, kind, numbersOf })));
const ALL = range(0, 2 + 2 * CARDS);
/** Those of each kind: deal, cells, the first and the last of cards and of positions. */
const SOME = [0, 1, 2, 1 + CARDS, 2 + CARDS, 1 + 2 * CARDS];

it.each([...small, ...large])('pages of $rows rows of $kind end with their values', ({ rows, numbersOf }) => {
  const [indexes, tried] = rows > 1000 ? [SOME, engines.slice(-1)] : [ALL, engines];
  const numbers = [numbersOf(rows)];
  const end = Buffer.concat([...footer([rowGroupOf(numbers)], { version: '1.2.3', selection: 'x' })]);
  for (const { engine } of tried) {
    const columns = columnsIn(Buffer.concat([MAGIC, engine.encode('parquet', numbers), end]), indexes);
    for (const [row, n] of listOf(numbers).entries()) {
      if (row > 130 && row < rows - 130) continue;
      const cards = Array.from(dealCards(n), (card) => cardName(card));
      const positions = range(0, CARDS).map((card) => cards.indexOf(cardName(card)));
      const record = [n, knownCells().cellsNeeded(n), ...cards, ...positions];
      const found = columns.map((values) => values[row]).join();
      if (found !== indexes.map((i) => record[i]).join()) expect.fail(`deal ${n} is ${found}`);
    }
  }
});
