// The key of a selection, which must agree when a run is resumed. Every value of every option changes the key.

import { expect, it } from 'vitest';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { fileWith } from '../support/files.js';

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

it.each<[string, Selection]>([
  ['ranges', { deals: '1..20000' }],
  ['a list', { dealsFrom: [11982, 5, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12] }],
])('the key of %s changes with each option', async (_, base) => {
  const { sample, ...others } = valuesOf();
  const values: Partial<Values> = base.deals === undefined ? others : { sample, ...others };
  const keys = [await keyOf(base)];
  for (const [option, some] of Object.entries(values)) {
    for (const value of some) keys.push(await keyOf({ ...base, [option]: value }));
  }
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

it.each(['1..20001', '1,3..20000', '2..20000'])('the key of ranges changes for %s', async (deals) => {
  expect(await keyOf({ deals })).not.toBe(await keyOf({ deals: '1..20000' }));
});

it('the key of two options together differs from that of each of them', async () => {
  const { impossible: _, ...values } = valuesOf();
  const options = Object.entries(values).map(([option, [value]]) => ({ [option]: value }) as Selection);
  const keys: string[] = [];
  for (const [i, one] of options.entries()) {
    keys.push(await keyOf({ deals: '1..20000', ...one }));
    for (const other of options.slice(i + 1)) keys.push(await keyOf({ deals: '1..20000', ...one, ...other }));
  }
  expect(new Set(keys).size).toBe(keys.length);
});
