import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { CLI, runShell, temporaryFolder } from '../support/command.js';

const SHOW = 'show 617';

describe('compiled code is kept', () => {
  /** Runs the command with a temporary folder; returns its status and what is kept there, which nobody else can read. */
  function run(folder: string, args = SHOW, environment = '') {
    const { status, stdout, stderr } = runShell(`TMPDIR=${folder} ${environment} "$0" "${CLI}" ${args}`, '.');
    if (args === SHOW) expect([status, stdout.toString(), stderr]).toEqual([0, showDeal(617), '']);
    const paths = fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => join(folder, name)) : [];
    for (const path of paths) expect(fs.lstatSync(path).mode & 0o777).toBe(0o600);
    return { status, paths: paths as [string, ...string[]] };
  }

  it('the next run uses it, and writes none; each command has its own, also with a filter in workers', () => {
    const folder = temporaryFolder();
    const [path] = run(folder).paths;
    const { ino, size } = fs.statSync(path);
    expect(size).toBeGreaterThan(50_000);
    expect([run(folder).paths, fs.statSync(path).ino]).toEqual([[path], ino]);
    const filter = `generate 1..99 --filter 'deal => deal.number > 97' -q -f numbers -o -`;
    for (let round = 0; round < 2; round++)
      expect(run(folder, filter)).toEqual({ status: 0, paths: [path.replace(/show$/, 'generate'), path] });
  });

  it("other contents, a link and other users' files are replaced, and not read", () => {
    const folder = temporaryFolder();
    const [path] = run(folder).paths;
    const target = join(temporaryFolder(), 'target');
    fs.renameSync(path, target);
    fs.symlinkSync(target, path);
    expect(fs.lstatSync(run(folder).paths[0]).isFile()).toBe(true);
    expect(fs.statSync(target).size).toBeGreaterThan(50_000);
    if (process.geteuid?.() === 0) fs.chownSync(path, 1, 1);
    expect(fs.statSync(run(folder).paths[0]).uid).toBe(process.geteuid?.());
    fs.writeFileSync(path, 'not code');
    expect(fs.statSync(run(folder).paths[0]).size).toBeGreaterThan(50_000);
    // others could have written it
    for (const change of [() => fs.linkSync(path, `${target}2`), () => fs.chmodSync(path, 0o666)]) {
      const { ino } = fs.statSync(path);
      change();
      expect(fs.statSync(run(folder).paths[0]).ino).not.toBe(ino);
    }
  });

  it('none is kept without a folder, after a failure, and if Node is told to keep none', () => {
    const folder = temporaryFolder();
    for (const name of ['/nowhere', `/tmp/${'long'.repeat(99)}`]) expect(run(name).paths).toEqual([]);
    expect(run(folder, SHOW, 'NODE_DISABLE_COMPILE_CACHE=1').paths).toEqual([]);
    expect(run(folder, 'show 0')).toEqual({ status: 2, paths: [] });
  });
});
