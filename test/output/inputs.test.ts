// A run that would read a file that it writes: it is refused before any file is made or changed.

import { linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate, ReadError } from '../../src/index.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

/** A folder with a list under a name, and a function that tells whether it is as it was. */
function watchedFolder(name: string, text = '5\n617\n') {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, text);
  return { folder, path, contents: () => [readdirSync(folder).sort(), readFileSync(path, 'utf8')] };
}

const OUTPUT = 'x.numbers';

describe.each(['--deals-from', '--exclude'])('a list of %s', (flag) => {
  const ownFile = 'x.numbers is read and written by this run; name another output';
  const sideFile = 'belongs to a run that has not ended; resume the run, and name its file';

  it.each([
    [OUTPUT, ownFile],
    [`${OUTPUT}.partial`, `x.numbers.partial ${sideFile}`],
    [`${OUTPUT}.run`, `x.numbers.run ${sideFile}`],
  ])('that is %s is refused for x.numbers, also with --force or --resume', async (name, message) => {
    const { folder, contents } = watchedFolder(name);
    const before = contents();
    for (const more of [[], ['--force'], ['--resume']]) {
      expect(await runMain(['generate', flag, name, '-o', OUTPUT, ...more], folder)).toMatchObject({
        status: 2,
        stderr: `freecell-deals: ${message}\n`,
      });
      expect(contents()).toEqual(before);
    }
  });

  it.each([
    ['a symbolic link to', symlinkSync],
    ['another hard link of', linkSync],
  ])('that is %s FILE.partial is refused, also after a device', async (_, link) => {
    const { folder, path, contents } = watchedFolder(`${OUTPUT}.partial`);
    link(path, join(folder, 'list.txt'));
    const before = contents();
    const args = [flag, devNull, flag, 'list.txt', '-o', OUTPUT, '--force'];
    expect(await runMain(['generate', ...args], folder)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`list.txt is read and, as ${OUTPUT}.partial, written by this run`),
    });
    expect(contents()).toEqual(before);
  });

  it('that is FILE.partial of the file to which the output is a symbolic link is refused', async () => {
    const { folder, contents } = watchedFolder(`${OUTPUT}.partial`);
    writeFileSync(join(folder, OUTPUT), '');
    symlinkSync(OUTPUT, join(folder, 'link.numbers'));
    symlinkSync(`${OUTPUT}.partial`, join(folder, 'list'));
    const before = contents();
    const args = [flag, 'list', '-o', 'link.numbers', '--force'];
    const stderr = expect.stringContaining('list is read and');
    expect(await runMain(['generate', ...args], folder)).toMatchObject({ status: 2, stderr });
    expect(contents()).toEqual(before);
  });

  it('that is standard input or the file behind standard output is refused', () => {
    const { folder, contents } = watchedFolder(`${OUTPUT}.partial`);
    symlinkSync(`${OUTPUT}.partial`, join(folder, 'list'));
    const before = contents();
    const partial = `${OUTPUT}.partial`;
    for (const [args, input, as] of [
      [`- -o ${OUTPUT} < ${partial}`, 'standard input', partial],
      [`./list -f numbers -o - >> ${partial}`, './list', 'standard output'],
    ] as const) {
      const { status, stderr } = runShell(`"$0" "$1" generate ${flag} ${args}`, folder);
      const message = `${input} is read and, as ${as}, written by this run; name another output`;
      expect(stderr).toBe(`freecell-deals: ${message}\n`);
      expect([status, contents()]).toEqual([2, before]);
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
  expect(await generate({ dealsFrom: '/dev/null', output: '/dev/null', format: 'bin' })).toMatchObject({
    deals: 0,
  });
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
  expect(contents()).toEqual(before);
});
