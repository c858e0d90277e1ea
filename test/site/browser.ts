// Opens the built page in Chromium (setup.ts). Collects the browser's complaints.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { type FileServer, serveFolder } from '../support/file-server.js';
import { peer } from '../support/peer.js';

/** A response of the server: its path and its compressed bytes. */
interface Sent {
  path: string;
  bytes: number;
}

export type Special = NonNullable<Parameters<typeof serveFolder>[1]>['special'];

interface Site {
  browser: Browser;
  server: FileServer;
  headers: Record<string, string>; // of responses
  sent: Sent[];
  special: Special;
}

/** Serves the page as GitHub Pages does: below /deals/, compressed, to be cached for ten minutes. */
async function openSite(): Promise<Site> {
  const site = inject('site');
  if (site === undefined) throw new Error('chromium is installed, but the setup has not found it');
  const sent: Sent[] = [];
  const compressed = new Map<string, Buffer>();
  const opening: Pick<Site, 'special'> = { special: undefined };
  const headers = { 'content-encoding': 'gzip', 'cache-control': 'max-age=600' };
  const server = await serveFolder(site.folder, {
    base: '/deals/',
    headers,
    special: (path) => opening.special?.(path),
    encode(bytes, path) {
      const body = (/assets/.test(path) && compressed.get(path)) || gzipSync(bytes);
      compressed.set(path, body);
      sent.push({ path, bytes: body.length });
      return body;
    },
  });
  return Object.assign(opening, { browser: await chromium.connect(site.browser), server, headers, sent });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Returns the violations that axe-core finds on a page, as lines. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // reports only violations
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
  return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`));
}

/** Returns how far a bar of progress has come, 0 to 1. */
export function progressOf(page: Page, id: string): Promise<number> {
  return page.locator(`#${id}`).evaluate((bar) => (bar as HTMLProgressElement).value);
}

/** Returns the size of each sheet of paper that a page takes, in points. */
export async function sheetsOf(page: Page): Promise<string[]> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = paper.matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/g);
  return Array.from(sizes, ([, ...size]) => size.map((side) => Math.round(Number(side))).join(' x '));
}

/** Returns the bytes of the file that a page downloads. */
export async function savedBytes(download: Promise<Download>): Promise<Buffer> {
  const path = join(temporaryFolder(), 'saved');
  await (await download).saveAs(path);
  return readFileSync(path);
}

/** Expects a result of the page, with time enough on a busy machine. */
export function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 30_000 });
}

export interface Visit {
  page: Page;
  sent: Sent[]; // since the start of the visit
  /** complaints of the browser */
  messages: string[];
  /** address of the page with a query, such as ?deal=617 */
  address(query?: string): string;
  /** Returns the text of the element with an id. */
  text(id: string): Promise<string>;
  /** Waits until the text of the element with an id is this, or matches. */
  says(id: string, expected: string | RegExp): Promise<void>;
}

type Test = (visit: Visit) => Promise<void>;

/** A profile of the browser with the screen that a phone has without the browser's own rows. */
export const PHONE = {
  viewport: { width: 360, height: 664 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 3,
};

interface VisitOptions extends BrowserContextOptions {
  /** a Content-Security-Policy of the server; default none */
  csp?: string;
  /** other responses of the server than its files */
  special?: Special;
  /** the header Vary of the server; default Origin, which makes requests of a page and of its service worker differ */
  vary?: string;
}

let opened: Promise<Site> | undefined;

afterAll(async () => {
  const site = await opened;
  await site?.browser.close(); // closes only this connection
  site?.server.close();
});

/**
 * A test that visits the page with a new profile, without its service worker unless the options allow it.
 * It fails if the page writes to the console, throws, connects to another host, or receives anything but a file of the site.
 */
export function visit(name: string, ...given: [Test] | [VisitOptions, Test]): void {
  const [options, test] = given.length === 1 ? [{}, given[0]] : given;
  const { vary = 'Origin', special, csp = '', ...profile }: VisitOptions = options;
  peer('chromium')(name, async () => {
    opened ??= openSite();
    const site = await opened;
    const { browser, server, headers, sent } = site;
    headers.vary = vary;
    headers['content-security-policy'] = csp;
    site.special = special;
    const { origin } = server;
    const viewport = { width: 1280, height: 900 };
    const context = await browser.newContext({ viewport, serviceWorkers: 'block', ...profile });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const messages: string[] = [];
    const from = sent.length;
    context.on('console', (message) => {
      if (!/blocked by Playwright/.test(message.text()))
        messages.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => messages.push(`error: ${error.error()}`));
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith('blob:')) messages.push(`another host: ${url}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) messages.push(`${response.status()}: ${response.url()}`);
    });
    const page = await context.newPage();
    const address = (query = '') => `${origin}/deals/${query}`;
    const text = async (id: string) => (await page.textContent(`#${id}`)) ?? '';
    try {
      await page.goto(address());
      await test({
        page,
        messages,
        address,
        text,
        async says(id, expected) {
          const said = eventually(() => text(id));
          await (typeof expected === 'string' ? said.toBe(expected) : said.toMatch(expected));
        },
        get sent() {
          return sent.slice(from);
        },
      });
      expect(messages).toEqual([]);
    } finally {
      await context.close();
    }
  });
}
