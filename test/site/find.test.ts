// The page's section Find: looks up pasted boards, explains wrong ones, and finds the deals that begin with given cards.

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type StyleName, showDeal, styles } from '../../src/board/show.js';
import { dealCards } from '../../src/game/deal.js';
import { rowsIn } from '../support/golden.js';
import { eventually, faultsOf, visit } from './browser.js';

const STYLES = Object.keys(styles) as StyleName[];

/** Pastes a text; returns the answer in the next frame. */
function paste(page: Page, text: string): Promise<string> {
  return page.evaluate((text) => {
    const area = document.querySelector('#pasted') as HTMLTextAreaElement;
    area.value = text;
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    return new Promise<string>((resolve) => {
      requestAnimationFrame(() => resolve(document.querySelector('#pasted-answer')?.textContent ?? ''));
    });
  }, text);
}

const RANKS = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king'];
const SUITS = ['clubs', 'diamonds', 'hearts', 'spades'];

function nameOf(card: number): string {
  return `${RANKS[card >> 2]} of ${SUITS[card & 3]}`;
}

async function clickCards(page: Page, cards: Iterable<number>): Promise<void> {
  const [first, ...others] = Array.from(cards, nameOf);
  await page.getByRole('button', { name: first as string, exact: true }).click();
  // by their texts: a lookup by role among so many elements takes longer than the search
  for (const name of others) await page.locator('.key', { hasText: new RegExp(`${name}$`) }).click();
}

describe('Find', () => {
  visit('shows the number of a pasted board in the next frame, and the deal on a click', async (visit) => {
    const { page, text } = visit;
    for (const n of [617, 11982, 8589934591]) {
      for (const style of STYLES) {
        const by = style === 'text' ? 'columns' : 'rows';
        const said = `Deal ${n.toLocaleString('en-US')}, read by ${by}`;
        expect(await paste(page, showDeal(n, style)), style).toBe(said);
      }
    }
    const link = page.locator('#pasted-answer a');
    expect(await link.getAttribute('href')).toBe('?deal=8589934591#deal');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['Control'] }),
    ]);
    await tab.close(); // another one, so that nothing changes here
    expect(await page.inputValue('#number')).toBe('617');
    await link.click();
    expect(await page.inputValue('#number')).toBe('8589934591');
    expect(await page.textContent('#board title')).toBe('FreeCell deal 8589934591');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('deal');
    await page.evaluate((board) => navigator.clipboard.writeText(board), showDeal(11982, 'unicode'));
    await page.focus('#pasted');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    expect(await text('pasted-answer')).toBe('Deal 11,982, read by rows');
  });

  visit('explains a wrong board beside it', async ({ page }) => {
    const board = showDeal(617);
    const mistakes = { [board.slice(0, 147)]: 'the board has 49 cards', hello: 'names no card' };
    for (const [wrong, message] of Object.entries(mistakes)) {
      expect(await paste(page, wrong)).toContain(message);
      expect(await page.getAttribute('#pasted', 'aria-invalid'), wrong).toBe('true');
      expect(await page.getAttribute('#pasted-answer', 'class'), wrong).toContain('problem');
    }
    const [first, second, ...others] = board.split(/\s+/);
    expect(await paste(page, [second, first, ...others].join(' '))).toMatch(/^No deal has this board\./);
    expect(await page.getAttribute('#pasted', 'aria-invalid')).toBeNull();
    expect(await paste(page, `${board}${' '.repeat(5e6)}`)).toMatch(
      /^the text has 5,000,\d+ characters; paste/,
    );
    expect(await paste(page, '  ')).toBe('');
  });

  visit('links to each deal that has a pasted board except for one mistake', async ({ page, says }) => {
    const board = showDeal(24601);
    const symbols = showDeal(24601, 'unicode');
    for (const [pasted, said, change] of [
      [board.replace('5S KC', 'KC 5S'), 'No deal has this board.', 'with 5S and KC exchanged'],
      [board.replace('9C ', ''), 'the board has 51 cards', 'with 9C added in column 1, row 4'],
      [board.replace('9C ', '9X '), "'9X'", 'with 9C added in column 1, row 4'],
      [board.toLowerCase().replace('9c ', '9x '), "'9x'", 'with 9C added in column 1, row 4'],
      [symbols.replaceAll('T', '10').replace('9♣ ', '10x '), "'10x'", 'with 9C added in column 1, row 4'],
      [board.split(/\s+/).reverse().join(' '), 'No deal has this board.', 'backwards'],
    ] as const) {
      expect(await paste(page, pasted)).toContain(said);
      await says('pasted-answer', new RegExp(`${said}.*Deal 24,601 has it ${change}\\.$`));
    }
    expect(await faultsOf(page)).toEqual([]);
    await page.click('#pasted-answer a');
    expect(await page.inputValue('#number')).toBe('24601');
  });

  visit('ignores the answer to a text that was cleared, or replaced', async ({ page, says, text }) => {
    const board = showDeal(24601);
    await paste(page, board.replace('5S KC', 'KC 5S'));
    await eventually(() => page.workers().length).toBe(1);
    await paste(page, '');
    await eventually(() => page.workers().length).toBe(0);
    await paste(page, board.replace('5S KC', 'KC 5S'));
    await eventually(() => page.workers().length).toBe(1);
    await paste(page, board.replace('9C ', ''));
    await says('pasted-answer', /has it with 9C added/);
    expect(await text('pasted-answer')).not.toContain('5S and KC');
  });

  visit('finds the deals that begin with the clicked cards', async ({ page, says, text }) => {
    const cards = [...dealCards(617).subarray(0, 8)];
    await clickCards(page, cards.slice(0, 1));
    // the same number as `freecell-deals find --row 7D`
    await says('row-answer', /^19,\d{3} deals begin with these cards: [\d, ]+…$/);
    expect(await page.locator('#row-answer a').count()).toBe(6);
    await clickCards(page, cards.slice(1));
    await says('row-answer', 'Deal 617');
    expect(await page.locator('#row .card').allTextContents()).toEqual(
      showDeal(617, 'unicode').split('\n', 1)[0]?.replaceAll('T', '10').split(' '),
    );
    expect(await page.locator('#row .red').allTextContents()).toEqual(['7♦', 'A♦', '2♦', 'A♥']);
    // the row is full
    expect(await page.locator('.key[aria-disabled=true]').count()).toBe(44);
    await page.locator('.key[aria-disabled=true]').first().click({ force: true });
    expect(await page.locator('#row .card').count()).toBe(8);

    await page.click('#clear-row');
    expect(await page.locator('.key[aria-disabled=true]').count()).toBe(0);
    expect(await text('row-answer')).toBe('');
    await page.fill('#pasted', showDeal(617).slice(0, 48)); // two of them
    await says('row-answer', 'Deal 617');
    await page.fill('#pasted', showDeal(617).slice(0, 45).concat('2C')); // with a wrong card
    await says('row-answer', /^None of these deals begins with these cards\./);
    await page.fill('#pasted', showDeal(11982).slice(0, 144)); // six rows
    await says('row-answer', 'Deal 11,982');
    await page.fill('#pasted', '7D'); // a shorter one in its place
    expect(await page.locator('#row .card').count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 664 });
    await page.click('#pasted-answer a'); // below the deck
    await eventually(() =>
      page.locator('#row-answer').evaluate((at) => at.getBoundingClientRect().top),
    ).toBeLessThan(664);
    await page.fill('#pasted', '');
    expect([await page.locator('#row .card').count(), await text('row-answer')]).toEqual([0, '']);
    await clickCards(page, dealCards(8589934591).subarray(0, 8));
    await says('row-answer', /^None of these deals begins with these cards\./);
    await page.fill('#within', '1..9..');
    await says('row-answer', /^'1\.\.9\.\.' is neither/);
    await page.fill('#within', '1..5');
    await page.click('#row-answer button'); // in all deals
    await says('row-answer', 'Deal 8,589,934,591');
    // click cards again to take them back
    await clickCards(page, dealCards(8589934591).subarray(1, 8));
    await says('row-answer', /^more than 100,000 deals begin with these cards: /);
    expect(await page.locator('#row .card').count()).toBe(1);
    await page.evaluate(() => {
      for (const button of ['.key[aria-pressed=false]', '#clear-row'])
        document.querySelector<HTMLButtonElement>(button)?.click();
    });
    await eventually(() => page.workers()).toEqual([]); // the search has ended
    expect(await text('row-answer')).toBe('');
  });

  visit('shows what a search has found so far, and only of the last search', async ({ page, says, text }) => {
    await page.evaluate(() => {
      const workers: { onmessage: ((event: object) => void) | undefined }[] = [];
      window.Worker = class {
        onmessage = undefined;
        constructor() {
          workers.push(this);
        }
        terminate() {}
        postMessage() {}
      } as unknown as typeof Worker;
      addEventListener('answer', (event) =>
        workers.at(-1)?.onmessage?.({ data: (event as CustomEvent).detail }),
      );
    });
    const answer = (detail: object) =>
      page.evaluate((detail) => void dispatchEvent(new CustomEvent('answer', { detail })), detail);
    await clickCards(page, [0]);
    await says('row-answer', 'Searching …');
    for (const [name, found, numbers, said] of [
      ['part', 1, [5], 'So far: Deal 5'],
      ['part', 1234, [5, 6], 'So far: 1,234 deals begin with these cards: 5, 6, …'],
      ['result', 2, [5, 6], '2 deals begin with these cards: 5, 6'],
    ] as const) {
      await answer({ id: 1, [name]: { found, numbers, state: name === 'part' ? 'searching' : 'done' } });
      expect(await text('row-answer')).toBe(said);
    }
    await clickCards(page, [1]);
    await answer({ id: 1, result: { found: 1, numbers: [8], state: 'done' } }); // to the search before
    await answer({ id: 2, result: { found: 1, numbers: [7], state: 'done' } });
    await page.waitForTimeout(300); // longer than until a message about the search
    expect(await text('row-answer')).toBe('Deal 7');
  });

  visit('finds deals by a row that is entered with the keyboard', async ({ page, says }) => {
    await page.focus('#pasted');
    await page.keyboard.press('Tab'); // the whole deck is one tab stop
    const focused = () => page.evaluate(() => document.activeElement?.lastChild?.textContent);
    expect(await focused()).toBe('ace of clubs');
    for (const [key, name] of rowsIn<[string, string]>('keys-on-page.txt')) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(name);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await says('row-answer', /deals begin with these cards/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('within');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('2 of clubs');
    expect(await page.locator('.key.red').count()).toBe(26);
  });
});
