// Runs the command on Node for ARM64 in qemu, and compares the bytes with those of this machine.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.js';
import { CLI, run } from '../support/command.js';
import { fetchNode } from '../support/node.js';
import { fetchLibraries } from './libraries.js';

const QEMU = 'qemu-aarch64-static';
/** Major versions of Node, or those in ARM_NODES=22,24. */
const NODES = (process.env.ARM_NODES ?? '22').split(',').map(Number);

const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-arm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const WORKERS = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1' };

/** Deals of each regime, also at the borders between regimes. */
const REGIMES = '1..9000,2147479648..2147487648,4294963296..4294971296,8589930592..8589934591';

/** Output files, each with the arguments of the command that writes it. */
const OUTPUTS: [file: string, ...args: string[]][] = [
  ...formats.map(({ name, extension }): [string, ...string[]] => [`${name}${extension}`, REGIMES]),
  ['range.bin', '1..100000'],
  ['shard.bin', '4294900000..4295000000', '--shard', '2/3'],
];

function sha256(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
}

const hasQemu = spawnSync(QEMU, ['--version']).status === 0;
const libraries = hasQemu ? fetchLibraries() : undefined;

describe.each(NODES)('Node %d for ARM64', (major) => {
  const node = libraries === undefined ? undefined : fetchNode(major, 'linux-arm64');
  const isMissing = node === undefined;
  const emulated = ['-L', libraries as string, node as string, CLI];
  const expected = new Map<string, string>();

  beforeAll(() => {
    for (const [file, ...args] of isMissing ? [] : OUTPUTS) {
      expect(run(['generate', ...args, '-o', file, '-q', '--force'], folder).stderr).toBe('');
      expected.set(file, sha256(file));
    }
  });

  function runEmulated(args: string[], env = {}) {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const { status, stdout, stderr } = spawnSync(QEMU, [...emulated, ...args], options);
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
    return String(stdout);
  }

  it.skipIf(!isMissing || !process.env.CI)(`the machine can run it (needs ${QEMU}, npm and apt)`, () => {
    throw new Error(`${QEMU}, Node or libraries for ARM64 are missing, and CI must have them`);
  });

  it.skipIf(isMissing).each(OUTPUTS)(
    `%s has the same bytes as here, with one thread and with two (needs ${QEMU})`,
    (file, ...args) => {
      for (const threads of ['1', '2']) {
        const env = threads === '1' ? {} : WORKERS;
        runEmulated(['generate', ...args, '-o', file, '-q', '--force', '-t', threads], env);
        expect(sha256(file)).toBe(expected.get(file));
      }
    },
  );

  it.skipIf(isMissing)('verify accepts these files', () => {
    runEmulated(['verify', '-q', ...OUTPUTS.map(([file]) => file)]);
  });

  it.skipIf(isMissing)('a run that was killed is resumed, and gives the same bytes', async () => {
    const args = ['generate', '1..400000', '-o', 'killed.bin', '-q'];
    const env = { ...process.env, ...WORKERS, FREECELL_DEALS_TEST_WORKER_DELAY: '8000' };
    const child = spawn(QEMU, [...emulated, ...args], { cwd: folder, env });
    const ended = once(child, 'exit');
    const partial = join(folder, 'killed.bin.partial');
    while ((statSync(partial, { throwIfNoEntry: false })?.size ?? 0) < 1e6) await sleep(5);
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(folder)).toContain('killed.bin.run');
    runEmulated([...args, '--resume']);
    const emulatedBytes = sha256('killed.bin');
    run([...args, '--force'], folder);
    expect(emulatedBytes).toBe(sha256('killed.bin'));
    rmSync(join(folder, 'killed.bin'));
  });
});
