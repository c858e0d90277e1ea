// An abort takes effect soon, even if a list pauses between two of its numbers.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DealList } from '../../src/selection/list/list.js';
import { countDeals } from '../../src/verbs/count.js';
import { deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';

const WITHIN = 3000; // ms; some 50 on an idle machine

const lists: Record<string, () => DealList> = {
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

const verbs: Record<string, (dealsFrom: DealList, signal: AbortSignal, folder: string) => Promise<unknown>> =
  {
    countDeals: (dealsFrom, signal) => countDeals({ dealsFrom, signal }),
    'countDeals of a shard': (dealsFrom, signal) =>
      countDeals({ dealsFrom, signal, shard: { index: 1, count: 2 } }),
    'countDeals with a filter': (dealsFrom, signal) => countDeals({ dealsFrom, signal, filter: () => false }),
    'countDeals with a condition': (dealsFrom, signal) =>
      countDeals({ dealsFrom, signal, where: 'deal = 5' }),
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

describe('an abort ends a filter that never returns', () => {
  const stuck = 'd => { for (;d.number > 300_000;); return true; }';
  const deals = '1..10000000';
  const counted = { deals, filter: stuck, threads: 2 };

  it.each([
    ['of countDeals', (signal: AbortSignal) => countDeals({ ...counted, signal })],
    ['of deals', (signal: AbortSignal) => dealAll({ ...counted, signal })],
    ['in one thread', (signal: AbortSignal) => countDeals({ ...counted, threads: 1, signal })],
  ])('%s', async (_, start) => {
    const started = performance.now();
    await expect(start(AbortSignal.timeout(500))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - started).toBeLessThan(WITHIN + 1500);
  });

  it('of a module that generate runs, whose output can then be resumed', async () => {
    const folder = temporaryFolder();
    const filter = join(folder, 'filter.mjs');
    const flag = join(folder, 'go');
    writeFileSync(
      filter,
      `import { existsSync } from 'node:fs';
      export default ({ number }) => {
        while (number > 300_000 && !existsSync(${JSON.stringify(flag)}));
        return number % 2 === 0;
      };`,
    );
    const [output, expected] = [join(folder, 'a.bin'), join(folder, 'b.bin')];
    const job = { deals: '1..400000', filter, threads: 2 };
    const stopped = generate({ ...job, output, signal: AbortSignal.timeout(1000) });
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(readdirSync(folder).sort()).toEqual(['a.bin.partial', 'a.bin.run', 'filter.mjs']);
    writeFileSync(flag, '');
    await generate({ ...job, output, resume: true });
    await generate({ ...job, output: expected });
    checkSame(readFileSync(output), readFileSync(expected));
  });
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
