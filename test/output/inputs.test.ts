// A run that would read a file that it writes: it is refused before any file is made or changed.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate, ReadError } from '../../src/index.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { runLine } from '../support/main.js';

/** A folder with a list under a name, and a function that tells whether it is as it was. */
function watchedFolder(name: string, text = '5\n617\n') {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, text);
  return { folder, path, contents: () => [readdirSync(folder).sort(), readFileSync(path, 'utf8')] };
}

const OUTPUT = 'x.numbers';
const LISTS =
  rowsIn<[what: string, name: string, before: string, args: string, message: string]>('read-and-written.txt');

describe.each(['--deals-from', '--exclude'])('a list of %s', (flag) => {
  it.each(LISTS)('that is %s is refused, also with --force or --resume', async (...row) => {
    const [, name, before, args, message] = row;
    const { folder, contents } = watchedFolder(name);
    runShell(before, folder);
    const unchanged = contents();
    for (const more of args.includes('-o -') ? [''] : ['--force ', '--resume ', '']) {
      const line = `generate ${more}${flag} ${args.replaceAll('FLAG', flag)}`;
      const needsShell = /[<>]/.test(line);
      const ran = needsShell ? runShell(`"$0" "$1" ${line}`, folder) : await runLine(line, folder);
      const said = ran.stderr.replace(/ as \/\S*\//, ' as ');
      expect([ran.status, said]).toEqual([2, `freecell-deals: ${message}\n`]);
      expect(contents()).toEqual(unchanged);
    }
  });

  it('that is not there is an error before a file is made', async () => {
    const folder = temporaryFolder();
    const option = flag === '--exclude' ? 'exclude' : 'dealsFrom';
    // made by the run itself, the list would be its own output
    const missing = generate({ [option]: join(folder, OUTPUT), output: join(folder, OUTPUT) });
    await expect(missing).rejects.toThrow(ReadError);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('a list and an output may be the same device', { skip: process.platform === 'win32' }, async () => {
  const [dealsFrom, output] = ['/dev/null', '/dev/null'];
  expect(await generate({ dealsFrom, output, format: 'bin' })).toMatchObject({ deals: 0 });
});

it('the module of a filter is refused as the output', async () => {
  const { folder, path } = watchedFolder('filter.mjs', 'export default () => true');
  const options = { filter: path, output: path, format: 'bin', force: true } as const;
  await expect(generate(options)).rejects.toThrow(`${path} is read and written by this run`);
  expect(readdirSync(folder)).toEqual(['filter.mjs']);
});

it('find refuses to read the file behind standard output', () => {
  const { folder, contents } = watchedFolder('boards.txt');
  const before = contents();
  const message = 'boards.txt is read and, as standard output, written by this run; name another output';
  const stderr = `freecell-deals: ${message}\n`;
  expect(runShell('"$0" "$1" find boards.txt >> boards.txt', folder)).toMatchObject({ status: 2, stderr });
  const again = runShell('"$0" "$1" find < boards.txt >> boards.txt', folder);
  expect(again).toMatchObject({ status: 2, stderr: stderr.replace('boards.txt', 'standard input') });
  expect(contents()).toEqual(before);
});
