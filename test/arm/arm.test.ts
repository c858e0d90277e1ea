// Runs the smoke test with Node for ARM64 in qemu: the command writes the same bytes there as on x86-64.

import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fetchNode } from '../support/node.js';

const FOLDER = fileURLToPath(new URL('../../build/arm64', import.meta.url));
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'];

/**
 * Installs the libraries that Node for ARM64 needs, from Debian's packages.
 * Returns their folder, or undefined if they cannot be installed. apt uses separate lists, so that this system does not change.
 */
function fetchLibraries(): string | undefined {
  if (existsSync(FOLDER)) return FOLDER;
  const work = `${FOLDER}.${process.pid}`;
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(work, folder), { recursive: true });
  const options = ['APT::Architecture=arm64', 'APT::Architectures=arm64', 'APT::Sandbox::User=root'];
  const folders = [`Dir::State::Lists=${join(work, 'state/lists')}`, `Dir::Cache=${join(work, 'cache')}`];
  const flags = [...options, ...folders].flatMap((option) => ['-o', option]);
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', ...flags, ...args], { cwd: work, stdio: 'ignore', timeout: 120_000 })
      .status === 0;
  const isComplete =
    apt('update') &&
    apt('download', ...PACKAGES) &&
    readdirSync(work)
      .filter((name) => name.endsWith('.deb'))
      .every((name) => spawnSync('dpkg-deb', ['-x', name, 'root'], { cwd: work }).status === 0);
  if (isComplete) renameSync(join(work, 'root'), FOLDER);
  rmSync(work, { recursive: true, force: true });
  return isComplete ? FOLDER : undefined;
}

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
