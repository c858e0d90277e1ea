// The page's section Deal: shows the board of a number, copies it, and says whether the deal can be won.

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import type { StyleName } from '../../src/board/styles.js';
import { impossibleIn } from '../../src/selection/impossible.js';
import { eventually, visit } from './browser.js';

/** Returns the board in the description of the drawing on the page. */
async function boardOn(page: Page): Promise<string> {
  return page.locator('#board svg desc').evaluate((desc) => (desc.textContent ?? '').trimStart());
}

/** Returns rank and suit of each card on the page, in drawing order. */
async function cardsOn(page: Page): Promise<string[]> {
  return page.locator('#board svg g > g').evaluateAll((cards) =>
    cards.map((card) => {
      const [, suit] = card.querySelectorAll('use');
      return `${card.querySelector('text')?.textContent}${suit?.getAttribute('href')?.slice(-1)}`;
    }),
  );
}

function numberIn(page: Page): Promise<string> {
  return page.inputValue('#number');
}

/** The address as the page sees it; Page.url() changes a little later. */
function addressOn(page: Page): Promise<string> {
  return page.evaluate(() => location.href);
}

describe('Deal', () => {
  visit('shows the deal that the address names', async ({ page, address }) => {
    for (const n of [617, 11982, 8589934591]) {
      await page.goto(address(`?deal=${n}`));
      expect(await boardOn(page)).toBe(showDeal(n, 'ascii'));
      expect(await cardsOn(page)).toEqual(showDeal(n, 'ascii').replaceAll('T', '10').trim().split(/\s/));
      expect(await numberIn(page)).toBe(String(n));
      expect(await page.title()).toBe(`FreeCell deal ${n}`);
    }
    await page.goto(address());
    expect(await boardOn(page)).toBe(showDeal(617, 'ascii'));
  });

  visit(
    'shows the deal that is stepped to, typed or random, and changes the address',
    async ({ page, address }) => {
      await page.goto(address('?deal=617'));
      await page.click('#next');
      expect(await addressOn(page)).toBe(address('?deal=618'));
      await page.click('#previous');
      await page.press('#number', 'ArrowDown');
      await page.press('#number', 'PageUp');
      expect(await addressOn(page)).toBe(address('?deal=716'));
      expect(await boardOn(page)).toBe(showDeal(716, 'ascii'));

      await page.fill('#number', '8,589,934,591');
      expect(await addressOn(page)).toBe(address('?deal=8589934591'));
      await page.click('#next');
      expect(await numberIn(page)).toBe('8589934591');
      await page.fill('#number', '1');
      await page.click('#previous');
      expect(await addressOn(page)).toBe(address('?deal=1'));

      await page.click('#random');
      const random = Number(await numberIn(page));
      expect(random).not.toBe(1);
      expect(await boardOn(page)).toBe(showDeal(random, 'ascii'));
      await page.goBack();
      expect(await numberIn(page)).toBe('1');
      expect(await boardOn(page)).toBe(showDeal(1, 'ascii'));
    },
  );

  visit('explains a wrong number beside the field, and keeps the board', async ({ page, address }) => {
    await page.goto(address('?deal=11982'));
    const problem = page.locator('#number-problem');
    for (const [wrong, message] of [
      ['0', 'deal number 0 is outside 1..8589934591'],
      ['8589934592', 'deal number 8589934592 is outside 1..8589934591'],
      ['-1', 'deal number -1 is outside 1..8589934591'],
      ['1.5', 'not a whole number'],
      ['abc', "'abc'"],
      ['1..5', "'1..5' is several deals; expected one deal number"],
      ['1,2', "'1,2' is several deals"],
      ['', 'empty'],
    ] as const) {
      await page.fill('#number', wrong);
      expect(await problem.textContent(), wrong).toContain(message);
      expect(await page.getAttribute('#number', 'aria-invalid'), wrong).toBe('true');
      expect(await boardOn(page), wrong).toBe(showDeal(11982, 'ascii'));
      expect(await addressOn(page), wrong).toBe(address('?deal=11982'));
    }
    await page.fill('#number', '617');
    expect(await problem.textContent()).toBe('');
    expect(await page.getAttribute('#number', 'aria-invalid')).toBeNull();

    await page.goto(address('?deal=0'));
    expect(await problem.textContent()).toBe('deal number 0 is outside 1..8589934591');
    expect(await boardOn(page)).toBe(showDeal(617, 'ascii'));
  });

  visit('says whether a deal is known to be impossible, and loads the list for that', async (visit) => {
    const { page, address } = visit;
    const lists = () => visit.sent.filter(({ path }) => path.includes('impossible'));
    const verdict = page.locator('#verdict');
    await page.goto(address('?deal=1155215'));
    await page.waitForLoadState('networkidle');
    expect(lists()).toEqual([]);
    await page.click('#look-up');
    await eventually(() => verdict.textContent()).toMatch(/^Deal 1,155,215 is known to be impossible/);
    await page.fill('#number', '8589934591');
    expect(await verdict.textContent()).toBe(
      'Deal 8,589,934,591 is not among the 102,075 deals known to be impossible.',
    );
    expect(lists().length).toBe(1);
  });

  visit(
    'says how many cells a deal needs, if that is known, without a click and without the list',
    async (visit) => {
      const { page, address } = visit;
      await page.goto(address('?deal=617'));
      const verdict = page.locator('#verdict');
      expect(await verdict.textContent()).toMatch(/^Deal 617 can be won/);
      for (const [deal, text] of [
        [164, 'Deal 164 can be won with no free cell.'],
        [2, 'Deal 2 can be won with 1 free cell.'],
        [617, 'Deal 617 can be won with 4 free cells.'],
        [11982, 'Deal 11,982 is known to be impossible with four free cells; with five it can be won.'],
        [999_999, /^Deal 999,999 can be won/],
        [1_000_001, ''],
      ] as const) {
        await page.fill('#number', String(deal));
        await eventually(() => verdict.textContent()).toMatch(
          typeof text === 'string' ? new RegExp(`^${text}$`) : text,
        );
        expect(await page.isVisible('#look-up')).toBe(text === '');
        const isShownImpossible = await verdict.evaluate(({ classList }) => classList.contains('impossible'));
        expect(isShownImpossible, `deal ${deal}`).toBe(deal === 11982);
      }
      await page.fill('#number', '616');
      await page.click('#next-winnable');
      expect(await numberIn(page)).toBe('617'); // which needs all four cells
      expect(visit.sent.filter(({ path }) => path.includes('impossible'))).toEqual([]);
      expect(visit.sent.filter(({ path }) => path.includes('known-cells')).length).toBe(1);
    },
  );

  visit('says which deals of the million can be won, without the list', async (visit) => {
    const { page, address } = visit;
    await page.goto(address());
    const impossible = impossibleIn([{ first: 1, last: 1_000_000 }]);
    expect(impossible.length).toBe(8);
    for (const n of impossible) {
      for (const [deal, text] of [
        [n, 'is known to be impossible with four free cells'],
        [n + 1, 'can be won'],
      ] as const) {
        await page.fill('#number', String(deal));
        expect(await page.textContent('#verdict')).toContain(`Deal ${deal.toLocaleString('en-US')} ${text}`);
        expect(await page.isVisible('#look-up')).toBe(false);
      }
    }
    await page.fill('#number', '146691');
    await page.click('#next-winnable');
    expect(await numberIn(page)).toBe('146693');
    expect(visit.sent.filter(({ path }) => path.includes('impossible'))).toEqual([]);
    await page.fill('#number', '1000000');
    await page.click('#next-winnable');
    await eventually(() => numberIn(page)).toBe('1000001');
    expect(visit.sent.filter(({ path }) => path.includes('impossible')).length).toBe(1);
  });

  visit('says where aces and kings lie', async ({ page, address }) => {
    await page.goto(address('?deal=24601'));
    expect(await page.locator('#facts p').allTextContents()).toEqual([
      'Aces: ♣ column 2, under 1; ♦ column 4, under 1; ♥ column 4, under 2; ♠ column 1, under 2.',
      'Kings: ♣ column 2, under 6; ♦ column 5, under 5; ♥ column 3, under 3; ♠ column 3, under 2.',
    ]);
    await page.fill('#number', '11982');
    expect(await page.locator('#facts p').last().textContent()).toContain('Kings: ♣ column 1, exposed; ');
  });

  visit('copies the same text as the command prints, and the link', async ({ page, address }) => {
    await page.goto(address('?deal=11982'));
    for (const style of ['text', 'json', 'svg'] satisfies StyleName[]) {
      await page.click(`[data-style=${style}]`);
      await eventually(() => page.textContent('#copied')).toMatch(/copied/);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(showDeal(11982, style));
    }
    await page.click('[data-style=link]');
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address('?deal=11982'));
  });

  visit(
    'shows eight legible columns on a phone, also after it is turned',
    async ({ page, address }) => {
      await page.goto(address('?deal=617'));
      const [width, content] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      expect(content).toBe(width);
      const boxes = await page.locator('#board svg g > g').evaluateAll((cards) =>
        cards.map((card) => {
          const [paper, rank, suit] = [...card.children].map((part) => part.getBoundingClientRect());
          return { paper, rank, suit } as Record<'paper' | 'rank' | 'suit', DOMRect>;
        }),
      );
      expect(boxes.length).toBe(52);
      for (const [i, { paper, rank, suit }] of boxes.entries()) {
        const below = boxes[i + 8]?.paper.top ?? Number.POSITIVE_INFINITY;
        expect(rank.height, `rank of card ${i}`).toBeGreaterThanOrEqual(16);
        expect(rank.left, `rank of card ${i}`).toBeGreaterThanOrEqual(paper.left);
        expect(rank.right, `rank of card ${i}`).toBeLessThanOrEqual(suit.left + 1);
        expect(suit.right, `suit of card ${i}`).toBeLessThanOrEqual(paper.right);
        expect(suit.bottom, `suit of card ${i}`).toBeLessThanOrEqual(below + 1);
      }
      expect(new Set(boxes.slice(0, 8).map(({ paper }) => paper.left)).size).toBe(8);
      // the phone is turned
      await page.setViewportSize({ width: 740, height: 360 });
      await eventually(() => page.getAttribute('#board svg', 'viewBox')).toBe('0 0 800 430');
      expect(await boardOn(page)).toBe(showDeal(617, 'ascii'));
    },
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
  );
});
