import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../support/command.js';

/** Selections whose deals are known without dealing, by the words of the command. */
const selections: Record<string, string[]> = {
  'a range': ['4294960000..4294970000'],
  'several ranges': ['1..5000,617000..618000'],
  'one deal': ['617'],
  'a list': ['--deals-from', 'list.txt'],
  'a sample': ['1..100000', '--sample', '3000'],
  'a shard': ['1..10000', '--shard', '2/3'],
  'a shard without deals': ['1..2', '--shard', '3/3'],
};

function written(selection: string[], name: string): { folder: string; file: string; args: string[] } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'list.txt'), '5 617\n1..300 # a comment\n8589934591');
  const args = ['generate', ...selection, '-o', name];
  expect(run([...args, '-q'], folder)).toMatchObject({ status: 0, stderr: '' });
  return { folder, file: join(folder, name), args };
}

describe('--resume of a complete file', () => {
  it.each(Object.entries(selections))('ends with 0 and leaves it as it is: %s', (_, selection) => {
    for (const name of ['a.bin', 'a.ndjson', 'a.txt', 'a.numbers', 'a.parquet']) {
      const { folder, file, args } = written(selection, name);
      const before = statSync(file, { bigint: true });
      const { status, stderr } = run([...args, '--resume'], folder);
      expect(stderr).toMatch(new RegExp(`^${name}: already complete, [\\d,]+ deals?, [\\d,]+ bytes\\n$`));
      expect(status).toBe(0);
      const after = statSync(file, { bigint: true });
      expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
      expect(run(args, folder)).toMatchObject({ status: 1 });
    }
  });

  it.each([
    ['a longer file', (file: string) => appendFileSync(file, '\n')],
    ['a shorter file', (file: string) => truncateSync(file, statSync(file).size - 1)],
    ['another head', (file: string) => flip(file, 16)],
    ['another first record', (file: string) => flip(file, 70)],
    ['another last record', (file: string) => flip(file, statSync(file).size - 2)],
  ])('refuses %s as it refuses any file that exists', (_, damage) => {
    for (const name of ['a.bin', 'a.ndjson', 'a.txt', 'a.numbers', 'a.parquet']) {
      const { folder, file, args } = written(['1..3000'], name);
      damage(file);
      const bytes = readFileSync(file);
      const { status, stderr } = run([...args, '--resume'], folder);
      expect(stderr).toContain(`cannot write ${name}: it exists already`);
      expect(status).toBe(1);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
  });

  it('refuses the deals of another selection, and what a filter kept', () => {
    const { folder, args } = written(['1..3000'], 'a.bin');
    expect(
      run(
        [...args, '--resume'].map((word) => word.replace('1..3000', '2..3001')),
        folder,
      ).status,
    ).toBe(1);
    writeFileSync(join(folder, 'all.mjs'), 'export default () => true;');
    expect(run([...args, '--filter', './all.mjs', '--resume'], folder).status).toBe(1);
  });
});

function flip(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes[offset] = (bytes[offset] as number) ^ 1;
  writeFileSync(file, bytes);
}
