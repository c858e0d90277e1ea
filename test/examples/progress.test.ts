// The process that counts the deals of a run for its progress.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder, until } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { commandOf } from './solver.js';

const { Progress } = await import(join(process.cwd(), 'examples/solve/progress.mjs'));

it('the count of the deals ends with the run that it is for', async () => {
  const file = join(temporaryFolder(), 'pid');
  const text = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  vi.useFakeTimers();
  const progress = new Progress('solve', [process.execPath, fileWith(text, 'endless.cjs')]);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
  const pid = Number(readFileSync(file, 'utf8'));
  expect(commandOf(pid)).toBeDefined();
  progress.end();
  await until(() => commandOf(pid) === undefined);
});
