// A run of a list or with a filter is interrupted, and resumed with another size of chunk or with damaged files.

import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { FormatName } from '../../src/formats/registry.js';
import type { Selection } from '../../src/selection/selection.js';
import type { GenerateProgress } from '../../src/verbs/generate.js';
import { type GenerateOptions, generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { interruptWhen } from '../support/interrupt.js';
import { checkpointsIn } from '../support/journal.js';
import { scattered } from '../support/scattered.js';

// before the modules above are loaded: checkpoints are taken all the time
vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL = '1';
});

/** Deals up to the last checkpoint in the journal of an output. */
function notedIn(output: string): number {
  return checkpointsIn(output).at(-1)?.deals ?? 0;
}

/** Runs until another checkpoint is noted, with more than so many deals; leaves a run that can be resumed. */
async function interrupt(options: GenerateOptions, deals = 0): Promise<void> {
  const { length } = checkpointsIn(options.output);
  const isNoted = () => checkpointsIn(options.output).length > length && notedIn(options.output) > deals;
  await interruptWhen(options, isNoted);
}

const LIST = scattered(60_000);
const LONG_LIST: Selection = { dealsFrom: scattered(700_000) };
const SELECTIONS: Record<string, Selection> = {
  'a list': { dealsFrom: LIST },
  'what a filter keeps': { deals: '1..200000', filter: ({ number }) => number % 7 < 3 },
  'the first deals that a condition keeps': { deals: '1..1000000', where: 'deal % 7 < 3', limit: 100_000 },
  'what a filter keeps of a list': {
    dealsFrom: Array.from({ length: 100_000 }, (_, i) => 500_000 - 3 * i),
    filter: ({ number }) => number % 7 < 3,
  },
  'what a filter keeps of a sample': {
    deals: '1..900000',
    sample: { count: 150_000, seed: 2 },
    where: 'deal % 7 > 0',
    filter: ({ cards }) => (cards[0] as number) < 20,
  },
};

/** Format, and the sizes of chunks before and after. */
const WAYS: [FormatName, number, number][] = [
  ['bin', 20_000, 100_003], // chunks enough for the disk to sync between two of them, also on a busy machine
  ['numbers', 5000, 2001],
  ['ndjson', 100_000, 200_001],
];

/** What may happen to the files of a stopped run. */
const DAMAGES: Record<string, (output: string) => void> = {
  nothing: () => {},
  'FILE.partial is shorter than the last checkpoint': (output) =>
    truncateSync(`${output}.partial`, Number(checkpointsIn(output).at(-1)?.bytes) - 1),
  'FILE.partial is empty': (output) => truncateSync(`${output}.partial`),
  'the line of the last checkpoint is damaged': (output) => {
    const lines = readFileSync(`${output}.run`, 'utf8').split('\n');
    const last = lines.findLastIndex((line) => line.includes('"checkpoint"'));
    writeFileSync(`${output}.run`, lines.with(last, 'x'.repeat(40)).join('\n'));
  },
};

type Run = [name: string, ...way: (typeof WAYS)[number], damage: string, Selection];

const RUNS: Run[] = [
  // two ways of each selection
  ...Object.entries(SELECTIONS).flatMap(([name, selection], i) =>
    WAYS.toSpliced(i % WAYS.length, 1).map((way): Run => [name, ...way, 'nothing', selection]),
  ),
  // the footer of Parquet needs facts of every row group, which the lines of the journal hold
  ...Object.keys(DAMAGES).map((damage): Run => ['a long list', 'parquet', 1, 1, damage, LONG_LIST]),
];

it.each(RUNS)(
  '%s as %s, begun with chunks of %d bytes and resumed with %d, is the same file after this damage: %s',
  async (...run) => {
    const [, format, before, after, damage, selection] = run;
    const folder = temporaryFolder();
    const options = { ...selection, format, threads: 1 };
    const whole = join(folder, 'whole');
    const { deals } = await generate({ ...options, output: whole });
    const output = join(folder, 'again');
    await interrupt({ ...options, output, chunkBytes: before }, deals / 8);
    DAMAGES[damage](output);
    await interrupt({ ...options, output, chunkBytes: after, resume: true });
    const noted = notedIn(output);
    const first: number[] = [];
    const onProgress = ({ deals }: GenerateProgress) => void first.push(deals);
    const resumed = await generate({ ...options, output, chunkBytes: before, resume: true, onProgress });
    expect(resumed).toMatchObject({ deals, status: 'written' });
    expect(first[0]).toBeGreaterThan(noted); // it did not begin anew
    checkSame(readFileSync(output), readFileSync(whole));
    expect(readdirSync(folder).sort()).toEqual(['again', 'whole']);
  },
);

const REFUSED = 'the list does not begin with the';

it.each<['dealsFrom' | 'exclude', string, string, string]>([
  ['dealsFrom', '5 1..200000', '5 1..100000 100001..200000', '200001 deals'],
  ['dealsFrom', '5 1..200000', '5 2..200001', REFUSED],
  ['dealsFrom', '10..20 30 101..200000', '10 20..30 101..200000', REFUSED],
  ['exclude', '10..20 30', '10 20..30', 'the interrupted run has selection 1..300000 exclude 12 deals'],
])('a run whose %s is %j, and %j when it is resumed, ends with: %s', async (name, before, after, end) => {
  const list = fileWith(before);
  const deals = name === 'exclude' ? { deals: '1..300000' } : {};
  const output = join(dirname(list), 'a.bin');
  const options = { ...deals, output, [name]: list, chunkBytes: 60 * 1000, threads: 1 };
  await interrupt(options, 20_000);
  writeFileSync(list, after);
  const resumed = generate({ ...options, resume: true });
  const result = resumed.then(({ deals }) => `${deals} deals`).catch(({ message }) => message);
  expect(await result).toContain(end);
});
