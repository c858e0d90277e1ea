// Verbs report their progress while they run, and their result at the end. All runs are small, on the calling thread.

import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DealBatch } from '../../src/game/deal-batch.js';
import { type CountProgress, countDeals } from '../../src/verbs/count.js';
import { deals } from '../../src/verbs/deals.js';
import type { GenerateProgress } from '../../src/verbs/generate.js';
import { generate } from '../../src/verbs/generate.js';
import { merge } from '../../src/verbs/merge.js';
import { type VerifyProgress, verify } from '../../src/verbs/verify.js';
import { checkSame } from '../support/bytes.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { expected, expectedOf, records } from '../support/engines.js';

const ONE = { threads: 1 };

function newFile(name = 'a.bin'): string {
  return join(temporaryFolder(), name);
}

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
    expect(await told({ deals: '1..100' }, output)).toStrictEqual({
      progress,
      generated: { ...whole, dealt: 100, status: 'written' },
    });
    expect(await told({ deals: '1..100' }, output, { resume: true })).toStrictEqual({
      progress,
      generated: { ...whole, dealt: 0, status: 'unchanged' },
    });
  });

  it('reports what is known of a list and of a condition', async () => {
    const list = await told({ dealsFrom: [5, 3, 617] });
    expect(list).toStrictEqual({
      progress: [{ deals: 3, bytes: 64 + 180, dealt: 3 }],
      generated: { deals: 3, bytes: 64 + 180, dealt: 3, status: 'written' },
    });
    const condition = await told({ deals: '1..100', where: 'deal > 98' });
    expect(condition).toStrictEqual({
      progress: [{ deals: 2, bytes: 64 + 120, dealt: 100, totalDeals: 100 }],
      generated: { deals: 2, bytes: 64 + 120, dealt: 100, status: 'written' },
    });
  });

  it('takes the format from the option, whatever the extension is', async () => {
    const output = newFile('a.bin');
    await generate({ deals: '617', output, format: 'numbers', ...ONE });
    expect(readFileSync(output, 'utf8')).toBe('617\n');
  });

  it.each([
    ['a list with a wrong line', { dealsFrom: [5, 0] }, 'deal number 0 is outside'],
    [
      'a filter that throws',
      {
        deals: '1..5',
        filter: () => {
          throw new Error('mine');
        },
      },
      'mine',
    ],
  ])('leaves no file of %s', async (_, selection, message) => {
    const output = newFile();
    await expect(generate({ ...selection, output, ...ONE })).rejects.toThrow(message);
    for (const name of [output, `${output}.partial`, `${output}.run`]) expect(existsSync(name)).toBe(false);
  });

  it('leaves a run that can be resumed if onProgress throws or the signal aborts, and rejects with the reason', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const options = { ...ONE, chunkBytes: 520, signal: stop.signal, onProgress: () => stop.abort(reason) };
    const aborted = newFile();
    await expect(generate({ deals: '1..100', output: aborted, ...options })).rejects.toBe(reason);
    expect(existsSync(`${aborted}.partial`)).toBe(true);
    const output = newFile();
    const thrown = generate({
      deals: '1..100',
      output,
      ...ONE,
      chunkBytes: 520,
      onProgress: () => {
        throw reason;
      },
    });
    await expect(thrown).rejects.toBe(reason);
    expect(existsSync(`${output}.partial`)).toBe(true);
    expect(await generate({ deals: '1..100', output, ...ONE, resume: true })).toMatchObject({ deals: 100 });
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

describe('countDeals', () => {
  async function told(selection: object) {
    const progress: CountProgress[] = [];
    const count = await countDeals({ ...selection, ...ONE, onProgress: (one) => void progress.push(one) });
    return { count, progress };
  }

  it('reports its progress with a filter, and the total if it is known', async () => {
    expect(await told({ deals: '1..100' })).toStrictEqual({ count: 100, progress: [] });
    expect(await told({ deals: '1..100', where: 'deal > 98' })).toStrictEqual({
      count: 2,
      progress: [{ deals: 2, dealt: 100, lastDeal: 100, totalDeals: 100 }],
    });
    expect(await told({ dealsFrom: [5, 3, 617], where: 'deal > 4' })).toStrictEqual({
      count: 2,
      progress: [{ deals: 2, dealt: 3, lastDeal: 617 }],
    });
  });

  it('reports how far it is when its signal aborts, so that the counts of both parts add up', async () => {
    const stop = new AbortController();
    const selection = { deals: '500001..600000,1..400000', winnable: true, where: 'pos_AC < 8' };
    let reached: CountProgress | undefined;
    const onProgress = (progress: CountProgress) => {
      reached = progress;
      if (progress.dealt > 120_000) stop.abort();
    };
    await expect(countDeals({ ...selection, ...ONE, signal: stop.signal, onProgress })).rejects.toThrow();
    const { deals: counted, lastDeal } = reached as unknown as CountProgress;
    expect(lastDeal).toBeLessThan(400_000);
    const rest = await countDeals({ ...selection, deals: `${lastDeal + 1}..400000` });
    expect(counted + rest).toBe(await countDeals(selection));
  });

  it('adds up the deals of all segments of a selection', async () => {
    const { count, progress } = await told({
      deals: '1..41000',
      filter: ({ number }: { number: number }) => number % 2 === 0,
    });
    expect(count).toBe(20_500);
    expect(progress.length).toBeGreaterThan(1);
    for (const { deals: counted, dealt } of progress) expect(counted).toBe(Math.floor(dealt / 2));
  });
});

describe('deals', () => {
  async function batchesOf(options: object): Promise<DealBatch[]> {
    const batches = [];
    for await (const batch of deals({ ...options, ...ONE })) batches.push(batch);
    return batches;
  }
  const cardsOf = (...numbers: number[]) => new Uint8Array(expectedOf(records.cards, numbers));

  it('come with their numbers, or with the first number of a range', async () => {
    expect(await batchesOf({ deals: '617..618,5' })).toStrictEqual([
      { first: 617, count: 2, cards: cardsOf(617, 618) },
      { first: 5, count: 1, cards: cardsOf(5) },
    ]);
    const [list] = await batchesOf({ dealsFrom: [617, 5] });
    expect(list).toStrictEqual({
      first: 617,
      count: 2,
      cards: cardsOf(617, 5),
      numbers: Float64Array.of(617, 5),
    });
  });

  it('come in batches of one size, whose numbers do not change later', async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => 1 + 7 * i);
    const batches = await batchesOf({ dealsFrom: numbers, chunkBytes: 520 });
    expect(batches.map(({ count }) => count)).toEqual([10, 10, 10]);
    expect(batches.flatMap(({ numbers: some = [] }) => [...some])).toEqual(numbers);
  });

  it.each([0, 1, 2])('reject with the reason of their signal after %d batches', async (before) => {
    const stop = new AbortController();
    const reason = new Error('enough');
    if (before === 0) stop.abort(reason);
    let seen = 0;
    const all = (async () => {
      for await (const _ of deals({ deals: '1..100', ...ONE, chunkBytes: 520, signal: stop.signal }))
        if (++seen === before) stop.abort(reason);
    })();
    await expect(all).rejects.toBe(reason);
    expect(seen).toBe(before);
  });
});

describe('verify', () => {
  it('reports its progress, and what it found', async () => {
    const path = newFile();
    await generate({ deals: '1..100', output: path, ...ONE });
    const progress: VerifyProgress[] = [];
    const found = await verify(path, { ...ONE, onProgress: (one) => void progress.push(one) });
    expect(found).toStrictEqual({ records: 100, bad: 0, ranges: [{ first: 1, last: 100 }] });
    expect(progress).toStrictEqual([{ records: 100, bytes: 5200, totalBytes: 5264 }]);
  });

  it('takes the format from the option, whatever the extension is', async () => {
    const path = newFile('a.bin');
    writeFileSync(path, '617\n618\n');
    expect(await verify(path, { ...ONE, format: 'numbers' })).toMatchObject({ records: 2, bad: 0 });
  });

  it('names the expected deal if the first record of a file is wrong, or a later one', async () => {
    const path = newFile('a.numbers');
    writeFileSync(path, '617\n618\nx\n620\n');
    expect(await verify(path, ONE)).toMatchObject({ records: 4, bad: 1, firstBad: { deal: 619, offset: 8 } });
  });
});

describe('merge', () => {
  async function shardsOf(...ranges: string[]): Promise<string[]> {
    const folder = temporaryFolder();
    const files = ranges.map((_, i) => join(folder, `shard-${i}.bin`));
    for (const [i, file] of files.entries()) await generate({ deals: ranges[i], output: file, ...ONE });
    return files;
  }

  it('reports its progress, and what it has written', async () => {
    const files = await shardsOf('1..10', '11..30');
    const output = newFile();
    const progress: object[] = [];
    const merged = await merge({ output, files, onProgress: (one) => void progress.push(one) });
    expect(merged).toMatchObject({ bytes: 64 + 1560 });
    expect(progress.at(-1)).toStrictEqual({ bytes: 64 + 1560, totalBytes: 64 + 1560 });
    checkSame(readFileSync(output).subarray(64), expected(records.cards, 1, 30));
  });

  it.each<[string, (files: string[]) => [string, string[]], string]>([
    ['no file', () => [newFile(), []], 'there is no file to merge; name the shards after the output'],
    [
      'the output among its files',
      ([a, b]) => [b, [a, b]],
      'is read and written by this run; name another output',
    ],
  ])('refuses %s', async (_, choose, message) => {
    const [output, chosen] = choose(await shardsOf('1..10', '11..30'));
    await expect(merge({ output, files: chosen, force: true })).rejects.toThrow(message);
  });
});
