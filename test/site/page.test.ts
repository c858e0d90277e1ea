// The page as a whole: accessible, quiet, small, offline, steady, under its Content-Security-Policy.

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { eventually, visit } from './browser.js';

const MOST_TRANSFERRED = 100 * 1024; // bytes, compressed, of everything but the list of impossible deals

/** What TypeScript's DOM library does not have. */
interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

declare global {
  interface Window {
    axe: typeof axe;
    shifts: string[];
    boardAt: number | undefined;
  }
}

/** What axe-core finds, as lines. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`));
}

describe('The page', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of [
      ['desk', { width: 1280, height: 900 }],
      ['phone', { width: 360, height: 740 }],
    ] as const) {
      visit(
        `has no fault that axe-core knows: ${colorScheme}, ${device}`,
        async ({ page, address }) => {
          await page.goto(address('?deal=11982'));
          expect(await faultsOf(page)).toEqual([]);
          await page.fill('#number', '0');
          await page.fill('#pasted', 'JD 2D');
          await page.getByRole('button', { name: '7 of diamonds', exact: true }).click();
          await page.click('#look-up');
          await eventually(() => page.textContent('#verdict')).toMatch(/impossible/);
          expect(await faultsOf(page)).toEqual([]);
        },
        { colorScheme, viewport },
      );
    }
  }

  visit('works offline once it is loaded, with all but the list', async ({ page, address, messages }) => {
    await page.goto(address());
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.goto(address('?deal=11982'));
    expect(await page.textContent('#board desc')).toContain(showDeal(11982, 'ascii'));
    await page.getByRole('button', { name: '7 of diamonds', exact: true }).click();
    await eventually(() => page.textContent('#row-answer')).toMatch(/deals begin so/);
    await page.click('#start-race');
    await eventually(() => page.textContent('#race-answer')).toMatch(/same cards: SHA-256/);
    expect(messages).toEqual([]);

    await page.click('#look-up');
    await eventually(() => page.textContent('#verdict')).toMatch(/^cannot read .*impossible-4-freecells/);
    messages.length = 0; // the browser says, too, that it is offline

    await page.context().setOffline(false);
    await page.click('#look-up');
    await eventually(() => page.textContent('#verdict')).toMatch(/is known to be impossible/);
    await page.context().setOffline(true);
    await page.reload();
    await page.click('#look-up');
    await eventually(() => page.textContent('#verdict')).toMatch(/is known to be impossible/);
  });

  visit('is sent once, in at most 100 KB, and shows a board soon', async (visit) => {
    const { page, address } = visit;
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('#board svg') === null) return;
        window.boardAt = performance.now();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address());
    const first = await page.evaluate(() => window.boardAt);
    const atOnce = visit.sent.reduce((sum, { bytes }) => sum + bytes, 0);
    // everything that can be loaded is: the race, the search, and what the service worker keeps
    await page.getByRole('button', { name: '7 of diamonds', exact: true }).click();
    await page.click('#start-race');
    await eventually(() => page.textContent('#race-answer')).toMatch(/same cards: SHA-256/);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { sent } = visit;
    const bytes = sent.reduce((sum, { bytes }) => sum + bytes, 0);
    console.info(`first board after ${first?.toFixed()} ms; ${atOnce} bytes at once, ${bytes} in all`);
    expect(first).toBeLessThan(5000);
    expect(sent.some(({ path }) => path.includes('impossible'))).toBe(false);
    // browsers look for a newer service worker by themselves
    const paths = sent.map(({ path }) => path).filter((path) => !path.endsWith('service-worker.js'));
    expect(paths.filter((path, i) => paths.indexOf(path) < i)).toEqual([]);
    expect(bytes).toBeLessThan(MOST_TRANSFERRED);
  });

  visit('does not move what is there', async ({ page, address }) => {
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[]) {
          for (const { node, previousRect, currentRect } of entry.sources) {
            const [from, to] = [previousRect, currentRect].map(({ x, y }) => `${x},${y}`);
            if (from === to) continue; // a text that became longer where it is
            window.shifts.push(`${node?.nodeName} ${node?.textContent}: ${from} to ${to}`);
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(address());
    await page.click('#next');
    await page.fill('#number', '0');
    await page.fill('#number', '11982');
    await page.click('#look-up');
    await eventually(() => page.textContent('#verdict')).toMatch(/impossible/);
    await page.fill('#pasted', showDeal(617, 'ascii'));
    await page.fill('#pasted', 'JD 2D');
    for (const name of ['7 of diamonds', 'ace of diamonds', '5 of clubs']) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    await eventually(() => page.textContent('#row-answer')).toMatch(/deals begin so/);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
  });

  visit('lets no other script run, nor anything be sent elsewhere', async ({ page, address, messages }) => {
    await page.goto(address());
    const results = await page.evaluate(async () => {
      const attempt = async (work: () => unknown) => {
        try {
          await work();
          return 'done';
        } catch {
          return 'refused';
        }
      };
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.body.append(script);
      setTimeout('document.title = "run"');
      await new Promise((resolve) => setTimeout(resolve, 50));
      return [
        await attempt(() => fetch('data:text/plain,')),
        await attempt(() => fetch('http://127.0.0.2:9/')),
        await attempt(() => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))),
        document.title,
      ];
    });
    expect(results).toEqual(['refused', 'refused', 'done', 'FreeCell deal 617']);
    expect(messages.every((message) => /Content Security Policy|another host/.test(message))).toBe(true);
    messages.length = 0;
  });
});
