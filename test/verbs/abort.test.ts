// An abort takes effect soon, whatever a list does between two of its numbers.

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
  it.each(Object.entries(verbs))('an abort ends %s', async (_, start) => {
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
