import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Path of the built command. */
export const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/** Creates a folder that is removed after the test, or with `afterAll`, after the suite. */
export function temporaryFolder(whenOver: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a FIFO in a new folder, which is removed after the test. */
export function newFifo(name = 'fifo'): string {
  const path = join(temporaryFolder(), name);
  spawnSync('mkfifo', [path]);
  return path;
}

export interface Ran {
  status: number | null;
  stdout: Buffer;
  stderr: string;
}

/**
 * Runs the command in a process of its own, for at most `timeout` ms.
 * Only root can run it as another user.
 */
export function run(args: string[], cwd: string, user: { uid?: number } = {}, timeout = 60_000): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    ...user,
    maxBuffer: 1 << 30,
    timeout,
  });
  return { status, stdout, stderr: stderr.toString() };
}

/**
 * Runs a line of shell: "$0" is Node, "$1" the command.
 * Node's pipes are sockets. If its standard input is a socket, bash assumes a remote login and reads ~/.bashrc, unless it has --norc.
 */
export function runShell(line: string, cwd: string): Ran {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', line, process.execPath, CLI], {
    cwd,
    maxBuffer: 1 << 30,
    timeout: 60_000,
  });
  return { status, stdout, stderr: stderr.toString() };
}

/** Starts the command in a folder. */
export function start(args: string[], cwd: string, env: Record<string, string> = {}) {
  return spawn(process.execPath, [CLI, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}
