// An abort takes effect soon, even if a list pauses between two of its numbers.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DealList } from '../../src/selection/list/list.js';
import type { Selection } from '../../src/selection/selection.js';
import { countDeals } from '../../src/verbs/count.js';
import { type DealsOptions, deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder, until } from '../support/command.js';

const REASON = new Error('enough');

/**
 * Aborts a run 30 ms after its start, or when `begun` resolves. The run must then end within 3 s of processor time, which does
 * not depend on other programs.
 */
async function checkAbort(
  run: (signal: AbortSignal) => Promise<unknown>,
  begun?: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  let before = process.cpuUsage();
  const ended = expect(run(stop.signal)).rejects.toBe(REASON);
  await (begun === undefined ? sleep(30) : begun());
  if (begun !== undefined) before = process.cpuUsage();
  stop.abort(REASON);
  await ended;
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3000); // ms; 100 to 1,000 are usual
}

async function dealAll(options: DealsOptions): Promise<void> {
  for await (const _ of deals(options));
}

const lists: Record<string, () => DealList> = {
  'a synchronous iterable without an end': function* () {
    for (;;) yield 617;
  },
  'an asynchronous one without an end': async function* () {
    for (;;) yield 617;
  },
  'an asynchronous one that yields nothing': async function* () {
    await new Promise(() => {});
  },
  'an asynchronous one that yields nothing more': async function* () {
    yield 1;
    await new Promise(() => {});
  },
};

type Run = (options: DealsOptions, output: string) => Promise<unknown>;

const verbs: Record<string, Run> = {
  countDeals,
  deals: dealAll,
  generate: (options, output) => generate({ ...options, output }),
};

const selections: Record<string, (list: DealList) => Selection> = {
  'the list': (dealsFrom) => ({ dealsFrom }),
  'what the list excludes': (exclude) => ({ exclude }),
  'a shard': (dealsFrom) => ({ dealsFrom, shard: { index: 1, count: 2 } }),
  'what a filter keeps': (dealsFrom) => ({ dealsFrom, filter: () => false }),
  'what a condition keeps': (dealsFrom) => ({ dealsFrom, where: 'deal = 5' }),
};

describe.each(Object.entries(lists))('of %s', (_, list) => {
  describe.each(Object.entries(selections))('of %s', (_, select) => {
    it.each(Object.entries(verbs))('an abort ends %s soon', async (_, run) => {
      const folder = temporaryFolder();
      await checkAbort((signal) => run({ ...select(list()), threads: 1, signal }, join(folder, 'a.bin')));
      expect(readdirSync(folder)).not.toContain('a.bin');
    });
  });
});

describe.each(Object.entries(verbs))('%s', (_, run) => {
  it('ends soon by an abort if a condition keeps no deal', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    await checkAbort((signal) =>
      run({ deals: 'all', where: 'deal % 8589934592 = 0', threads: 1, signal }, output),
    );
  });

  it('ends by a signal that has aborted before', async () => {
    await expect(run({ deals: 5, signal: AbortSignal.abort(REASON) }, 'none/a.bin')).rejects.toBe(REASON);
  });
});

it('deals yields no batch after an abort, of several ranges that are dealt at once', async () => {
  const stop = new AbortController();
  const batches = deals({ deals: '1..9,21..29,41..49', signal: stop.signal });
  expect((await batches.next()).value).toMatchObject({ first: 1, count: 9 });
  stop.abort(REASON);
  await expect(batches.next()).rejects.toBe(REASON);
});

let isSlow = false;
/** Is fast for as many deals as make the next portion one of thousands. */
const filter = ({ number }: { number: number }) => {
  isSlow = number > 64 + 256 + 1024 + 4096;
  for (const end = performance.now() + 1; isSlow && performance.now() < end; );
  return true;
};
const where = `deal IN (${Array.from({ length: 8000 }, (_, i) => 1_000_001 + 7 * i).join()})`;

it.each<[string, Selection, (() => Promise<void>)?]>([
  ['a filter on the calling thread that becomes slow', { filter }, () => until(() => isSlow)],
  ['a condition of many terms', { where }],
  ['a sample of which few deals have known cells', { sample: { count: 1e9 }, where: 'cells > 6' }],
])('an abort ends %s', async (_, selection, begun) => {
  await checkAbort((signal) => countDeals({ deals: 'all', ...selection, threads: 1, signal }), begun);
});

describe('an abort ends a filter that never returns', () => {
  /** A filter that never returns for deals after one of them; how to wait for that, and how to let it return. */
  function stuckFilter(folder: string, last = 300_000) {
    const [filter, stuck, go] = ['filter.mjs', 'stuck', 'go'].map((name) => join(folder, name));
    writeFileSync(
      filter,
      `import { existsSync, writeFileSync } from 'node:fs';
      const never = new Int32Array(new SharedArrayBuffer(4));
      export default ({ number }) => {
        if (number > ${last}) writeFileSync(${JSON.stringify(stuck)}, '');
        while (number > ${last} && !existsSync(${JSON.stringify(go)})) Atomics.wait(never, 0, 0, 20);
        return number % 2 === 0;
      };`,
    );
    const isStuck = () => until(() => existsSync(stuck));
    return { filter, isStuck, release: () => writeFileSync(go, '') };
  }

  it.each<[string, (options: DealsOptions) => Promise<unknown>]>([
    ['countDeals', (options) => countDeals({ ...options, threads: 2 })],
    ['countDeals in one thread', (options) => countDeals({ ...options, threads: 1 })],
    ['deals', (options) => dealAll({ ...options, threads: 2 })],
  ])('of %s', async (_, run) => {
    const { filter, isStuck } = stuckFilter(temporaryFolder());
    await checkAbort((signal) => run({ deals: '1..400000', filter, signal }), isStuck);
  });

  it('of generate, and the run can be resumed', async () => {
    const folder = temporaryFolder();
    const { filter, isStuck, release } = stuckFilter(folder);
    const [output, expected] = [join(folder, 'a.bin'), join(folder, 'b.bin')];
    const job = { deals: '1..300100', filter, threads: 2 };
    await checkAbort((signal) => generate({ ...job, output, signal }), isStuck);
    expect(readdirSync(folder).sort()).toEqual(['a.bin.partial', 'a.bin.run', 'filter.mjs', 'stuck']);
    release();
    await generate({ ...job, output, resume: true });
    await generate({ ...job, output: expected });
    checkSame(readFileSync(output), readFileSync(expected));
  });
});
