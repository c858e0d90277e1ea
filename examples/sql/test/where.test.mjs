// Compares `--where` with DuckDB over the Parquet file: random conditions over random selections, and
// the questions that are conditions. A run prints its seed, and SEED=.. repeats the run.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { deals } from '../../../dist/index.js';
import { CARD_NAMES, CLI, generate, makeFolder } from './deals.mjs';
import { conditionOf, randomOf } from './random-conditions.mjs';

const QUESTIONS = new URL('../questions/', import.meta.url);
const CONDITIONS = Number(process.env.CONDITIONS ?? 500);
const SELECTIONS = 10;
const SEED = Number(process.env.SEED ?? Date.now() % 1e9);

let folder;
let database;

before(async () => {
  folder = makeFolder();
  database = await (await DuckDBInstance.create(':memory:')).connect();
});

after(() => folder.remove());

/** Makes a table of each selection: its deals in order. */
async function createTables(selections) {
  for (const { path, table, flags } of selections) {
    generate(folder.path, path, flags);
    const file = `read_parquet('${join(folder.path, path)}', file_row_number = true)`;
    await database.run(`CREATE TABLE ${table} AS SELECT * FROM ${file}`);
  }
}

/** Returns the numbers of the deals of a selection. */
async function dealsOf(selection) {
  const numbers = [];
  for await (const batch of deals({ ...selection, threads: 1 })) {
    for (let i = 0; i < batch.count; i++) numbers.push(batch.numbers?.[i] ?? batch.first + i);
  }
  return numbers;
}

describe(`${CONDITIONS} random conditions, SEED=${SEED}`, () => {
  const random = randomOf(SEED);
  const selections = Array.from({ length: SELECTIONS }, (_, i) => selectionOf(random, i));

  before(() => createTables(selections));

  test('--where and DuckDB keep the same deals for random conditions', async () => {
    const used = new Set();
    let held = 0;
    for (let i = 0; i < CONDITIONS; i++) {
      const { text, words } = conditionOf(randomOf(SEED + 1 + i));
      const { table, selection } = selections[i % SELECTIONS];
      const found = await dealsOf({ ...selection, where: text });
      const sql = `SELECT deal FROM ${table} WHERE ${text} ORDER BY file_row_number`;
      const rows = (await database.runAndReadAll(sql)).getRows();
      assert.deepEqual(
        found,
        rows.map(([n]) => Number(n)),
        `condition ${i} of SEED=${SEED}: ${text}`,
      );
      held += found.length > 0 ? 1 : 0;
      for (const word of words) used.add(word);
    }
    assert.ok(held > CONDITIONS / 4, `${held} conditions hold for any deal`);
    const columns = ['deal', 'cells', ...CARD_NAMES.flatMap((name, i) => [`pos_${name}`, `card_${i}`])];
    const operators = '= <> != < <= > >= + - * // % least greatest abs AND OR NOT IN BETWEEN IS NULL'.split(
      ' ',
    );
    assert.deepEqual(
      [...columns, ...operators].filter((word) => !used.has(word)),
      [],
    );
  });
});

/** Returns a random selection of up to 4,000 deals, of any regime. */
function selectionOf(random, i) {
  const [path, table] = [`deals-${i}.parquet`, `deals_${i}`];
  const count = 1 + random.below(4000);
  const first = 1 + random.below(random.of([1e5, 1e6, 2 ** 31, 2 ** 33]) - count - 1);
  const whole = `${first}..${first + count - 1}`;
  const range = random.of([whole, whole, `${2 ** 31 - 5}..${2 ** 31 + count}`]);
  if (random.below(3) > 0) return { path, table, flags: [range], selection: { deals: range } };
  const sample = { count, seed: random.below(1000) };
  const flags = ['all', '--sample', `${count}`, '--seed', `${sample.seed}`];
  return { path, table, flags, selection: { deals: 'all', sample } };
}

/** Counts the deals of the million that hold for all conditions, by `generate --count`. */
function countWhere(...conditions) {
  const flags = conditions.flatMap((condition) => ['--where', condition]);
  return Number(execFileSync(process.execPath, [CLI, 'generate', ...flags, '--count', '-q']));
}

describe('the questions that are conditions', () => {
  before(() => generate(folder.path, 'deals.parquet', ['1..1000000']));

  for (const [question, count] of [
    ['aces-in-first-row', 262],
    ['aces-in-last-rows', 1817],
    ['kings-exposed', 264],
  ]) {
    test(`--where counts ${count} deals for the WHERE clause of ${question}`, async () => {
      const sql = readFileSync(new URL(`${question}.sql`, QUESTIONS), 'utf8');
      const [, clause] = /WHERE\s(.*?)(?:ORDER BY|;)/s.exec(sql);
      assert.equal(countWhere(clause), count);
    });
  }

  // an unsigned type of one byte would wrap or overflow
  for (const [condition, count] of [
    ['-pos_AC % 8 = -3', 134_300],
    ['abs(pos_AS - pos_2S) = 1', 38_440],
    ['pos_AC - pos_AD < -40', 24_929],
    ['pos_AC * pos_AD * pos_AH > 100000', 2958],
  ]) {
    test(`--where and DuckDB count ${count} deals without a cast: ${condition}`, async () => {
      const sql = `SELECT count(*)::INTEGER FROM '${join(folder.path, 'deals.parquet')}' WHERE ${condition}`;
      assert.deepEqual((await database.runAndReadAll(sql)).getRows(), [[count]]);
      assert.equal(countWhere(condition), count);
    });
  }

  test('--where counts the deals of each depth of depth-of-deepest-ace', () => {
    const depth = '(51 - least(pos_AC, pos_AD, pos_AH, pos_AS)) // 8';
    const counts = Array.from({ length: 7 }, (_, i) => countWhere(`${depth} = ${i}`));
    assert.deepEqual(counts, [259, 6502, 32295, 93596, 204454, 381291, 281603]);
  });

  test('--where counts the deals of first-column-red, with a list of red cards for each row', () => {
    const red = CARD_NAMES.filter((name) => 'DH'.includes(name[1])).map((name) => `'${name}'`);
    assert.equal(countWhere(...[0, 8, 16, 24, 32, 40, 48].map((i) => `card_${i} IN (${red})`)), 4953);
  });
});
