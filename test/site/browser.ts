// The built page in Chromium: built once for a test file, served as a static host serves it, and watched for whatever a
// browser complains of.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, expect } from 'vitest';
import { peer } from '../support/peer.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** What the server has sent: the compressed bytes of each path, once for each time it was asked for. */
interface Sent {
  path: string;
  bytes: number;
}

interface Site {
  browser: Browser;
  server: Server;
  folder: string;
  sent: Sent[];
}

/** Serves a folder below /deals/, as GitHub Pages serves a project's: compressed, and cached for ten minutes. */
async function serve(folder: string, sent: Sent[]): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname.replace(/^\/deals\/$/, '/deals/index.html');
    let body: Buffer;
    try {
      body = gzipSync(readFileSync(join(folder, path.replace(/^\/deals\//, ''))));
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

async function openSite(program: string): Promise<Site> {
  const executablePath = execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-site-'));
  const configFile = fileURLToPath(new URL('../../site/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn', build: { outDir: folder } });
  const sent: Sent[] = [];
  const server = await serve(folder, sent);
  return { browser, server, folder, sent };
}

async function closeSite({ browser, server, folder }: Site): Promise<void> {
  await browser.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Expects what the page will show once it is done, on a machine that may be busy. */
export function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 30_000 });
}

export interface Visit {
  page: Page;
  sent: Sent[]; // since the visit began
  /** what the browser complained of */
  messages: string[];
  /** the page's address with a query, such as ?deal=617 */
  address(query?: string): string;
}

let opened: Promise<Site> | undefined;

afterAll(async () => {
  if (opened !== undefined) await closeSite(await opened);
});

/**
 * A test that visits the page with a new profile. It fails where the page writes to the console, throws, asks another
 * host, or is sent anything but a file of the site.
 */
export function visit(
  name: string,
  test: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  peer('chromium')(name, async (program) => {
    opened ??= openSite(program);
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
    try {
      const address = (query = '') => `${origin}/deals/${query}`;
      const visit = {
        page,
        messages,
        address,
        get sent() {
          return sent.slice(from);
        },
      };
      await test(visit);
      expect(messages).toEqual([]);
    } finally {
      await context.close();
    }
  });
}
