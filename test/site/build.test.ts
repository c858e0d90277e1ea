// The build of the page: which files its service worker stores, and under which version.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import config from '../../site/vite.config.js';

interface Output {
  type: 'chunk' | 'asset';
  fileName?: string;
  code?: string;
  source?: string | Uint8Array;
}

const LISTS = 'a(__FILES__, __DATA__); b(__VERSION__, __FILES__)';
const PUBLIC = readdirSync('site/public');

const FILES: Record<string, Output> = {
  'service-worker.js': { type: 'chunk', fileName: 'service-worker.js', code: LISTS },
  'assets/page.js': { type: 'chunk', code: 'page' },
  'README.txt': { type: 'asset', source: 'readme' },
  'index.html': { type: 'asset', source: 'index' },
  'assets/known-cells-1.js': { type: 'chunk', code: 'cells' },
  'assets/impossible-4-freecells-1.js': { type: 'chunk', code: 'impossible' },
  'assets/font.bin': { type: 'asset', source: Uint8Array.of(1, 255) },
};

/** Returns the code of the service worker for files. */
function codeOf(files: Record<string, Output>): string {
  const bundle = structuredClone(files);
  const plugin = (config.plugins as Plugin[]).find(({ name }) => name === 'list-files') as Plugin;
  (plugin.generateBundle as unknown as (_: null, bundle: Record<string, Output>) => void)(null, bundle);
  return bundle['service-worker.js']?.code as string;
}

describe('The build of the page', () => {
  it('gives the service worker the files, the data, and a version that each of them changes', () => {
    const names = ['assets/font.bin', 'assets/impossible-4-freecells-1.js', 'assets/known-cells-1.js'];
    const version = createHash('sha256');
    for (const name of [...names, 'assets/page.js', 'index.html']) {
      const { code, source } = FILES[name] as Output;
      version.update(name).update(code ?? source ?? '');
    }
    for (const name of PUBLIC) version.update(name).update(readFileSync(`site/public/${name}`));
    const files = JSON.stringify(['./', 'assets/font.bin', 'assets/page.js', ...PUBLIC]);
    const data = JSON.stringify(names.slice(1));
    const hash = JSON.stringify(version.digest('hex').slice(0, 16));
    expect(codeOf(FILES)).toBe(`a(${files}, ${data}); b(${hash}, ${files})`);
    // README has no part in the version, nor has the order of the files
    const readme: Output = { type: 'asset', source: 'another' };
    expect(codeOf(Object.fromEntries(Object.entries({ ...FILES, 'README.txt': readme }).reverse()))).toBe(
      codeOf(FILES),
    );
    expect(() => codeOf({})).toThrow('the service worker is not part of the build');
  });
});
