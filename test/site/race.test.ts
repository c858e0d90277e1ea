// The page's section Race: three engines deal the same million, and bars show their speed.

import { describe, expect } from 'vitest';
import { MILLION } from '../support/bytes.js';
import { eventually, visit } from './browser.js';

/** Leaves out what else loads a kernel: the pictures, and the service worker, which is missing without HTTPS, too. */
function leaveOut(): void {
  Object.assign(IntersectionObserver.prototype, { observe() {} });
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
}

describe('Race', () => {
  visit(
    'shows the speed of each engine, and the common digest of their cards',
    async (visit) => {
      const { page, text } = visit;
      await page.addInitScript(leaveOut);
      await page.goto(visit.address());
      await page.click('nav [href="#race"]');
      const widthsNow = () =>
        page
          .locator('#race .bar')
          .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
      const widths: number[][] = []; // of the bars, measured repeatedly
      await page.click('#race-start');
      expect(await page.isDisabled('#race-start')).toBe(true);
      const first = new Set<string | null>(); // texts of the first figure
      while (await page.isDisabled('#race-start')) {
        widths.push(await widthsNow());
        first.add(await page.textContent('#lanes .figure'));
      }
      expect(first.size).toBeGreaterThan(5); // not only after each of its three turns
      expect(await text('race-answer')).toMatch(
        new RegExp(
          `^SIMD is [\\d.]+ times as fast as TypeScript \\([\\d.]+ to [\\d.]+ in 3 rounds\\)\\. All dealt the same cards: SHA-256 ${MILLION}\\.$`,
        ),
      );

      const kernels = visit.sent.map(({ path }) => path.match(/kernel-[a-z]+/)?.[0]).filter(Boolean);
      expect(new Set(kernels)).toEqual(new Set(['kernel-scalar', 'kernel-simd']));
      await eventually(() => page.workers()).toEqual([]);

      const figures = await page.locator('#race .figure').allTextContents();
      const rates = figures.map((figure) => Number(figure.split(', spread')[0]?.replaceAll(',', '')));
      expect(rates.length).toBe(4);
      const [reference, scalar, simd] = rates as [number, number, number, number];
      expect(reference).toBeGreaterThan(100_000);
      expect(simd).toBeGreaterThan(scalar);

      // the bars grew, and in the end their lengths are proportional to the rates
      expect(new Set(widths.map(([bar]) => Math.round(bar as number))).size).toBeGreaterThan(5);
      const last = await widthsNow();
      const longest = Math.max(...last);
      for (const [i, width] of last.entries())
        expect(width / longest).toBeCloseTo((rates[i] as number) / Math.max(...rates), 2);
    },
    { isOpen: false },
  );

  visit('shows medians, spreads and ratios of at most 64 workers, and compares cards', async (visit) => {
    const { page, says } = visit;
    await page.addInitScript(leaveOut);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 100 });
      // millions of deals per second in each round, of which texts would have another order
      const speeds = { reference: [10, 9, 100], scalar: [2, 2, 2], simd: [20, 90, 300] };
      class Racer {
        onmessage = (_: unknown) => {};
        onerror = (_: unknown) => {};
        turns: number[] = [];
        constructor() {
          document.body.append(new Comment('racer'));
        }
        terminate() {
          document.body.lastChild?.remove();
        }
        postMessage({ prepare, run = 500 }: { prepare?: keyof typeof speeds; run?: number }) {
          if (run !== 500) throw new Error('a turn is not half a second');
          if (document.body.dataset.error) {
            const { error: message } = document.body.dataset;
            setTimeout(() => this.onerror(new ErrorEvent('error', { message })));
            return;
          }
          if (prepare !== undefined) this.turns = [...speeds[prepare]];
          // the first race is twice as fast: none of its figures may remain in the next ones
          const speed = document.body.dataset.reference === undefined ? 1e6 : 5e5;
          const dealt = speed * (prepare === undefined ? (this.turns.shift() as number) : 0);
          const digest = document.body.dataset[prepare ?? ''];
          const data = prepare ? { state: 'ready', digest } : { state: 'done', dealt, elapsed: 500 };
          setTimeout(() => this.onmessage({ data }));
        }
      }
      window.Worker = new Proxy(Worker, {
        construct: (native, [url, options]) =>
          options.name === 'race' ? new Racer() : new native(url, options),
      });
    });
    await page.goto(visit.address());
    await page.click('nav [href="#race"]');
    expect(await visit.text('machine')).toBe('100 cores');
    await page.evaluate(() => void Object.assign(document.body.dataset, { error: 'out of memory' }));
    await page.click('#race-start');
    await says('race-answer', 'The race did not run: out of memory');
    await page.evaluate(() => delete document.body.dataset.error);
    for (const [digests, said] of [
      [{}, 'The cards can be compared only over HTTPS.'],
      [{ reference: 'a', scalar: 'b', simd: 'a' }, 'But they did not deal the same cards, which is a bug.'],
      [{ reference: 'a', scalar: 'a', simd: 'a' }, 'All dealt the same cards: SHA-256 a.'],
    ] as const) {
      await page.evaluate((all) => void Object.assign(document.body.dataset, all), digests);
      const cleared = await page.evaluate(() => {
        document.querySelector<HTMLElement>('#race-start')?.click();
        const bars = [...document.querySelectorAll<HTMLElement>('#race .bar')];
        return [document.querySelector('#lanes')?.textContent, ...bars.map(({ style }) => style.transform)];
      });
      const names = ['TypeScript', 'WebAssembly', 'WebAssembly SIMD', 'SIMD, all workers'];
      expect(cleared).toEqual([names.map((name) => `${name}–`).join(''), ...Array(4).fill('scaleX(0)')]);
      await says('race-answer', `SIMD is 3.0 times as fast as TypeScript (2.0 to 10.0 in 3 rounds). ${said}`);
    }
    const figures = (await page.locator('#race .figure').allTextContents()).join('; ');
    expect(figures).toBe(
      '10,000,000, spread 910 %; 2,000,000, spread 0 %; 90,000,000, spread 311 %; 5,760,000,000, spread 311 %',
    );
    expect(await page.evaluate(() => document.body.lastChild?.nodeType)).not.toBe(8); // all workers have ended
  });

  visit(
    'stops when Stop is clicked, and shows bars in forced colours, and texts apart at 200 %',
    async ({ page, says, address, text }) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 }));
      await page.goto(address());
      expect(await page.isVisible('#race-start')).toBe(false); // it is closed
      await page.click('nav [href="#race"]');
      expect(await text('machine')).toBe('1 core');
      await page.focus('#race-start');
      await page.keyboard.press('Enter');
      await says('race-answer', /^Round 2 of 3/);
      expect(await page.textContent('#lanes .figure >> nth=3')).toMatch(/0,000$/); // a spread takes three rounds
      // in one step: the lanes are drawn anew at each report
      const [first, second] = await page.evaluate(() =>
        Array.from(
          document.querySelectorAll('#race .bar'),
          (bar) => [getComputedStyle(bar).backgroundColor, bar.getBoundingClientRect().width] as const,
        ),
      );
      const back = await page.locator('#race').evaluate((race) => getComputedStyle(race).backgroundColor);
      expect([first?.[0] !== back, second?.[0] !== back]).toEqual([true, true]);
      expect(Math.max(first?.[1] as number, second?.[1] as number)).toBeGreaterThan(0);
      expect(await page.locator('#lanes .figure').first().textContent()).toMatch(/^[\d,]+$/);
      await page.evaluate(() => document.getElementById('ask-start')?.click());
      await says('ask-answer', 'the race has to be alone; wait until it ends, or stop it');
      expect(await page.isEnabled('#ask-start')).toBe(true);
      await page.keyboard.press('Enter'); // Stop has the focus
      await says('race-answer', 'Stopped.');
      await eventually(() => page.workers()).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('race-start');
      const ends = page
        .locator('#lanes :is(th, .figure)')
        .evaluateAll((all) =>
          all.map((cell) => [cell.scrollWidth - cell.clientWidth, cell.getBoundingClientRect().right]),
        );
      for (const [over, right] of await ends) expect([over, (right as number) <= 195]).toEqual([0, true]);
    },
    { forcedColors: 'active', viewport: { width: 195, height: 400 } }, // 390 pixels at 200 %
  );
});
