// Runs the smoke test with Node for ARM64 in qemu: the command writes the same bytes there as on x86-64.

import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fetchNode } from '../support/node.js';
import { fetchLibraries } from './libraries.js';

const QEMU = 'qemu-aarch64-static';
/** Major versions of Node, or those in ARM_NODES=22,24. */
const NODES = (process.env.ARM_NODES ?? '22').split(',').map(Number);

const libraries = spawnSync(QEMU, ['--version']).status === 0 ? fetchLibraries() : undefined;

describe.each(NODES)('Node %d for ARM64', (major) => {
  const node = libraries === undefined ? undefined : fetchNode(major, 'linux-arm64');

  it.skipIf(node === undefined && !process.env.CI)(
    `the command passes the smoke test (needs ${QEMU}, npm and apt)`,
    async () => {
      if (node === undefined)
        throw new Error('qemu, Node or libraries for ARM64 are missing, and CI must have them');
      const args = [join('test', 'smoke.mjs'), QEMU, '-L', libraries as string, node];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      expect(stdout).toMatch(/\nall right\n$/);
    },
  );
});
