// generate is interrupted and resumed: it goes on at the synced bytes if the selection determines the bytes, or starts over.

import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { FormatName } from '../../src/formats/registry.js';
import type { Selection } from '../../src/selection/selection.js';
import { type GenerateOptions, type GenerateProgress, generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { fileWith } from '../support/files.js';
import { appendLine, linesBeside } from '../support/journal.js';
import { scattered } from '../support/numbers.js';
import { newFile } from '../support/output.js';

const lastSynced = (output: string) => linesBeside(output).findLast(({ synced }) => synced)?.synced;

/** Runs until more than `deals` deals are dealt, and aborts. */
async function interrupt(options: GenerateOptions, deals: number, before = () => {}): Promise<void> {
  const stop = new AbortController();
  const onProgress = ({ dealt }: GenerateProgress) => {
    if (dealt <= deals || stop.signal.aborted) return;
    before();
    stop.abort(new Error('enough'));
  };
  await expect(generate({ ...options, signal: stop.signal, onProgress })).rejects.toThrow('enough');
}

const calls = { filter: 0 };
const count = (isKept: boolean) => {
  calls.filter++;
  return isKept;
};
const MIXED: Selection = {
  deals: '1..900000',
  exclude: scattered(1000),
  sample: { count: 150_000, seed: 2 },
  shard: { index: 1, count: 1 },
  where: 'deal % 7 > 0',
  filter: ({ cards }) => count((cards[0] as number) < 20),
};
/** Fixed selections, the deals that are dealt of them, formats, and sizes of chunks before and after. */
const RUNS: [string, Selection, dealt: number, FormatName, before: number, after: number][] = [
  ['a range', { deals: '1..200000' }, 2e5, 'bin', 20_000, 100_003],
  ['ranges', { deals: '300000,1..200000,617000' }, 2e5, 'ndjson', 200_001, 100_000],
  ['a filter', { deals: '1..200000', filter: ({ number: n }) => count(n % 7 < 3) }, 2e5, 'numbers', 5e3, 999],
  ['one deal', { deals: '1..200000', filter: ({ number: n }) => count(n === 7) }, 2e5, 'bin', 5000, 2001],
  ['a limit', { deals: '1..1000000', where: 'deal % 7 < 3', limit: 1e5 }, 22e4, 'bin', 20_000, 100_003],
  ['all options', MIXED, 15e4, 'text', 50_000, 90_001],
  // row groups of consecutive deals before others, and the other way round
  ['a condition', { deals: '1..400000', where: 'deal < 150000 OR deal % 2 = 0' }, 4e5, 'parquet', 1, 1],
  ['a condition', { deals: '1..400000', where: 'deal > 150000 OR deal % 2 = 0' }, 4e5, 'parquet', 1, 1],
  ['a filter', { deals: '1..400000', filter: ({ number }) => count(number % 3 < 2) }, 4e5, 'parquet', 1, 1],
];

it.each(RUNS)('%s goes on where it was synced: %$', async (_, selection, dealt, format, before, after) => {
  const [whole, output] = [newFile(), newFile()];
  await generate({ ...selection, format, output: whole, threads: 1 });
  const options = { ...selection, format, output, threads: 1 };
  // twice, so that a run that was resumed is resumed
  await interrupt({ ...options, chunkBytes: before }, 0.2 * dealt);
  await interrupt({ ...options, chunkBytes: after, resume: true }, 0.5 * dealt);
  const { bytes, consumed } = lastSynced(output);
  // a fault before the end of the synced bytes stays, and one behind it goes
  const wanted = readFileSync(whole);
  const from = bytes - 10;
  wanted.write('KH', from);
  const fd = openSync(`${output}.partial`, 'r+');
  writeSync(fd, Buffer.concat([wanted.subarray(from, bytes), Buffer.alloc(10_000)]), 0, null, from);
  closeSync(fd);
  calls.filter = 0;
  expect((await generate({ ...options, resume: true })).status).toBe('written');
  checkSame(readFileSync(output), wanted);
  expect(calls.filter).toBeLessThanOrEqual(format === 'parquet' ? dealt : dealt - consumed);
  expect(readdirSync(dirname(output))).toEqual(['a.bin']);
});

it.each(['dealsFrom', 'exclude'] as const)('a run with other %s starts over or is refused', async (name) => {
  const list = fileWith('5 1..200000');
  const output = join(dirname(list), 'a.bin');
  const deals = name === 'exclude' ? '1..300000' : undefined;
  const options = { output, [name]: list, deals, chunkBytes: 6e4, threads: 1 };
  const sides = [`${output}.run`, `${output}.partial`];
  let left: Buffer[] = [];
  await interrupt(options, 1000, () => {
    left = sides.map((side) => readFileSync(side));
  });
  // an interrupted run has removed them if it reads a list, and a killed one has not
  for (const [i, side] of sides.entries()) writeFileSync(side, left[i]);
  appendLine(`${output}.run`, { ended: linesBeside(output)[0].writer.id });
  writeFileSync(list, '5 2..200001');
  const resumed = generate({ ...options, resume: true });
  const refused = /the interrupted run has selection 1..300000 exclude 200000 deals [\da-f]+, not /;
  if (name === 'exclude') return expect(resumed).rejects.toThrow(refused);
  await resumed;
  await generate({ dealsFrom: list, output: `${output}.whole`, format: 'bin' });
  checkSame(readFileSync(output), readFileSync(`${output}.whole`));
});
