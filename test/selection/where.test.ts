// Conditions, together with the other options of a selection.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

const LIST = scattered(60_000);

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
    const args = ['generate', '--where', 'deal > 5', '--where', 'pos_AC < 8) OR (pos_10D < 8'];
    const wrong = await runMain(args, folder);
    expect(wrong).toMatchObject({ status: 2, stdout: Buffer.from('') });
    expect(wrong.stderr.split('\n')[0]).toBe(
      "freecell-deals: where: expected AND, OR or the end, found ')' at offset 10",
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused by the library if it is not a text', async () => {
    const where = ['deal = 1', 5] as string[];
    await checkFailure(countDeals({ where }), InputError, 'expected a condition, or an array of conditions');
  });

  it.each<[string, Selection, number[]]>([
    ['a range', { deals: '1..60000' }, range(1, 60_000)],
    ['a shard of a list', { dealsFrom: LIST, shard: { index: 2, count: 2 } }, LIST.slice(30_000)],
  ])('applies before a filter, to all portions of %s', async (_, selection, numbers) => {
    const seen: number[] = [];
    const filter = ({ number }: { number: number }) => {
      seen.push(number);
      return number % 2 === 0;
    };
    const expected = numbers.filter(hasLowAce);
    const kept = await numbersOf({ ...selection, where: 'pos_AC < 16', filter }, 2);
    expect(kept).toEqual(expected.filter((n) => n % 2 === 0));
    expect(seen).toEqual(expected);
  });

  it('that holds for no deal gives a file without deals', async () => {
    const generated = await generate({
      deals: '1..5000',
      where: 'deal < 1',
      output: join(temporaryFolder(), 'a.bin'),
    });
    expect(generated).toMatchObject({ deals: 0, dealt: 5000 });
  });
});
