// The build of the page: which files its service worker stores, and under which version.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import config from '../../site/vite.config.js';

type Output = { type: 'chunk' | 'asset'; fileName?: string; code?: string; source?: string | Uint8Array };

const PUBLIC = readdirSync('site/public');

const FILES: Record<string, Output> = {
  'service-worker.js': { type: 'chunk', fileName: 'service-worker.js', code: 'a(__FILES__, __VERSION__)' },
  'index.html': { type: 'asset', source: 'index' },
  'assets/page.js': { type: 'chunk', code: 'page' },
  'assets/font.bin': { type: 'asset', source: Uint8Array.of(1, 255) },
};

/** Returns the code of the service worker for files. */
function codeOf(files: Record<string, Output>): string {
  const bundle = structuredClone(files);
  const plugin = (config.plugins as Plugin[]).find(({ name }) => name === 'list-files') as Plugin;
  (plugin.generateBundle as unknown as (_: null, bundle: Record<string, Output>) => void)(null, bundle);
  return bundle['service-worker.js']?.code as string;
}

test('the build gives the service worker the files, and a version that each of them changes', () => {
  const version = createHash('sha256');
  for (const name of ['assets/font.bin', 'assets/page.js', 'index.html']) {
    const { code, source } = FILES[name] as Output;
    version.update(name).update(code ?? source ?? '');
  }
  for (const name of PUBLIC) version.update(name).update(readFileSync(`site/public/${name}`));
  const files = JSON.stringify(['assets/font.bin', 'assets/page.js', './', ...PUBLIC]);
  const hash = JSON.stringify(version.digest('hex').slice(0, 16));
  expect(codeOf(FILES)).toBe(`a(${files}, ${hash})`);
  expect(codeOf(Object.fromEntries(Object.entries(FILES).reverse()))).toBe(codeOf(FILES)); // in any order
  expect(() => codeOf({})).toThrow('the service worker is not part of the build');
});
