// An abort takes effect soon, even if a list pauses between two of its numbers.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { List } from '../../src/selection/list/list.js';
import { countDeals } from '../../src/verbs/count.js';
import { deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { temporaryFolder } from '../support/command.js';

const WITHIN = 3000; // ms; some 50 on an idle machine

const lists: Record<string, () => List> = {
  'a synchronous iterable without an end': function* () {
    for (;;) yield 617;
  },
  'an asynchronous one that yields nothing more': async function* () {
    yield 1;
    await new Promise(() => {});
  },
  'an asynchronous one without an end': async function* () {
    for (;;) yield 617;
  },
};

async function dealAll(options: Parameters<typeof deals>[0]): Promise<void> {
  for await (const _ of deals(options));
}

const verbs: Record<string, (dealsFrom: List, signal: AbortSignal, folder: string) => Promise<unknown>> = {
  countDeals: (dealsFrom, signal) => countDeals({ dealsFrom, signal }),
  'countDeals of a shard': (dealsFrom, signal) =>
    countDeals({ dealsFrom, signal, shard: { index: 1, count: 2 } }),
  'countDeals with a filter': (dealsFrom, signal) => countDeals({ dealsFrom, signal, filter: () => false }),
  deals: (dealsFrom, signal) => dealAll({ dealsFrom, signal, threads: 1 }),
  generate: (dealsFrom, signal, folder) => generate({ dealsFrom, signal, output: join(folder, 'a.bin') }),
};

describe.each(Object.entries(lists))('of %s', (_, list) => {
  it.each(Object.entries(verbs))('an abort ends %s soon', async (_, start) => {
    const folder = temporaryFolder();
    const stop = new AbortController();
    let aborted = 0;
    setTimeout(() => {
      aborted = performance.now();
      stop.abort(new Error('enough'));
    }, 100);
    await expect(start(list(), stop.signal, folder)).rejects.toThrow('enough');
    expect(performance.now() - aborted).toBeLessThan(WITHIN);
    expect(readdirSync(folder).filter((name) => name === 'a.bin')).toEqual([]);
  });
});

it('an abort ends a slow filter soon, also on the calling thread', async () => {
  const slow = () => {
    for (const end = performance.now() + 1; performance.now() < end; );
    return true;
  };
  const stop = new AbortController();
  let aborted = 0;
  setTimeout(() => {
    aborted = performance.now();
    stop.abort(new Error('enough'));
  }, 300);
  const started = performance.now();
  const run = countDeals({ deals: 'all', filter: slow, signal: stop.signal, threads: 1 });
  await expect(run).rejects.toThrow('enough');
  expect(aborted - started).toBeLessThan(WITHIN); // the timer had its turn
  expect(performance.now() - aborted).toBeLessThan(WITHIN);
});

it('an abort ends a condition of many terms soon', async () => {
  const where = `deal IN (${Array.from({ length: 8000 }, (_, i) => 1_000_001 + 7 * i).join()})`;
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')), 300);
  const started = performance.now();
  await expect(countDeals({ deals: 'all', where, signal: stop.signal, threads: 1 })).rejects.toThrow(
    'enough',
  );
  expect(performance.now() - started).toBeLessThan(3 * WITHIN);
});
