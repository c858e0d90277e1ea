// Checks the length of README, the links of the package's documents, and digests. test/package runs the commands.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKernel } from '../src/index.js';
import { pack } from './support/readme.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const MAX_LINES = 250;

const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-readme-'));
let packed: ReturnType<typeof pack>;

beforeAll(() => {
  packed = pack(folder);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Relative targets of links and pictures, as paths from the root. */
function linksOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
  return links.map(([, path]) => join(dirname(file), path));
}

describe('README', () => {
  it(`has at most ${MAX_LINES} lines`, () => {
    expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  it('and the other documents of the package link only to files in the package', () => {
    expect(linksOf('README.md').length).toBeGreaterThan(10);
    const pages = packed.files.filter((file) => file.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(10);
    const links = pages.flatMap((page) => linksOf(page).map((link) => `${page} -> ${link}`));
    const targets = links.map((link) => link.split(' -> ')[1]);
    const isThere = (path: string) =>
      packed.files.some((file) => file === path || file.startsWith(`${path}/`));
    expect(links.filter((_, i) => !isThere(targets[i]) || !existsSync(join(ROOT, targets[i])))).toEqual([]);
  });

  it('shows the SHA-256 of 1..32000 and 1..1000000 that the kernel computes', async () => {
    const kernel = await loadKernel();
    const told = [...README.matchAll(/^\| `1\.\.(\d+)` \| `([0-9a-f]{64})` \|$/gm)];
    expect(told.map(([, last]) => last)).toEqual(expect.arrayContaining(['32000', '1000000']));
    for (const [, last, digest] of told.filter(([, last]) => Number(last) <= 1_000_000))
      expect(
        createHash('sha256')
          .update(kernel.deal(1, Number(last)))
          .digest('hex'),
      ).toBe(digest);
  });
});
