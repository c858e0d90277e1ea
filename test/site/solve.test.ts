// The page's button Show a solution: searches in a worker, and plays the moves on the board.

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { loadSolver } from '../../dist/index.js';
import { parseBoard } from '../../src/board/parse.js';
import { showDeal } from '../../src/board/show.js';
import { play } from '../support/play.js';
import { eventually, faultsOf, PHONE, visit } from './browser.js';

/** A board that no deal has: two cards of 617 are exchanged. */
const OTHER = showDeal(617).replace('5S', '..').replace('KC', '5S').replace('..', 'KC');

const boardOn = (page: Page) => page.locator('#board desc').evaluate((desc) => desc.textContent?.trim());

/** Returns the solution that the page copies. */
async function copied(page: Page): Promise<string> {
  await page.click('#play-copy');
  await eventually(() => page.textContent('#play-copied')).toBe('Solution copied.');
  return (await page.evaluate(() => navigator.clipboard.readText())).trim();
}

describe('Show a solution', () => {
  visit('plays the solution in the address by keys alone, and says each move', async (visit) => {
    const { page, address, says, text } = visit;
    await page.goto(address('?deal=617&solve'));
    await says('play-said', /^Move 0 of \d+: the start$/);
    const [, count] = (await text('play-said')).match(/of (\d+)/) as string[];
    const { keyboard } = page;
    const first = await boardOn(page);
    expect(first).toContain('Free cells: \nFoundations: \nColumn 1: 7D TD TH KD 4C 4S JD\n');
    const moves = (await copied(page)).split(' ');
    expect([play(617, 4, moves.join(' ')), moves.length]).toEqual([Number(count), Number(count)]);
    await keyboard.press('ArrowRight');
    const said =
      /^Move 1 of \d+: (ace|\d+|jack|queen|king) of \w+: (column \d|free cell \w) to (column \d|free cell \w|the foundations)$/;
    await says('play-said', said);
    expect(await page.getAttribute('#play-at', 'aria-valuetext')).toMatch(said);
    expect(await boardOn(page)).not.toBe(first);
    expect(await faultsOf(page)).toEqual([]);
    await page.focus('#play-at');
    await keyboard.press('ArrowLeft');
    expect(await boardOn(page)).toBe(first);
    await page.fill('#play-at', '3');
    const [lasting, seen] = await page.evaluate(() => {
      document.getElementById('play-forward')?.click();
      const middles = [...document.querySelectorAll('#board g > g > use:last-child')];
      const isVisible = [
        (at: Element) => at.getAttribute('visibility') === 'visible',
        (at: Element) => getComputedStyle(at).visibility === 'visible',
      ];
      return isVisible.map((is) => middles.filter(is).length) as [number, number];
    });
    expect(seen).toBe(lasting + 1); // the card that the moved one is about to cover
    await page.focus('#play-at');
    await keyboard.press('End');
    await says('play-said', new RegExp(`^Move ${count} of ${count}: .*\\. Won\\.$`));
    expect(await boardOn(page)).toContain('Foundations: KC KD KH KS\n');
    expect(await page.locator('#board use[visibility=visible]').count()).toBe(4);
    // plays from the start, and pauses
    await keyboard.press('Space');
    await says('play-said', /^Move 2 of/);
    expect(await text('play')).toBe('Pause');
    await keyboard.press('Space');
    const [paused] = (await text('play-said')).match(/^Move \d+/) as string[];
    await page.waitForTimeout(900); // longer than from move to move
    expect(await text('play-said')).toContain(`${paused} of`);
    await keyboard.press('Escape');
    expect([await boardOn(page), await page.isHidden('#player')]).toEqual([showDeal(617).trim(), true]);
    await eventually(() => page.url()).toBe(address('?deal=617'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('solve');
    await page.goBack();
    await says('play-said', /^Move 0 of/);
  });

  visit('plays by buttons and a slider, with more cells, until another deal is gone to', async (visit) => {
    const { page, says } = visit;
    await page.click('#solve');
    await says('play-said', /^Move 0 of/);
    await page.click('#play-forward');
    await page.click('#play-forward');
    await page.click('#play-back');
    await says('announced', /^Move 1 of/);
    await page.fill('#play-at', '20');
    await says('play-said', /^Move 20 of/);
    await page.selectOption('#play-cells', '6');
    await says('play-said', /^Move 0 of/);
    expect(new URL(page.url()).search).toBe('?deal=617&solve=6');
    expect(play(617, 6, await copied(page))).toBeGreaterThan(0);
    await page.click('#next');
    expect([await boardOn(page), await page.isHidden('#player')]).toEqual([showDeal(618).trim(), true]);
    await eventually(() => new URL(page.url()).search).toBe('?deal=618');
    await page.click('#solve');
    await says('play-said', /^Move 0 of/);
    await page.click('#play');
    await page.fill('#number', 'abc'); // the board is that of the deal before, and no game
    expect([await boardOn(page), await page.isHidden('#player')]).toEqual([showDeal(618).trim(), true]);
    await page.fill('#number', '618');
    await eventually(() => new URL(page.url()).search).toBe('?deal=618');
    await page.goto(visit.address('?deal=617&solve=3'));
    await says('copied', 'It cannot be won with 3 free cells.');
  });

  visit(
    'shows board, long columns and player together on a phone',
    PHONE,
    async ({ page, says, address }) => {
      await page.goto(address('?deal=5'));
      await says('verdict', /can be won/);
      await page.locator('#solve').evaluate((at) => at.scrollIntoView({ behavior: 'instant' }));
      await page.click('#solve');
      await says('play-said', /^Move 0 of/);
      const places = () =>
        page.locator('#board, #play, #play-close').evaluateAll((all) =>
          all.map((at) => {
            const { top, bottom } = at.getBoundingClientRect();
            return { top, bottom, isInView: top >= 0 && bottom <= innerHeight };
          }),
        );
      await eventually(async () => (await places()).every(({ isInView }) => isInView)).toBe(true);
      const distance = async () => {
        const [board, play] = await places();
        return Number(play?.top) - Number(board?.bottom);
      };
      const before = await distance();
      await page.click('#play-forward');
      await says('play-said', /^Move 1 of/);
      expect(await distance()).toBe(before);
      await page.fill('#play-at', '39'); // 16 cards are in column 5
      const tops = await page
        .locator('#board g > g[transform^="translate(406 "]')
        .evaluateAll((all) => all.map((card) => Number(card.getAttribute('transform')?.match(/\d+(?=\))/))));
      const steps = tops.slice(1).map((top, i) => top - (tops[i] as number));
      expect(steps.filter((step) => step > 0 && step < 30)).toEqual([]);
      expect(steps.filter((step) => step < 40).length).toBeGreaterThanOrEqual(15);
    },
  );

  visit('says how many cells a deal and a board need that is in no table, and plays it', async (visit) => {
    const { page, says, address } = visit;
    await page.fill('#number', '1000001');
    await says('verdict', 'Deal 1,000,001 can be won. It needs 3 free cells, no fewer.');
    await page.fill('#pasted', OTHER);
    await page.click('#pasted-answer button');
    await says('verdict', 'No deal has this board. It needs 3 free cells, no fewer.');
    expect(await boardOn(page)).toBe(OTHER.trim());
    for (const id of ['save-deal', 'facts']) expect(await page.isVisible(`#${id}`)).toBe(id === 'facts');
    await page.click('[data-style=link]');
    await says('copied', 'Link copied.');
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await page.click('#solve');
    await says('play-said', /^Move 0 of/);
    const solution = await copied(page);
    expect(play(OTHER.trim().split(/\s+/), 3, solution)).toBeGreaterThan(0);
    expect(solution).toBe((await loadSolver()).solve(parseBoard(OTHER), { solutions: true }).solution);
    await page.goto(address('?board=7D&solve'));
    await says('number-problem', /^the board has 1 card; expected 52/);
  });

  visit('plays the same solutions as the command', async ({ page, address, says }) => {
    const solver = await loadSolver();
    for (const deal of [1, 164, 11982, 3000000001, 8589934591]) {
      await page.goto(address(`?deal=${deal}&solve`));
      await says('play-said', /^Move 0 of/);
      expect(await copied(page), String(deal)).toBe(solver.solve(deal, { solutions: true }).solution);
      await page.press('#play-at', 'End');
      await says('play-said', /\. Won\.$/);
    }
  });

  visit('stays alive during a search of minutes, which Stop ends', async ({ page, address, says }) => {
    await page.goto(address('?deal=464404&solve=1'));
    await says('copied', 'Searching …');
    const ticks = () =>
      page.evaluate(async () => {
        const before = performance.now();
        for (let i = 0; i < 20; i++) await new Promise((wake) => setTimeout(wake, 10));
        return performance.now() - before;
      });
    expect(await ticks()).toBeLessThan(2000);
    expect(await page.isVisible('#search-stop')).toBe(true);
    await page.click('#search-stop');
    await says('copied', 'The search was stopped.');
    await eventually(() => page.workers()).toEqual([]);
    await page.fill('#number', '618');
    await page.click('#solve');
    await says('play-said', /^Move 0 of/);
  });

  visit('says what a search has proved whose memory ends', async ({ page, says, text }) => {
    await page.evaluate(() => {
      window.Worker = class {
        onmessage = (_: object) => {};
        terminate() {}
        postMessage({ id, task }: { id: number; task: { cells?: number } }) {
          const open = { withCells: task.cells, winnable: null };
          const result = task.cells === undefined ? { atLeast: 2, atMost: 4, states: [] } : open;
          queueMicrotask(() => this.onmessage({ data: { id, result } }));
        }
      } as unknown as typeof Worker;
    });
    const open = 'More is not known, because the memory of the search has ended.';
    await page.fill('#number', '1000001');
    const proved = `It cannot be won with 1 free cell. It can be won with 4 free cells. ${open}`;
    await says('verdict', `Deal 1,000,001 can be won. ${proved}`);
    await page.fill('#number', '617');
    await page.click('#solve');
    await says('copied', open);
    expect(await text('verdict')).toBe('Deal 617 can be won. It needs 4 free cells, no fewer.');
  });
});
