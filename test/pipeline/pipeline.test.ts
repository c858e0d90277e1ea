// The sizes of portions and chunks, what a run knows before a card is dealt, and the chunks of any portions.
// test/output/resume.test.ts has whole runs.

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import type { Layout } from '../../src/formats/format.js';
import { layOutRecords } from '../../src/formats/records.js';
import { formatNamed } from '../../src/formats/registry.js';
import type { DealNumbers, DealRange } from '../../src/game/deal-numbers.js';
import { type Checkpoint, type Chunk, chunksOf, NO_CHECKPOINT, outputOf } from '../../src/pipeline/chunks.js';
import { FILTER_SIZES, keptPortions, MATCH_SIZES, pacedDeals } from '../../src/pipeline/filter-stage.js';
import { layOut, type Plan, planRun } from '../../src/pipeline/pipeline.js';
import { type Portion, portionsOf } from '../../src/pipeline/portions.js';
import { sourceOfList, sourceOfSegments } from '../../src/selection/deal-source.js';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { Executor } from '../../src/threads/executor.js';
import { records } from '../support/engines.js';
import { listOf, range, scattered, sum } from '../support/numbers.js';

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

  it('grow with the speed of the one before, four times at most, to 20,164 or 967,872 deals', () => {
    const next = [0, 5, 25, 100, 1e6].map((ms) => pacedDeals({ read: 1000, ms }, FILTER_SIZES));
    expect(next).toEqual([4000, 4000, 2000, 500, 1]);
    expect(pacedDeals({ read: 20_000, ms: 1 }, FILTER_SIZES)).toBe(20_164);
    expect(pacedDeals({ read: 480_000, ms: 1 }, MATCH_SIZES)).toBe(967_872);
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

const ONE_TO_SIX = { minLength: 1, maxLength: 6 };
const ranges = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 400 })), ONE_TO_SIX)
  .map((steps) => {
    let last = 0;
    return steps.map(([gap, count]) => {
      const first = last + gap;
      last = first + count - 1;
      return { first, last };
    });
  });

/** Every second range as single numbers. */
const mixed = (ranges: DealRange[]): DealNumbers[] =>
  ranges.map((range, i) => (i % 2 > 0 ? range : Float64Array.from(listOf([range]))));

const cards = layOutRecords(records.cards);

/** Portions of `most` deals of all numbers of segments, from a checkpoint on. */
function portionsFrom(segments: readonly DealNumbers[], most: number, { consumed } = NO_CHECKPOINT) {
  return portionsOf(sourceOfSegments(segments, 'x'), consumed, () => most);
}

async function collect(chunks: AsyncIterable<Chunk>): Promise<(Chunk & { list: number[] })[]> {
  const collected = [];
  for await (const chunk of chunks) collected.push({ ...chunk, list: listOf(chunk.numbers) });
  return collected;
}

/** A filter of numbers, in place of one of deals. */
async function* filtered(portions: AsyncIterable<Portion>, wants: (n: number) => boolean) {
  for await (const portion of portions) {
    const kept = Float64Array.from(listOf(portion.numbers).filter(wants));
    yield { ...portion, numbers: [kept], deals: kept.length };
  }
}

const START = { ...NO_CHECKPOINT, bytes: 64 };

/** A layout whose chunks must be full, as row groups are. */
const full = (deals: number): Layout => ({ ...cards, mustFillChunks: true, chunkDeals: () => deals });

it('portions copy numbers whose memory the source uses again, and do not wait for a slow source', async () => {
  async function* changing() {
    const numbers = new Float64Array(3);
    for (let n = 1; n < 7; n++) yield sleep(20, numbers.fill(n));
  }
  for (const size of [3, 100]) {
    const portions: Portion[] = [];
    for await (const one of portionsOf(sourceOfList(changing, 'x'), 0, () => size)) portions.push(one);
    expect(portions.flatMap(({ numbers }) => listOf(numbers))).toEqual(range(1, 6).flatMap((n) => [n, n, n]));
    expect(portions.filter(({ deals }) => deals > 0 && deals < 18).length).toBe(portions.length); // none is empty
  }
});

describe('the chunks of a filter', () => {
  const all = [{ first: 1, last: 400 }];
  const wants = (n: number) => n <= 120 || n > 320;
  /** deals of the chunk and deals that are dealt with it; deals of the source that are done, where a run resumes */
  const placesOf = (chunks: Chunk[]) =>
    chunks.map(({ deals, dealt, checkpoint }) => [deals, dealt, checkpoint?.consumed]);

  it('end with each portion, even an empty one, and tell how far the filter has come', async () => {
    const chunks = await collect(chunksOf(filtered(portionsFrom(all, 100), wants), cards, 70));
    expect(placesOf(chunks)).toEqual([
      [70, 100, undefined],
      [30, 100, 100],
      [20, 200, 200],
      [0, 300, 300],
      [70, 400, undefined],
      [10, 400, 400],
    ]);
    expect(chunks[3].bytes).toBe(0);
  });

  it.each([false, true])('that must be full tell how far the filter is, with a tail: %s', async (hasTail) => {
    const layout = hasTail ? { ...full(60), tail: () => ({ add() {}, bytes: () => [] }) } : full(60);
    const chunks = await collect(chunksOf(filtered(portionsFrom(all, 100), wants), layout, 60));
    const within = (consumed: number) => (hasTail ? consumed : undefined);
    expect(placesOf(chunks)).toEqual([
      [60, 100, within(0)],
      [0, 100, within(0)], // 40 are open
      [60, 200, 200],
      [0, 300, 300],
      [60, 400, within(300)],
      [0, 400, within(300)],
      [20, 400, 400],
    ]);
  });

  it('have no bytes without deals, even if other chunks have a head of their own', async () => {
    const layout: Layout = { ...cards, chunkBytes: (numbers) => 100 + cards.chunkBytes(numbers) };
    const none = filtered(portionsFrom(all, 100), () => false);
    const chunks = await collect(chunksOf(none, layout, 20));
    expect(chunks.map(({ offset, bytes }) => [offset, bytes])).toEqual(Array(4).fill([0, 0]));
  });

  it('are counted in a head that comes last, also if a resumed run has no chunk left', async () => {
    const layout: Layout = { ...cards, headComesLast: true, head: (deals) => Uint8Array.of(deals) };
    const from = { bytes: 3641, deals: 70, consumed: 400 };
    async function* encoded() {
      const portions = portionsFrom(all, 100, from);
      for await (const item of chunksOf(portions, layout, 100, from)) yield { item, result: 0 };
    }
    const { value } = await outputOf(layout, encoded(), from).next();
    expect(value).toMatchObject({ content: Uint8Array.of(70), bytes: 3641, deals: 70, dealt: 400 });
  });
});

const layouts = [...Object.values(records).map((record) => layOutRecords(record)), full(7), full(50)];

it('chunks hold every deal once, in order and without gaps, also if a run is resumed after any of them with other sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        parts: ranges.map(mixed),
        isFiltered: fc.boolean(),
        layout: fc.constantFrom(...layouts),
        sizes: fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 52, max: 5000 })),
        after: fc.nat(),
      }),
      async ({ parts, isFiltered, layout, sizes, after }) => {
        const wanted = listOf(parts).filter((n) => !isFiltered || n % 3 > 0);
        const run = async (wantedBytes: number, from: Checkpoint) => {
          const size = layout.chunkDeals(wantedBytes);
          const portions = isFiltered
            ? filtered(portionsFrom(parts, 37, from), (n) => n % 3 > 0)
            : portionsFrom(parts, size, from);
          const chunks = await collect(chunksOf(portions, layout, size, from));
          let { bytes, deals } = from;
          for (const { offset, bytes: size, deals: count, list, checkpoint } of chunks) {
            const isSmall = count <= 1 || size <= wantedBytes || layout.mustFillChunks;
            const isNext = offset === bytes && count === list.length && isSmall;
            bytes += size;
            deals += count;
            if (!isNext || (checkpoint && (checkpoint.bytes !== bytes || checkpoint.deals !== deals)))
              expect.fail(`the chunk at ${offset} of ${size} bytes ends at ${bytes} with deal ${deals}`);
          }
          expect(deals).toBe(wanted.length);
          return chunks;
        };
        const first = await run(sizes[0], START);
        fc.pre(first.length > 0);
        const last = first.findLastIndex(({ checkpoint }, i) => checkpoint && i <= after % first.length);
        const done = first.slice(0, last + 1);
        const second = await run(sizes[1], done.at(-1)?.checkpoint ?? START);
        const chunks = [...done, ...second];
        expect(chunks.flatMap(({ list }) => list)).toEqual(wanted);
        expect(sum(chunks.map(({ bytes }) => bytes))).toBe(layout.totalBytes([Float64Array.from(wanted)]));
        if (!isFiltered) expect(first.at(-1)?.dealt).toBe(wanted.length);
        // the chunks of row groups are the same ones, wherever the run was interrupted
        const lists = (chunks: typeof first) =>
          chunks.map(({ list }) => list).filter((list) => list.length > 0);
        if (layout.mustFillChunks) expect(lists(chunks)).toEqual(lists(first));
      },
    ),
    { numRuns: 120 },
  );
});
