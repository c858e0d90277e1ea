import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { CLI, runShell, temporaryFolder } from '../support/command.js';

const [major] = process.versions.node.split('.').map(Number) as [number];

describe.skipIf(major >= 22)('compiled code is kept in the temporary folder (needs Node 20)', () => {
  /** Runs the command with a temporary folder; checks that it works and that nobody else can read what is kept there. */
  function show(folder: string, environment = ''): string[] {
    const { status, stdout, stderr } = runShell(
      `TMPDIR=${folder} ${environment} "$0" "${CLI}" show 617`,
      '.',
    );
    expect([status, stdout.toString(), stderr]).toEqual([0, showDeal(617), '']);
    const names = readdirSync(folder);
    for (const name of names) expect(lstatSync(join(folder, name)).mode & 0o777).toBe(0o600);
    return names.map((name) => join(folder, name));
  }

  it('the next run uses it, and writes none', () => {
    const folder = temporaryFolder();
    const [path] = show(folder) as [string];
    const { ino, size } = statSync(path);
    expect(size).toBeGreaterThan(50_000);
    expect(show(folder)).toEqual([path]);
    expect(statSync(path).ino).toBe(ino);
  });

  it('each command has its own, and a filter in worker threads is imported with it', () => {
    const folder = temporaryFolder();
    const [path] = show(folder) as [string];
    const generate = `generate 1..99 --filter 'deal => deal.number > 97' -q -f numbers -o -`;
    for (let round = 0; round < 2; round++)
      expect(runShell(`TMPDIR=${folder} "$0" "${CLI}" ${generate}`, '.')).toMatchObject({ status: 0 });
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([
      path.replace(/show$/, 'generate'),
      path,
    ]);
  });

  it("other contents and other users' files are replaced, and a link is not followed", () => {
    const folder = temporaryFolder();
    const [path] = show(folder) as [string];
    const kept = readFileSync(path);
    writeFileSync(path, 'not code');
    show(folder);
    expect(statSync(path).size).toBeGreaterThan(50_000);
    if (process.geteuid?.() === 0) chownSync(path, 1, 1);
    show(folder);
    expect(statSync(path).uid).toBe(process.geteuid?.());
    const other = temporaryFolder();
    writeFileSync(join(other, 'target'), kept);
    symlinkSync(join(other, 'target'), path.replace(folder, other));
    const { status } = runShell(`TMPDIR=${other} "$0" "${CLI}" show 617`, '.');
    expect([status, lstatSync(path.replace(folder, other)).isFile()]).toEqual([0, true]);
    expect(readFileSync(join(other, 'target'))).toEqual(kept);
  });

  it('none is kept without a folder, where a folder has its name, after a failure, and if Node keeps none', () => {
    expect(runShell(`TMPDIR=/nowhere "$0" "${CLI}" show 617`, '.')).toMatchObject({ status: 0 });
    const folder = temporaryFolder();
    expect(show(folder, 'NODE_DISABLE_COMPILE_CACHE=1')).toEqual([]);
    expect(runShell(`TMPDIR=${folder} "$0" "${CLI}" show 0`, '.').status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
    const [path] = show(folder) as [string];
    const other = temporaryFolder();
    mkdirSync(path.replace(folder, other));
    expect(runShell(`TMPDIR=${other} "$0" "${CLI}" show 617`, '.')).toMatchObject({ status: 0 });
    expect(readdirSync(other)).toHaveLength(1);
  });
});
