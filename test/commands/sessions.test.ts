// Sessions of the command, in which the standard input of a command may be a file. What the commands refuse ends with one line
// on standard error that says why, prints nothing else, and writes no file.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { temporaryFolder } from '../support/command.js';
import { pairsIn } from '../support/golden.js';
import { runLine } from '../support/main.js';
import { testSessions } from '../support/sessions.js';

testSessions('sessions', it, (line, cwd) => {
  const [command, input] = line.split(' < ') as [string, string?];
  return runLine(command, cwd, input === undefined ? '' : readFileSync(join(cwd, input)));
});

const folder = temporaryFolder(afterAll);

beforeAll(() => {
  for (const name of ['folder', 'folder.bin']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'file'), 'mine');
  writeFileSync(join(folder, 'rows.txt'), showDeal(617));
  writeFileSync(join(folder, 'row.txt'), showDeal(617).split('\n')[0] as string);
  writeFileSync(join(folder, 'columns.txt'), showDeal(617, 'text'));
});

const LONG = 'a'.repeat(247);

it.each(pairsIn('refused.txt'))('%s is refused with status and message: %s', async (line, result) => {
  const before = readdirSync(folder);
  const { status, stdout, stderr } = await runLine(line.replaceAll('LONG', LONG), folder);
  expect(`${status} ${stdout}${stderr}`).toBe(`${result.replaceAll('LONG', LONG)}\n`);
  expect(readdirSync(folder)).toEqual(before);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
});
