// An abort takes effect soon, even if a list pauses between two of its numbers.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DealList } from '../../src/selection/list/list.js';
import { countDeals } from '../../src/verbs/count.js';
import { type DealsOptions, deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { until } from '../support/until.js';

const REASON = new Error('enough');

/** Aborts a run 100 ms after its start, or after it calls `begun`. The run must end within 3 s of processor time. */
async function checkAbort(
  run: (signal: AbortSignal, begun: () => void) => Promise<unknown>,
  isBegun = true,
): Promise<void> {
  const stop = new AbortController();
  const abortSoon = () => void setTimeout(() => stop.abort(REASON), 100);
  if (isBegun) abortSoon();
  const before = process.cpuUsage();
  await expect(run(stop.signal, abortSoon)).rejects.toBe(REASON);
  const { user, system } = process.cpuUsage(before); // which does not depend on other programs
  expect((user + system) / 1000).toBeLessThan(3000); // ms; 100 to 1,000 are usual
}

async function dealAll(options: DealsOptions, onBatch = () => {}): Promise<void> {
  for await (const _ of deals(options)) onBatch();
}

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

type Run = (options: { dealsFrom: DealList; signal: AbortSignal }, folder: string) => Promise<unknown>;

const runs: Record<string, Run> = {
  countDeals: (options) => countDeals(options),
  'countDeals of a shard': (options) => countDeals({ ...options, shard: { index: 1, count: 2 } }),
  'countDeals with a filter': (options) => countDeals({ ...options, filter: () => false }),
  'countDeals with a condition': (options) => countDeals({ ...options, where: 'deal = 5' }),
  deals: (options) => dealAll({ ...options, threads: 1 }),
  generate: (options, folder) => generate({ ...options, output: join(folder, 'a.bin') }),
};

describe.each(Object.entries(lists))('of %s', (_, list) => {
  it.each(Object.entries(runs))('an abort ends %s soon', async (_, run) => {
    const folder = temporaryFolder();
    await checkAbort((signal) => run({ dealsFrom: list(), signal }, folder));
    expect(readdirSync(folder)).not.toContain('a.bin');
  });
});

describe('an abort ends soon', () => {
  const slow = () => {
    for (const end = performance.now() + 1; performance.now() < end; );
    return true;
  };
  const where = `deal IN (${Array.from({ length: 8000 }, (_, i) => 1_000_001 + 7 * i).join()})`;

  it.each([
    ['a slow filter on the calling thread', { filter: slow }],
    ['a condition of many terms', { where }],
  ])('%s', async (_, selection) => {
    await checkAbort((signal) => countDeals({ deals: 'all', ...selection, threads: 1, signal }));
  });

  // after the workers have started
  it.each<[string, (options: DealsOptions, onProgress: () => void) => Promise<unknown>]>([
    ['countDeals', (options, onProgress) => countDeals({ ...options, onProgress, threads: 2 })],
    ['countDeals in one thread', (options, onProgress) => countDeals({ ...options, onProgress, threads: 1 })],
    ['deals', (options, onBatch) => dealAll({ ...options, threads: 2 }, onBatch)],
  ])('a filter of %s that never returns', async (_, run) => {
    const filter = 'd => { for (;d.number > 300_000;); return true; }';
    await checkAbort((signal, begun) => run({ deals: 'all', filter, signal }, begun), false);
  });
});

it('an abort ends a filter of generate that never returns, and the run can be resumed', async () => {
  const folder = temporaryFolder();
  const [filter, stuck, go] = ['filter.mjs', 'stuck', 'go'].map((name) => join(folder, name));
  writeFileSync(
    filter,
    `import { existsSync, writeFileSync } from 'node:fs';
    export default ({ number }) => {
      if (number === 300_001) writeFileSync(${JSON.stringify(stuck)}, '');
      while (number > 300_000 && !existsSync(${JSON.stringify(go)}));
      return number % 2 === 0;
    };`,
  );
  const [output, expected] = [join(folder, 'a.bin'), join(folder, 'b.bin')];
  const job = { deals: '1..400000', filter, threads: 2 };
  const stop = new AbortController();
  const stopped = expect(generate({ ...job, output, signal: stop.signal })).rejects.toBe(REASON);
  await until(() => existsSync(stuck));
  stop.abort(REASON);
  await stopped;
  expect(readdirSync(folder).sort()).toEqual(['a.bin.partial', 'a.bin.run', 'filter.mjs', 'stuck']);
  writeFileSync(go, '');
  await generate({ ...job, output, resume: true });
  await generate({ ...job, output: expected });
  checkSame(readFileSync(output), readFileSync(expected));
});
