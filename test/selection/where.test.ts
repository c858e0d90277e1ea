// Conditions, together with the other options of a selection.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dealCards } from '../../src/game/deal.js';
import { countDeals, generate, InputError } from '../../src/index.js';
import type { Selection } from '../../src/selection/selection.js';
import { checkSame } from '../support/bytes.js';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { scattered } from '../support/scattered.js';
import { numbersOf } from '../support/selection.js';

const ACES = 'pos_AC < 8 AND pos_AD < 8 AND pos_AH < 8 AND pos_AS < 8';
const KINGS = ['pos_KC >= 44 AND pos_KD >= 44', 'pos_KH >= 44 AND pos_KS >= 44'];
const LIST = scattered(30_000);

/** Whether the ace of clubs is on a column's bottom two rows. */
const hasLowAce = (n: number) => dealCards(n).indexOf(0) < 16;

describe('a condition', () => {
  it('counts the known numbers of the first million', async () => {
    expect(await countDeals({ where: ACES })).toBe(262);
    expect(await countDeals({ where: KINGS })).toBe(264);
  });

  it('on cells counts the deals of 1..32000 that need four, on the calling thread and in workers', async () => {
    const where = 'cells = 4';
    expect(await countDeals({ deals: '1..32000', where })).toBe(198);
    const line = `FREECELL_DEALS_TEST_WORKERS_ONLY=1 "$0" "$1" generate 1..32000 --where '${where}' --count`;
    expect(runShell(line, temporaryFolder())).toMatchObject({ stdout: Buffer.from('198\n'), stderr: '' });
  });

  it('can be given several times on the command line', () => {
    const flags = KINGS.flatMap((condition) => ['--where', condition]);
    const counted = run(['generate', ...flags, '--count'], temporaryFolder());
    expect(counted).toMatchObject({ status: 0, stdout: Buffer.from('264\n'), stderr: '' });
  });

  it('that is wrong is refused in one line before anything is written', () => {
    const folder = temporaryFolder();
    const wrong = run(['generate', '--where', 'deal > 5', '--where', 'pos_AC < 8) OR (pos_10D < 8'], folder);
    expect(wrong).toMatchObject({ status: 2, stdout: Buffer.from('') });
    expect(wrong.stderr.split('\n')[0]).toBe(
      "freecell-deals: where: expected AND, OR or the end, found ')' at offset 10",
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused by the library, also if it is not a string', async () => {
    await expect(countDeals({ where: 'pos_10D < 8' })).rejects.toThrow(InputError);
    await expect(countDeals({ where: ['deal = 1', 5 as unknown as string] })).rejects.toThrow(
      'expected a condition, or an array of conditions',
    );
  });

  it('that is too deep together with another one is refused before dealing', async () => {
    const deep = `${'('.repeat(100)}deal = 1${')'.repeat(100)}`;
    expect(await countDeals({ deals: '1..9', where: deep })).toBe(1);
    await expect(countDeals({ deals: '1..9', where: [deep, 'deal = 1'] })).rejects.toThrow(
      'nested too deeply',
    );
  });

  it.each<[string, Selection]>([
    [
      'ranges of all regimes',
      { deals: '8589930000..8589934591,5,2147480000..2147485000,4294965000..4294969000' },
    ],
    ['a list', { dealsFrom: LIST }],
    ['winnable deals', { deals: '11000..13000', winnable: true }],
    ['impossible deals', { deals: 'all', impossible: true, shard: { index: 3, count: 20 } }],
    ['a sample', { deals: 'all', sample: { count: 20_000, seed: 7 } }],
    [
      'a shard of a sample',
      { deals: 'all', sample: { count: 20_000, seed: 7 }, shard: { index: 2, count: 3 } },
    ],
    ['a shard of a list', { dealsFrom: LIST, shard: { index: 2, count: 2 } }],
  ])('applies to %s', async (_, selection) => {
    const expected = (await numbersOf(selection)).filter(hasLowAce);
    const where = { ...selection, where: 'pos_AC < 16' };
    expect(await numbersOf(where)).toEqual(expected);
    expect(await countDeals(where)).toBe(expected.length);
  });

  it('applies before a filter', async () => {
    const seen: number[] = [];
    const filter = ({ number }: { number: number }) => {
      seen.push(number);
      return number % 2 === 0;
    };
    const selection = { deals: '1..60000', where: 'pos_AC < 16', filter };
    const expected = Array.from({ length: 60_000 }, (_, i) => i + 1).filter(hasLowAce);
    expect(await numbersOf(selection, 2)).toEqual(expected.filter((n) => n % 2 === 0));
    expect(seen).toEqual(expected);
  });

  it('that holds for no deal gives an empty file in every format', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.bin', 'a.ndjson', 'a.parquet', 'a.numbers']) {
      const output = join(folder, name);
      const generated = await generate({ deals: '1..5000', where: 'deal < 1', output });
      expect(generated).toMatchObject({ deals: 0, dealt: 5000 });
    }
  });

  it('gives the same bytes with any number of threads, and its shards together are the whole', async () => {
    const folder = temporaryFolder();
    const written = async (selection: Selection, name: string, threads: number) => {
      const output = join(folder, name);
      await generate({ ...selection, output, threads, force: true });
      return readFileSync(output);
    };
    const selection = { deals: '1..200000', where: 'pos_AC < 4' };
    for (const name of ['a.bin', 'a.parquet', 'a.numbers']) {
      const [one, three] = [await written(selection, name, 1), await written(selection, name, 3)];
      checkSame(one, three, name);
    }
    const shards = [];
    for (let index = 1; index <= 3; index++) {
      shards.push(await written({ ...selection, shard: { index, count: 3 } }, 'a.numbers', 2));
    }
    checkSame(Buffer.concat(shards), await written(selection, 'a.numbers', 2));
  });

  it('is part of the job: a run with another condition cannot be resumed', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    await generate({ deals: '1..5000', where: 'pos_AC < 4', output });
    const again = generate({ deals: '1..5000', where: 'pos_AC < 5', output, resume: true });
    await expect(again).rejects.toThrow(/exists/);
    const same = await generate({ deals: '1..5000', where: 'pos_AC < 4', output, resume: true });
    expect(same).toMatchObject({ status: 'unchanged' });
  });
});
