// The page's section Race: three engines deal the same million, and bars show their speed.

import { describe, expect } from 'vitest';
import { MILLION } from '../support/bytes.js';
import { visit } from './browser.js';

describe('Race', () => {
  visit('shows the speed of each engine, and the common digest of their cards', async ({ page, text }) => {
    expect(await text('machine')).toMatch(/^\w.* \d+, \d+ cores?$/);
    const widthsNow = () =>
      page.locator('#race .bar').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    const widths: number[][] = []; // of the bars, measured repeatedly
    await page.click('#start-race');
    expect(await page.isDisabled('#start-race')).toBe(true);
    while (await page.isDisabled('#start-race')) widths.push(await widthsNow());
    expect(await text('race-answer')).toMatch(
      new RegExp(
        `^SIMD is [\\d.]+ times as fast as TypeScript\\. All dealt the same cards: SHA-256 ${MILLION}\\.$`,
      ),
    );

    const figures = await page.locator('#race .figure').allTextContents();
    const rates = figures.filter((_, i) => i % 2 === 0).map((figure) => Number(figure.replaceAll(',', '')));
    const times = figures.filter((_, i) => i % 2 === 1).map((figure) => Number.parseFloat(figure));
    expect(rates.length).toBe(4);
    const [reference, scalar, simd] = rates as [number, number, number, number];
    expect(reference).toBeGreaterThan(100_000);
    expect(simd).toBeGreaterThan(scalar);
    const said = Number.parseFloat((await text('race-answer')).replace('SIMD is', ''));
    expect(Math.abs(said - simd / reference)).toBeLessThan(0.06); // of rounded rates
    expect(scalar).toBeGreaterThan(0);
    for (const [i, rate] of rates.entries()) expect((times[i] as number) * rate).toBeCloseTo(1e9, -8);

    // the bars grew, and in the end their lengths are proportional to the rates
    expect(new Set(widths.map(([bar]) => Math.round(bar as number))).size).toBeGreaterThan(5);
    const last = await widthsNow();
    const longest = Math.max(...last);
    for (const [i, width] of last.entries()) {
      expect(width / longest).toBeCloseTo((rates[i] as number) / Math.max(...rates), 2);
    }
  });
});
