import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** Targets of links and pictures that are relative paths. */
const links = [...README.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => path as string);

/** The lines of the indented blocks, without their comments: commands as a reader types them. */
const commands = README.split('\n')
  .filter((line) => /^ {4}[a-z]/.test(line))
  .map((line) => line.replace(/\s+#.*$/, '').trim());

/** Programs that a command needs besides; where they are missing, it is not run, except in CI. */
const PROGRAMS = ['fc-solve', 'parallel', 'shuf'];

const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-readme-'));
const installed = join(folder, 'installed');
let packed: string[] = [];

beforeAll(() => {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [info] = JSON.parse(execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }));
  packed = info.files.map(({ path }: { path: string }) => path);
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', join(folder, info.filename), '-C', installed, '--strip-components=1']);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with the command on the path, and the filter that README shows. */
function workplace(name: string, bin: string): { cwd: string; path: string } {
  const cwd = join(folder, name);
  const path = join(folder, `${name}-bin`);
  for (const each of [cwd, path]) mkdirSync(each);
  symlinkSync(bin, join(path, 'freecell-deals'));
  const [, filter] = /```js\n(.*?)```/s.exec(README) ?? [];
  writeFileSync(join(cwd, 'aces.mjs'), filter as string);
  return { cwd, path };
}

/** Runs a line of shell in a folder, with the programs at `path`; --norc for the reason that runShell has. */
function runLine(line: string, cwd: string, path: string) {
  return spawnSync('bash', ['--norc', '-o', 'pipefail', '-c', line], {
    cwd,
    env: { ...process.env, PATH: `${path}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
}

describe('README', () => {
  it('links to what is in the repository and in the package', () => {
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(links.filter((path) => !packed.includes(path))).toEqual([]);
  });

  // in the package: all other tests run the command in a clone
  it('shows commands that run as they stand there, in their order', () => {
    const { cwd, path } = workplace('package', join(installed, 'dist/cli.cjs'));
    const run = commands.filter((line) => /^(freecell-deals|seq)\b/.test(line));
    expect(run.length).toBeGreaterThan(12);
    for (const line of run) {
      const missing = PROGRAMS.filter(
        (program) => line.includes(program) && spawnSync('which', [program]).status !== 0,
      );
      if (missing.length > 0 && !process.env.CI) continue;
      const { status, stdout, stderr } = runLine(line, cwd, path);
      if (line.includes('aces.mjs')) expect(stdout).toBe('262\n');
      expect({ line, status, failure: status === 0 ? '' : stderr }).toEqual({
        line,
        status: 0,
        failure: '',
      });
    }
  }, 120_000);
});
