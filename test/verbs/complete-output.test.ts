import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.js';
import type { Selection } from '../../src/selection/selection.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { dealsIn, flip } from '../support/files.js';

const NAMES = formats.map(({ extension }) => `a${extension}`);

/** Writes a file; returns the options that resume it. */
async function written(selection: Selection, name: string) {
  return { ...selection, output: await dealsIn(name, selection), resume: true };
}

/** A function that fails if a file was written again since, or another one was made beside it. */
function watch(path: string): () => void {
  const states = () => [path, dirname(path)].map((one) => statSync(one, { bigint: true }));
  const before = states().map(({ ino, mtimeNs }) => ({ ino, mtimeNs }));
  return () => expect(states()).toMatchObject(before);
}

// test/threads/any-threads.test.ts resumes files of all kinds of selections
describe('resuming a complete file', () => {
  it.each<[string, number, Selection]>([
    ['a range', 10_001, { deals: '4294960000..4294970000' }],
    ['a shard', 3333, { deals: '1..10000', shard: { index: 2, count: 3 } }],
    ['a shard without deals', 0, { deals: '1..2', shard: { index: 3, count: 3 } }],
    ['a filter', 4286, { deals: '1..30000', filter: ({ number }) => number % 7 === 3 }],
  ])('of %s leaves it as it is, and says so', async (_, deals, selection) => {
    for (const name of NAMES) {
      const options = await written(selection, name);
      const check = watch(options.output);
      const bytes = statSync(options.output).size;
      expect(await generate(options)).toEqual({ deals, bytes, dealt: 0, status: 'unchanged' });
      const again = generate({ ...options, resume: false });
      await expect(again).rejects.toMatchObject({ name: 'OutputError', code: 'EEXIST' });
      check();
    }
  });

  it('is refused with force, if another job was interrupted beside it', async () => {
    const options = await written({ deals: '1..9' }, 'a.bin');
    const other = { ...options, deals: '1..99', resume: false, force: true };
    await expect(generate({ ...other, onProgress: () => expect.fail('enough') })).rejects.toThrow('enough');
    await expect(generate({ ...options, force: true })).rejects.toThrow('the interrupted run has');
  });

  const sizeOf = (file: string) => statSync(file).size;
  it.each<[string, (file: string) => void]>([
    ['one more byte', (file) => appendFileSync(file, '\n')],
    ['one byte less', (file) => truncateSync(file, sizeOf(file) - 1)],
    ['another head', (file) => flip(file, 16)],
    ['another record in its middle', (file) => flip(file, sizeOf(file) >> 1)],
    ['another last record', (file) => flip(file, sizeOf(file) - 2)],
  ])('refuses a file with %s as it refuses any existing file', async (_, damage) => {
    // the size of what a condition keeps is known at its end alone
    for (const where of [undefined, 'deal % 3 > 0']) {
      for (const name of NAMES) {
        // several chunks, but of Parquet, whose row groups are larger
        const options = { ...(await written({ deals: '1..3000', where }, name)), chunkBytes: 10_000 };
        damage(options.output);
        const bytes = readFileSync(options.output);
        await expect(generate(options)).rejects.toThrow(`cannot write ${options.output}: it exists already`);
        checkSame(readFileSync(options.output), bytes);
      }
    }
  });
});
