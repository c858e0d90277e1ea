import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DamageError, type VerifyProgress, verify } from '../../src/index.js';
import { records } from '../support/engines.js';
import { checkFailure } from '../support/failure.js';
import { dealsIn, fileWith, flip } from '../support/files.js';
import { rowsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';

describe('verify', () => {
  it('counts the bad records of a file of many blocks, and names the first', async () => {
    const output = await dealsIn('a.ndjson', '1..100000');
    const starts = [5, 20_000, 50_000, 99_999].map((n) => records.ndjson.bytesOf({ first: 1, last: n }));
    for (const start of starts) flip(output, start + 30);
    for (const threads of [1, 3])
      expect(await verify(output, { threads })).toMatchObject({
        records: 100_000,
        bad: 4,
        firstBad: { deal: 6, offset: starts[0], problem: 'it is another line' },
        ranges: [{ first: 1, last: 5 }, {}, {}, {}],
      });
  });

  it('names a damaged first board of a block by the board after it', async () => {
    const output = await dealsIn('a.txt', '1001..9000');
    const block = Math.floor(1048576 / 156) * 156; // bytes
    flip(output, block + 2);
    expect(await verify(output)).toMatchObject({
      records: 8000,
      bad: 1,
      firstBad: { deal: 1001 + block / 156, offset: block, problem: 'it is not a board in columns' },
    });
  });

  it('cuts lines without an end anywhere, and counts each part', async () => {
    const file = fileWith(Buffer.alloc(9_000_000, 'x'), 'a.ndjson');
    const firstBad = { deal: undefined, offset: 0, problem: 'it is cut off' };
    expect(await verify(file)).toEqual({ records: 3, bad: 3, firstBad, ranges: [], rangeCount: 0 });
  });

  it('counts all ranges, also those that go on in the next block', async () => {
    const single = range(0, 300_000).map((i) => 1 + 2 * i);
    for (const numbers of [single, [...single, ...range(700_001, 500_000), 700_000, 1_200_001]]) {
      const { records, ranges, rangeCount } = await verify(fileWith(`${numbers.join('\n')}\n`, 'a.numbers'));
      const expected = numbers.filter((n, i) => n !== numbers[i - 1] + 1).length;
      expect([records, ranges.length, rangeCount]).toEqual([numbers.length, 64, expected]);
    }
  });

  it.each([
    ['bin', 'numbered'],
    ['ndjson', 'ndjson'],
    ['txt', 'text'],
  ] as const)('says that a .%s file was cut off meanwhile, also at a record', async (extension, encoder) => {
    const { bytesOf } = records[encoder];
    for (const threads of [1, 2]) {
      const output = await dealsIn(`a.${extension}`, '100000,1..80000');
      const header = extension === 'bin' ? 64 : 0;
      const kept = header + bytesOf({ first: 100_000, last: 100_000 }) + bytesOf({ first: 1, last: 70_000 });
      let blocks = 0;
      const onProgress = () => {
        if (blocks++ === 0) truncateSync(output, kept);
      };
      const [one, several] = [
        `it was cut off at offset ${kept} while it was read`,
        /^it was cut off at offset \d+ while|^its size changed from \d+ to \d+ bytes while/,
      ];
      await checkFailure(verify(output, { threads, onProgress }), DamageError, threads === 1 ? one : several);
      expect(blocks).toBeGreaterThan(0);
    }
  });

  it('says that the size of a file changed while it was read, also after the last block', async () => {
    const output = await dealsIn('a.ndjson', '1..100');
    const { size } = statSync(output);
    const grow = () => appendFileSync(output, '\n');
    await expect(verify(output, { onProgress: grow })).rejects.toThrow(
      new DamageError(`its size changed from ${size} to ${size + 1} bytes while it was read`),
    );
  });

  it.each(rowsIn<[string, string, number, number]>('ended-checks.txt'))(
    'of %s, %s, on %d threads ends by its signal after %d blocks',
    async (name, deals, threads, wanted) => {
      const reason = Object.assign(new Error('enough'), { code: 'ENOUGH' });
      const stop = new AbortController();
      if (wanted === 0) stop.abort(reason);
      let blocks = 0;
      const onProgress = () => {
        if (++blocks === wanted) stop.abort(reason);
      };
      const path = await dealsIn(name, deals);
      await expect(verify(path, { threads, signal: stop.signal, onProgress })).rejects.toBe(reason);
      expect(blocks).toBe(wanted);
    },
  );

  it('reports its progress up to all bytes, and what it found', async () => {
    const output = await dealsIn('a.ndjson', '1..50000');
    const { size } = statSync(output);
    const progress: VerifyProgress[] = [];
    const found = await verify(output, { onProgress: (now) => progress.push(now) });
    const ranges = [{ first: 1, last: 50_000 }];
    expect(found).toStrictEqual({ records: 50_000, bad: 0, ranges, rangeCount: 1 });
    expect(progress.length).toBe(Math.ceil(size / 4194304));
    expect(progress.at(-1)).toStrictEqual({ records: 50_000, bytes: size, totalBytes: size });
    const bytes = progress.map(({ bytes }) => bytes);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
  });
});
