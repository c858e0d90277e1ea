// Conditions, together with the other options of a selection.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.js';
import { dealCards } from '../../src/game/deal.js';
import { countDeals, generate, InputError } from '../../src/index.js';
import type { Selection } from '../../src/selection/selection.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { checkFailure } from '../support/failure.js';
import { runMain } from '../support/main.js';
import { range } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';
import { numbersOf } from '../support/selection.js';

const ACES = 'pos_AC < 8 AND pos_AD < 8 AND pos_AH < 8 AND pos_AS < 8';
const KINGS = ['pos_KC >= 44 AND pos_KD >= 44', 'pos_KH >= 44 AND pos_KS >= 44'];

/** Whether the ace of clubs is in the first two rows. */
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

  it('can be given several times on the command line', async () => {
    const flags = KINGS.flatMap((condition) => ['--where', condition]);
    const counted = await runMain(['generate', ...flags, '--count'], temporaryFolder());
    expect(counted).toMatchObject({ status: 0, stdout: Buffer.from('264\n'), stderr: '' });
  });

  it('that is wrong is refused in one line before anything is written', async () => {
    const folder = temporaryFolder();
    const wrong = await runMain(
      ['generate', '--where', 'deal > 5', '--where', 'pos_AC < 8) OR (pos_10D < 8'],
      folder,
    );
    expect(wrong).toMatchObject({ status: 2, stdout: Buffer.from('') });
    expect(wrong.stderr.split('\n')[0]).toBe(
      "freecell-deals: where: expected AND, OR or the end, found ')' at offset 10",
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  const deep = `${'('.repeat(100)}deal = 1${')'.repeat(100)}`;

  it.each<[unknown, string]>([
    ['pos_10D < 8', 'pos_10D'],
    [['deal = 1', 5], 'expected a condition, or an array of conditions'],
    [[deep, 'deal = 1'], 'nested too deeply'],
  ])('is refused by the library: %.40j', async (where, message) => {
    await checkFailure(countDeals({ where: where as string }), InputError, message);
  });

  it('as deep as it may be is accepted alone', async () => {
    expect(await countDeals({ deals: '1..9', where: deep })).toBe(1);
  });

  const shard = { index: 2, count: 3 };

  it.each<[string, Selection]>([
    [
      'ranges of all regimes',
      { deals: '8589930000..8589934591,5,2147480000..2147485000,4294965000..4294969000' },
    ],
    ['impossible deals', { deals: 'all', impossible: true, shard: { index: 3, count: 20 } }],
    ['a shard of a sample', { deals: 'all', sample: { count: 20_000, seed: 7 }, shard }],
    ['a shard of a list', { dealsFrom: scattered(30_000), shard }],
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
    const expected = range(1, 60_000).filter(hasLowAce);
    const kept = await numbersOf({ deals: '1..60000', where: 'pos_AC < 16', filter }, 2);
    expect(kept).toEqual(expected.filter((n) => n % 2 === 0));
    expect(seen).toEqual(expected);
  });

  it.each(formats)('that holds for no deal gives a file of $name without deals', async ({ name }) => {
    const output = join(temporaryFolder(), 'a');
    const generated = await generate({ deals: '1..5000', where: 'deal < 1', output, format: name });
    expect(generated).toMatchObject({ deals: 0, dealt: 5000 });
  });
});
