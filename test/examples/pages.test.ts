// Types docs/solvers.md, docs/databases.md, and what examples/slurm/README.md does without Slurm, into a shell.
// solvers.cjs imitates the solvers that Debian lacks.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { CLI, temporaryFolder } from '../support/command.js';
import { peer } from '../support/peer.js';
import { ask, needsSolver, recordsIn } from './solver.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 }); // some hundred processes

const IMITATED = ['patsolve', 'solvitaire', 'rows-solver', 'cascade-solver', 'solver', 'summary-fc-solve'];

/**
 * Types the commands of a page into one shell, in a new folder with the examples, and returns the folder. Fails if a command
 * fails, or prints anything other than the comments below it show.
 */
async function typePage(page: string, env = {}): Promise<string> {
  const folder = temporaryFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
  symlinkSync(CLI, join(programs, 'freecell-deals'));
  symlinkSync(join(ROOT, 'test/support/duckdb.cjs'), join(programs, 'duckdb'));
  for (const name of IMITATED) symlinkSync(join(ROOT, 'test/examples/solvers.cjs'), join(programs, name));

  const commands: { line: string; shown: string }[] = [];
  for (const [line] of page.replace(/^```.*?^```/gms, '').matchAll(/^ {4}.*$/gm)) {
    if (line.startsWith('    # ')) (commands.at(-1) as { shown: string }).shown += `${line.slice(6)}\n`;
    else commands.push({ line: line.trim(), shown: '' });
  }
  const script = commands.map(({ line }) => `${line}\necho @@@`).join('\n');
  const options = {
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${programs}${delimiter}${process.env.PATH}` },
  };
  const typed = promisify(execFile)('bash', ['--norc', '-eo', 'pipefail', '-c', script], options);
  const { code = 0, stdout, stderr } = await typed.catch((error) => error);
  const printed = stdout.split('@@@\n');
  const last = commands[printed.length - 1]?.line;
  expect({ last, code, stderr }).toMatchObject({ last: undefined, code: 0 });
  for (const [i, { line, shown }] of commands.entries())
    if (shown !== '') expect({ line, printed: printed[i] }).toEqual({ line, printed: shown });
  return folder;
}

needsSolver('docs/solvers.md feeds each solver, and prints what it shows', async () => {
  const [recipes, study = ''] = readFileSync(join(ROOT, 'docs/solvers.md'), 'utf8').split('## A study');
  const folder = await typePage(recipes + study.replace(/--limit 150/g, '--limit 2'));
  const records = readdirSync(folder).flatMap((name) =>
    /ndjson$/.test(name) ? recordsIn(join(folder, name)) : [],
  );
  expect(records.length).toBeGreaterThan(150);
  // the records of freecell-solver have a verdict, no status
  expect(records.filter(({ status, verdict }) => status !== 0 && status !== null && !verdict)).toEqual([]);
});

needsSolver('examples/slurm/README.md deals, solves and verifies without Slurm', async () => {
  const [, section = ''] = readFileSync(join(ROOT, 'examples/slurm/README.md'), 'utf8').split(
    '## Without Slurm',
  );
  const lines = section.replace(/(?:\\|(&&))\n +/g, '$1 '); // a command each
  const here = lines.replace(' --sshloginfile hosts.txt', '').replace('/shared', '.').replaceAll('npx ', '');
  const folder = await typePage(here.replaceAll('32000', '80'));
  expect(recordsIn(join(folder, 'run/solved.ndjson')).length).toBe(80);
});

/** Starts PostgreSQL in the folder pg. It refuses to run as root, and Debian has its programs in a folder of their own. */
const POSTGRES = `
PATH=$(ls -d /usr/lib/postgresql/*/bin | tail -1):$PATH
as=; [ "$(id -u)" != 0 ] || { as="setpriv --reuid postgres --regid postgres --clear-groups"; chown postgres .; }
$as initdb -N -A trust -U postgres pg && $as pg_ctl -D pg -l log -w -o "-F -k $PWD -c listen_addresses=" start`;

peer(
  'fc-solve, sqlite3, postgresql and the packages of examples/sql',
  `command -v fc-solve && command -v sqlite3 && ls /usr/lib/postgresql ${ROOT}/examples/sql/node_modules`,
)('docs/databases.md loads and joins, and prints what it shows', async () => {
  const server = temporaryFolder();
  expect(ask('bash', ['-ec', `cd ${server}\n${POSTGRES}`])).toMatchObject({ status: 0 });
  const pid = readFileSync(join(server, 'pg/postmaster.pid'), 'utf8').split('\n')[0];
  onTestFinished(async () => {
    process.kill(Number(pid), 'SIGQUIT');
    while (existsSync(`/proc/${pid}`)) await setTimeout(20);
  });
  const env = { PGHOST: server, PGUSER: 'postgres', PGDATABASE: 'postgres' };
  await typePage(readFileSync(join(ROOT, 'docs/databases.md'), 'utf8'), env);
});
