// What a page answers in Chromium, and programs that serve pages.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { CHROMIUM_FLAGS } from '../support/chromium.js';
import { serveFolder } from '../support/file-server.js';

const ANSWER_WITHIN = 30_000; // ms

let launched: Promise<Browser> | undefined;

afterAll(async () => (await launched)?.close());

/** Serves a folder's files until the test ends; resolves to the address. */
export async function serve(folder: string): Promise<string> {
  const server = await serveFolder(folder);
  onTestFinished(() => server.close());
  return `${server.origin}/`;
}

/** Starts a program that serves a page until the test ends; resolves to the address that it prints. */
export async function start(folder: string, program: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own, which ends as one
  });
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  });
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said += text;
        const [address] = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said) ?? [];
        if (address !== undefined) resolve(`${address}/`);
      });
    }
    child.once('close', (status) => reject(new Error(`${program} ends with status ${status}: ${said}`)));
  });
}

/** The page at an address, and what it sets globalThis.answer to. */
export async function visit(address: string): Promise<{ page: Page; answer: unknown }> {
  launched ??= chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS });
  const page = await (await launched).newPage();
  // not awaited: closing a page that a development server reloads can hang, and the browser is closed in the end
  onTestFinished(() => void page.close().catch(() => {}));
  let said: unknown = 'nothing';
  page.on('pageerror', ({ message }) => {
    said = message;
  });
  let resolve: (answer: unknown) => void = () => {};
  const answered = new Promise((resolved) => {
    resolve = resolved;
  });
  await page.exposeFunction('report', (answer: unknown) => {
    said = answer;
    // Vite's server reloads a page when it meets another entry of a package; until then the worker fails
    if (typeof answer === 'object') resolve(answer);
  });
  await page.addInitScript("Object.defineProperty(globalThis, 'answer', { set: report })");
  await page.goto(address);
  const silence = new AbortController();
  const late = sleep(ANSWER_WITHIN, undefined, { signal: silence.signal }).then(() => said);
  const answer = await Promise.race([answered, late]);
  silence.abort();
  return { page, answer };
}
