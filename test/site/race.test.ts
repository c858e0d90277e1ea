// The page's section Race: three engines deal the same million alone, and bars show their speed.

import { describe, expect } from 'vitest';
import { MILLION } from '../support/bytes.js';
import { eventually, visit } from './browser.js';

describe('Race', () => {
  visit('shows the speed of each engine, and the common digest of their cards', async (visit) => {
    const { page, says } = visit;
    expect(await page.isVisible('#race-start')).toBe(false); // it is closed
    await page.click('nav [href="#race"]');
    await page.click('#race-start');
    const same = `All dealt the same cards: SHA-256 ${MILLION}`;
    await says('race-answer', new RegExp(`^SIMD is [\\d.]+ times as fast as TypeScript\\. ${same}\\.$`));
    const kernels = visit.sent.map(({ path }) => path.match(/kernel-(?!search)[a-z]+/)?.[0]).filter(Boolean);
    expect(new Set(kernels)).toEqual(new Set(['kernel-scalar', 'kernel-simd']));
    await eventually(() => page.workers()).toEqual([]);
  });

  visit('shows medians and spreads of at most 64 workers, and compares cards', async (visit) => {
    const { page, says } = visit;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 100 });
      // millions of deals per second in each round, of which texts would have another order
      const speeds = { reference: [10, 9, 100], scalar: [2, 2, 2], simd: [20, 90, 300] };
      class Racer {
        onmessage = (_: unknown) => {};
        turns: number[] = [];
        terminate() {}
        postMessage({ id, task }: { id: number; task: { engine?: keyof typeof speeds; turn?: number } }) {
          const { engine, turn = 500 } = task;
          const { error, ...digests } = document.body.dataset;
          if (turn !== 500) throw new Error('a turn is not half a second');
          if (engine !== undefined) this.turns = [...speeds[engine]];
          const result = engine === undefined ? 1e6 * (this.turns.shift() as number) : digests[engine];
          const data = { id, ...(error ? { message: error } : { result }) };
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
    const mean = 'SIMD is 9.0 times as fast as TypeScript.';
    for (const [digests, said] of [
      [{ error: 'out of memory' }, 'The race did not run: out of memory'],
      [{ error: '' }, `${mean} The cards can be compared only over HTTPS.`],
      [
        { reference: 'a', scalar: 'b', simd: 'a' },
        `${mean} But they did not deal the same cards, which is a bug.`,
      ],
      [{ reference: 'a', scalar: 'a', simd: 'a' }, `${mean} All dealt the same cards: SHA-256 a.`],
    ] as const) {
      await page.evaluate((all) => void Object.assign(document.body.dataset, all), digests);
      const cleared = await page.evaluate(() => {
        document.querySelector<HTMLElement>('#race-start')?.click();
        return document.querySelector('#lanes')?.textContent;
      });
      expect(cleared).toBe('TypeScript–WebAssembly–WebAssembly SIMD–SIMD, all workers–');
      await says('race-answer', said);
    }
    const figures = (await page.locator('#race .figure').allTextContents()).join('; ');
    expect(figures).toBe(
      '10,000,000, spread 910 %; 2,000,000, spread 0 %; 90,000,000, spread 311 %; 5,760,000,000, spread 311 %',
    );
  });

  // 390 pixels at 200 %
  const zoomed = { forcedColors: 'active', viewport: { width: 195, height: 400 } } as const;
  visit(
    'is alone, stops, and shows texts apart, and bars in forced colours',
    zoomed,
    async ({ page, says }) => {
      // without scrolling
      const click = (id: string) => page.evaluate((id) => document.getElementById(id)?.click(), id);
      await page.click('nav [href="#race"]');
      await page.fill('#ask-within', '1..8589934591');
      await click('ask-start');
      await click('race-start');
      const alone = 'the race has to be alone';
      await says(
        'race-answer',
        `The race did not run: ${alone}; Ask is at work: wait until it ends, or stop it`,
      );
      await click('ask-stop');
      await says('ask-answer', /^Stopped/);
      await page.focus('#race-start');
      await page.keyboard.press('Enter');
      await says('race-answer', /^Round 2 of 3/);
      expect(await page.textContent('#lanes .figure >> nth=3')).toMatch(/0,000$/); // a spread takes three rounds
      const colours = await page
        .locator('#race, #race .bar')
        .evaluateAll((all) => all.map((at) => getComputedStyle(at).backgroundColor));
      expect(colours.lastIndexOf(colours[0] as string)).toBe(0);
      await page.evaluate(() => {
        window.showSaveFilePicker = () => Promise.reject(new Error('it asks for a file'));
      });
      for (const [start, answer] of [
        ['ask-start', 'ask-answer'],
        ['generate', 'take-answer'],
      ] as const) {
        await click(start);
        await says(answer, new RegExp(`${alone}; Race is at work`));
        expect(await page.isEnabled(`#${start}`)).toBe(true);
      }
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
  );
});
