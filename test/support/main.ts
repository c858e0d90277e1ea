// Runs the command in the process of the test, which saves the 0.1 s that a process takes to start.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { main } from '../../src/commands/command-line.js';
import { standard } from '../../src/io/standard.js';
import type { Ran } from './command.js';

/** Events of the process to which a command listens. */
const LISTENED = ['warning', 'SIGINT', 'SIGTERM'];

/** Runs the command in a folder, with the standard input `input`. Its standard streams are regular files. */
export async function runMain(args: string[], cwd: string, input: string | Uint8Array = ''): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-'));
  writeFileSync(join(folder, 'stdin'), input);
  const open = (name: string, flags: string) => openSync(join(folder, name), flags);
  const io = { input: open('stdin', 'r'), output: open('stdout', 'w'), error: open('stderr', 'w') };
  const restore = rememberListeners();
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const status = await main(args, io);
    await setImmediate(); // a warning is emitted later
    const [stdout, stderr] = ['stdout', 'stderr'].map((name) => readFileSync(join(folder, name)));
    return { status, stdout, stderr: stderr.toString() };
  } finally {
    process.chdir(before);
    restore();
    Object.assign(standard, { input: 0, output: 1, error: 2 });
    for (const fd of Object.values(io)) closeSync(fd);
    rmSync(folder, { recursive: true });
  }
}

/** Runs the command in the process of the test with arguments in one line; returns what it prints as text. */
export async function runLine(line: string, cwd: string, input: string | Uint8Array = '') {
  const ran = await runMain(line.split(' '), cwd, input);
  return { ...ran, stdout: ran.stdout.toString() };
}

/** Returns a function that removes the listeners of the process that were added since. */
function rememberListeners(): () => void {
  const before = LISTENED.map((name) => process.rawListeners(name));
  return () => {
    for (const [i, name] of LISTENED.entries()) {
      process.removeAllListeners(name);
      for (const listener of before[i]) process.on(name, listener as () => void);
    }
  };
}
