// The page's section Ask: evaluates a condition over many deals, with all workers.

import { describe, expect } from 'vitest';
import { range } from '../support/numbers.js';
import { eventually, visit } from './browser.js';

const PORTION = 262_144; // deals per task of a worker, as in site/ask.ts
const grouped = (n: number) => n.toLocaleString('en');

describe('Ask', () => {
  visit('shows how many deals meet a condition, and links to the first ones', async ({ page, says }) => {
    await page.click('#ask-start');
    await says('ask-answer', /^262 of 1,000,000 deals: [\d,]+, .*, …$/);
    expect(await page.isDisabled('#ask-stop')).toBe(true);
    const first = page.locator('#ask-answer a').first();
    const deal = (await first.textContent())?.replaceAll(',', '');
    await first.click();
    await eventually(() => page.inputValue('#number')).toBe(deal);
    expect(new URL(page.url()).searchParams.get('deal')).toBe(deal);
  });

  visit('links to the first twelve deals, also if they are in several portions', async ({ page, says }) => {
    for (const [first, step] of [
      [PORTION - 4, 1], // the first twelve are in two portions
      [PORTION + 1, 1], // the first portion has none
      [PORTION, PORTION], // each portion has one, and all together fewer than twelve
      [999_989, 1], // twelve, and no more
      [PORTION - 500, 1],
    ] as const) {
      const all = range(first, 1_000_001 - first).filter((n) => (n - first) % step === 0);
      await page.fill('#condition', `deal >= ${first} AND (deal - ${first}) % ${step} = 0`);
      await page.click('#ask-start');
      const shown = `${all.slice(0, 12).map(grouped).join(', ')}${all.length > 12 ? ', …' : ''}`;
      await says('ask-answer', `${grouped(all.length)} of 1,000,000 deals: ${shown}`);
    }
  });

  visit('explains a wrong condition, and says None if no deal meets a condition', async ({ page, says }) => {
    await page.fill('#condition', 'pos_10D < 8');
    await page.click('#ask-start');
    await says('ask-answer', /pos_TD/);
    expect(await page.getAttribute('#condition', 'aria-invalid')).toBe('true');
    await page.fill('#condition', 'deal < 1');
    await page.click('#ask-start');
    await says('ask-answer', 'None of 1,000,000 deals.');
    expect(await page.getAttribute('#condition', 'aria-invalid')).toBeNull();
  });

  visit('loads the known cells only for a condition on cells', async (visit) => {
    const { page, says } = visit;
    await page.goto(visit.address('?deal=8589934591'));
    const loaded = () => visit.sent.filter(({ path }) => path.includes('known-cells')).length;
    await page.click('#ask-start');
    await says('ask-answer', /^262 of 1,000,000 deals: /);
    expect(loaded()).toBe(0);
    await page.fill('#condition', 'Cells = 0 AND deal < 1000');
    await page.click('#ask-start');
    await says('ask-answer', '2 of 1,000,000 deals: 164, 892');
    expect(loaded()).toBeGreaterThan(0);
  });

  visit('shows its progress, and stops when Stop is clicked', async ({ page, says }) => {
    await page.selectOption('#ask-within', '1..8589934591');
    await page.fill('#condition', 'pos_AC = pos_AD');
    await page.click('#ask-start');
    await says('ask-figures', /^[\d,]+ deals checked; [\d,]+ s left$/);
    await page.click('#ask-stop');
    await says('ask-answer', /^Stopped: None of [\d,]+ deals\.$/);
    expect(await page.isEnabled('#ask-start')).toBe(true);
  });
});
