import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The command as it is built. */
export const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/** A new folder for one test, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a new FIFO in a folder of its own, removed after the test. */
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

/** Runs the command to its end in a folder, or for so many ms at most; only root can run it as another user. */
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
 * Runs a line of shell in which "$0" is Node and "$1" the command. A bash whose standard input is a socket, as Node's pipes
 * are, takes itself for a remote login and reads ~/.bashrc: --norc stops that.
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
