// The deals to leave out, in memory: sorted runs that are merged as a list is read. deal-source.test.ts leaves them out.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { readExcluded } from '../../src/selection/excluded.js';
import { scattered } from '../support/scattered.js';

describe('excluded deals', () => {
  it('are merged over many sorted parts, with numbers and ranges in any order', async () => {
    const lone = scattered(700_000);
    const ranges = Array.from({ length: 40_000 }, (_, i) => {
      const first = 1 + ((i * 7919) % 40_000) * 200_000;
      return { first, last: first + 99 };
    });
    const segments = [Float64Array.from(lone), ...ranges, Float64Array.from(lone)];
    const excluded = await readExcluded(segments, undefined);
    const inRange = (n: number) => n < 8e9 && (n - 1) % 200_000 < 100;
    expect(excluded.count).toBe(4_000_000 + new Set(lone.filter((n) => !inRange(n))).size);
    for (const n of [lone[0], lone[699_999], 1, 100, 7_999_800_001])
      expect(excluded.has(n as number)).toBe(true);
    for (let i = 1; i < excluded.runs.length; i++) {
      const [before, value] = [excluded.runs[i - 1] as number, excluded.runs[i] as number];
      if (Math.abs(value) <= Math.abs(before) || (value < 0 && before < 0)) throw new Error(`value ${i}`);
    }
  });

  it('take no more memory than their runs: ranges over all deals, many times', async () => {
    const all = { first: 1, last: LAST_DEAL };
    const excluded = await readExcluded(Array(50_000).fill(all), undefined);
    expect([...excluded.runs]).toEqual([-1, LAST_DEAL]);
    expect(excluded.count).toBe(LAST_DEAL);
    const evens = Float64Array.from({ length: 300_000 }, (_, i) => 2 * i + 2);
    const odds = evens.map((n) => n - 1);
    expect([...(await readExcluded([evens, odds, evens], undefined)).runs]).toEqual([-1, 600_000]);
  });

  it('that are too many for the memory are an InputError', async () => {
    const odds = Float64Array.from({ length: 1000 }, (_, i) => 2 * i + 1);
    await expect(readExcluded([odds], undefined, 999)).rejects.toThrow(
      new InputError(
        'exclude needs memory for more than 999 numbers apart from each other; exclude fewer at a time',
      ),
    );
    expect((await readExcluded([odds, { first: 1, last: 1999 }], undefined, 1000)).count).toBe(1999);
  });

  it('are sorted with turns in which an abort is noticed', async () => {
    const lone = Float64Array.from({ length: 2 ** 20 }, (_, i) => 1 + 2 * ((i * 7919) % 2 ** 20));
    /** Reads them; aborts in a turn of the event loop. Returns the number of turns. */
    async function read(abortAt?: number): Promise<number> {
      const stop = new AbortController();
      let turns = 0;
      const count = () => {
        if (++turns === abortAt) stop.abort(new Error('enough'));
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      try {
        await readExcluded([lone], stop.signal);
      } catch (error) {
        expect(error).toBe(stop.signal.reason);
      } finally {
        clearImmediate(next);
      }
      return turns;
    }
    expect(await read()).toBeGreaterThan(7);
    expect(await read(3)).toBeLessThan(6);
  });
});
