// Asks every question of the first million deals. Counts the answers again from the binary file, and compares both with the
// answers that the questions name.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { CARD_NAMES, generate, makeFolder, positionsOf, readBinary } from './deals.mjs';

const QUESTIONS = new URL('../questions/', import.meta.url);
const RESULTS = new URL('results.ndjson', import.meta.url);
const CELLS = new URL('cells.ndjson', import.meta.url);

let folder;
let database;
let deals;
const asked = new Set();

before(async () => {
  folder = makeFolder();
  // two files, which the questions read together
  generate(folder.path, 'deals-1.parquet', ['1..300000']);
  generate(folder.path, 'deals-2.parquet', ['300001..1000000']);
  generate(folder.path, 'million.bin', ['1..1000000']);
  copyFileSync(RESULTS, join(folder.path, 'results.ndjson'));
  copyFileSync(CELLS, join(folder.path, 'cells.ndjson'));
  deals = readBinary(join(folder.path, 'million.bin'));
  database = await (await DuckDBInstance.create(':memory:')).connect();
  await database.run(`SET file_search_path = '${folder.path}'`);
});

after(() => folder.remove());

/** Returns the rows of a question's answer, with integers as numbers. */
async function ask(question) {
  asked.add(`${question}.sql`);
  const sql = readFileSync(new URL(`${question}.sql`, QUESTIONS), 'utf8');
  const rows = (await database.runAndReadAll(sql)).getRows();
  return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
}

/** Returns the numbers of the deals for which a function holds. */
function dealsWhere(holds) {
  const found = [];
  for (let i = 0; i < deals.count; i++) if (holds(positionsOf(deals, i), i)) found.push(deals.numbers[i]);
  return found;
}

function positionsOfRank(rank, positions) {
  return positions.subarray(4 * rank, 4 * rank + 4);
}

const ACE = 0;
const KING = 12;

/** Counts the cards on the deepest ace in the columns of the board. */
function cardsOnDeepestAce(positions) {
  const columns = Array.from({ length: 8 }, (_, column) => (column < 4 ? 7 : 6));
  const onAces = Array.from(positionsOfRank(ACE, positions), (position) => {
    return columns[position % 8] - 1 - Math.floor(position / 8);
  });
  return Math.max(...onAces);
}

test('aces-in-first-row finds the deals that the binary file has', async () => {
  const found = dealsWhere((positions) => positionsOfRank(ACE, positions).every((position) => position < 8));
  assert.equal(found.length, 262);
  assert.deepEqual(
    await ask('aces-in-first-row'),
    found.map((n) => [n]),
  );
});

test('aces-in-last-rows counts the deals that the binary file has', async () => {
  const found = dealsWhere((positions) =>
    positionsOfRank(ACE, positions).every((position) => position >= 40),
  );
  assert.equal(found.length, 1817);
  assert.deepEqual(await ask('aces-in-last-rows'), [[1817]]);
});

test('depth-of-deepest-ace counts the deals of each depth', async () => {
  const counts = Array(7).fill(0);
  for (let i = 0; i < deals.count; i++) counts[cardsOnDeepestAce(positionsOf(deals, i))]++;
  assert.deepEqual(counts, [259, 6502, 32295, 93596, 204454, 381291, 281603]);
  assert.deepEqual(await ask('depth-of-deepest-ace'), [...counts.entries()]);
});

test('kings-exposed counts the deals that the binary file has', async () => {
  const found = dealsWhere((positions) =>
    positionsOfRank(KING, positions).every((position) => position >= 44),
  );
  assert.equal(found.length, 264);
  assert.deepEqual(await ask('kings-exposed'), [[264]]);
});

test('first-column-red counts the deals that the binary file has', async () => {
  const isRed = CARD_NAMES.map((name) => 'DH'.includes(name[1]));
  const found = dealsWhere((_, i) =>
    [0, 8, 16, 24, 32, 40, 48].every((at) => isRed[deals.cards[52 * i + at]]),
  );
  assert.equal(found.length, 4953);
  assert.deepEqual(await ask('first-column-red'), [[4953]]);
});

test('same-first-row finds no two deals, as there are none', async () => {
  const rows = new Set();
  for (let i = 0; i < deals.count; i++) rows.add(String(deals.cards.subarray(52 * i, 52 * i + 8)));
  assert.equal(rows.size, deals.count);
  assert.deepEqual(await ask('same-first-row'), []);
});

test('states-by-ace-depth has the statistics of the records', async () => {
  const records = readFileSync(RESULTS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(records.some(({ verdict }) => verdict === 'unsolved'));
  const byDepth = new Map();
  for (const record of records.filter(({ verdict }) => verdict === 'solved')) {
    const depth = cardsOnDeepestAce(positionsOf(deals, record.deal - 1));
    byDepth.set(depth, [...(byDepth.get(depth) ?? []), record]);
  }
  const expected = [...byDepth]
    .sort(([a], [b]) => a - b)
    .map(([depth, solved]) => [
      depth,
      solved.length,
      Math.max(...solved.map(({ states }) => states)),
      (solved.reduce((sum, { moves }) => sum + moves, 0) / solved.length).toFixed(1),
    ]);
  const rows = await ask('states-by-ace-depth');
  assert.deepEqual(
    rows.map(([depth, solved, , , most, moves]) => [depth, solved, most, moves.toFixed(1)]),
    expected,
  );
});

test('cells-by-ace-depth has the means of the records', async () => {
  const lines = readFileSync(CELLS, 'utf8').trim().split('\n');
  const records = lines.map((line) => JSON.parse(line)).filter(({ cells }) => cells !== undefined);
  const needed = [...new Set(records.map(({ cells }) => cells))].sort();
  const expected = needed.map((cells) => {
    const ofCells = records.filter((record) => record.cells === cells);
    const means = [0, 1, 2].map((rank) => {
      const cards = ofCells.map(({ deal }) =>
        positionsOfRank(rank, positionsOf(deals, deal - 1)).reduce((sum, p) => sum + ((51 - p) >> 3), 0),
      );
      return cards.reduce((sum, count) => sum + count, 0) / ofCells.length;
    });
    return [cells, ofCells.length, ...means];
  });
  const rows = await ask('cells-by-ace-depth');
  assert.equal(rows.length, expected.length);
  for (const [i, row] of rows.entries())
    for (const [column, value] of row.entries()) assert.ok(Math.abs(value - expected[i][column]) <= 0.0051);
});

test('every question has a test', () => {
  assert.deepEqual([...asked].sort(), readdirSync(QUESTIONS).sort());
});
