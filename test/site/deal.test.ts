// The page's section Deal: shows the board of a number, copies it, and says whether the deal can be won.

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type StyleName, showDeal } from '../../src/board/show.js';
import { IMPOSSIBLE_IN_MILLION } from '../../src/game/random.js';
import { eventually, type Visit, visit } from './browser.js';

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

/** Fails unless the page shows a deal, and the field and the address have its number. */
async function checkShown({ page, address }: Visit, n: number): Promise<void> {
  expect(await boardOn(page)).toBe(showDeal(n));
  expect(await page.inputValue('#number')).toBe(String(n));
  // Page.url() changes a little later
  expect(await page.evaluate(() => location.href)).toBe(address(`?deal=${n}`));
  expect(await page.title()).toBe(`FreeCell deal ${n}`);
}

/** The files whose names contain a word that were sent since the start of a visit. */
const sentFiles = ({ sent }: Visit, word: string) => sent.filter(({ path }) => path.includes(word)).length;

describe('Deal', () => {
  visit('shows the deal that the address names', async (visit) => {
    const { page, address } = visit;
    expect(await boardOn(page)).toBe(showDeal(617));
    for (const n of [617, 11982, 8589934591]) {
      await page.goto(address(`?deal=${n}`));
      await checkShown(visit, n);
      expect(await cardsOn(page)).toEqual(showDeal(n).replaceAll('T', '10').trim().split(/\s/));
    }
  });

  visit('shows the deal that is stepped to, typed or random, and changes the address', async (visit) => {
    const { page } = visit;
    await page.goto(visit.address('?deal=617'));
    await page.click('#next');
    await checkShown(visit, 618);
    await page.click('#previous');
    await page.press('#number', 'ArrowDown');
    await page.press('#number', 'PageUp');
    await checkShown(visit, 716);
    await page.fill('#number', '8589934591');
    await page.click('#next');
    await checkShown(visit, 8589934591);
    await page.fill('#number', '1');
    await page.click('#previous');
    await checkShown(visit, 1);

    const numbers = [];
    for (const among of ['1000000', '8589934591']) {
      await page.selectOption('#among', among);
      for (let i = 0; i < 6; i++) {
        await page.click('#random');
        numbers.push(Number(await page.inputValue('#number')));
        expect(numbers.at(-1)).toBeLessThanOrEqual(Number(among));
      }
    }
    expect(Math.max(...numbers)).toBeGreaterThan(1_000_000);
    await checkShown(visit, numbers.at(-1) as number);
    await page.goBack();
    await checkShown(visit, numbers.at(-2) as number);
  });

  visit('takes digits grouped by commas, points, apostrophes and blanks of any width', async (visit) => {
    for (const [i, separator] of [',', '.', "'", ' ', '\u00a0', '\u202f'].entries()) {
      const number = 1_234_560 + i;
      await visit.page.fill('#number', String(number).replace(/\B(?=(\d{3})+$)/g, separator));
      expect(await boardOn(visit.page)).toBe(showDeal(number));
    }
  });

  visit('explains a wrong number beside it, and keeps board and address', async ({ page, address, text }) => {
    await page.goto(address('?deal=11982'));
    for (const [wrong, message] of [
      ['0', 'deal number 0 is outside 1..8589934591'],
      ['8589934592', 'deal number 8589934592 is outside 1..8589934591'],
      ['1..5', "'1..5' is several deals; expected one deal number"],
      ['1,2', "'1,2' is several deals"],
      ['', 'empty'],
    ] as const) {
      await page.fill('#number', wrong);
      expect(await text('number-problem'), wrong).toContain(message);
      expect(await page.getAttribute('#number', 'aria-invalid'), wrong).toBe('true');
      expect(await boardOn(page), wrong).toBe(showDeal(11982));
      expect(page.url(), wrong).toBe(address('?deal=11982'));
    }
    await page.fill('#number', '617');
    expect(await text('number-problem')).toBe('');
    expect(await page.getAttribute('#number', 'aria-invalid')).toBeNull();

    await page.goto(address('?deal=0'));
    expect(await text('number-problem')).toBe('deal number 0 is outside 1..8589934591');
    expect(await boardOn(page)).toBe(showDeal(617));
  });

  visit('says whether a deal is known to be impossible, and loads the list only for that', async (visit) => {
    const { page, says, text } = visit;
    await page.goto(visit.address('?deal=1155215'));
    await page.waitForLoadState('networkidle');
    expect(sentFiles(visit, 'impossible')).toBe(0);
    await page.click('#look-up');
    await says('verdict', /^Deal 1,155,215 is known to be impossible/);
    await page.fill('#number', '8589934591');
    expect(await text('verdict')).toBe(
      'Deal 8,589,934,591 is not among the 102,075 deals known to be impossible.',
    );
    expect(sentFiles(visit, 'impossible')).toBe(1);
  });

  visit('says how many cells a deal of the million needs, without a click or the list', async (visit) => {
    const { page, says, text } = visit;
    expect(await text('verdict')).toMatch(/^Deal 617 can be won/);
    for (const [deal, said] of [
      [164, /^Deal 164 can be won with no free cell\.$/],
      [2, /^Deal 2 can be won with 1 free cell\.$/],
      [617, /^Deal 617 can be won with 4 free cells\.$/],
      [11982, /^Deal 11,982 is known to be impossible with four free cells; with five it can be won\.$/],
      ...IMPOSSIBLE_IN_MILLION.flatMap((n) => [
        [n, /is known to be impossible with four/] as const,
        [n + 1, /can be won/] as const,
      ]),
      [999_999, /^Deal 999,999 can be won/],
      [1_000_001, /^$/],
    ] as const) {
      await page.fill('#number', String(deal));
      await says('verdict', said);
      expect(await page.isVisible('#look-up')).toBe(deal === 1_000_001);
      const classes = (await page.getAttribute('#verdict', 'class')) ?? '';
      expect(classes.includes('impossible'), `deal ${deal}`).toBe(IMPOSSIBLE_IN_MILLION.includes(deal));
    }
    expect(sentFiles(visit, 'known-cells')).toBe(1);
    expect(sentFiles(visit, 'impossible')).toBe(0);
  });

  visit('asks again for the cells if they could not be loaded', async ({ page, text, messages }) => {
    await page.context().route(/known-cells/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.fill('#number', '164');
    await eventually(async () => {
      await page.fill('#number', '2');
      return text('verdict');
    }).toBe('Deal 2 can be won with 1 free cell.');
    messages.length = 0; // the browser reports the missing file, too
  });

  visit('goes to the next deal that can be won, loading the list only beyond the million', async (visit) => {
    const { page, says } = visit;
    for (const [from, next] of [
      [616, 617], // which needs all four cells
      [11_981, 11_983],
      [146_691, 146_693],
      [1_000_000, 1_000_001],
    ] as const) {
      expect(sentFiles(visit, 'impossible')).toBe(0);
      await page.fill('#number', String(from));
      await page.click('#next-winnable');
      await eventually(() => page.inputValue('#number')).toBe(String(next));
    }
    await says('verdict', /^Deal 1,000,001 is not among/);
    expect(sentFiles(visit, 'impossible')).toBe(1);
  });

  visit('moves the focus to the field when / is pressed, but not from another field', async ({ page }) => {
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press('/');
    expect(await focused()).toBe('number');
    for (const id of ['pasted', 'within', 'number']) {
      await page.focus(`#${id}`);
      await page.keyboard.press('/');
      expect(await focused()).toBe(id);
    }
    expect(await page.inputValue('#pasted')).toBe('/');
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

  visit('copies the same text as the command prints, and the link', async ({ page, address, says }) => {
    await page.goto(address('?deal=11982'));
    for (const style of ['text', 'json', 'svg', 'link'] satisfies (StyleName | 'link')[]) {
      await page.click(`[data-style=${style}]`);
      await says('copied', /copied/);
      const wanted = style === 'link' ? address('?deal=11982') : showDeal(11982, style);
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(wanted);
    }
  });

  visit(
    'shows eight legible columns on a phone, also after it is turned',
    async ({ page }) => {
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
      expect(await boardOn(page)).toBe(showDeal(617));
      // to the next deal, and back
      await page.click('#next');
      await page.setViewportSize({ width: 360, height: 740 });
      await eventually(() => page.getAttribute('#board svg', 'viewBox')).toBe('0 0 800 526');
      expect(await boardOn(page)).toBe(showDeal(618));
    },
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
  );
});
