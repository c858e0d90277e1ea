// Sessions of the command. The standard input of a command may be a file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { runLine } from '../support/main.js';
import { testSessions } from '../support/sessions.js';

testSessions('sessions', it, (line, cwd) => {
  const [command, input] = line.split(' < ') as [string, string?];
  return runLine(command, cwd, input === undefined ? '' : readFileSync(join(cwd, input)));
});
