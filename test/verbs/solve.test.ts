// Writes the records of selections with worker threads, and resumes interrupted runs.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type SolveOptions, solve, verdicts } from '../../src/verbs/solve.js';
import { start, temporaryFolder, until } from '../support/command.js';
import { linesBeside } from '../support/journal.js';
import { range } from '../support/numbers.js';

const folder = temporaryFolder((remove) => process.once('exit', remove));
let files = 0;

async function recordsOf(options: Omit<SolveOptions, 'output'>): Promise<string> {
  const output = join(folder, `${++files}.ndjson`);
  await solve({ output, ...options });
  return readFileSync(output, 'utf8');
}

/** The values of a field in all records. */
const valuesOf = (field: string, records: string) =>
  Array.from(records.matchAll(/.+/g), ([line]) => JSON.parse(line)[field]);

it('writes the same bytes for any number of threads, in one piece or in shards', async () => {
  const deals = '990001..990300';
  const whole = await recordsOf({ deals, threads: 1 });
  expect(valuesOf('deal', whole)).toEqual(range(990_001, 300));
  expect(await recordsOf({ deals, threads: 3 })).toBe(whole);
  let shards = '';
  for (const index of [1, 2, 3]) shards += await recordsOf({ deals, shard: { index, count: 3 } });
  expect(shards).toBe(whole);
});

it('takes every selection, in its order', async () => {
  const list = join(folder, 'list.txt');
  writeFileSync(list, '8589934591\n5\n4294967296\n5\n617');
  const listed = valuesOf('deal', await recordsOf({ dealsFrom: list }));
  expect(listed).toEqual([8_589_934_591, 5, 4_294_967_296, 5, 617]);
  const where = await recordsOf({ deals: '1..100000', where: 'cells = 4', limit: 5, cells: 3 });
  expect(valuesOf('winnable', where)).toEqual(Array(5).fill(false));
  const filter = ({ number: n }: { number: number }) => n % 30 === 0;
  expect(valuesOf('deal', await recordsOf({ deals: '1..90', filter }))).toEqual([30, 60, 90]);
});

it('yields the verdict of each deal, and ends early', async () => {
  const found: unknown[] = [];
  for await (const verdict of verdicts({ deals: 'all', cells: 3, threads: 2 })) {
    found.push(verdict);
    if (found.length === 20) break;
  }
  expect(found[0]).toEqual({ deal: 1, withCells: 3, winnable: true, states: 565 });
  expect(found.length).toBe(20);
});

it('goes on where a killed run was synced, also in a list, and counts the records of both', async () => {
  const own = temporaryFolder();
  writeFileSync(join(own, 'list.txt'), '1..200000');
  const words = ['solve', '--deals-from', 'list.txt', '-o', 'a.csv', '-t', '2', '-q'];
  const output = join(own, 'a.csv');
  for (const _ of [1, 2]) {
    const countSynced = () => linesBeside(output).filter(({ synced }) => synced).length;
    const before = countSynced();
    const child = start([...words, ...(before > 0 ? ['--resume'] : [])], own);
    await until(() => countSynced() > before);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
  }
  const synced = linesBeside(output).findLast(({ synced }) => synced)?.synced?.deals as number;
  const stop = new AbortController();
  const onProgress = ({ deals }: { deals: number }) => deals > synced + 100 && stop.abort();
  const options = { dealsFrom: join(own, 'list.txt'), output, resume: true, onProgress, signal: stop.signal };
  await expect(solve(options)).rejects.toThrow();
  const lines = readFileSync(`${output}.partial`, 'utf8')
    .split('\n')
    .slice(0, synced + 100);
  const direct = await recordsOf({ deals: `1..${lines.length - 1}`, format: 'csv' });
  expect(`${lines.join('\n')}\n`).toBe(direct);
  await expect(solve({ ...options, maxStates: 5, signal: undefined })).rejects.toThrow('has selection');
});
