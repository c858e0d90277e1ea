// The command's messages for wrong words. They contain no character that could harm a terminal.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

describe('help', () => {
  it.each([
    [['help'], 'Usage: freecell-deals [options] [command]'],
    [['help', 'find'], 'Usage: freecell-deals find [options] [file]'],
    [['help', 'help'], 'Usage: freecell-deals help'],
    [[], 'Usage: freecell-deals [options] [command]'],
  ])('%j', async (args, usage) => {
    const { status, stdout, stderr } = await runMain(args, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.toString()).toContain(usage);
  });

  it('refuses the unknown command bogus', async () => {
    const { status, stdout, stderr } = await runMain(['help', 'bogus'], temporaryFolder());
    expect({ status, stdout: stdout.length, stderr }).toEqual({
      status: 2,
      stdout: 0,
      stderr: "freecell-deals: unknown command 'bogus'; see freecell-deals --help\n",
    });
  });
});

describe('numbers as typed', () => {
  it.each([
    [['--sample', '5', '--seed', '9007199254740993'], "'9007199254740993' is not a valid seed"],
    [['--sample', '9007199254740993'], "'9007199254740993' is not a valid sample size"],
    [['-t', '1e2'], "'1e2' is not a valid thread count; expected 1..256"],
    [['8589934591.0000001'], 'deal number 8589934591.0000001 is not a whole number'],
    [['1,,2'], "the list of deals '1,,2' has an empty entry"],
  ])('%j', async (args, message) => {
    const { status, stderr } = await runMain(['generate', ...args, '-o', 'a.bin'], temporaryFolder());
    expect(stderr).toContain(`freecell-deals: ${message}`);
    expect(status).toBe(2);
  });
});

it.each([['verify'], ['info'], ['cat'], ['find'], ['merge', 'out.bin']])(
  '%s says that a file is missing, whatever its extension',
  async (...command) => {
    for (const name of ['nofile', 'no.bin', 'no.file']) {
      expect(await runMain([...command, name], temporaryFolder())).toMatchObject({
        status: 1,
        stderr: `freecell-deals: cannot read ${name}: there is no such file; check the path\n`,
      });
    }
  },
);

describe('no control character reaches a terminal', () => {
  const EVIL = '\u001b[31m\u0007\u009b';

  it.each([
    [[EVIL]],
    [['help', EVIL]],
    [[`--${EVIL}`]],
    [['generate', EVIL]],
    [['generate', '1', '-o', `${EVIL}/a.bin`]],
    [['generate', '1', '-o', `${EVIL}.bin`]],
    [['generate', '1', '-f', EVIL]],
    [['generate', '--deals-from', 'list.txt']],
    [['generate', '--filter', './filter.mjs', '-o', 'a.bin']],
    [['find', EVIL]],
    [['find', 'list.txt']],
    [['find', '--row', EVIL]],
    [['show', EVIL]],
    [['show', '1', '--style', EVIL]],
    [['cat', EVIL]],
    [['info', EVIL]],
    [['verify', EVIL]],
  ])('%j', async (args) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), `1 ${EVIL} 2`);
    writeFileSync(
      join(folder, 'filter.mjs'),
      `export default () => { throw new Error(${JSON.stringify(EVIL)}); };`,
    );
    const { stderr } = await runMain(args, folder);
    expect(stderr).toMatch(/^\P{Cc}+\n$/u);
  });

  it('verify escapes control characters in a file name also in a pipe', async () => {
    const folder = temporaryFolder();
    const name = `${EVIL}.bin`;
    await runMain(['generate', '1..3', '-q', '-o', name], folder);
    expect((await runMain(['verify', name], folder)).stdout.toString()).toBe(
      '\\u001b[31m\\u0007\\u009b.bin: 3 deals, all right: 1..3\n',
    );
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
