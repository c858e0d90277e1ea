// Runs cases.cjs with the command on Node for Windows, in Wine.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { CLI } from '../support/command.js';
import { fetchNode } from '../support/node.js';

const PREFIX = fileURLToPath(new URL('../../build/wine', import.meta.url));
const CASES = fileURLToPath(new URL('cases.cjs', import.meta.url));
const WINE = { ...process.env, WINEPREFIX: PREFIX, WINEDEBUG: '-all', NODE_OPTIONS: '' };

const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-windows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Path of a file in Wine. */
function inWine(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/**
 * Runs a program in Wine.
 * The output goes to a file, because Node for Windows aborts if it is a pipe of this system.
 */
async function wine(args: string[], name: string): Promise<string> {
  const output = join(folder, name);
  const fd = openSync(output, 'w');
  const child = spawn('wine', args, { cwd: folder, env: WINE, stdio: ['ignore', fd, fd] });
  await once(child, 'exit');
  closeSync(fd);
  return readFileSync(output, 'utf8');
}

const hasWine = spawnSync('wine', ['--version']).status === 0;

beforeAll(async () => {
  if (hasWine && !existsSync(PREFIX)) await wine(['winecfg', '-v', 'win10'], 'winecfg');
});

// concurrent, because they wait for Wine most of the time
describe.each([20, 22])('Node %d for Windows', { concurrent: true }, (major) => {
  const node = hasWine ? fetchNode(major, 'win-x64') : undefined;
  const isMissing = node === undefined;

  it.skipIf(isMissing && !process.env.CI)(
    'the command passes the cases of cases.cjs (needs wine, wine64 and npm)',
    async ({ expect }) => {
      if (isMissing) throw new Error('wine or Node for Windows is missing, and CI must have it');
      const results = join(folder, `results-${major}.json`);
      const paths = [CASES, CLI, results].map(inWine);
      const said = await wine([node as string, ...paths], `output-${major}`);
      expect(existsSync(results), said).toBe(true);
      const done: { name: string; problem?: string }[] = JSON.parse(readFileSync(results, 'utf8'));
      for (const { name, problem } of done) console.log(`${problem === undefined ? 'ok' : 'NOT OK'} ${name}`);
      expect(done.filter(({ problem }) => problem !== undefined)).toEqual([]);
      expect(said).toBe('');
      expect(done.length).toBeGreaterThan(10);
    },
  );
});
