// Runs the command with a preloaded script that imitates another platform.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { CLI, type Ran } from '../support/command.js';

/** Folders for the concurrent tests of a file; removed after all of them. */
export function folders(): () => string {
  const all = mkdtempSync(join(tmpdir(), 'freecell-deals-platform-'));
  afterAll(() => rmSync(all, { recursive: true }));
  return () => mkdtempSync(join(all, 'test-'));
}

/** An environment in which every thread first loads a script. */
export function preloaded(
  script: 'windows' | 'errors',
  env: Record<string, string> = {},
): Record<string, string> {
  const path = fileURLToPath(new URL(`${script}.cjs`, import.meta.url));
  return { ...(process.env as Record<string, string>), ...env, NODE_OPTIONS: `--require ${path}` };
}

/** Runs the command in a folder; kills it after 50 s. */
export async function runIn(cwd: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env, timeout: 50_000, killSignal: 'SIGKILL' });
  child.stdin.end();
  const [stdout, stderr, [status]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status: status as number | null, stdout, stderr };
}
