// The command's messages for wrong words. They contain no character that could harm a terminal.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runShell, temporaryFolder } from '../support/command.js';
import { runLine, runMain } from '../support/main.js';

it.each([
  ['help', 'Usage: freecell-deals [options] [command]'],
  ['help find', 'Usage: freecell-deals find [options] [file]'],
  ['help help', 'Usage: freecell-deals help'],
])('%s prints a usage', async (line, usage) => {
  const { stdout, ...ran } = await runLine(line, temporaryFolder());
  expect(ran).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(usage);
});

it('no arguments print the usage', async () => {
  const { status, stdout } = await runMain([], temporaryFolder());
  expect(status).toBe(0);
  expect(stdout.toString()).toContain('Usage: freecell-deals [options] [command]');
});

describe('no control character reaches a terminal', () => {
  const EVIL = '\u001b[31m\u0007\u009b';

  it.each([
    'EVIL',
    'generate EVIL',
    'generate 1 -o EVIL/a.bin',
    'generate 1 -f EVIL',
    'generate --deals-from list.txt',
    'generate --filter ./filter.mjs -o a.bin',
    'find list.txt',
    'find --row EVIL',
    'show EVIL',
    'show 1 --style EVIL',
  ])('%s', async (line) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), `1 ${EVIL} 2`);
    writeFileSync(
      join(folder, 'filter.mjs'),
      `export default () => { throw new Error(${JSON.stringify(EVIL)}); };`,
    );
    const { stderr } = await runLine(line.replace('EVIL', EVIL), folder);
    expect(stderr).toMatch(/^\P{Cc}+\n$/u);
  });

  it('no control character reaches standard output', () => {
    const folder = temporaryFolder();
    const line =
      'NODE="$0" CLI="$1"; "$NODE" "$CLI" generate 1 -q -o "$(printf "\\033[31m.bin")"; export NODE CLI;' +
      'script -qec \'"$NODE" "$CLI" info *.bin; "$NODE" "$CLI" verify *.bin\' /dev/null < /dev/null';
    const shown = runShell(line, folder).stdout.toString();
    expect(shown).toContain('\\u001b[31m.bin');
    expect(shown).toMatch(/^[\P{Cc}\r\n]+$/u);
  });
});
