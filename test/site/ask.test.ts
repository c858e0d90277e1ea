// The page's section Ask: evaluates a condition over many deals, with all workers.

import { describe, expect } from 'vitest';
import { countDeals } from '../../dist/index.js';
import { rowsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';
import { eventually, progressOf, savedBytes, sheetsOf, type Visit, visit } from './browser.js';

const PORTION = 262_144; // deals per task of a worker, as in site/encoders.ts
const grouped = (n: number) => n.toLocaleString('en');

/** Asks for the deals that meet a condition, among those in the form or others, and waits for the answer. */
async function ask({ page, says }: Visit, where: string, answer: string | RegExp, among?: string) {
  if (among !== undefined) await page.fill('#ask-within', among);
  await page.fill('#condition', where);
  await page.click('#ask-start');
  await says('ask-answer', answer);
}

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
    expect(new URL(page.url()).search).toBe(`?deal=${deal}&where=cells+%3D+4`);
    await page.goBack();
    expect(new URL(page.url()).search).toBe(`?deal=${deal}&where=cells+%3D+0`);
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
    for (let i = 0; i < 2; i++) {
      await page.click('#ask-start'); // the same question is no entry
      await says('ask-figures', /^1,000,000 deals checked/);
    }
    expect(await entries()).toBe(before + 3);
    for (const [go, answer] of [
      ['goBack', /^2,174 of 1,000,000 deals: /],
      ['goForward', /^\d+ of 1,000,000 deals: 169, /],
      ['goBack', /^2,174 of 1,000,000 deals: /],
    ] as const) {
      await page[go]();
      await says('ask-answer', answer);
    }
    expect(await condition()).toBe('cells = 0');
    const link = await page.locator('#ask-answer a').first().elementHandle();
    await page.goBack(); // from deal 164 to the deal of the start
    await eventually(() => page.inputValue('#number')).toBe('617');
    expect(await link?.evaluate((link) => link.isConnected)).toBe(true);

    await page.goto(address());
    await page.fill('#ask-within', '1..8589934591');
    await page.fill('#condition', 'deal < 1');
    await page.click('#ask-start');
    await says('ask-figures', / left$/);
    await page.goBack(); // to no question
    await eventually(condition).toBe(first);
    expect([await text('ask-answer'), await text('ask-figures')]).toEqual(['', '']);
    expect([await page.isEnabled('#ask-start'), await page.isVisible('#ask-save')]).toEqual([true, false]);
    await eventually(() => page.workers()).toEqual([]);
  });

  visit('links to the first twelve deals, also if they are in several portions', async (visit) => {
    for (const [first, step] of [
      [PORTION - 4, 1], // the first twelve are in two portions
      [PORTION, PORTION], // each portion has one, and all together fewer than twelve
      [1_000_000, 1],
    ] as const) {
      const all = range(first, 1_000_001 - first).filter((n) => (n - first) % step === 0);
      const shown = `${all.slice(0, 12).map(grouped).join(', ')}${all.length > 12 ? ', …' : ''}`;
      const answer = `${grouped(all.length)} of 1,000,000 deals: ${shown}`;
      await ask(visit, `deal >= ${first} AND (deal - ${first}) % ${step} = 0`, answer);
    }
  });

  visit('explains a wrong condition, and says None if no deal meets a condition', async (visit) => {
    const { page, text } = visit;
    const look = async () => [
      await page.isVisible('#ask-progress'),
      await page.isVisible('#ask-save'),
      await page.getAttribute('#condition', 'aria-invalid'),
      /problem/.test((await page.getAttribute('#ask-answer', 'class')) ?? ''),
    ];
    await ask(visit, 'pos_10D < 8', /pos_TD/);
    expect([...(await look()), await text('ask-figures')]).toEqual([false, false, 'true', true, '']);
    await ask(visit, 'deal < 1', 'None of 1,000,000 deals.');
    expect(await look()).toEqual([false, false, null, false]);
  });

  visit('asks a question of a button and of a picture', async ({ page, says }) => {
    await page.click('.question');
    await says('ask-answer', /^2,\d{3} of 1,000,000 deals: 164, 892, /);
    expect(await page.inputValue('#condition')).toBe('cells = 0');
    expect(new URL(page.url()).searchParams.get('where')).toBe('cells = 0');

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
      if (i % 3 > 0) continue;
      await page.fill('#ask-within', '1..8589934591'); // but a picture is of the million
      await page.click(`#pictures .pick >> nth=${i}`);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('ask');
      await says('ask-answer', new RegExp(`^${count} of 1,000,000 deals: `));
      expect(await page.inputValue('#condition')).toBe(question);
    }
  });

  visit('offers questions for which these deals are found', async ({ page }) => {
    const offered = await page
      .locator('.question')
      .evaluateAll((all) =>
        all.map((button) => [button.textContent, (button as HTMLElement).dataset.where as string] as const),
      );
    const counted = offered.map(async ([question, where]) => {
      return [question, (await countDeals({ where, threads: 1 })).toLocaleString('en')];
    });
    expect(await Promise.all(counted)).toEqual(rowsIn('questions-on-page.txt'));
  });

  visit('prints one deal or several: black, with the free cells, on paper of its own', async (visit) => {
    const { page, says } = visit;
    await says('verdict', /It needs/);
    await page.evaluate(() => void Object.assign(window, { print() {} }));
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const deals of [[617], [617, 618]]) {
      await page.emulateMedia({ media: 'screen' });
      const answer = `${deals.length} of 1,000,000 deals: ${deals.join(', ')}`;
      await ask(visit, `deal IN (${deals})`, answer);
      await page.click('#ask-print');
      await page.emulateMedia({ media: 'print' });
      const texts = page.locator('#sheets svg > text, #sheets svg > rect');
      const drawn = await texts.evaluateAll((all) =>
        all.map((at) => [at.textContent?.trim(), getComputedStyle(at).fill]),
      );
      const cells = (n: number) => [
        `#${n}. It needs ${n === 617 ? 4 : 2} free cells, no fewer.`,
        'rgb(0, 0, 0)',
      ];
      expect(drawn.filter(([text]) => text !== '')).toEqual(deals.map(cells));
      expect(drawn.find(([text]) => text === '')?.[1]).toBe('none'); // the felt, or the paper
      expect(await sheetsOf(page)).toEqual(['842 x 595']); // points: A4, landscape
    }
  });

  visit('saves all matches, and prints the first ten, by the keyboard alone', async (visit) => {
    const { page, says } = visit;
    await page.evaluate(() => {
      window.print = () => document.body.classList.add('printed');
      delete window.showSaveFilePicker;
    });
    const fields = { condition: 'CELLS = 0 AND deal < 30000', deals: '1..5', limit: '5' };
    for (const [id, text] of Object.entries(fields)) await page.fill(`#${id}`, text);
    await page.press('#condition', 'Enter');
    await says('ask-answer', /^\d+ of 1,000,000 deals: 164, 892, /);
    await page.focus('#ask-print');
    await page.keyboard.press('Space');
    expect(await page.getAttribute('body', 'class')).toBe('printed');
    await page.emulateMedia({ media: 'print' });
    const printed = () => page.locator('#sheets > svg > svg > text').count();
    expect([await printed(), await page.isVisible('#deal')]).toEqual([10, false]);
    expect(await sheetsOf(page)).toEqual(Array(3).fill('842 x 595')); // points: A4, landscape
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await printed()).toBe(0);
    // what is not asked is not saved
    await page.locator('#condition').evaluate((at) => Object.assign(at, { value: 'deal > 5' }));
    await page.focus('#ask-print');
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key); // to Save deals
    const topOfTake = () => page.locator('#take').evaluate((take) => take.getBoundingClientRect().top);
    await eventually(topOfTake).toBeLessThan(450);
    const line = "freecell-deals generate 1..1000000 --where 'CELLS = 0 AND deal < 30000' -o deals.numbers";
    await says('take-command', line);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const saved = (await savedBytes(download)).toString().trim().split('\n');
    expect(saved.slice(0, 2)).toEqual(['164', '892']);
    expect((await page.textContent('#ask-answer'))?.startsWith(`${saved.length} of `)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('generate');
  });

  visit('shows matches, share and time left meanwhile, and stops when Stop is clicked', async (visit) => {
    const { page, says } = visit;
    await page.fill('#ask-within', '1..8589934591');
    await page.fill('#condition', 'pos_AC = 0 AND pos_AD = 1');
    await page.focus('#ask-start');
    await page.keyboard.press('Enter');
    await says('ask-answer', /^So far: [\d,]+, .*, …$/);
    await says(
      'ask-figures',
      /^\d+ % of 8,589,934,591 deals checked, [\d,]+ found; \d+(\.\d)? (s|min) left$/,
    );
    expect(await progressOf(page, 'ask-progress')).toBeGreaterThan(0);
    // links are not made anew, as this would take the focus from them
    const link = await page.locator('#ask-answer a').first().elementHandle();
    const figures = await page.textContent('#ask-figures');
    await eventually(() => page.textContent('#ask-figures')).not.toBe(figures);
    expect(await link?.evaluate((link) => link.isConnected)).toBe(true);
    await page.focus('#ask-stop');
    await page.keyboard.press('Enter');
    await says('ask-answer', /^Stopped: [\d,]+ of [\d,]+ deals: /);
    expect(await page.isVisible('#ask-progress')).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('ask-start');
    await eventually(() => page.workers()).toEqual([]);
  });

  visit('asks a question that is chosen meanwhile in place of the running one', async (visit) => {
    const { page, says } = visit;
    await ask(visit, 'pos_AC = 0 AND pos_AD = 1', /^So far: /, '1..8589934591');
    await page.locator('.question').first().click(); // among the same deals
    await says('ask-answer', /^2,174 of the 1,000,000 deals whose cells are known: 164, 892, /);
    expect(await page.inputValue('#condition')).toBe('cells = 0');
    expect(new URL(page.url()).searchParams.get('where')).toBe('cells = 0');
    await eventually(() => page.workers()).toEqual([]);
    await page.click('text=The eight'); // of the million, whatever deals were asked
    await says('ask-answer', /^8 of 1,000,000 deals: 11,982, /);
  });

  visit('draws some at random, and says from which deals if there are more than a million', async (visit) => {
    await visit.page.selectOption('#ask-order', 'random');
    const said = /^1,000,001 of 100,000,000 deals, some of the first 1,000,000 at random: (\d\S*, ){12}…$/;
    await ask(visit, 'deal <= 1000001', said, '1..100000000');
    const drawn = [...new Set((await visit.text('ask-answer')).split(': ')[1]?.split(', '))].slice(0, 12);
    expect([drawn.length, drawn.every((n) => Number(n.replaceAll(',', '')) < 20)]).toEqual([12, false]);
  });

  visit('counts only deals whose cells are known where cells decide, and says so', async (visit) => {
    const { page, says } = visit;
    for (const [within, where, said] of [
      ['1..100000000', 'cells = 4', /^6,391 of the 1,000,000 deals whose cells are known: 169, /],
      ['999001..1000500', 'cells > 0 AND deal % 2 = 0', /^499 of the 1,000 deals whose cells are known: /],
      ['1..2000000', 'cells >= 5', /^\d+ of 2,000,000 deals: 11,982, /],
      ['1..2000000', 'cells = 0 OR deal > 1999998', /^2,176 of 2,000,000 deals: 164, /],
      ['2000001..3000000', 'cells = 4', /^the free cells of these deals are not known; choose deals in 1/],
    ] as const)
      await ask(visit, where, said, within);
    await page.fill('#deals', '1..2000000');
    await page.fill('#where', 'cells = 4');
    await says(
      'take-plan',
      'the deals for which the condition holds, out of the 1,000,000 deals whose cells are known',
    );
    expect(await visit.text('take-command')).toContain("generate 1..1000000 --where 'cells = 4'");
  });

  visit('has the whole question in the address, which a link and a reload ask again', async (visit) => {
    const { page, says, address } = visit;
    await page.fill('#ask-within', '1..2k, 5000');
    await page.fill('#condition', 'cells > 2');
    await page.selectOption('#ask-order', 'hardest');
    await page.press('#condition', 'Enter');
    const answer = /^\d+ of 2,001 deals, the hardest first: 169, 178, /;
    await says('ask-answer', answer);
    await page.click('#ask-link');
    await says('ask-copied', 'Link copied.');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(address('?where=cells+%3E+2&among=1..2000%2C5000&order=hardest'));
    for (const open of [() => page.reload(), () => page.goto(link)]) {
      await open();
      await says('ask-answer', answer);
      expect(await page.inputValue('#ask-within')).toBe('1..2000,5000');
    }
    await page.selectOption('#ask-order', 'easiest');
    await page.click('#ask-start');
    await says('ask-answer', /the easiest first: /);
    await page.goBack();
    await says('ask-answer', answer);
  });

  visit('groups an answer by cells, and looks in all deals where it finds none', async (visit) => {
    const { page, says } = visit;
    const rows = () => page.locator('#ask-bars tr').allTextContents();
    const where = 'deal IN (164, 169, 617, 1155215, 1155216)';
    await ask(visit, where, '3 of 1,000,000 deals: 164, 169, 617');
    const others = ['1 free cell', '2 free cells', '3 free cells'].map((name) => `${name}0, 0.0 %`);
    expect(await rows()).toEqual(['no free cell1, 33 %', ...others, '4 free cells2, 67 %']);
    const bars = page.locator('#ask-bars .bar').evaluateAll((all) => all.map((bar) => bar.style.transform));
    expect(await bars).toEqual([0.5, 0, 0, 0, 1].map((length) => `scaleX(${length})`));
    await ask(visit, where, '2 of 1,000,000 deals: 1,155,215, 1,155,216', '1000001..2000000');
    expect((await rows()).slice(-2)).toEqual(['5 free cells1, 50 %', 'not known1, 50 %']);
    await page.click('#ask-bars button >> nth=-1');
    await says('ask-answer', '1 of 1,000,000 deals: 1,155,215');
    expect(await page.inputValue('#condition')).toBe(`(${where}) AND cells = 5`);
    await ask(visit, 'pos_AC = 0 AND pos_AD = 1 AND deal < 9', 'None of 1,000,000 deals.');
    await page.click('#ask-all');
    await says('ask-figures', /% of 8,589,934,591 deals checked/);
    await page.click('#ask-stop');
    // but not where the cells of more are not known
    const none = 'None of the 1,000,000 deals whose cells are known.';
    await ask(visit, 'cells = 0 AND cells = 1', none, '1..2000000');
    expect([await page.isVisible('#ask-link'), await page.isVisible('#ask-all')]).toEqual([true, false]);
  });

  visit('keeps what is found after Stop: numbers, Save, and the rest on Go on', async (visit) => {
    const { page, says, text } = visit;
    await page.fill('#ask-within', '1..20000000,50000001..60000000');
    await page.fill('#condition', 'pos_AC = 0 AND pos_AD = 1 AND pos_AH = 2');
    // at once, before the rest is found
    await page.locator('#ask-answer').evaluate((answer) => {
      new MutationObserver((_, observer) => {
        if (!answer.textContent?.startsWith('So far')) return;
        observer.disconnect();
        document.getElementById('ask-stop')?.click();
      }).observe(answer, { childList: true });
    });
    await page.click('#ask-start');
    await says('ask-answer', /^Stopped: \d+ of [\d,]+ deals: /);
    const [, dealt] = (await text('ask-answer')).match(/of ([\d,]+) deals/) as string[];
    expect(await page.isVisible('#ask-print')).toBe(true);
    await page.click('#ask-save');
    expect(await text('take-plan')).toContain(`out of ${dealt} deals`);
    await page.click('#ask-on');
    await says('ask-answer', /^\d+ of 30,000,000 deals: /);
    const stopped = await text('ask-answer');
    expect(await page.isHidden('#ask-on')).toBe(true);
    const figures = await page.evaluate(() => {
      document.getElementById('ask-start')?.click();
      return document.getElementById('ask-figures')?.textContent;
    });
    expect(figures).toBe(''); // it is asked anew
    await says('ask-figures', /^30,000,000 deals checked/);
    expect(await text('ask-answer')).toBe(stopped);
  });

  visit('offers names and says what is wrong while a condition is typed', async ({ page, says }) => {
    const offered = () =>
      page
        .locator('#condition-names option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    for (const [typed, help, offers] of [
      ['pos_ZZ', 'unknown column pos_ZZ at offset 0; expected pos_ and a card, such as pos_7D', []],
      ['cells = 0 AND POS_7H < 8 AND', '', []], // more has to follow
      // no advice about shells
      ['card_0 = 7D', "'7D' is not a whole number at offset 9; put cards in single quotes", []],
      ['cells = 0 AND pos_7D', '', []],
      ['cells = 0 AND POS_7', '', ['C', 'D', 'H', 'S'].map((suit) => `cells = 0 AND pos_7${suit}`)],
    ] as const) {
      await page.fill('#condition', typed);
      await says('condition-help', help);
      expect(await offered(), typed).toEqual(offers);
    }
    await page.fill('#condition', 'pos_'); // Chromium narrows the list of the letter before
    expect((await offered()).length).toBe(52);
  });
});
