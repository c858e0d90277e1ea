// Opens the built page in Chromium (setup.ts). Serves it as a static host does, and collects the browser's complaints.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import { peer } from '../support/peer.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** SHA-256 of the card bytes of 1..1000000, computed by other programs. */
export const MILLION = '2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d';

/** A response of the server: its path and its compressed bytes. */
interface Sent {
  path: string;
  bytes: number;
}

interface Site {
  browser: Browser;
  server: Server;
  sent: Sent[];
}

/**
 * Serves a folder below /deals/, as GitHub Pages serves a project.
 * Responses are compressed, and may be cached for ten minutes.
 */
async function serve(folder: string, sent: Sent[]): Promise<Server> {
  const compressed = new Map<string, Buffer>();
  const bodyOf = (path: string) => {
    const body = compressed.get(path) ?? gzipSync(readFileSync(join(folder, path.replace(/^\/deals\//, ''))));
    compressed.set(path, body);
    return body;
  };
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname.replace(/^\/deals\/$/, '/deals/index.html');
    let body: Buffer;
    try {
      body = bodyOf(path);
    } catch {
      response.writeHead(404).end();
      return;
    }
    sent.push({ path, bytes: body.length });
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.setHeader('content-type', type).setHeader('content-encoding', 'gzip');
    response.setHeader('cache-control', 'max-age=600').end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function openSite(): Promise<Site> {
  const site = inject('site');
  if (site === undefined) throw new Error('chromium is installed, but the setup has not found it');
  const browser = await chromium.connect(site.browser);
  const sent: Sent[] = [];
  return { browser, server: await serve(site.folder, sent), sent };
}

async function closeSite({ browser, server }: Site): Promise<void> {
  await browser.close(); // closes only this connection
  server.closeAllConnections();
  server.close();
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

interface VisitOptions extends BrowserContextOptions {
  /** whether the page is opened before the test begins; default true */
  isOpen?: boolean;
}

let opened: Promise<Site> | undefined;

afterAll(async () => {
  if (opened !== undefined) await closeSite(await opened);
});

/**
 * A test that visits the page with a new profile.
 * It fails if the page writes to the console, throws, connects to another host, or receives anything but a file of the site.
 */
export function visit(
  name: string,
  test: (visit: Visit) => Promise<void>,
  { isOpen = true, ...options }: VisitOptions = {},
): void {
  peer('chromium')(name, async () => {
    opened ??= openSite();
    const { browser, server, sent } = await opened;
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const messages: string[] = [];
    const from = sent.length;
    context.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
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
      if (isOpen) await page.goto(address());
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
