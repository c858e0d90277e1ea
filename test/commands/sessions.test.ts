// Sessions in test/golden/sessions: commands in a folder with files, and what they print. A line with $ is a command, a line with !
// is of standard error, a status other than 0 is in brackets, and # is a remark. SESSIONS=write writes them anew, to be reviewed.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { VERSION } from '../../src/common/version.js';
import { temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';

const SESSIONS = fileURLToPath(new URL('../golden/sessions', import.meta.url));

/** Runs a command, whose standard input may be a file; returns it with what it prints, and its status. */
async function run(line: string, folder: string): Promise<string> {
  const [command, input] = line.split(' < ') as [string, string?];
  const read = input === undefined ? '' : readFileSync(join(folder, input));
  const { status, stdout, stderr } = await runLine(command, folder, read);
  const said = (stdout + stderr.replace(/^(?=.)/gm, '! '))
    .replaceAll(VERSION, 'VERSION')
    .replace(/"seconds":[\d.]+/, '"seconds":S');
  return `$ ${line}\n${said}${status === 0 ? '' : `[${status}]\n`}`;
}

it.each(readdirSync(SESSIONS))('the commands of the session %s print the same again', async (name) => {
  const folder = temporaryFolder();
  cpSync(join(SESSIONS, name), folder, { recursive: true });
  const path = join(SESSIONS, name, 'session.txt');
  const wanted = readFileSync(path, 'utf8');
  let session = '';
  for (const [line] of wanted.matchAll(/^(\$.*|\n?#.*)\n/gm))
    session += line.startsWith('$') ? await run(line.slice(2, -1), folder) : line;
  if (process.env.SESSIONS === 'write') writeFileSync(path, session);
  expect(session).toBe(wanted);
});
