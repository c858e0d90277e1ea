// Selections are resolved in memory. No test deals, and no list has more than a few numbers.

import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { InputError, ReadError } from '../../src/common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import { planRun } from '../../src/pipeline/pipeline.js';
import { digestOf } from '../../src/selection/digest.js';
import { resolveFilter } from '../../src/selection/filter.js';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { parseShard } from '../../src/selection/shard.js';
import { newFifo } from '../support/command.js';
import { checkFailure } from '../support/failure.js';
import { fileWith } from '../support/files.js';
import { pairsIn, rowsIn } from '../support/golden.js';
import { listOf, numbersIn } from '../support/numbers.js';
import { numbersOf } from '../support/selection.js';

describe('a selection', () => {
  it.each(pairsIn('selections.txt'))('%s has a count and a key before it is read', async (json, result) => {
    const selection: Selection = JSON.parse(json);
    const [key, shown] = result.split(/: ?/);
    const numbers = (shown?.match(/\d+/g) ?? []).map(Number);
    const resolved = await resolveSelection(selection);
    expect(resolved.key).toBe(key);
    expect(planRun(resolved).work.hasForeignCode).toBe(false);
    expect([resolved.where, resolved.filter, resolved.limit]).toEqual([undefined, undefined, undefined]);
    expect(resolved.whole?.count).toBe(numbers.length);
    expect(listOf(resolved.whole?.segments ?? [])).toEqual(numbers);
    expect(await numbersOf(selection)).toEqual(numbers);
  });

  it.each<Selection>([
    { deals: 'all', impossible: true },
    { deals: 'all', impossible: true, shard: { index: 2, count: 3 } },
    { deals: 'all', impossible: true, where: 'cells = 6' },
    { deals: '1..300000', winnable: true },
  ])('%j has ascending segments, its numbers, also of more ranges than an array holds', async (selection) => {
    const { source } = await resolveSelection(selection);
    expect(source.segments?.length).toBeGreaterThan(0);
    const numbers = source.segments?.flatMap((segment) => listOf([segment])) ?? [];
    expect(numbers.filter((n, i) => i > 0 && n <= (numbers[i - 1] as number))).toEqual([]); // ascending
    expect(numbers.length).toBe(source.count);
    expect(await numbersIn(source.numbers())).toEqual(numbers);
  });

  const filter = () => true;
  const all = 'n => true';
  const BOTH = '(deal > 5) AND (deal < 9)';

  it.each<[Selection, string, string | undefined, boolean]>([
    [{ where: 'deal > 5' }, '1..9 where deal > 5', 'deal > 5', false],
    [{ where: ['deal > 5', 'deal < 9'] }, `1..9 where ${BOTH}`, BOTH, false],
    [{ where: 'deal > 5', limit: 2 }, '1..9 where deal > 5 limit 2', 'deal > 5', false],
    [{ where: 'cells >= 0' }, '1..9 where cells >= 0', 'cells >= 0', false],
    [{ filter: all }, `1..9 filter ${all}`, undefined, true],
    [{ filter, limit: 2 }, `1..9 ${resolveFilter(filter).key} limit 2`, undefined, false],
    [{ where: 'deal > 5', filter: all }, `1..9 where deal > 5 filter ${all}`, 'deal > 5', true],
  ])('with %o has no count before its deals are dealt', async (narrowing, key, where, hasForeignCode) => {
    const resolved = await resolveSelection({ deals: '1..9', ...narrowing });
    const { limit } = narrowing;
    expect(resolved).toMatchObject({ key, where, limit });
    expect(planRun(resolved).work.hasForeignCode).toBe(hasForeignCode);
    expect(resolved.whole).toBeUndefined();
    expect(resolved.filter === undefined).toBe(narrowing.filter === undefined);
    expect(resolved.source).toMatchObject({ count: 9, key: '1..9' });
  });

  const SHARD = 'is not valid; expected I/N with 1 <= I <= N, such as 3/8';

  it.each<[Selection, string]>([
    ...pairsIn('wrong-selections.txt').map(([json, why]): [Selection, string] => [JSON.parse(json), why]),
    [{ limit: Number.NaN }, 'limit NaN is not a number of deals; expected a whole number, 1 or more'],
    [{ shard: { index: 1, count: Number.POSITIVE_INFINITY } }, `shard 1/Infinity ${SHARD}`],
    [{ shard: { index: Number.NaN, count: 2 } }, `shard NaN/2 ${SHARD}`],
  ])('%j is refused', async (selection, message) => {
    await expect(resolveSelection(selection)).rejects.toThrow(new InputError(message));
  });

  it.each(rowsIn<Selection>('right-selections.txt'))('%j is not refused', async (selection) => {
    expect(await resolveSelection(selection)).toBeDefined();
  });

  it.each([
    ['none.txt', { exclude: 'none.txt' }],
    ...['none.js', 'none.mjs', 'none.cts'].map((filter): [string, Selection] => [filter, { filter }]),
    ['src: it is a folder', { filter: 'src' }],
  ])('names the file that cannot be read: %s', async (path, selection) => {
    await checkFailure(resolveSelection(selection), ReadError, `cannot read ${path}`);
  });
});

/** Values of each option besides its absence, those of `deals` and `dealsFrom` apart. */
type Values = { [Option in keyof Omit<Selection, 'deals' | 'dealsFrom'>]-?: Selection[Option][] };

function valuesOf(): Values {
  return {
    winnable: [true],
    impossible: [true],
    exclude: [[5], [6], [5, 7]],
    sample: [{ count: 9 }, { count: 10 }, { count: 9, seed: 2 }],
    shard: [
      { index: 1, count: 2 },
      { index: 2, count: 2 },
      { index: 1, count: 3 },
    ],
    where: ['deal > 5', 'deal > 6', ['deal > 5', 'deal < 9']],
    filter: [
      'deal => deal.number > 5',
      'deal => deal.number > 6',
      fileWith('export default () => true', 'filter.mjs'),
      fileWith('export default () => false', 'filter.mjs'),
      () => true,
      () => false,
    ],
    limit: [5, 6],
  };
}

async function keyOf(selection: Selection): Promise<string> {
  return (await resolveSelection(selection)).key;
}

// it must agree when a run is resumed
describe('the key of a selection', () => {
  it.each<[string, Selection]>([
    ['ranges', { deals: '1..20000' }],
    ['a list', { dealsFrom: [11982, 5, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12] }],
  ])('of %s changes with each value of each option', async (_, base) => {
    const { sample, ...others } = valuesOf();
    const values: Partial<Values> = base.deals === undefined ? others : { sample, ...others };
    const keys = [await keyOf(base)];
    for (const [option, some] of Object.entries(values))
      for (const value of some) keys.push(await keyOf({ ...base, [option]: value }));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('of other ranges, and of two options together, is another one', async () => {
    const { impossible: _, ...values } = valuesOf();
    const options = Object.entries(values).map(([option, [value]]) => ({ [option]: value }) as Selection);
    const pairs = options.flatMap((one, i) => options.slice(i).map((other) => ({ ...one, ...other })));
    const deals = ['1..20000', '1..20001', '1,3..20000', '2..20000'].map((deals) => ({ deals }));
    const selections = [...deals, ...pairs.map((options) => ({ ...deals[0], ...options }))];
    const keys = await Promise.all(selections.map(keyOf));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    const ofList = { dealsFrom: [5, 3], winnable: true, shard: { index: 1, count: 2 } };
    expect(await keyOf(ofList)).toBe('a list winnable shard 1/2');
  });
});

it.each<[what: string, Selection, isFixed: boolean]>([
  ['ranges', { deals: '1..10' }, true],
  ['a shard of what can be won', { deals: '1..10', winnable: true, shard: { index: 1, count: 2 } }, true],
  ['impossible deals but for a list', { deals: '1..2000000', impossible: true, exclude: [11_982] }, true],
  ['a sample with a filter', { sample: { count: 9 }, where: 'cells > 0', filter: () => true }, true],
  ['a list', { dealsFrom: [5, 3] }, false],
  ['what a list leaves of a list', { dealsFrom: [5, 3], exclude: [3], winnable: true }, false],
  ['a shard of a list', { dealsFrom: [5, 3], shard: { index: 1, count: 2 }, where: 'cells > 0' }, false],
])('the deals of %s are determined by their key: %o: %s', async (_, selection, isFixed) => {
  expect((await resolveSelection(selection)).source.isFixed).toBe(isFixed);
});

it('all 2^33-1 deals have ranges as their shards', async () => {
  const last = await resolveSelection({ deals: 'all', shard: { index: 8192, count: 8192 } });
  expect(last).toMatchObject({ key: '1..8589934591 shard 8192/8192', source: { count: 1048575 } });
  expect(last.source.segments).toEqual([{ first: LAST_DEAL - 1048574, last: LAST_DEAL }]);
  const first = await resolveSelection({ deals: 'all', shard: { index: 1, count: LAST_DEAL } });
  expect(first.source.segments).toEqual([{ first: FIRST_DEAL, last: FIRST_DEAL }]);
});

describe('parseShard', () => {
  const most = '999999999999999';

  it.each(['3/8', '12/345', `${most}/${most}`])('reads the shard %s', (text) => {
    const [index, count] = text.split('/').map(Number);
    expect(parseShard(text)).toEqual({ index, count });
  });

  it.each(['', '3', '3/', '/8', ' 3/8', '3/8/2', '-1/8', '1.5/2', `1/1${most}`])('refuses %j', (text) => {
    expect(() => parseShard(text)).toThrow(InputError);
  });
});

describe('a filter', () => {
  it('that is a file has a key of its path and the checksum of its text', () => {
    const path = fileWith('export default () => true', 'a #1%20.mjs');
    expect(resolveFilter(path)).toEqual({
      filter: { name: path, url: pathToFileURL(path).href },
      key: `filter ${path} ${digestOf('export default () => true')}`,
    });
  });

  it.skipIf(process.platform === 'win32')('that is a FIFO is refused before it has a writer', async () => {
    const path = newFifo('filter.mjs');
    const message = `cannot read ${path}: it is a FIFO; expected a file`;
    await checkFailure(() => resolveFilter(path), ReadError, message);
  });
});
