// The page as a whole: accessibility, size, offline use, layout shifts, and the Content-Security-Policy.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { eventually, faultsOf, type Special, type Visit, visit } from './browser.js';

/**
 * The picture of the page; SITE_PICTURE=1 takes a new one.
 * Its bytes are not compared, because fonts differ from machine to machine.
 */
const PICTURE = new URL('../../site/page.png', import.meta.url);

const MOST_TRANSFERRED = 110 * 1024; // compressed bytes of everything except the data
const DATA = /impossible|known-cells/;

/** Declares what axe-core's types lack. */
interface AxeColor {
  parseString(text: string): void;
}
type Contrast = (ground: AxeColor, color: AxeColor) => number;

/** Declares what TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

declare global {
  interface Window {
    shifts: string[];
  }
}

function clickCard(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** The contrast of the edge of each control with what is around it, or with what is in it if that is less. */
function edgeContrasts(page: Page): Promise<number[]> {
  return page.locator('button:enabled, input, select, textarea').evaluateAll((controls) =>
    controls.map((control) => {
      const { color } = window.axe.commons as unknown as {
        color: { Color: new () => AxeColor; getContrast: Contrast };
      };
      const parsed = (text: string) => {
        const made = new color.Color();
        made.parseString(text);
        return made;
      };
      const { borderTopColor, backgroundColor } = getComputedStyle(control);
      const around = getComputedStyle(control.closest('section') as Element).backgroundColor;
      const isFilled = borderTopColor === backgroundColor; // its ground is its edge
      const grounds = isFilled ? [around] : [around, backgroundColor];
      return Math.min(...grounds.map((ground) => color.getContrast(parsed(ground), parsed(borderTopColor))));
    }),
  );
}

/** Chooses a file that takes all bytes. */
async function chooseAnyFile(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stream = { write: async () => {}, close: async () => {}, abort: async () => {} };
    const createWritable = async () => stream;
    window.showSaveFilePicker = async ({ suggestedName: name }) =>
      ({ name, createWritable }) as unknown as FileSystemFileHandle;
  });
}

/** Generates deals, and waits until the file is complete; loads kernel and worker. */
async function generateFew({ page, says }: Visit): Promise<void> {
  await chooseAnyFile(page);
  await page.fill('#deals', '1..1000');
  await page.click('#generate');
  await says('take-answer', /is complete: 1,000 deals, 52,064 bytes/);
}

/** Returns the names of the page's files without the service worker and the API documentation. */
function pageFiles(): string[] {
  const { folder } = inject('site') as { folder: string };
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => !/^api|^service-worker/.test(name));
}

function storedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(all)).flat().map(({ url }) => url);
  });
}

describe('The page', () => {
  for (const [colorScheme, width, forcedColors] of [
    ['light', 1280, 'none'],
    ['dark', 360, 'none'],
    ['dark', 1280, 'active'],
  ] as const) {
    const how = { colorScheme, forcedColors, viewport: { width, height: 800 } };
    visit(`has no accessibility violation: ${JSON.stringify(how)}`, how, async ({ page, address, says }) => {
      await page.goto(address('?deal=1155215'));
      await says('verdict', /cannot/);
      await page.click('.question >> nth=1');
      await says('ask-answer', /of 1,000,000 deals/);
      await page.click('summary');
      expect(await faultsOf(page)).toEqual([]);
      await page.fill('#number', '0');
      await page.fill('#pasted', `JD ${'2D '.repeat(9)}`);
      await page.fill('#deals', 'abc');
      await clickCard(page, '7 of diamonds');
      expect(await faultsOf(page)).toEqual([]);
      expect(Math.min(...(await edgeContrasts(page)))).toBeGreaterThanOrEqual(3);
      const grounds = page
        .locator('.key')
        .evaluateAll((keys) => keys.map((key) => getComputedStyle(key).backgroundColor));
      expect(new Set(await grounds).size).toBe(2); // of chosen cards and of others
    });
  }

  // though the server sends Vary: Origin
  visit('works offline once it is loaded', { serviceWorkers: 'allow' }, async (visit) => {
    const { page, address, text, says } = visit;
    const files = pageFiles().map((name) => address(name.replace('index.html', '')));
    await eventually(async () => (await storedFiles(page)).sort()).toEqual(files.sort());
    expect(await text('new-version')).toBe('');
    await page.context().setOffline(true);
    await page.goto(address('?deal=1155215'));
    expect(await page.textContent('#board desc')).toContain(showDeal(1155215));
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe('0px'); // has its style
    expect(await page.evaluate(async () => (await fetch('README.txt')).text())).toContain('freecell-deals');
    await says('verdict', /cannot be won/);
    await clickCard(page, '7 of diamonds');
    await says('row-answer', /deals begin with these cards/);
    await page.click('.question');
    await says('ask-answer', /^2,1\d\d of 1,000,000 deals/);
    await generateFew(visit);
    for (const format of ['parquet', 'csv']) {
      await page.selectOption('#format', format);
      await says('take-plan', /^1,000 deals/);
      await page.click('#generate');
      await says('take-answer', new RegExp(`^deals.${format} is complete`));
    }
    expect(await text('take-problem')).toBe('');
  });

  visit('comes with README and the licences, and can be installed with its own icon', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    const { icons, ...app } = JSON.parse(data as string);
    expect([errors, app]).toMatchObject([
      [],
      { name: 'FreeCell deals', short_name: 'Deals', start_url: './', scope: './', display: 'standalone' },
    ]);
    const [{ src, type, sizes }] = icons;
    expect([type, sizes]).toEqual(['image/svg+xml', 'any']);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(src);
    const folder = inject('site')?.folder as string;
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const source = (name: string) => readFileSync(name, 'utf8');
    expect(read('README.txt')).toBe(source('README.md'));
    expect(read('LICENSE.txt')).toBe(`${source('LICENSE')}\n${source('data/NOTICE')}`);
  });

  // it keeps their last answer for the time without a connection
  visit('asks again only for files without a version', { serviceWorkers: 'allow' }, async (visit) => {
    const { page, messages, address } = visit;
    const file = join(inject('site')?.folder as string, 'late.txt');
    onTestFinished(() => rmSync(file, { force: true }));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // the service worker answers from now on
    const before = visit.sent.length;
    await page.goto(address('?deal=2#find'));
    expect(visit.sent.slice(before).filter(({ path }) => !/service-worker/.test(path))).toEqual([]);
    const late = () =>
      page.evaluate(async () => {
        const response = await fetch('late.txt', { cache: 'no-store' });
        return response.ok ? response.text() : response.status;
      });
    expect(await late()).toBe(404);
    for (const text of ['late', 'later']) {
      writeFileSync(file, text);
      expect(await late()).toBe(text);
    }
    rmSync(file);
    expect(await late()).toBe(404);
    await page.context().setOffline(true);
    expect(await late()).toBe('later');
    messages.length = 0; // the browser reports the missing file, too
  });

  visit('says that it has to be reloaded when files that it loads later are gone', async (visit) => {
    const { page, address, messages, says } = visit;
    await page.context().route(/worker-|impossible-4-freecells/, (route) => route.fulfill({ status: 404 }));
    await page.goto(address('?deal=1155215'));
    await clickCard(page, '7 of diamonds');
    await chooseAnyFile(page);
    await page.fill('#condition', 'pos_AC < 8');
    const newVersion = /reload the page, it may have a new version/;
    await page.click('nav [href="#race"]'); // which is closed
    for (const id of ['row-answer', 'verdict']) await says(id, newVersion);
    for (const [start, answer] of Object.entries({
      generate: 'take-answer',
      'ask-start': 'ask-answer',
      'race-start': 'race-answer',
    })) {
      await page.click(`#${start}`);
      await says(answer, newVersion);
      expect(await page.isEnabled(`#${start}`), start).toBe(true);
    }
    expect(messages.filter((message) => /^error: (?!Failed to load)/.test(message))).toEqual([]);
    const unknown = 'It is not known here whether deal 3 can be won: the free cells of deals are not stored';
    await page.context().setOffline(true);
    await page.fill('#number', '3');
    await says('verdict', `${unknown} in this browser yet; connect to the internet once, then try again`);
    messages.length = 0; // the browser reports the missing files, too
    await page.context().setOffline(false);
    await page.context().unrouteAll(); // all sections try again
    await clickCard(page, 'ace of diamonds');
    await says('row-answer', /begin with these cards/);
    await page.fill('#number', '2');
    await says('verdict', 'Deal 2 can be won. It needs 1 free cell.');
  });

  let newer = '';
  const redirect: Special = (path) => {
    const headers = { location: '/deals/index.html', 'content-type': 'text/javascript' };
    if (path === '/deals/') return { status: 302, headers };
    if (newer !== '' && path.endsWith('service-worker.js')) return { status: 200, headers, body: newer };
  };
  const redirected = { serviceWorkers: 'allow', special: redirect } as const;
  visit(
    'opens again where it is redirected, and says that it has a new version',
    redirected,
    async (visit) => {
      const { page, address, says, text } = visit;
      await page.evaluate(() => navigator.serviceWorker.ready);
      await eventually(() => storedFiles(page)).toContain(address());
      expect(await text('new-version')).toBe('');
      const [stored] = await page.evaluate(() => caches.keys());
      const script = readFileSync(join(inject('site')?.folder as string, 'service-worker.js'), 'utf8');
      newer = `${script};`; // on the host
      await page.evaluate(() =>
        Promise.all(['freecell-deals-old', 'other'].map((name) => caches.open(name))),
      );
      await page.evaluate(() => dispatchEvent(new Event('focus'))); // the visitor comes back to the tab
      await says('new-version', 'This page has a new version. Reload');
      await eventually(() => page.evaluate(() => caches.keys())).toEqual([stored, 'other']);
      await page.emulateMedia({ forcedColors: 'active' });
      const edge = page.locator('#new-version').evaluate((box) => getComputedStyle(box).borderTopWidth);
      expect(Number.parseFloat(await edge)).toBeGreaterThan(0);
      expect(await faultsOf(page)).toEqual([]);
      await page.evaluate(() => document.body.append('old'));
      await page.click('#new-version button');
      await eventually(() => page.textContent('body')).not.toMatch(/old$/);
      await page.goto(address('?deal=2'));
      await says('verdict', /^Deal 2 can be won/);
    },
  );

  let isMissing = true;
  const replace: Special = (path) =>
    isMissing && DATA.test(path)
      ? { status: 200, headers: { 'content-type': 'text/html' }, body: 'no such file' }
      : undefined;
  const replaced = { serviceWorkers: 'allow', special: replace } as const;
  visit('does not store the page that a host sends in place of a missing file', replaced, async (visit) => {
    const { page, address, says, messages } = visit;
    await says('verdict', /^It is not known here/);
    await eventually(() => page.evaluate(() => caches.keys())).not.toEqual([]); // it has tried
    await page.reload();
    await says('verdict', /^It is not known here/);
    isMissing = false;
    await page.goto(address('?deal=2'));
    await says('verdict', /^Deal 2 can be won/);
    await eventually(() => storedFiles(page)).toContain(address());
    messages.length = 0; // the browser reports a script of another type
  });

  const trusted = { serviceWorkers: 'allow', csp: "require-trusted-types-for 'script'" } as const;
  visit('works where a host asks for Trusted Types', trusted, async ({ page, says, text }) => {
    expect(await page.textContent('#board desc')).toContain(showDeal(617));
    await clickCard(page, '7 of diamonds');
    await says('row-answer', /deals begin with these cards/);
    await eventually(() => page.evaluate(() => caches.keys())).not.toEqual([]);
    expect(await text('new-version')).toBe('');
  });

  visit('says that it needs WebAssembly where a browser has none', async ({ page, says }) => {
    await page.addInitScript(() => void Object.assign(window, { WebAssembly: undefined }));
    await page.reload();
    await page.click('.question');
    const none = 'this browser has no WebAssembly, or it is switched off; Deal and Find work without it';
    await says('ask-answer', none);
    await clickCard(page, '7 of diamonds');
    await says('row-answer', /deals begin with these cards/);
  });

  const cached = { vary: 'Accept-Encoding', serviceWorkers: 'allow' } as const;
  visit('loads each file once, with at most 110 KB before the data', cached, async (visit) => {
    const { page } = visit;
    // loads everything: the service worker's files, the search, the generator
    await page.evaluate(() => navigator.serviceWorker.ready);
    await clickCard(page, '7 of diamonds');
    await generateFew(visit);
    const { sent } = visit;
    const bytes = sent.filter(({ path }) => !DATA.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);
    // browsers check for a newer service worker on their own; it asks for the page anew
    expect(sent.filter(({ path }) => path.endsWith('/index.html')).length).toBeGreaterThan(1);
    const paths = sent.map(({ path }) => path).filter((path) => !/service-worker.js|index.html/.test(path));
    expect(paths.filter((path, i) => paths.indexOf(path) < i)).toEqual([]);
    expect(bytes).toBeLessThan(MOST_TRANSFERRED);
  });

  visit('moves no element when answers and problems appear', async ({ page, address, says }) => {
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[]) {
          for (const { node, previousRect, currentRect } of entry.sources) {
            const [from, to] = [previousRect, currentRect].map(({ x, y }) => `${x},${y}`);
            if (from === to) continue; // only the size of a text changed
            window.shifts.push(`${node?.nodeName} ${node?.textContent}: ${from} to ${to}`);
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(address());
    await page.click('#next');
    await page.fill('#number', '0');
    await page.fill('#number', '1155215');
    await says('verdict', /cannot/);
    await page.fill('#pasted', showDeal(617, 'ascii'));
    await page.fill('#pasted', 'JD 2D');
    for (const name of ['7 of diamonds', 'ace of diamonds', '5 of clubs']) await clickCard(page, name);
    await says('row-answer', /begins? with these cards/);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
  });

  visit('blocks other scripts and connections to other hosts', async ({ page, messages }) => {
    const results = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.body.append(script);
      setTimeout('document.title = "run"');
      await new Promise((resolve) => setTimeout(resolve, 50));
      const attempts = [
        fetch('data:text/plain,'),
        fetch('http://127.0.0.2:9/'),
        WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
      ];
      return [...(await Promise.allSettled(attempts)).map(({ status }) => status), document.title];
    });
    expect(results).toEqual(['rejected', 'rejected', 'fulfilled', 'FreeCell deal 617']);
    expect(messages.every((message) => /Content Security Policy|another host/.test(message))).toBe(true);
    messages.length = 0;
  });

  const pictured = { viewport: { width: 820, height: 960 } };
  visit(
    'gives a picture for README of the same size, in less than 200 KB',
    pictured,
    async ({ page, says }) => {
      await says('verdict', 'Deal 617 can be won. It needs 4 free cells, no fewer.');
      await page.mouse.move(0, 0);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      const picture = await page.screenshot();
      expect(picture.length).toBeLessThan(200_000);
      if (process.env.SITE_PICTURE === '1') writeFileSync(PICTURE, picture);
      const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]; // in its header
      expect(sizeOf(readFileSync(PICTURE))).toEqual(sizeOf(picture));
    },
  );
});
