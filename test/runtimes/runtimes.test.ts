// Runs the smoke test under Bun and Deno.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { FOLDER, ROOT } from './setup.js';

const run = promisify(execFile);

it.each([
  ['Bun', ['bun']],
  ['Deno', ['deno', 'run', '-A']],
])(
  'the command under %s passes the smoke test: the same bytes as under Node',
  async (_, [program = '', ...flags]) => {
    const runtime = join(FOLDER, 'node_modules/.bin', program);
    const { stdout } = await run(process.execPath, [join(ROOT, 'test/smoke.mjs'), runtime, ...flags]);
    expect(stdout).toMatch(/\nall right\n$/);
  },
);
