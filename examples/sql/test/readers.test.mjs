// Reads Parquet files with DuckDB and hyparquet. Every row of every selection must agree with the binary file, in the
// columns of cards and in the columns of positions.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { CARD_NAMES, generate, knownCells, makeFolder, positionsOf, readBinary } from './deals.mjs';

const ACES_IN_FIRST_ROW = fileURLToPath(new URL('../../filters/aces-in-first-row.mjs', import.meta.url));
const CARD_COLUMNS = CARD_NAMES.map((_, i) => `card_${i}`);
const POSITION_COLUMNS = CARD_NAMES.map((name) => `pos_${name}`);

const selections = [
  { name: 'the million', deals: ['1..1000000'], count: 1_000_000 },
  { name: 'both sides of 2^31', deals: ['2147483000..2148000000'], count: 517_001 },
  { name: 'a list in no order', deals: ['--deals-from', 'list.txt'], count: 130_001 },
  { name: 'ranges', deals: ['8589934000..8589934591,5,617,1..3'], count: 597 },
  { name: 'a sample', deals: ['all', '--sample', '150000', '--seed', '617'], count: 150_000 },
  { name: 'what a filter keeps', deals: ['1..1000000', '--filter', ACES_IN_FIRST_ROW], count: 262 },
  { name: 'one deal', deals: ['617'], count: 1 },
  { name: 'no deal', deals: ['1..1000', '--filter', 'none.mjs'], count: 0 },
];

let folder;
let database;

before(async () => {
  folder = makeFolder();
  const list = Array.from({ length: 130_001 }, (_, i) => 1 + ((i * 7_919_000_003) % 8_589_934_591));
  writeFileSync(join(folder.path, 'list.txt'), `${list.join('\n')}\n`);
  writeFileSync(join(folder.path, 'none.mjs'), 'export default () => false;\n');
  database = await (await DuckDBInstance.create(':memory:')).connect();
});

after(() => folder.remove());

/** Returns the expected columns: the deal numbers, and bytes for cards and positions. */
function expectedColumns(deals) {
  const cards = CARD_COLUMNS.map(() => new Uint8Array(deals.count));
  const positions = POSITION_COLUMNS.map(() => new Uint8Array(deals.count));
  for (let i = 0; i < deals.count; i++) {
    const placed = positionsOf(deals, i);
    for (let k = 0; k < 52; k++) {
      cards[k][i] = deals.cards[52 * i + k];
      positions[k][i] = placed[k];
    }
  }
  // 255 stands for NULL
  const cells = Uint8Array.from(deals.numbers, (n) => knownCells.cellsNeeded(n) ?? 255);
  return { deal: deals.numbers, cells, cards, positions };
}

function emptyColumns(count) {
  return {
    deal: new Float64Array(count),
    cells: new Uint8Array(count),
    cards: CARD_COLUMNS.map(() => new Uint8Array(count)),
    positions: POSITION_COLUMNS.map(() => new Uint8Array(count)),
  };
}

/** Reads the columns with DuckDB. It converts card names to bytes, because it returns bytes faster than texts. */
async function readWithDuckDb(path, count) {
  const columns = emptyColumns(count);
  const card = (name) => `((strpos('${CARD_NAMES.join('')}', ${name}) - 1) // 2)::UTINYINT`;
  const sql = `SELECT deal, coalesce(cells, 255)::UTINYINT, ${CARD_COLUMNS.map(card)}, ${POSITION_COLUMNS} FROM '${path}'`;
  const result = await database.stream(sql);
  let rows = 0;
  for (let chunk = await result.fetchChunk(); chunk?.rowCount > 0; chunk = await result.fetchChunk()) {
    for (let i = 0; i < chunk.rowCount; i++)
      columns.deal[rows + i] = Number(chunk.getColumnVector(0).getItem(i));
    [columns.cells, ...columns.cards, ...columns.positions].forEach((column, k) => {
      const vector = chunk.getColumnVector(1 + k);
      for (let i = 0; i < chunk.rowCount; i++) column[rows + i] = vector.getItem(i);
    });
    rows += chunk.rowCount;
  }
  assert.equal(rows, count);
  return columns;
}

/** Reads the columns with hyparquet, some columns at a time. */
async function readWithHyparquet(path, count) {
  const columns = emptyColumns(count);
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  assert.equal(Number(metadata.num_rows), count);
  const bytes = new Map(CARD_NAMES.map((name, card) => [name, card]));
  const onChunk = ({ columnName, columnData, rowStart }) => {
    const [, kind, which] = /^(deal|cells|card|pos)_?(.*)$/.exec(columnName);
    const column =
      kind === 'deal' || kind === 'cells'
        ? columns[kind]
        : kind === 'card'
          ? columns.cards[which]
          : columns.positions[bytes.get(which)];
    for (let i = 0; i < columnData.length; i++) {
      column[rowStart + i] = kind === 'card' ? bytes.get(columnData[i]) : Number(columnData[i] ?? 255);
    }
  };
  for (const some of [['deal', 'cells'], CARD_COLUMNS, POSITION_COLUMNS]) {
    await parquetRead({ file, metadata, columns: some, onChunk });
  }
  return columns;
}

for (const { name, deals, count } of selections) {
  describe(name, () => {
    let path;
    let expected;

    before(() => {
      generate(folder.path, 'deals.bin', [...deals, '--force']);
      generate(folder.path, 'deals.parquet', [...deals, '--force']);
      path = join(folder.path, 'deals.parquet');
      const binary = readBinary(join(folder.path, 'deals.bin'));
      assert.equal(binary.count, count);
      expected = expectedColumns(binary);
    });

    test(`DuckDB reads the rows of ${name}`, async () => {
      assertSame(await readWithDuckDb(path, count), expected);
    });

    test(`hyparquet reads the rows of ${name}`, async () => {
      assertSame(await readWithHyparquet(path, count), expected);
    });
  });
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Compares columns; assert.deepEqual would take a second for a million numbers. */
function assertSame(columns, expected) {
  assert.ok(bytesOf(columns.deal).equals(bytesOf(expected.deal)), 'deal');
  assert.ok(bytesOf(columns.cells).equals(expected.cells), 'cells');
  for (let k = 0; k < 52; k++) {
    assert.ok(bytesOf(columns.cards[k]).equals(expected.cards[k]), CARD_COLUMNS[k]);
    assert.ok(bytesOf(columns.positions[k]).equals(expected.positions[k]), POSITION_COLUMNS[k]);
  }
}

test('DuckDB finds a deal by the statistics of the row groups', async () => {
  generate(folder.path, 'deals.parquet', ['1..1000000', '--force']);
  const path = join(folder.path, 'deals.parquet');
  const rows = await database.runAndReadAll(`SELECT card_0, pos_KS FROM '${path}' WHERE deal = 617`);
  assert.deepEqual(rows.getRows(), [['7D', 49]]);
  const groups = await database.runAndReadAll(
    `SELECT stats_min_value, stats_max_value FROM parquet_metadata('${path}')
     WHERE path_in_schema = 'deal' ORDER BY row_group_id LIMIT 2`,
  );
  assert.deepEqual(groups.getRows(), [
    ['1', '122880'],
    ['122881', '245760'],
  ]);
});
