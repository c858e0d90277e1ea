import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Path of the built command. */
export const CLI = fileURLToPath(new URL('../../bin/freecell-deals.cjs', import.meta.url));

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

function runProgram(program: string, args: string[], cwd: string): Ran {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, maxBuffer: 1 << 30, timeout: 60_000 });
  return { status, stdout, stderr: stderr.toString() };
}

/** Runs the command in a process of its own. */
export function run(args: string[], cwd: string): Ran {
  return runProgram(process.execPath, [CLI, ...args], cwd);
}

/**
 * Runs a line of shell: "$0" is Node, "$1" the command.
 * Node's pipes are sockets. If its standard input is a socket, bash assumes a remote login and reads ~/.bashrc, unless it has --norc.
 */
export function runShell(line: string, cwd: string): Ran {
  return runProgram('bash', ['--norc', '-c', line, process.execPath, CLI], cwd);
}

/** Starts the command in a folder. */
export function start(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const options = { cwd, env: { ...process.env, ...env } };
  return spawn(process.execPath, [CLI, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Waits until something holds that another process or thread does. The time limit of the test is the only limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

/** Stops the event loop of this thread, and with it the touches of a run. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Starts the command, and sends it a signal as soon as `begun` resolves.
 * It has as long as it needs to end by itself. The status may be the signal that ended it.
 */
export async function stopWhen(
  begun: () => Promise<unknown>,
  args: string[],
  folder: string,
  { signal = 'SIGINT', env = {} }: { signal?: NodeJS.Signals; env?: Record<string, string> } = {},
) {
  const patient = `--require ${fileURLToPath(new URL('patient.cjs', import.meta.url))}`;
  const child = start(args, folder, { NODE_OPTIONS: patient, ...env });
  const printed = [child.stdout.toArray(), child.stderr.toArray()];
  const ended = once(child, 'close');
  await Promise.race([begun(), ended]);
  child.kill(signal);
  const [status, killed] = await ended;
  const [stdout, stderr] = (await Promise.all(printed)).map((parts) => Buffer.concat(parts));
  return { status: status ?? killed, stdout, stderr: stderr.toString() };
}
