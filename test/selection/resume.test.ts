// A run of a list or with a filter that was interrupted, and is resumed with another size of chunk.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../src/formats/format.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { generate } from '../../src/generate.js';
import type { Selection } from '../../src/selection/selection.js';
import { temporaryFolder } from '../support/command.js';

// before the modules above are loaded: checkpoints are taken all the time
vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL = '1';
});

const LIST = Array.from({ length: 30_000 }, (_, i) => 1 + ((i * 7_919_000_003) % LAST_DEAL));
const SELECTIONS: Record<string, Selection> = {
  'a list': { dealsFrom: LIST },
  'what a filter keeps': { deals: '1..200000', filter: ({ number }) => number % 7 < 3 },
  'what a filter keeps of a list': {
    dealsFrom: Array.from({ length: 100_000 }, (_, i) => 500_000 - 3 * i),
    filter: ({ number }) => number % 7 < 3,
  },
  'what a filter keeps of a sample': {
    deals: '1..900000',
    sample: { count: 150_000, seed: 2 },
    filter: ({ cards }) => (cards[0] as number) < 20,
  },
};

describe.each(Object.entries(SELECTIONS))('%s', (_, selection) => {
  it.each<[FormatName, number, number]>([
    ['bin', 7000, 1 << 20],
    ['numbers', 50_000, 333],
    ['ndjson', 20_000, 100_001],
  ])(
    'as %s: begun with chunks of %d bytes, resumed with %d, is the same file',
    async (format, before, after) => {
      const folder = temporaryFolder();
      const options = { ...selection, format, threads: 1 };
      const whole = join(folder, 'whole');
      const { deals } = await generate({ ...options, output: whole });
      const output = join(folder, 'again');
      let written = 0;
      for (const [chunkBytes, until] of [
        [before, deals / 4],
        [after, deals / 2],
        [before, Number.POSITIVE_INFINITY],
      ] as const) {
        const stop = new AbortController();
        const run = generate({
          ...options,
          output,
          chunkBytes,
          resume: true,
          signal: stop.signal,
          onProgress({ deals }) {
            expect(deals).toBeGreaterThanOrEqual(written);
            written = deals;
            if (deals > until) stop.abort(new Error('enough'));
          },
        });
        if (until < deals) await expect(run).rejects.toThrow('enough');
        else expect(await run).toMatchObject({ deals, isComplete: true });
      }
      expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
      expect(readdirSync(folder).sort()).toEqual(['again', 'whole']);
    },
  );
});

it('a list that has changed in its first part is refused, also where the last part is the same', async () => {
  const output = join(temporaryFolder(), 'a.bin');
  const options = { output, format: 'bin', chunkBytes: 6000, threads: 1 } as const;
  const stop = new AbortController();
  const onProgress = ({ deals }: { deals: number }) => deals > 20_000 && stop.abort(new Error('enough'));
  await expect(
    generate({ ...options, dealsFrom: LIST, signal: stop.signal, onProgress: (p) => void onProgress(p) }),
  ).rejects.toThrow('enough');
  for (const changed of [
    LIST.with(0, 617),
    LIST.with(9000, 617),
    LIST.slice(0, 5000),
    LIST.toSpliced(3, 1),
  ]) {
    await expect(generate({ ...options, dealsFrom: changed, resume: true })).rejects.toThrow(
      'the list does not begin with the',
    );
  }
  expect(await generate({ ...options, dealsFrom: LIST, resume: true })).toMatchObject({ deals: 30_000 });
  expect(readdirSync(dirname(output))).toEqual(['a.bin']);
});
