// The documents agree with the code: README, docs/ and ARCHITECTURE.md. test/package runs the commands of README.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { styles } from '../src/board/show.js';
import { commandLine } from '../src/commands/command-line.js';
import { formats } from '../src/formats/registry.js';
import { DEAL_COLUMNS } from '../src/game/columns.js';
import { dealCards } from '../src/game/deal.js';
import * as library from '../src/index.js';
import { sha256 } from './support/bytes.js';
import { temporaryFolder } from './support/command.js';
import { folderWith } from './support/files.js';
import { peer } from './support/peer.js';
import { blocksOf, pack } from './support/readme.js';
import { OPTIONS } from './support/selection.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const MAX_LINES = 160;

/** Fails unless a document matches a pattern. The message names both; a matcher of the runner would print the document. */
function expectNamed(file: string, pattern: string): void {
  const isNamed = new RegExp(pattern, 'm').test(textOf(file));
  expect(isNamed, `${file} matches /${pattern}/`).toBe(true);
}

describe('the documents of the package', () => {
  it(`README has at most ${MAX_LINES} lines`, () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  /** Relative targets of links and pictures, as paths from the root. */
  function linksOf(file: string): string[] {
    const links = [...textOf(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
    return links.map(([, path]) => join(dirname(file), path));
  }

  it('link only to files in the package', () => {
    const { files } = pack(temporaryFolder());
    expect(linksOf('README.md').length).toBeGreaterThan(10);
    const pages = files.filter((file) => file.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(10);
    const isThere = (path: string) =>
      existsSync(join(ROOT, path)) && files.some((file) => file === path || file.startsWith(`${path}/`));
    const links = pages.flatMap((page) => linksOf(page).map((target) => ({ page, target })));
    expect(links.filter(({ target }) => !isThere(target))).toEqual([]);
  });

  it('show the SHA-256 of 1..32000 and 1..1000000 that the kernel computes', async () => {
    const kernel = await library.loadKernel();
    const told = [...textOf('docs/stability.md').matchAll(/^\| `1\.\.(\d+)` \| `([0-9a-f]{64})` \|$/gm)];
    const shown = Object.fromEntries(told.map(([, last, digest]) => [last, digest]));
    for (const last of [32_000, 1_000_000])
      expect(shown).toMatchObject({ [last]: sha256(kernel.deal(1, last)) });
  });
});

const { commands } = await commandLine(() => {});
const commandNamed = (name: string) =>
  commands.find((command) => command.name() === name) as (typeof commands)[number];

describe('what a command takes stands in its help and in docs/command.md', () => {
  const flags = commands.flatMap((command) =>
    command.options.map(({ long }) => ({ name: command.name(), flag: long as string })),
  );

  // those of generate are in tables
  it.each(flags)('docs/command.md names the flag $flag of $name', ({ name, flag }) =>
    expectNamed('docs/command.md', `${name === 'generate' ? '^\\| `[^|]*' : ''}${flag}\\b`),
  );

  it('generate takes the options of a selection as an argument and flags, in the order in which they apply', () => {
    const { options, registeredArguments } = commandNamed('generate');
    const flags = options.map((one) => one.attributeName()).filter((name) => OPTIONS.includes(name));
    expect([...registeredArguments.map((one) => one.name()), ...flags]).toEqual(OPTIONS);
  });

  // the first column of each kind: deal, cells, card_0, pos_AC
  it.each(
    DEAL_COLUMNS.filter(({ kind }, i) => DEAL_COLUMNS.findIndex((column) => column.kind === kind) === i),
  )('the help of generate names the column $name, as README and docs do', ({ name }) => {
    expect(commandNamed('generate').helpInformation()).toMatch(new RegExp(`\\b${name}\\b`));
    for (const file of ['README.md', 'docs/command.md', 'docs/formats.md']) expectNamed(file, `\`${name}\``);
  });

  it.each(Object.keys(styles))('the help of show names the style %s, as README and docs do', (style) => {
    expect(commandNamed('show').helpInformation()).toMatch(new RegExp(`\\b${style}\\b`));
    expectNamed('docs/command.md', `\`${style}\``);
    expectNamed('README.md', ` # -s .*\\b${style}\\b`);
  });

  it.each(formats)('docs/command.md names the format $name, and README its files', ({ name, extension }) => {
    expectNamed('docs/command.md', `^\\| \`-f, --format FORMAT\` \\|.*\`${name}\``);
    expectNamed('README.md', `^\\| \`\\${extension}\` `);
    expectNamed('docs/formats.md', `^## .*\`\\${extension}\``);
  });
});

describe('docs/formats.md', () => {
  const PYTHON = '/usr/bin/python3'; // another one may come first on the PATH and lack Debian's numpy

  /** Runs the program in a language, which reads deal 617 from a file. */
  async function runProgram(language: string, name: string, line: string) {
    const [code] = blocksOf(textOf('docs/formats.md'), language);
    const folder = await folderWith({ 'deals.bin': '1..1000' });
    writeFileSync(join(folder, name), code as string);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim().split(' ').map(Number)).toEqual([...dealCards(617)]);
  }

  it('shows how Node reads a record of a binary file', () =>
    runProgram('js', 'a.mjs', `'${process.execPath}' a.mjs`));

  peer("Debian's python3-numpy", `${PYTHON} -c 'import numpy'`)(
    'shows how numpy reads a record of a binary file',
    () => runProgram('py', 'a.py', `${PYTHON} a.py`),
  );

  peer('cc')('shows how C reads a record of a binary file', () =>
    runProgram('c', 'a.c', 'cc -Wall -Wextra -Werror -O2 a.c && ./a.out'),
  );
});

describe('docs/library.md', () => {
  const blocks = blocksOf(textOf('docs/library.md'), 'ts');

  /** An expression and its value in a comment. */
  const EXAMPLE = /^(?!const |let )(\S.*); \/\/ (.+)$/gm;

  function folderWithPackage(): string {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/freecell-deals'));
    return folder;
  }

  it.each([
    ['the examples use', blocks.join('\n')],
    ['docs/stability.md names', textOf('docs/stability.md')],
  ])('%s every export', (_, text) => {
    const missing = Object.keys(library).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    expect(missing).toEqual([]);
  });

  it('the examples compile', () => {
    const folder = folderWithPackage();
    const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    for (const [i, code] of blocks.entries()) writeFileSync(join(folder, `${i}.mts`), code);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  it.each(blocks.map((code) => [code.match(EXAMPLE)?.[0], code]))('%s', async (_, code) => {
    const examples = [...code.matchAll(EXAMPLE)];
    expect(examples.length).toBeGreaterThan(2);
    const folder = folderWithPackage();
    const checked = code.replace(EXAMPLE, 'deepEqual($1, $2);');
    const source = `import { deepStrictEqual as deepEqual } from 'node:assert';\n${checked}`;
    const { code: program } = await transform(source, { loader: 'ts', format: 'esm' });
    writeFileSync(join(folder, 'examples.mjs'), program);
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['examples.mjs'], options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
