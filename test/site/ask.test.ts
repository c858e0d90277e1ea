// The page's section Ask: evaluates a condition over many deals, with all workers.

import { describe, expect } from 'vitest';
import { eventually, visit } from './browser.js';

describe('Ask', () => {
  visit('shows how many deals meet a condition, and links to the first ones', async ({ page, address }) => {
    await page.goto(address());
    await page.click('#ask-start');
    await eventually(() => page.textContent('#ask-answer')).toMatch(
      /^262 of 1,000,000 deals: [\d,]+, .*, …$/,
    );
    expect(await page.isDisabled('#ask-stop')).toBe(true);
    const first = page.locator('#ask-answer a').first();
    const deal = (await first.textContent())?.replaceAll(',', '');
    await first.click();
    await eventually(() => page.inputValue('#number')).toBe(deal);
    expect(new URL(page.url()).searchParams.get('deal')).toBe(deal);
  });

  visit(
    'explains a wrong condition, and says None if no deal meets a condition',
    async ({ page, address }) => {
      await page.goto(address());
      await page.fill('#condition', 'pos_10D < 8');
      await page.click('#ask-start');
      await eventually(() => page.textContent('#ask-answer')).toContain('pos_TD');
      expect(await page.getAttribute('#condition', 'aria-invalid')).toBe('true');
      await page.fill('#condition', 'deal < 1');
      await page.click('#ask-start');
      await eventually(() => page.textContent('#ask-answer')).toBe('None of 1,000,000 deals.');
      expect(await page.getAttribute('#condition', 'aria-invalid')).toBeNull();
    },
  );

  visit('loads the known cells only for a condition on cells', async ({ page, address }) => {
    const loaded: string[] = [];
    page.on('request', (request) => void loaded.push(request.url()));
    await page.goto(`${address()}?deal=8589934591`); // the page itself knows nothing of this deal
    await page.click('#ask-start');
    await eventually(() => page.textContent('#ask-answer')).toMatch(/^262 of 1,000,000 deals: /);
    expect(loaded.filter((url) => url.includes('known-cells'))).toEqual([]);
    await page.fill('#condition', 'Cells = 0 AND deal < 1000');
    await page.click('#ask-start');
    await eventually(() => page.textContent('#ask-answer')).toBe('2 of 1,000,000 deals: 164, 892');
    expect(loaded.filter((url) => url.includes('known-cells'))).not.toEqual([]);
  });

  visit('shows its progress, and stops when Stop is clicked', async ({ page, address }) => {
    await page.goto(address());
    await page.selectOption('#ask-within', '1..8589934591');
    await page.fill('#condition', 'pos_AC = pos_AD');
    await page.click('#ask-start');
    await eventually(() => page.textContent('#ask-figures')).toMatch(/^[\d,]+ deals checked; [\d,]+ s left$/);
    await page.click('#ask-stop');
    await eventually(() => page.textContent('#ask-answer')).toMatch(/^Stopped: None of [\d,]+ deals\.$/);
    expect(await page.isEnabled('#ask-start')).toBe(true);
  });
});

describe('The number field', () => {
  visit(
    'gets the focus when / is pressed, and can go to the next deal that can be won',
    async ({ page, address }) => {
      await page.goto(`${address()}?deal=11981`);
      await page.keyboard.press('/');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('number');
      await page.click('#next-winnable');
      await eventually(() => page.inputValue('#number')).toBe('11983'); // 11982 is impossible
      expect(await page.textContent('#verdict')).toBe('Deal 11,983 can be won with 1 free cell.');
    },
  );

  visit('gets a random deal of 1..1000000 or of all deals', async ({ page, address }) => {
    await page.goto(address());
    for (let i = 0; i < 5; i++) {
      await page.click('#random');
      expect(Number(await page.inputValue('#number'))).toBeLessThanOrEqual(1_000_000);
    }
    await page.selectOption('#among', '8589934591');
    const numbers = [];
    for (let i = 0; i < 8; i++) {
      await page.click('#random');
      numbers.push(Number(await page.inputValue('#number')));
    }
    expect(Math.max(...numbers)).toBeGreaterThan(1_000_000);
  });
});
