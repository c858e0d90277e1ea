import { describe, expect, it, vi } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { dealCards } from '../../src/game/deal.js';
import { impossibleDeals } from '../../src/selection/impossible.js';
import { knownCells } from '../../src/selection/load-known-cells.js';
import { temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';

async function printed(line: string, folder = temporaryFolder()): Promise<string> {
  const { status, stdout, stderr } = await runLine(line, folder);
  expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: '' });
  return stdout;
}

describe('info of a deal number', () => {
  it('shows what is known of the deal', async () => {
    expect(await printed('info 24601')).toBe(
      `deal:     24601
game:     Microsoft FreeCell, one of the 32,000 deals of its first version
4 cells:  winnable
fewest:   1 cell
aces:     AC column 2, row 6; AD column 4, row 6; AH column 4, row 5; AS column 1, row 5
kings:    KC column 2, row 1; KD column 5, row 1; KH column 3, row 4; KS column 3, row 5
places:   columns and rows count from 1; in --json and --where, places count from 0
`,
    );
    for (const argument of ['#24601', 'ms24601', 'Game#24601', '24601e0'])
      expect(await printed(`info ${argument}`)).toBe(await printed('info 24601'));
  });

  it.each<[number, string, string, string, number | null, object?]>([
    [617, 'one of the 32,000', 'winnable', '4 cells', 4],
    [11982, 'one of the 32,000', 'known to be impossible', '5 cells', 5],
    [146692, 'one of the million', 'known to be impossible', '5 cells', 5],
    [1155215, 'beyond the million', 'known to be impossible', 'at least 5 cells', null, { atLeast: 5 }],
    [32963, 'one of the million', 'winnable', '1 to 2 cells', null, { atLeast: 1, atMost: 2 }],
    [1000000, 'one of the million', 'winnable', '2 cells', 2],
    [1000001, 'beyond the million', 'not known; it is not among', 'not known', null],
    [2147483648, 'FreeCell Pro range, from 2^31', 'not known', 'not known', null],
    [4294967296, 'FreeCell Pro range, from 2^32', 'not known', 'not known', null],
  ])(
    '%i: its game, whether four cells win it, and the fewest cells',
    async (n, game, verdict, fewest, cells, bounds = {}) => {
      const [, shown, won, fewestShown] = (await printed(`info ${n}`)).split('\n');
      expect(shown).toContain(game);
      expect(won).toContain(`4 cells:  ${verdict}`);
      expect(fewestShown).toBe(`fewest:   ${fewest}`);
      const { game: told, aces, kings, ...others } = JSON.parse(await printed(`info ${n} --json`));
      const winnable = verdict.startsWith('not known') ? null : verdict === 'winnable';
      expect(others).toEqual({ deal: n, winnable, cells, ...bounds });
      expect(`game:     ${told}`).toBe(shown);
      const position = (card: number) => dealCards(n).indexOf(card);
      expect(aces).toEqual({ AC: position(0), AD: position(1), AH: position(2), AS: position(3) });
      expect(kings).toEqual({ KC: position(48), KD: position(49), KH: position(50), KS: position(51) });
    },
  );

  it('is of a file where one has that name', async () => {
    const folder = temporaryFolder();
    await printed('generate 1..3 -q -f bin -o 617', folder);
    expect(await printed('info 617', folder)).toContain('file    617\nformat  binary');
    expect(await printed('info #617', folder)).toContain('deal:     617\n');
  });
});

describe('show', () => {
  it('takes a number sign before a number', async () => {
    expect(await printed('show #617')).toBe(showDeal(617));
    expect(await printed('show #617,#5..6')).toBe(await printed('show 617,5..6'));
  });

  it('random shows a deal of the million that can be won, with its number', async () => {
    const numbers = new Set<number>();
    for (let i = 0; i < 5; i++) {
      const board = await printed('show random');
      const n = Number(/^Game #(\d+)\n/.exec(board)?.[1]);
      expect(board).toBe(`Game #${n}\n${showDeal(n)}`);
      expect(n).toBeLessThanOrEqual(1_000_000);
      expect(impossibleDeals().has(n)).toBe(false);
      numbers.add(n);
    }
    expect(numbers.size).toBeGreaterThan(1);
  });

  it('today shows the deal whose seed is the date', async () => {
    vi.useFakeTimers({ now: new Date(2026, 0, 9, 23, 59), toFake: ['Date'] });
    const shown = await printed('show Today').finally(() => vi.useRealTimers());
    expect(shown).toBe(await printed('show random --seed 20260109'));
  });

  it('random --seed shows the deal of the sample with this seed, in every style', async () => {
    const sample = 'generate --winnable -q -f numbers -o - --seed 20261123 --sample';
    const n = Number(await printed(`${sample} 1`));
    const random = 'show random --seed 2026-11-23';
    expect(await printed(random)).toBe(`Game #${n}\n${showDeal(n)}`);
    const hard = Number(await printed(`${sample} 999992 --where cells=4 --limit 1`));
    expect(await printed('show random --seed 20261123 --where cells=4')).toBe(
      `Game #${hard}\n${showDeal(hard)}`,
    );
    for (const style of ['text', 'json', 'svg'] as const)
      expect(await printed(`${random} -s ${style}`)).toBe(showDeal(n, style, { knownCells: knownCells() }));
  });
});
