// A limit keeps the first deals of a selection, with any other options.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDeals, generate, InputError, type Selection } from '../../src/index.js';
import { checkSame } from '../support/bytes.js';
import { run, temporaryFolder } from '../support/command.js';
import { scattered } from '../support/scattered.js';
import { numbersOf } from '../support/selection.js';

const ACES = 'pos_AC < 8 AND pos_AD < 8 AND pos_AH < 8 AND pos_AS < 8';
const LIST = scattered(30_000);

const sources = fc.oneof(
  fc.record({ deals: fc.constantFrom('1..9000', '5,617,2147480000..2147489000', 'all') }).chain(({ deals }) =>
    fc.record({
      deals: fc.constant(deals),
      sample: deals === 'all' ? fc.constant({ count: 7000, seed: 3 }) : fc.constant(undefined),
      winnable: fc.boolean(),
    }),
  ),
  fc.constant({ dealsFrom: LIST.slice(0, 9000) }),
  fc.constant({ deals: 'all', impossible: true, shard: { index: 2, count: 15 } }),
);
const narrowings = fc.record({
  shard: fc.constantFrom(undefined, { index: 2, count: 3 }),
  where: fc.constantFrom(undefined, 'pos_AC < 16', 'deal < 1'),
  filter: fc.constantFrom(undefined, ({ number }: { number: number }) => number % 3 > 0),
});

describe('a limit', () => {
  it('gives the first deals of any selection', async () => {
    const property = fc.asyncProperty(
      sources,
      narrowings,
      fc.integer({ min: 1, max: 12_000 }),
      async (source, { shard, ...rest }, limit) => {
        const selection = { ...source, ...(shard && { shard }), ...rest } as Selection;
        const first = (await numbersOf(selection)).slice(0, limit);
        expect(await numbersOf({ ...selection, limit }, 2)).toEqual(first);
        expect(await countDeals({ ...selection, limit })).toBe(first.length);
      },
    );
    await fc.assert(property, { numRuns: 12 });
  });

  it('without a condition cuts the ranges or numbers, so that sizes are known in advance', async () => {
    const folder = temporaryFolder();
    const written = async (name: string, selection: Selection) => {
      const output = join(folder, name);
      let totalBytes: number | undefined;
      const onProgress = (progress: { totalBytes?: number }) => {
        ({ totalBytes } = progress);
      };
      const { bytes } = await generate({ ...selection, output, onProgress });
      expect(totalBytes).toBe(bytes);
      return readFileSync(output);
    };
    const limited = await written('a.bin', { deals: '3..900000', limit: 1000 });
    checkSame(limited, await written('b.bin', { deals: '3..1002' }));
    const beyond = await written('c.bin', { deals: '3..1002', limit: 5000 });
    checkSame(limited, beyond);
    await expect(
      generate({ deals: '3..900000', limit: 1000, output: join(folder, 'b.bin'), resume: true }),
    ).resolves.toMatchObject({ status: 'unchanged' });
  });

  it('ends a condition over all deals early', async () => {
    const dealt: number[] = [];
    const onProgress = (progress: { dealt: number }) => void dealt.push(progress.dealt);
    const output = join(temporaryFolder(), 'a.numbers');
    expect(
      await generate({ deals: 'all', where: ACES, limit: 10, output, onProgress, threads: 2 }),
    ).toMatchObject({
      deals: 10,
    });
    expect(readFileSync(output, 'utf8').split('\n').slice(0, 3)).toEqual(['673', '10408', '10915']);
    expect(dealt.at(-1)).toBeLessThan(100_000);
  });

  it('ends a list without end', async () => {
    function* forEver() {
      for (;;) yield 617;
    }
    expect(await countDeals({ dealsFrom: forEver(), where: 'deal = 617', limit: 5 })).toBe(5);
    expect(await numbersOf({ dealsFrom: forEver(), limit: 3 })).toEqual([617, 617, 617]);
  });

  it('gives the same bytes with any number of threads, in every format', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.bin', 'a.ndjson', 'a.parquet', 'a.numbers']) {
      const files = [];
      for (const threads of [1, 3]) {
        const output = join(folder, `${threads}${name}`);
        await generate({ deals: 'all', where: 'pos_AC < 4', limit: 20_000, output, threads });
        files.push(readFileSync(output));
      }
      checkSame(files[0], files[1], name);
    }
  });

  it('is accepted by the command', () => {
    const counted = run(['generate', 'all', '--where', ACES, '--limit', '3', '--count'], temporaryFolder());
    expect(counted).toMatchObject({ status: 0, stdout: Buffer.from('3\n') });
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused', async (limit) => {
    await expect(countDeals({ limit })).rejects.toThrow(InputError);
    await expect(countDeals({ limit })).rejects.toThrow(`limit ${limit} is not a number of deals`);
  });

  it('is part of the job: a run with another limit cannot be resumed', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    const selection = { deals: '1..90000', where: 'pos_AC < 4', limit: 100, output };
    await generate(selection);
    await expect(generate({ ...selection, limit: 101, resume: true })).rejects.toThrow(/exists/);
    expect(await generate({ ...selection, resume: true })).toMatchObject({ status: 'unchanged' });
  });
});
