// Sessions in test/golden: commands in a folder with files, and what they print. A line with $ is a command, a line with ! is of
// standard error, a status other than 0 is in brackets, and # is a remark. SESSIONS=write writes them anew, to be reviewed.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { VERSION } from '../../src/common/version.js';
import { temporaryFolder } from './command.js';

type Ran = { status: number | null; stdout: string; stderr: string };

/** Tests that the commands of each session in test/golden/FOLDER print the same again. `run` runs a line of a session. */
export function testSessions(
  folder: string,
  test: (name: string, run: () => Promise<void>) => void,
  run: (line: string, cwd: string) => Ran | Promise<Ran>,
): void {
  const sessions = fileURLToPath(new URL(`../golden/${folder}`, import.meta.url));
  for (const name of readdirSync(sessions))
    test(`the commands of the session ${name} print the same again`, async () => {
      const cwd = temporaryFolder();
      cpSync(join(sessions, name), cwd, { recursive: true });
      const path = join(sessions, name, 'session.txt');
      const wanted = readFileSync(path, 'utf8');
      let session = '';
      for (const [line] of wanted.matchAll(/^(\$.*|\n?#.*)\n/gm)) {
        session += line;
        if (!line.startsWith('$')) continue;
        const { status, stdout, stderr } = await run(line.slice(2, -1), cwd);
        session += (stdout + stderr.replace(/^(?=.)/gm, '! '))
          .replaceAll(VERSION, 'VERSION')
          .replace(/"seconds":[\d.]+/, '"seconds":S')
          .replace(/; [\d.]+ s$/gm, '; S s');
        session += status === 0 ? '' : `[${status}]\n`;
      }
      if (process.env.SESSIONS === 'write') writeFileSync(path, session);
      expect(session).toBe(wanted);
    });
}
