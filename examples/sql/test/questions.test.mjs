// Asks every question of the first million deals. Counts the answers again from the binary file, and compares both with the
// answers that the questions name.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { CARD_NAMES, generate, knownCells, makeFolder, positionsOf, readBinary } from './deals.mjs';

const QUESTIONS = new URL('../questions/', import.meta.url);
const RESULTS = new URL('results.ndjson', import.meta.url);

const readDocument = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

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

test('cells-by-aces-and-twos has the counts of the known cells, and its figures are in the picture and in the page', async () => {
  const counts = new Map();
  for (let i = 0; i < deals.count; i++) {
    const cells = knownCells.cellsNeeded(deals.numbers[i]);
    if (cells === undefined) continue;
    const positions = positionsOf(deals, i);
    const [aces, twos] = [0, 1].map((rank) => {
      const cards = positionsOfRank(rank, positions).reduce(
        (sum, position) => sum + ((51 - position) >> 3),
        0,
      );
      return cards - (cards % 4);
    });
    const count = counts.get(100 * aces + twos) ?? [aces, twos, 0, 0, 0];
    counts.set(100 * aces + twos, count);
    count[2]++;
    count[3] += cells;
    count[4] += cells >= 3 ? 1 : 0;
  }
  const expected = [...counts].sort(([a], [b]) => a - b).map(([, count]) => count);
  const wanted = expected.filter(([, , count]) => count >= 100);
  const rows = await ask('cells-by-aces-and-twos');
  assert.deepEqual(
    rows.map(([aces, twos, count]) => [aces, twos, count]),
    wanted.map(([aces, twos, count]) => [aces, twos, count]),
  );
  for (const [i, [, , count, mean, percent]] of rows.entries()) {
    assert.ok(Math.abs(mean - wanted[i][3] / count) <= 0.0051);
    assert.ok(Math.abs(percent - (100 * wanted[i][4]) / count) <= 0.051);
  }
  const readExample = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const drawn = readExample('cells-by-aces-and-twos.svg').matchAll(/>([\d.]+)<\/text>/g);
  assert.deepEqual(
    Array.from(drawn, ([, figure]) => Number(figure)),
    rows.map((row) => row[4]),
  );
  const said = [1.5, 13.9, 28.4, 57.3];
  const percents = [rows.slice(0, 6), rows.slice(-5)].flatMap((some) => some.map((row) => row[4]));
  assert.deepEqual(said, [
    Math.min(...percents.slice(0, 6)),
    Math.max(...percents.slice(0, 6)),
    Math.min(...percents.slice(6)),
    Math.max(...percents.slice(6)),
  ]);
  for (const figure of said) assert.ok(readDocument('docs/databases.md').includes(String(figure)));
});

test('the documents show the counts of cells and the correlations that DuckDB computes', async () => {
  const ask = async (sql) =>
    (await database.runAndReadAll(sql.replace('deals.parquet', 'deals*.parquet'))).getRows();
  const groupBy = /SELECT cells, count\(\*\) FROM 'deals.parquet' GROUP BY cells ORDER BY cells/;
  const known = readDocument('docs/known-deals.md');
  const counts = (await ask(groupBy.exec(known)[0])).map(([, count]) => Number(count));
  assert.ok(readDocument('README.md').includes(`# ${counts[0]}\n`));
  const told = Array.from(known.matchAll(/^\| \d \| (\d+) \|/gm), ([, count]) => Number(count));
  assert.deepEqual(told, [...counts, 0]); // no deal needs six cells
  const page = readDocument('docs/databases.md');
  const [, correlate] = /(SELECT corr[^;]*);/.exec(page);
  const [correlations] = await ask(correlate);
  for (const correlation of correlations) assert.ok(page.includes(correlation.toFixed(3)));
});

test('every question has a test', () => {
  assert.deepEqual([...asked].sort(), readdirSync(QUESTIONS).sort());
});
