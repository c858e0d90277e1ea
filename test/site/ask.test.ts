// The page's section Ask: evaluates a condition over many deals, with all workers.

import { describe, expect } from 'vitest';
import { rowsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';
import { eventually, progressOf, savedBytes, sheetsOf, visit } from './browser.js';

const PORTION = 262_144; // deals per task of a worker, as in site/ask.ts
const grouped = (n: number) => n.toLocaleString('en');

describe('Ask', () => {
  visit('shows how many deals meet a condition, and links to the first ones', async ({ page, says }) => {
    await page.click('#ask-start');
    await says('ask-answer', /^262 of 1,000,000 deals: [\d,]+, .*, …$/);
    await says('ask-figures', /^1,000,000 deals checked in [\d.]+ s$/);
    expect(await page.isDisabled('#ask-stop')).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('ask-start');
    const first = page.locator('#ask-answer a').first();
    const deal = (await first.textContent())?.replaceAll(',', '');
    await first.click();
    await eventually(() => page.inputValue('#number')).toBe(deal);
    const topOfDeal = () => page.locator('#deal').evaluate((deal) => deal.getBoundingClientRect().top);
    await eventually(topOfDeal).toBeGreaterThanOrEqual(0);
    const where = 'pos_AC+%3C+8+AND+pos_AD+%3C+8+AND+pos_AH+%3C+8+AND+pos_AS+%3C+8';
    expect(new URL(page.url()).search).toBe(`?deal=${deal}&where=${where}`);
    // Back returns to each question, however soon after it the next one is asked
    await page.evaluate(() => Object.assign(performance, { now: () => 1e6 }));
    for (const question of ['cells = 0', 'cells = 4']) {
      await page.click(`[data-where="${question}"]`);
      await says('ask-answer', /^\d,\d+ of 1,000,000 deals: /);
    }
    expect(new URL(page.url()).search).toBe(`?where=cells+%3D+4&deal=${deal}`);
    await page.goBack();
    expect(new URL(page.url()).search).toBe(`?where=cells+%3D+0&deal=${deal}`);
  });

  visit('asks the question again to which Back or Forward leads, and only that', async (visit) => {
    const { page, address, says, text } = visit;
    const condition = () => page.inputValue('#condition');
    const entries = () => page.evaluate(() => history.length);
    const [first, before] = [await condition(), await entries()];
    await page.goto(address('?where=cells+%3D+0'));
    await says('ask-answer', /^2,174 of 1,000,000 deals: /);
    await page.fill('#number', '164'); // an entry, but no other question
    await page.fill('#condition', 'cells = 4 AND deal < 2000');
    await page.click('#ask-start');
    await says('ask-answer', /^\d+ of 1,000,000 deals: 169, /);
    await page.click('#ask-start'); // the same question is no entry
    await says('ask-figures', /^1,000,000 deals checked/);
    expect(await entries()).toBe(before + 3);
    await page.goBack();
    await says('ask-answer', /^2,174 of 1,000,000 deals: /);
    expect(await condition()).toBe('cells = 0');
    await page.goForward();
    await says('ask-answer', /^\d+ of 1,000,000 deals: 169, /);
    expect(await condition()).toBe('cells = 4 AND deal < 2000');
    await page.goBack();
    await says('ask-answer', /^2,174 of 1,000,000 deals: /);
    const link = await page.locator('#ask-answer a').first().elementHandle();
    await page.goBack(); // from deal 164 to the deal of the start
    await eventually(() => page.inputValue('#number')).toBe('617');
    expect(await link?.evaluate((link) => link.isConnected)).toBe(true);

    await page.goto(address());
    await page.selectOption('#ask-within', '1..8589934591');
    await page.fill('#condition', 'deal < 1');
    await page.click('#ask-start');
    await says('ask-figures', / left$/);
    await page.goBack(); // to no question
    await eventually(condition).toBe(first);
    expect([await text('ask-answer'), await text('ask-figures')]).toEqual(['', '']);
    expect([await page.isEnabled('#ask-start'), await page.isVisible('#ask-save')]).toEqual([true, false]);
  });

  visit('links to the first twelve deals, also if they are in several portions', async ({ page, says }) => {
    for (const [first, step] of [
      [PORTION - 4, 1], // the first twelve are in two portions
      [PORTION + 1, 1], // the first portion has none
      [PORTION, PORTION], // each portion has one, and all together fewer than twelve
      [999_989, 1], // twelve, and no more
      [999_991, 1], // as many as are printed
      [1_000_000, 1],
      [PORTION - 500, 1],
    ] as const) {
      const all = range(first, 1_000_001 - first).filter((n) => (n - first) % step === 0);
      await page.fill('#condition', `deal >= ${first} AND (deal - ${first}) % ${step} = 0`);
      await page.click('#ask-start');
      const shown = `${all.slice(0, 12).map(grouped).join(', ')}${all.length > 12 ? ', …' : ''}`;
      await says('ask-answer', `${grouped(all.length)} of 1,000,000 deals: ${shown}`);
      const printed = all.length === 1 ? 'it' : `the first ${Math.min(10, all.length)}`;
      expect(await page.innerText('#ask-print')).toBe(`Print ${printed}`);
      expect(await page.isVisible('#ask-print-random')).toBe(all.length > 10);
    }
  });

  visit('explains a wrong condition, and says None if no deal meets a condition', async ({ page, says }) => {
    const started = () =>
      page.evaluate(() => {
        document.getElementById('ask-start')?.click();
        return ['ask-answer', 'ask-figures'].map((id) => document.getElementById(id)?.textContent);
      });
    for (let i = 0; i < 2; i++) {
      expect(await started()).toEqual(['Dealing …', '']);
      await says('ask-answer', /^262 of/);
      expect([await progressOf(page, 'ask-progress'), await page.isVisible('#ask-save')]).toEqual([1, true]);
    }
    await page.fill('#condition', 'pos_10D < 8');
    expect(await started()).toEqual([expect.stringMatching(/pos_TD/), '']);
    expect([await progressOf(page, 'ask-progress'), await page.isVisible('#ask-save')]).toEqual([0, false]);
    expect(await page.getAttribute('#condition', 'aria-invalid')).toBe('true');
    expect(await page.getAttribute('#ask-answer', 'class')).toContain('problem');
    await page.fill('#condition', 'deal < 1');
    await page.selectOption('#ask-within', '1..8589934591'); // takes long enough to be looked at
    await page.click('#ask-start');
    await says('ask-figures', / left$/);
    expect(await page.getAttribute('#ask-answer', 'class')).not.toContain('problem');
    expect(await progressOf(page, 'ask-progress')).toBeGreaterThan(0);
    await page.click('#ask-stop');
    await says('ask-answer', /^Stopped: None of [\d,]+ deals\.$/);
    expect(await progressOf(page, 'ask-progress')).toBe(0);
    await page.selectOption('#ask-within', '1..1000000');
    await page.click('#ask-start');
    await says('ask-answer', 'None of 1,000,000 deals.');
    expect(await page.isVisible('#ask-save')).toBe(false);
    expect(await page.getAttribute('#condition', 'aria-invalid')).toBeNull();
  });

  visit('says why workers fail after some progress, and ends them', async ({ page, says, text }) => {
    await page.evaluate(() => {
      window.Worker = class extends Worker {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          const event = new ErrorEvent('error', { message: 'out of memory' });
          addEventListener('fail', () => this.dispatchEvent(event));
        }
      };
    });
    await page.selectOption('#ask-within', '1..8589934591');
    await page.click('#ask-start');
    await says('ask-figures', / left$/);
    await page.evaluate(() => dispatchEvent(new Event('fail')));
    await says('ask-answer', 'out of memory');
    expect([await progressOf(page, 'ask-progress'), await text('ask-figures')]).toEqual([0, '']);
    expect(await page.isEnabled('#ask-start')).toBe(true);
    await eventually(() => page.workers()).toEqual([]);
  });

  visit('gives no advice about shells', async ({ page, text }) => {
    for (const [wrong, message] of [
      ['card_0 = 7D', "'7D' is not a whole number at offset 9; put cards in single quotes"],
      [
        'card_0 = "7D"',
        "unexpected '\"' at offset 9; write strings in single quotes, such as '7D', and names without quotes",
      ],
      ['pos_AC', 'expected a condition, found an integer at offset 0'],
      [' ', 'the field is empty; type a condition, such as cells = 0'],
    ] as const) {
      await page.fill('#condition', wrong);
      await page.click('#ask-start');
      expect(await text('ask-answer')).toBe(message);
    }
  });

  visit('asks a question of a button, of a picture and of the address', async ({ page, address, says }) => {
    await page.goto(address('?where=cells+%3D+4+AND+deal+%3C+2000'));
    await says('ask-answer', /^\d+ of 1,000,000 deals: 169, /);
    await page.click('.question');
    await says('ask-answer', /^2,\d{3} of 1,000,000 deals: 164, 892, /);
    expect(await page.inputValue('#condition')).toBe('cells = 0');
    expect(new URL(page.url()).searchParams.get('where')).toBe('cells = 0');

    await says('pictures-answer', '');
    // each number, and the length or the shade that shows it
    const drawn = await page
      .locator('#pictures tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll<HTMLElement>('th, td, div')]
            .filter(({ className }) => className !== 'bar-cell')
            .map((cell) => (cell.textContent ?? '') + (cell.getAttribute('style') ?? '')),
        ),
      );
    expect(drawn).toEqual(rowsIn('pictures-on-page.txt'));
    // whose deals are asked for by a click
    for (const [i, [question, count]] of rowsIn<[string, string]>('questions-of-pictures.txt').entries()) {
      await page.selectOption('#ask-within', '1..8589934591'); // but a picture is of the million
      await page.click(`#pictures .pick >> nth=${i}`);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('ask');
      await says('ask-answer', new RegExp(`^${count} of 1,000,000 deals: `));
      expect(await page.inputValue('#condition')).toBe(question);
    }
  });

  visit('asks each question of a button', async ({ page, says }) => {
    for (const [i, [question, count]] of rowsIn<[string, string]>('questions-on-page.txt').entries()) {
      await page.click(`.question >> nth=${i}`);
      await says('ask-answer', new RegExp(`^${count} of 1,000,000 deals: `));
      expect(await page.innerText(`.question >> nth=${i}`)).toBe(question);
    }
  });

  visit(
    'prints the free cells of each deal, unless they are missing',
    async ({ page, address, says, messages }) => {
      await page.context().route(/known-cells/, (route) => route.fulfill({ status: 404 }));
      await page.goto(address());
      await says('verdict', /^It is not known here/);
      await page.evaluate(() => void Object.assign(window, { print() {} }));
      await page.fill('#condition', 'deal IN (2, 617, 164)');
      await page.click('#ask-start');
      await says('ask-print', 'Print the first 3');
      const printed = () => page.locator('#sheets > svg > svg > text').allTextContents();
      await page.click('#ask-print');
      expect(await printed()).toEqual(['#2', '#164', '#617']);
      messages.length = 0; // the browser reports the missing file
      await page.context().unrouteAll();
      await page.fill('#number', '2');
      await says('verdict', /^Deal 2 can be won/);
      await page.click('#ask-print');
      const needed = ['1 free cell.', 'no free cell.', '4 free cells, no fewer.'];
      expect(await printed()).toEqual([2, 164, 617].map((n, i) => `#${n}. It needs ${needed[i]}`));
    },
    { isOpen: false, serviceWorkers: 'block' },
  );

  visit('prints a single deal as it prints several: black, with the free cells', async ({ page, says }) => {
    await says('verdict', /It needs/);
    await page.evaluate(() => void Object.assign(window, { print() {} }));
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const deals of [[617], [617, 618]]) {
      await page.emulateMedia({ media: 'screen' });
      await page.fill('#condition', `deal IN (${deals})`);
      await page.click('#ask-start');
      await says('ask-answer', `${deals.length} of 1,000,000 deals: ${deals.join(', ')}`);
      await page.click('#ask-print');
      await page.emulateMedia({ media: 'print' });
      const fills = (selector: string) =>
        page
          .locator(`#sheets ${selector}`)
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
      expect(await page.locator('#sheets svg > text').allTextContents()).toEqual(
        deals.map((n) => `#${n}. It needs ${n === 617 ? 4 : 2} free cells, no fewer.`),
      );
      expect(await fills('svg > text')).toEqual(deals.map(() => 'rgb(0, 0, 0)'));
      expect(await fills('svg > rect')).toEqual(['none']); // the felt, or the paper
      expect(await sheetsOf(page)).toEqual(['842 x 595']); // points: A4, landscape
    }
  });

  visit('saves all matches, and prints ten of them, by the keyboard alone', async (visit) => {
    const { page, says } = visit;
    await page.addInitScript(() => {
      window.print = () => document.body.classList.add('printed');
      // which load the data before they are needed
      window.requestIdleCallback = () => 0;
      IntersectionObserver.prototype.observe = () => {};
    });
    await page.goto(visit.address());
    const fields = { condition: 'CELLS = 0 AND deal < 30000', deals: '1..5', limit: '5' };
    for (const [id, text] of Object.entries(fields)) await page.fill(`#${id}`, text);
    await page.press('#condition', 'Enter');
    await says('ask-answer', /^\d+ of 1,000,000 deals: 164, 892, /);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.focus('#ask-print');
    await press('Space');
    await page.emulateMedia({ media: 'print' });
    const printed = () => page.locator('#sheets > svg > svg > text').allTextContents();
    const first = await printed();
    expect(first.slice(0, 2)).toEqual(['#164. It needs no free cell.', '#892. It needs no free cell.']);
    expect([first.length, await page.isVisible('#deal')]).toEqual([10, false]);
    expect(await page.getAttribute('body', 'class')).toBe('printed');
    expect(await sheetsOf(page)).toEqual(Array(3).fill('842 x 595')); // points: A4, landscape
    await page.emulateMedia({ media: 'screen' });
    await page.focus('#ask-print');
    await page.evaluate(() => {
      const drawn = [0.95, 0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15, 0]; // one of them twice
      Math.random = () => drawn.shift() as number;
    });
    await press('Tab', 'Enter'); // a random ten
    const random = await printed();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await printed()).toEqual([]);
    // what is not asked is not saved
    await page.locator('#condition').evaluate((at) => Object.assign(at, { value: 'deal > 5' }));
    await page.locator('#ask-within').evaluate((at) => Object.assign(at, { selectedIndex: 3 }));
    await press('Tab', 'Enter'); // to Save deals
    const topOfTake = () => page.locator('#take').evaluate((take) => take.getBoundingClientRect().top);
    await eventually(topOfTake).toBeLessThan(450);
    await says(
      'take-command',
      "freecell-deals generate 1..1000000 --where 'CELLS = 0 AND deal < 30000' -o deals.numbers",
    );
    const download = page.waitForEvent('download');
    await page.evaluate(() => delete window.showSaveFilePicker);
    await press('Enter');
    const saved = (await savedBytes(download)).toString().trim().split('\n');
    expect(saved.slice(0, 2)).toEqual(['164', '892']);
    const places = [0, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95].map((x) => x * saved.length);
    expect(random).toEqual(places.map((i) => `#${saved[Math.floor(i)]}. It needs no free cell.`));
    expect((await page.textContent('#ask-answer'))?.startsWith(`${saved.length} of `)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('generate');
  });

  visit('shows matches, share and time left meanwhile, and stops when Stop is clicked', async (visit) => {
    const { page, says } = visit;
    await page.selectOption('#ask-within', '1..8589934591');
    await page.fill('#condition', 'pos_AC = 0 AND pos_AD = 1');
    await page.focus('#ask-start');
    await page.keyboard.press('Enter');
    await says('ask-answer', /^So far: [\d,]+, .*, …$/);
    await says(
      'ask-figures',
      /^\d+ % of 8,589,934,591 deals checked, [\d,]+ found; \d+(\.\d)? (s|min) left$/,
    );
    // links are not made anew, as this would take the focus from them
    const link = await page.locator('#ask-answer a').first().elementHandle();
    const figures = await page.textContent('#ask-figures');
    await eventually(() => page.textContent('#ask-figures')).not.toBe(figures);
    expect(await link?.evaluate((link) => link.isConnected)).toBe(true);
    await page.click('#start-race');
    await says('race-answer', /^Waiting for the other sections/);
    await page.click('#stop-race');
    await says('race-answer', 'Stopped.');
    await page.focus('#ask-stop');
    await page.keyboard.press('Enter');
    await says('ask-answer', /^Stopped: [\d,]+ of [\d,]+ deals: /);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('ask-start');
    expect(await page.isVisible('#ask-save')).toBe(false);
    await eventually(() => page.workers()).toEqual([]);
  });

  visit('asks a question that is chosen meanwhile in place of the running one', async ({ page, says }) => {
    const range = page.locator('#ask-within');
    for (const [chosen, within, answer] of [
      ['.question', '1..100000000', /^2,\d{3} of 100,000,000 deals: 164, 892, /], // among the same deals
      ['#pictures .pick', '1..8589934591', /^2,174 of 1,000,000 deals: 164, 892, /],
    ] as const) {
      await page.selectOption('#ask-within', '1..8589934591');
      await page.fill('#condition', 'pos_AC = 0 AND pos_AD = 1');
      await page.click('#ask-start');
      await says('ask-answer', /^So far: /);
      await range.evaluate((at, value) => Object.assign(at, { value }), within);
      await page.locator(chosen).first().click();
      await says('ask-answer', answer);
      expect(await page.inputValue('#condition')).toBe('cells = 0');
      expect(new URL(page.url()).searchParams.get('where')).toBe('cells = 0');
      await eventually(() => page.workers()).toEqual([]);
    }
  });

  visit('says from which deals it draws ten if there are more than a million', async ({ page, says }) => {
    await page.selectOption('#ask-within', '1..100000000');
    for (const [count, label] of [
      [1_000_001, 'Print 10 of the first 1,000,000 at random'],
      [1_000_000, 'Print 10 at random'],
    ] as const) {
      await page.fill('#condition', `deal <= ${count}`);
      await page.click('#ask-start');
      await says('ask-answer', new RegExp(`^${grouped(count)} of 100,000,000 deals: `));
      expect(await page.innerText('#ask-print-random')).toBe(label);
    }
  });
});
