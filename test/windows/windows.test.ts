// Runs the smoke test with Node for Windows, in Wine.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { fetchNode } from '../support/node.js';

const PREFIX = fileURLToPath(new URL('../../build/wine', import.meta.url));
const SMOKE = `Z:${fileURLToPath(new URL('../smoke.mjs', import.meta.url)).replaceAll('/', '\\')}`;
const WINE = { ...process.env, WINEPREFIX: PREFIX, WINEDEBUG: '-all', NODE_OPTIONS: '' };

const folder = temporaryFolder(afterAll);

/** Runs a program in Wine. Its output goes to a file, because Node for Windows aborts if it is a pipe of this system. */
async function wine(args: string[], name: string): Promise<string> {
  const output = join(folder, name);
  const fd = openSync(output, 'w');
  await once(spawn('wine', args, { cwd: folder, env: WINE, stdio: ['ignore', fd, fd] }), 'exit');
  return readFileSync(output, 'utf8');
}

const hasWine = spawnSync('wine', ['--version']).status === 0;

beforeAll(async () => {
  if (hasWine && !existsSync(PREFIX)) await wine(['winecfg', '-v', 'win10'], 'winecfg');
});

// concurrent, because they wait for Wine most of the time
describe.each([20, 22])('Node %d for Windows', { concurrent: true }, (major) => {
  const node = hasWine ? fetchNode(major, 'win-x64') : undefined;

  it.skipIf(node === undefined && !process.env.CI)(
    'the command passes the smoke test (needs wine, wine64 and npm)',
    async ({ expect }) => {
      if (node === undefined) throw new Error('wine or Node for Windows is missing, and CI must have it');
      expect(await wine([node, SMOKE], `output-${major}`)).toMatch(/\nall right\n$/);
    },
  );
});
