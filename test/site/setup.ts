// Set up for all tests of the page: builds the page once, and starts one Chromium, in which each test gets its own profile.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_FLAGS } from '../support/chromium.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** undefined without Chromium */
    site: { folder: string; browser: string } | undefined;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const found = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' });
  if (found.status !== 0) {
    provide('site', undefined);
    return async () => {};
  }
  const executablePath = found.stdout.trim();
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-site-'));
  const configFile = fileURLToPath(new URL('../../site/vite.config.ts', import.meta.url));
  const documented = () =>
    promisify(execFile)('npm', ['run', 'site:api', '--', '--out', join(folder, 'api')]).catch(
      ({ stdout, stderr }) => {
        throw new Error(`the API documentation cannot be built:\n${stdout}${stderr}`);
      },
    );
  const [browser] = await Promise.all([
    chromium.launchServer({ executablePath, headless: true, args: CHROMIUM_FLAGS }),
    build({ configFile, logLevel: 'warn', build: { outDir: folder } }).then(documented),
  ]);
  provide('site', { folder, browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
