// The sizes of portions and chunks, and what a run knows before a card is dealt. test/output/resume.test.ts has whole runs.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { formatNamed } from '../../src/formats/registry.js';
import { chunksOf, NO_CHECKPOINT } from '../../src/pipeline/chunks.js';
import { FILTER_SIZES, keptPortions, MATCH_SIZES, pacedDeals } from '../../src/pipeline/filter-stage.js';
import { layOut, type Plan, planRun } from '../../src/pipeline/pipeline.js';
import { type Portion, portionsOf } from '../../src/pipeline/portions.js';
import { sourceOfList } from '../../src/selection/deal-source.js';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { Executor } from '../../src/threads/executor.js';
import { scattered } from '../support/numbers.js';

async function planOf(selection: Selection): Promise<Plan> {
  const resolved = await resolveSelection(selection);
  return planRun(resolved, layOut(formatNamed('bin'), resolved));
}

it.each<[string, Selection, number]>([
  ['ranges', { deals: '1..1000000' }, 80_659],
  ['a list', { dealsFrom: scattered(20_200) }, 17_476],
])('chunks of %s have the default size', async (_, selection, deals) => {
  const { selection: resolved, layout, chunkDeals } = await planOf(selection);
  await using executor = new Executor({ threads: 1 });
  const portions = keptPortions(resolved, executor, { size: chunkDeals });
  expect((await chunksOf(portions, layout, chunkDeals).next()).value).toMatchObject({ deals });
});

it.each([1230, 1240])('a list must not change after it was counted: %d', async (count) => {
  const source = { ...sourceOfList(() => [Float64Array.from(scattered(1234))], 'x'), count };
  const portions = portionsOf(source, 0, () => 1000);
  expect((await portions.next()).value).toMatchObject({ deals: 1000 });
  const message = `the list has 1,234 deals where 1,2${count % 100} were counted before; it must not change meanwhile`;
  await expect(portions.next()).rejects.toThrow(new InputError(message));
});

describe('the plan of a run', () => {
  it.each<[Selection, number | undefined, number | undefined]>([
    [{ deals: '1..1000' }, 64 + 52_000, 64 + 52_000],
    [{ deals: '1..1000', where: 'pos_AC = 0' }, 52_000, undefined],
    [{ deals: '1..1000', where: 'pos_AC = 0', filter: () => true }, undefined, undefined],
    [{ deals: '1..1000', filter: () => true }, undefined, undefined],
    [{ dealsFrom: [1, 2, 3], where: 'pos_AC = 0' }, undefined, undefined],
  ])('%j', async (selection, workBytes, total) => {
    const { totalBytes, work } = await planOf(selection);
    expect([work.bytes, totalBytes]).toEqual([workBytes, total]);
  });

  it('has chunks of 1 byte to 1 GiB', async () => {
    const resolved = await resolveSelection({});
    const planned = (chunkBytes: number | undefined) => planRun(resolved, undefined, chunkBytes);
    const deals = [undefined, 1, 2 ** 30].map((bytes) => planned(bytes).chunkDeals);
    expect(deals).toEqual([80_659, 1, 20_648_881]);
    for (const bytes of [0, -1, 1.5, 2 ** 30 + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const error = new InputError(`chunk size ${bytes} is outside 1..1073741824 bytes`);
      expect(() => planned(bytes)).toThrow(error);
    }
  });
});

describe('the portions for a condition or a filter', () => {
  async function dealtIn(selection: Selection): Promise<number[]> {
    await using executor = new Executor({ threads: 1 });
    const dealt: number[] = [];
    let before = 0;
    for await (const { consumed } of keptPortions(await resolveSelection(selection), executor)) {
      dealt.push(consumed - before);
      before = consumed;
    }
    return dealt;
  }
  const deals = { first: 1, last: 200_000 };
  const filter = () => true;

  it('begin with 16,384 deals for a condition, and grow with its speed to 967,872', async () => {
    const dealt = await dealtIn({ deals: { first: 1, last: 1_000_000 }, where: 'deal > 0' });
    expect(dealt[0]).toBe(16_384);
    expect(dealt.every((count, i) => count <= 4 * Math.max(4096, ...dealt.slice(0, i)))).toBe(true);
    expect(Math.max(...dealt)).toBeLessThanOrEqual(967_872);
    expect(pacedDeals({ read: 480_000, ms: 1 }, MATCH_SIZES)).toBe(967_872);
  });

  it('begin with 64 deals for a filter, and grow with its speed to 20,164', async () => {
    for (const where of [undefined, 'deal > 0']) {
      const fast = await dealtIn({ deals, where, filter });
      expect(fast[0]).toBe(64);
      expect(fast.every((count, i) => count <= 4 * Math.max(16, ...fast.slice(0, i)))).toBe(true);
      expect(Math.max(...fast)).toBeLessThanOrEqual(20_164);
      expect(fast.reduce((sum, count) => sum + count)).toBe(200_000);
    }
    // how long a filter took for a portion decides the size of the next ones
    const next = [0, 5, 25, 100, 1e6].map((ms) => pacedDeals({ read: 1000, ms }, FILTER_SIZES));
    expect(next).toEqual([4000, 4000, 2000, 500, 1]);
    expect(pacedDeals({ read: 20_000, ms: 1 }, FILTER_SIZES)).toBe(20_164);
  });

  it.each([
    [{ where: 'deal > 0' }, [16_384, 6553, 2621]], // 10 ms of 25
    [{ filter }, [64, 128, 256]], // 50 of 25
    [{ where: 'deal > 0', filter }, [64, 64, 64]],
  ])('depend on the time of all that is asked about a portion: %j', async (options, sizes) => {
    async function* map(portions: AsyncIterable<Portion>) {
      for await (const item of portions) yield { item, result: { kept: item.numbers[0], ms: 25 } };
    }
    const resolved = await resolveSelection({ deals, ...options });
    const portions = keptPortions(resolved, { map } as unknown as Executor);
    for (const read of sizes) expect((await portions.next()).value).toMatchObject({ read });
  });

  it('end with the limit', async () => {
    expect(await dealtIn({ deals, where: 'deal > 0', limit: 5 })).toEqual([16_384]);
    expect(await dealtIn({ deals, where: 'deal > 0', limit: 16_384 })).toEqual([16_384]);
    expect(await dealtIn({ deals, where: 'deal % 4 = 0', limit: 4096 })).toEqual([16_384]);
  });

  it('are none if an interrupted run has written as many deals as the limit', async () => {
    const resolved = await resolveSelection({ deals, where: 'deal > 0', limit: 500 });
    await using executor = new Executor({ threads: 1 });
    const from = { ...NO_CHECKPOINT, deals: 500, kept: 500 };
    // these are dealt again, and count as asked for
    for await (const { deals } of keptPortions(resolved, executor, { from })) expect(deals).toBe(500);
    const after = { ...NO_CHECKPOINT, deals: 500, consumed: 500 };
    for await (const { deals } of keptPortions(resolved, executor, { from: after })) expect(deals).toBe(-1);
  });
});
