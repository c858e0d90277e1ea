import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Selection } from '../../src/selection/selection.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

const LIST = '5 617\n1..300 # a comment\n8589934591';
const NAMES = ['a.bin', 'a.ndjson', 'a.txt', 'a.numbers', 'a.parquet'];

/** Selections whose deals are known without dealing, and how many deals they have. */
const selections: Record<string, [number, Selection]> = {
  'a range': [10_001, { deals: '4294960000..4294970000' }],
  'several ranges': [6001, { deals: '1..5000,617000..618000' }],
  'one deal': [1, { deals: '617' }],
  'a list': [303, { dealsFrom: 'list.txt' }],
  'a sample': [3000, { deals: '1..100000', sample: { count: 3000 } }],
  'a shard': [3333, { deals: '1..10000', shard: { index: 2, count: 3 } }],
  'a shard without deals': [0, { deals: '1..2', shard: { index: 3, count: 3 } }],
};

type Options = Selection & { output: string };

async function written(selection: Selection, name: string): Promise<Options> {
  const folder = temporaryFolder();
  const list = join(folder, 'list.txt');
  writeFileSync(list, LIST);
  const output = join(folder, name);
  const options = { ...selection, ...(selection.dealsFrom !== undefined && { dealsFrom: list }), output };
  await generate({ ...options, threads: 1 });
  return options;
}

describe('resuming a complete file', () => {
  it.each(Object.entries(selections))(
    'leaves it as it is, and says so: %s',
    async (_, [deals, selection]) => {
      for (const name of NAMES) {
        const options = await written(selection, name);
        const before = statSync(options.output, { bigint: true });
        expect(await generate({ ...options, resume: true })).toEqual({
          deals,
          bytes: Number(before.size),
          dealt: 0,
          status: 'unchanged',
        });
        const after = statSync(options.output, { bigint: true });
        expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
        await expect(generate(options)).rejects.toMatchObject({ name: 'OutputError', code: 'EEXIST' });
      }
    },
  );

  it.each([
    ['a longer file', (file: string) => appendFileSync(file, '\n')],
    ['a shorter file', (file: string) => truncateSync(file, statSync(file).size - 1)],
    ['another head', (file: string) => flip(file, 16)],
    ['another first record', (file: string) => flip(file, 70)],
    ['another record in its middle', (file: string) => flip(file, statSync(file).size >> 1)],
    ['a hole', (file: string) => zero(file, (statSync(file).size >> 1) - 300, 600)],
    ['another byte near its end', (file: string) => flip(file, statSync(file).size - 20)],
    ['another last record', (file: string) => flip(file, statSync(file).size - 2)],
  ])('refuses a file with %s as it refuses any existing file', async (_, damage) => {
    // the size of what a condition keeps is known at its end alone
    for (const where of [undefined, 'deal % 3 > 0']) {
      for (const name of NAMES) {
        // several chunks, but of Parquet, whose row groups are larger
        const options = { ...(await written({ deals: '1..3000', where }, name)), chunkBytes: 10_000 };
        damage(options.output);
        const bytes = readFileSync(options.output);
        await expect(generate({ ...options, resume: true })).rejects.toThrow(
          `cannot write ${options.output}: it exists already`,
        );
        checkSame(readFileSync(options.output), bytes);
      }
    }
  });

  it("refuses a file of another selection, and a file of a filter's deals", async () => {
    const options = await written({ deals: '1..3000' }, 'a.bin');
    for (const other of [{ deals: '2..3001' }, { filter: () => true }]) {
      await expect(generate({ ...options, ...other, resume: true })).rejects.toThrow('it exists already');
    }
  });
});

describe('the command with --resume', () => {
  it.each(['a.bin', 'a.parquet'])(
    'ends with 0 and one line where %s is complete, with 1 where not',
    async (name) => {
      const folder = temporaryFolder();
      const args = ['generate', '1..3000', '-o', name];
      expect(await runMain([...args, '-q'], folder)).toMatchObject({ status: 0, stderr: '' });
      const before = statSync(join(folder, name), { bigint: true });
      const { status, stderr } = await runMain([...args, '--resume'], folder);
      expect(stderr).toMatch(new RegExp(`^${name}: already complete, 3,000 deals, [\\d,]+ bytes\\n$`));
      expect(status).toBe(0);
      const after = statSync(join(folder, name), { bigint: true });
      expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
      flip(join(folder, name), 70);
      const refused = await runMain([...args, '--resume'], folder);
      expect(refused.stderr).toBe(
        `freecell-deals: cannot write ${name}: it exists already, and is not what this run would write: a complete file of another selection or format, or a damaged one; name another file, or use --force to replace it\n`,
      );
      expect(refused.status).toBe(1);
    },
  );
});

it('resume refuses the file of another list with the same first and last deal', async () => {
  const [list, other] = ['1..1000 5000 2000..3000', '1..1000 6000 2000..3000'];
  for (const name of NAMES) {
    const options = await written({ dealsFrom: 'list.txt' }, name);
    writeFileSync(options.dealsFrom as string, list);
    await generate({ ...options, force: true, threads: 1 });
    expect(await generate({ ...options, resume: true })).toMatchObject({ status: 'unchanged', deals: 2002 });
    writeFileSync(options.dealsFrom as string, other);
    await expect(generate({ ...options, resume: true })).rejects.toThrow('it exists already');
  }
});

it('resume recognizes a complete file of the deals that a filter kept', async () => {
  const filter = ({ number }: { number: number }) => number % 7 === 3;
  const options = await written({ deals: '1..30000', filter }, 'a.ndjson');
  expect(await generate({ ...options, resume: true })).toMatchObject({ status: 'unchanged', deals: 4286 });
  const another = { ...options, filter: ({ number }: { number: number }) => number % 7 === 4 };
  await expect(generate({ ...another, resume: true })).rejects.toThrow('it exists already');
});

function zero(file: string, offset: number, length: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, offset, offset + length));
}

function flip(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes[offset] = (bytes[offset] as number) ^ 1;
  writeFileSync(file, bytes);
}
