// Types docs/solvers.md and docs/databases.md into a shell. solvers.cjs imitates the solvers that Debian lacks.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { CLI, temporaryFolder } from '../support/command.js';
import { peer } from '../support/peer.js';
import { blocksOf } from '../support/readme.js';
import { ask, needsSolver, recordsIn } from './solver.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
vi.setConfig({ testTimeout: 110_000 }); // some hundred processes

const IMITATED = ['patsolve', 'solvitaire', 'rows-solver', 'cascade-solver', 'solver', 'summary-fc-solve'];

/** Makes a folder with the examples of a clone, in which the command and the programs are installed. */
function newFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
  symlinkSync(CLI, join(folder, 'node_modules/.bin/freecell-deals'));
  symlinkSync(join(ROOT, 'test/support/duckdb.cjs'), join(folder, 'node_modules/.bin/duckdb'));
  for (const name of IMITATED)
    symlinkSync(join(ROOT, 'test/examples/solvers.cjs'), join(folder, 'node_modules/.bin', name));
  return folder;
}

/**
 * Types the commands of a page into one shell, in a folder. Fails if one of them fails, or prints anything other than the
 * comments below it show.
 */
function typePage(page: string, folder: string, env = {}): void {
  for (const code of blocksOf(page, 'py'))
    writeFileSync(join(folder, /^# (\S+)/.exec(code)?.[1] as string), code);
  const commands: { line: string; shown: string }[] = [];
  for (const [line] of page.replace(/^```.*?^```/gms, '').matchAll(/^ {4}.*$/gm)) {
    if (line.startsWith('    # ')) (commands.at(-1) as { shown: string }).shown += `${line.slice(6)}\n`;
    else commands.push({ line: line.trim(), shown: '' });
  }
  expect(commands.length).toBeGreaterThan(10);
  const script = commands.map(({ line }) => `${line}\necho @@@`).join('\n');
  const path = `${folder}/node_modules/.bin${delimiter}${process.env.PATH}`;
  const typed = spawnSync('bash', ['--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env, PATH: path },
    encoding: 'utf8',
  });
  const printed = typed.stdout.split('@@@\n');
  const last = commands[printed.length - 1]?.line;
  expect({ last, status: typed.status, stderr: typed.stderr }).toMatchObject({ last: undefined, status: 0 });
  for (const [i, { line, shown }] of commands.entries())
    if (shown !== '') expect({ line, printed: printed[i] }).toEqual({ line, printed: shown });
}

needsSolver('docs/solvers.md feeds each solver, and prints what it shows', () => {
  const folder = newFolder();
  const [recipes, study = ''] = readFileSync(join(ROOT, 'docs/solvers.md'), 'utf8').split('## A study');
  typePage(recipes + study.replace(/--limit (?:200|50)/g, '--limit 2'), folder);
  const results = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  expect(results.length).toBeGreaterThan(8);
  for (const name of results) {
    const failed = recordsIn(join(folder, name)).filter(({ status }) => status !== 0 && status !== null);
    expect({ name, failed }).toEqual({ name, failed: [] });
  }
});

/** Starts PostgreSQL in the folder pg. It refuses to run as root, and Debian has its programs in a folder of their own. */
const POSTGRES = `
PATH=$(ls -d /usr/lib/postgresql/*/bin | tail -1):$PATH
as=; [ "$(id -u)" != 0 ] || { as="setpriv --reuid postgres --regid postgres --clear-groups"; chown postgres .; }
$as initdb -A trust -U postgres pg && $as pg_ctl -D pg -l log -w -o "-k $PWD -c listen_addresses=" start`;

const needsDatabases = peer(
  'fc-solve, sqlite3, postgresql and the packages of examples/sql',
  `command -v fc-solve && command -v sqlite3 && ls /usr/lib/postgresql ${ROOT}/examples/sql/node_modules`,
);

needsDatabases('docs/databases.md loads and joins, and prints what it shows', () => {
  const [folder, server] = [newFolder(), temporaryFolder()];
  expect(ask('bash', ['-ec', `cd ${server}\n${POSTGRES}`])).toMatchObject({ status: 0 });
  const pid = readFileSync(join(server, 'pg/postmaster.pid'), 'utf8').split('\n')[0];
  onTestFinished(() => void process.kill(Number(pid), 'SIGQUIT'));
  const env = { PGHOST: server, PGUSER: 'postgres', PGDATABASE: 'postgres' };
  typePage(readFileSync(join(ROOT, 'docs/databases.md'), 'utf8'), folder, env);
});
