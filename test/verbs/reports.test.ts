// Verbs report their progress while they run, and their result at the end. All runs are small, on the calling thread.

import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CountProgress, countDeals } from '../../src/verbs/count.js';
import { type DealBatch, deals } from '../../src/verbs/deals.js';
import { type GenerateProgress, generate } from '../../src/verbs/generate.js';
import { newFifo } from '../support/command.js';
import { expectedOf, records } from '../support/engines.js';
import { newFile } from '../support/output.js';

const ONE = { threads: 1 };
const CONDITION = { deals: '1..100', where: 'deal > 98' };
const NONE = { deals: 0, dealt: 2, totalDeals: 2 };
const fail = (reason: Error): never => {
  throw reason;
};

describe('generate', () => {
  /** What a run of chunks of 40 deals tells; strictly, as a key without a value would be one of its own. */
  async function told(selection: object, output = newFile(), options = {}) {
    const progress: GenerateProgress[] = [];
    const onProgress = (one: GenerateProgress) => void progress.push(one);
    const chunkBytes = 40 * 52;
    const generated = await generate({ ...selection, ...ONE, ...options, output, chunkBytes, onProgress });
    return { progress, generated };
  }

  it('reports deals and totals of a range after each chunk, and also for a complete file', async () => {
    const totals = { totalDeals: 100, totalBytes: 64 + 5200 };
    const progress = [
      { deals: 40, bytes: 64 + 2080, dealt: 40, ...totals },
      { deals: 80, bytes: 64 + 4160, dealt: 80, ...totals },
      { deals: 100, bytes: 64 + 5200, dealt: 100, ...totals },
    ];
    const output = newFile();
    const whole = { deals: 100, bytes: 64 + 5200 };
    const written = { progress, generated: { ...whole, dealt: 100, status: 'written' } };
    expect(await told({ deals: '1..100' }, output)).toStrictEqual(written);
    const unchanged = { progress, generated: { ...whole, dealt: 0, status: 'unchanged' } };
    expect(await told({ deals: '1..100' }, output, { resume: true })).toStrictEqual(unchanged);
  });

  it.each([
    ['a list', { dealsFrom: [5, 3, 617] }, { deals: 3, bytes: 64 + 180, dealt: 3 }, {}],
    ['a condition', CONDITION, { deals: 2, bytes: 64 + 120, dealt: 100 }, { totalDeals: 100 }],
  ])('reports what is known of %s', async (_, selection, reached, totals) => {
    const generated = { ...reached, status: 'written' };
    expect(await told(selection)).toStrictEqual({ progress: [{ ...reached, ...totals }], generated });
  });

  it.each<[string, (stop: AbortController, reason: Error) => void]>([
    ['its signal aborts', (stop, reason) => stop.abort(reason)],
    ['onProgress throws', (_, reason) => fail(reason)],
  ])('rejects with the reason if %s, and leaves a run that can be resumed', async (_, end) => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const job = { deals: '1..100', output: newFile(), ...ONE };
    const onProgress = () => end(stop, reason);
    await expect(generate({ ...job, chunkBytes: 520, signal: stop.signal, onProgress })).rejects.toBe(reason);
    expect(existsSync(`${job.output}.partial`)).toBe(true);
    const { dealt, resumedAfter, ...resumed } = await generate({ ...job, resume: true });
    expect(resumed).toMatchObject({ deals: 100, status: 'written' });
    expect(resumedAfter).toBeGreaterThan(0);
    expect(dealt).toBe(100 - (resumedAfter as number));
  });

  it('resolves as not complete if the reader closes the pipe', async () => {
    const path = newFifo();
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    let calls = 0;
    const onProgress = () => {
      if (++calls === 2) closeSync(reader);
    };
    const options = { format: 'bin' as const, ...ONE, chunkBytes: 520, onProgress };
    const generated = await generate({ deals: '1..100', output: path, ...options });
    expect(generated).toEqual({ deals: 20, bytes: 64 + 1040, dealt: 20, status: 'reader-closed' });
  });
});

it.each([
  ['a range', { deals: '1..100' }, 100, []],
  ['a condition', CONDITION, 2, [{ deals: 2, dealt: 100, totalDeals: 100 }]],
  [
    'a filter, which sees 64 deals first',
    { deals: '1..100', filter: ({ number }: { number: number }) => number > 60 },
    40,
    [64, 100].map((dealt) => ({ deals: dealt - 60, dealt, totalDeals: 100 })),
  ],
  [
    'a condition on cells',
    { deals: '999999..1000009', where: 'cells = 7' },
    0,
    [NONE, { ...NONE, cellsNotKnown: 9 }],
  ],
  ['a list with a condition', { dealsFrom: [5, 3, 617], where: 'deal > 4' }, 2, [{ deals: 2, dealt: 3 }]],
])(
  'countDeals reports the progress of %s, and the total if it is known',
  async (_, selection, count, progress) => {
    const told: CountProgress[] = [];
    expect(await countDeals({ ...selection, ...ONE, onProgress: (one) => void told.push(one) })).toBe(count);
    expect(told).toStrictEqual(progress);
  },
);

describe('deals', () => {
  /** The batches, each transferred as to another thread before the next one is asked for. */
  async function batchesOf(options: object): Promise<DealBatch[]> {
    const batches = [];
    for await (const batch of deals({ ...options, ...ONE })) {
      const transfer = [batch.cards, batch.numbers].flatMap((array) => (array?.buffer as ArrayBuffer) ?? []);
      batches.push(structuredClone(batch, { transfer }));
    }
    return batches;
  }
  const cardsOf = (...numbers: number[]) => new Uint8Array(expectedOf(records.cards, numbers));

  it('come with their numbers, or with the first number of a range', async () => {
    expect(await batchesOf({ deals: '617..618,5' })).toStrictEqual([
      { first: 617, count: 2, cards: cardsOf(617, 618) },
      { first: 5, count: 1, cards: cardsOf(5) },
    ]);
    expect(await batchesOf({ dealsFrom: [617, 5] })).toStrictEqual([
      { first: 617, count: 2, cards: cardsOf(617, 5), numbers: Float64Array.of(617, 5) },
    ]);
  });

  it('come in batches of one size, which share no memory', async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => 1 + 7 * i);
    const batches = await batchesOf({ dealsFrom: numbers, chunkBytes: 520 });
    expect(batches.map(({ count }) => count)).toEqual([10, 10, 10]);
    expect(batches.flatMap(({ numbers: some = [] }) => [...some])).toEqual(numbers);
  });
});
