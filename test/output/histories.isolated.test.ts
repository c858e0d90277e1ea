// A run is stopped, its files are damaged, and it is resumed, stopped and resumed again.

import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type GenerateOptions, generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { interruptWhen } from '../support/interrupt.js';
import { checkpointsIn } from '../support/journal.js';
import { scattered } from '../support/scattered.js';

// before the modules above are loaded: checkpoints are taken all the time
vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL = '1';
});

const LIST = scattered(700_000);

/** Runs until the journal has `wanted` more checkpoints; leaves a run that can be resumed. */
async function interrupt(options: GenerateOptions, wanted: number): Promise<void> {
  const { length } = checkpointsIn(options.output);
  await interruptWhen(options, () => checkpointsIn(options.output).length >= length + wanted);
}

/** What may happen to the files of a stopped run. */
const DAMAGES: Record<string, (output: string) => void> = {
  'FILE.partial is shorter than the last checkpoint': (output) =>
    truncateSync(`${output}.partial`, Number(checkpointsIn(output).at(-1)?.bytes) - 1),
  'FILE.partial is empty': (output) => truncateSync(`${output}.partial`),
  'the line of the last checkpoint is damaged': (output) => {
    const lines = readFileSync(`${output}.run`, 'utf8').split('\n');
    const last = lines.findLastIndex((line) => line.includes('"checkpoint"'));
    writeFileSync(`${output}.run`, lines.with(last, 'x'.repeat(40)).join('\n'));
  },
  nothing: () => {},
};

// the footer of Parquet needs facts of every row group, which the lines of the journal hold
it.each(Object.keys(DAMAGES))(
  'a run is stopped, %s, it is resumed, stopped and resumed: the file is complete',
  async (damage) => {
    const folder = temporaryFolder();
    const [whole, output] = [join(folder, 'whole'), join(folder, 'again')];
    const options = { dealsFrom: LIST, format: 'parquet', threads: 1, output } as const;
    await generate({ ...options, output: whole });
    await interrupt(options, 2);
    DAMAGES[damage](output);
    await interrupt({ ...options, resume: true }, 1);
    expect(await generate({ ...options, resume: true })).toMatchObject({
      deals: LIST.length,
      status: 'written',
    });
    checkSame(readFileSync(output), readFileSync(whole));
  },
);
