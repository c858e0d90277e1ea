// The page's section Deal: shows the board of a number, copies it, and says whether the deal can be won.

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type StyleName, showDeal } from '../../src/board/show.js';
import { winnableDealOfDay } from '../../src/browser/internal.js';
import { knownCells } from '../../src/selection/facts.js';
import { rowsIn } from '../support/golden.js';
import { eventually, PHONE, sheetsOf, type Visit, visit } from './browser.js';

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
  await eventually(() => page.evaluate(() => location.href)).toBe(address(`?deal=${n}`));
  expect(await page.title()).toBe(`FreeCell deal ${n}`);
}

describe('Deal', () => {
  visit('shows the deal that the address names', async (visit) => {
    const { page, address } = visit;
    expect(await boardOn(page)).toBe(showDeal(617));
    await page.press('#number', 'Enter'); // the same deal is no change
    expect(page.url()).toBe(address());
    for (const n of [617, 11982, 8589934591]) {
      await page.goto(address(`?deal=${n}`));
      await checkShown(visit, n);
      expect(await cardsOn(page)).toEqual(showDeal(n).replaceAll('T', '10').trim().split(/\s/));
    }
    await page.fill('#number', '24601');
    const aces = 'Aces: ♣ column 2, under 1; ♦ column 4, under 1; ♥ column 4, under 2; ♠ column 1, under 2.';
    expect(await visit.text('facts')).toBe(aces);
    await page.fill('#number', '7');
    expect(await visit.text('facts')).toContain('♣ column 2, exposed');
  });

  visit('shows the deal that is stepped to, typed or random, and changes the address', async (visit) => {
    const { page, says } = visit;
    await page.goto(visit.address('?deal=617'));
    await page.click('#next');
    await checkShown(visit, 618);
    await page.click('#previous');
    for (const key of ['ArrowDown', 'PageUp', 'PageUp', 'PageDown']) await page.press('#number', key);
    await checkShown(visit, 716);
    await page.fill('#number', '8589934591');
    await page.click('#next');
    await checkShown(visit, 8589934591);
    await page.fill('#number', '1');
    await page.click('#previous');
    await checkShown(visit, 1);

    const numbers = [];
    await says('verdict', /can be won/); // the data are loaded
    await page.evaluate(() => Object.assign(performance, { now: () => 0 })); // no pause is between the clicks
    for (const value of ['million', '0', '1', '2', '3', '4', 'all']) {
      await page.selectOption('#among', value);
      for (let i = 0; i < 4; i++) {
        if (i > 0) await page.click('#random'); // the choice has gone to the first one
        const n = Number(await page.inputValue('#number'));
        numbers.push(n);
        if (/\d/.test(value)) expect(knownCells().cellsNeeded(n)).toBe(Number(value));
        if (value !== 'all') expect(n).toBeLessThanOrEqual(1_000_000);
      }
    }
    expect(Math.max(...numbers)).toBeGreaterThan(1_000_000);
    await checkShown(visit, numbers.at(-1) as number);
    await page.goBack();
    await checkShown(visit, numbers.at(-2) as number);
    await says('verdict', new RegExp(`^Deal ${numbers.at(-2)?.toLocaleString('en')} `));
    await page.fill('#number', '617'); // soon, but not in the entry to which Back has returned
    await page.goBack();
    await checkShown(visit, numbers.at(-2) as number);
  });

  visit('takes a number as programs and people write it, in place of the one before', async ({ page }) => {
    for (const [i, separator] of [',', '.', "'", ' ', '\u00a0', '\u202f'].entries()) {
      const number = (i % 2 === 0 ? 1_234_560 : 123_450) + i;
      await page.fill('#number', ` ${String(number).replace(/\B(?=(\d{3})+$)/g, separator)} `);
      expect(await boardOn(page)).toBe(showDeal(number));
    }
    for (const written of rowsIn<string>('deal-11982-as-written.txt')) {
      await page.fill('#number', '1');
      await page.fill('#number', written);
      expect(await boardOn(page), written).toBe(showDeal(11982));
    }
    await page.click('#next');
    await page.click('#number');
    await page.keyboard.type('617');
    await page.keyboard.press('Enter'); // sends no form, which the browser would refuse
    expect(await page.inputValue('#number')).toBe('617');
    // a program has filled the field
    await page.locator('#number').evaluate((field) => Object.assign(field, { value: '11982' }));
    await page.keyboard.press('Enter');
    expect(await boardOn(page)).toBe(showDeal(11982));
  });

  visit('has a screen reader read one verdict when a number is typed', async ({ page, says }) => {
    await says('announced', /^Deal 617 /);
    await page.evaluate(() => {
      new MutationObserver(([change]) => {
        document.body.dataset.read = `${document.body.dataset.read ?? ''}|${change?.target.textContent}`;
      }).observe(document.querySelector('#announced') as Element, { childList: true });
    });
    await page.focus('#number');
    await page.keyboard.type('11982', { delay: 50 });
    await says('announced', /^Deal 11,982 /);
    expect(await page.getAttribute('body', 'data-read')).toMatch(/^\|Deal 11,982 [^|]*$/);
    expect(await page.locator('#verdict[role], #verdict[aria-live]').count()).toBe(0);
  });

  visit('explains a wrong number beside it, and keeps board and address', async (visit) => {
    const { page, address, says, text } = visit;
    const opacity = () => page.locator('#board').evaluate((board) => getComputedStyle(board).opacity);
    await page.goto(address('?deal=11982'));
    expect(await opacity()).toBe('1');
    const rows = rowsIn<[string, string]>('wrong-numbers-on-page.txt');
    for (const [wrong, message] of rows) {
      await page.fill('#number', wrong);
      expect(await text('number-problem'), wrong).toContain(message);
      expect(await page.getAttribute('#number', 'aria-invalid'), wrong).toBe('true');
      expect(await boardOn(page), wrong).toBe(showDeal(11982));
      expect(page.url(), wrong).toBe(address('?deal=11982'));
    }
    expect(Number(await opacity())).toBeLessThan(1);
    await page.fill('#number', '617');
    expect(await text('number-problem')).toBe('');
    expect(await page.getAttribute('#number', 'aria-invalid')).toBeNull();
    expect(await opacity()).toBe('1');

    await page.goto(address('?deal=abc'));
    await page.waitForTimeout(300); // the data are loaded meanwhile
    expect([await page.isVisible('#verdict'), await text('announced')]).toEqual([false, '']);
    await page.goto(address('?deal=0'));
    expect(await text('number-problem')).toBe('deal number 0 is outside 1..8589934591');
    expect(await boardOn(page)).toBe(showDeal(617));
    await page.fill('#number', '617'); // the board that is shown, but not the deal of the address
    await checkShown(visit, 617);
    await page.goBack();
    await says('number-problem', 'deal number 0 is outside 1..8589934591');
  });

  visit('returns by Back to deals before a pause, also if the browser refuses changes', async (visit) => {
    const { page } = visit;
    await page.goto(visit.address('?deal=617'));
    // the third one is typed after a pause
    for (const [now, deal] of Object.entries({ 0: 1, 1000: 11982, 2001: 5 })) {
      await page.evaluate((now) => Object.assign(performance, { now: () => now }), Number(now));
      await page.fill('#number', String(deal));
      await checkShown(visit, deal);
    }
    for (const deal of [11982, 617]) {
      await page.goBack();
      await checkShown(visit, deal);
    }
    // Safari refuses more than 100 changes in 30 seconds
    await page.evaluate(() => {
      document.body.dataset.changes = '';
      for (const method of ['pushState', 'replaceState'] as const) {
        const original = history[method].bind(history);
        history[method] = (...args: [unknown, string, (URL | string | null)?]) => {
          document.body.dataset.changes += method;
          original(...args);
        };
      }
      for (let i = 0; i < 150; i++)
        document.querySelector('#number')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
    });
    await checkShown(visit, 767);
    expect(await page.getAttribute('body', 'data-changes')).toBe('pushStatereplaceState');
    await page.evaluate(() => void Object.assign(history, { pushState: null })); // refuses a new entry
    await page.click('#today');
    await checkShown(visit, Number(await page.inputValue('#number'))); // as soon as it does not refuse
  });

  // the page is in English everywhere
  visit(
    'says whether and with how many cells a deal can be won',
    { locale: 'de-DE' },
    async ({ page, says }) => {
      for (const [deal, said] of rowsIn<[number, string]>('verdicts-on-page.txt')) {
        await page.fill('#number', String(deal));
        await says('verdict', `Deal ${deal.toLocaleString('en')} ${said}`);
        const classes = (await page.getAttribute('#verdict', 'class')) ?? '';
        expect(classes.includes('impossible'), `deal ${deal}`).toBe(said.startsWith('cannot'));
      }
    },
  );

  visit('goes to the deal of the day of its time zone', { timezoneId: 'Asia/Tokyo' }, async ({ page }) => {
    for (const [now, date] of [
      ['2026-01-01T23:00:00Z', 20260102], // already tomorrow there
      ['2026-12-31T00:00:00Z', 20261231],
    ] as const) {
      await page.clock.setFixedTime(now);
      await page.click('#today');
      expect(await page.inputValue('#number')).toBe(String(winnableDealOfDay(date)));
    }
    await page.clock.setFixedTime(new Date());
  });

  visit('copies the same text as a saved file has, and a link to the deal alone', async (visit) => {
    const { page, address, says } = visit;
    await page.goto(address('?utm_source=x&deal=11982#ask'));
    await says('verdict', /It needs/);
    for (const style of ['text', 'json', 'svg', 'link'] satisfies (StyleName | 'link')[]) {
      await page.click(`[data-style=${style}]`);
      await says('copied', / copied\.$/);
      const wanted = style === 'link' ? address('?deal=11982') : showDeal(11982, style);
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(wanted);
    }
    await page.click('#next');
    expect(await visit.text('copied')).toBe('');
    await page.evaluate(() => void Object.assign(navigator.clipboard, { writeText: () => Promise.reject() }));
    await page.click('[data-style=link]');
    await says('copied', 'The browser does not let this page use the clipboard.');
  });

  visit('shows the board unscrolled on a laptop and a phone, and prints it alone', async ({ page, says }) => {
    await says('verdict', /can be won/);
    for (const [width, height] of [[1280, 800] as const, [390, 664] as const]) {
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width, height }); // a phone's without the browser's own rows
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const bottom = () => page.locator('#board').evaluate((board) => board.getBoundingClientRect().bottom);
      expect(await bottom()).toBeLessThanOrEqual(height);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      for (const id of ['board', 'verdict']) expect(await page.isVisible(`#${id}`)).toBe(true);
      for (const id of ['deal-form', 'find', 'ask', 'take'])
        expect(await page.isVisible(`#${id}`)).toBe(false);
      await page.evaluate(() => {
        window.print = () => document.body.classList.add('printed');
      });
      await page.locator('#print').evaluate((button) => (button as HTMLButtonElement).click());
      expect(await page.getAttribute('body', 'class')).toBe('printed');
      const felt = page.locator('#board svg > rect');
      expect(await felt.evaluate((rect) => getComputedStyle(rect).fill)).toBe('none');
      expect((await sheetsOf(page)).length).toBe(1);
    }
  });

  visit('shows eight legible columns on a phone', PHONE, async ({ page }) => {
    const widths = () => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(await widths()).toEqual([360, 360]);
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await widths()).toEqual([320, 320]);
    await page.setViewportSize(PHONE.viewport);
    expect(await page.locator('.keyboard').first().isVisible()).toBe(false); // it has no keys
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
    const top = () => page.locator('#number').evaluate((field) => field.getBoundingClientRect().top);
    await page.locator('#among').evaluate((at) => at.scrollIntoView({ behavior: 'instant' }));
    expect(await top()).toBeLessThan(0);
    await page.selectOption('#among', '4'); // below the board, which is shown again
    await eventually(top).toBeGreaterThan(0);
  });
});
