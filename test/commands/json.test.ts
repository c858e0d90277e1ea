// --json where a command fails or is stopped. The session test/golden/sessions/json has what it prints otherwise.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runShell, start, temporaryFolder, until } from '../support/command.js';

it('a failure goes to standard error if standard output cannot be written', () => {
  const { status, stderr } = runShell('"$0" "$1" info 617 --json >/dev/full', temporaryFolder());
  expect(status).toBe(1);
  expect(JSON.parse(stderr)).toEqual({
    error: expect.stringMatching(/^cannot write standard output/),
    status,
  });
});

it.each([
  ['ends by itself', 'pos_AC < 8 AND pos_AD < 8', 'return true'],
  ['has to be ended, because a filter does not return', 'deal > 0', 'for (;;);'],
])('a count that Ctrl-C ends prints an object with the status 130 if it %s', async (_, where, body) => {
  const folder = temporaryFolder();
  const filter = `import { writeFileSync } from 'node:fs';
    export default () => { writeFileSync('begun', ''); ${body} }`;
  writeFileSync(join(folder, 'filter.mjs'), filter);
  const args = ['generate', 'all', '--count', '--json', '--where', where, '--filter', './filter.mjs'];
  const child = start(args, folder);
  const printed = [child.stdout.toArray(), child.stderr.toArray()];
  await until(() => existsSync(join(folder, 'begun')));
  child.kill('SIGINT');
  const [stdout, stderr] = (await Promise.all(printed)).map((parts) => Buffer.concat(parts).toString());
  const error = expect.stringMatching(/^stopped by SIGINT/);
  expect(JSON.parse(stdout)).toEqual({ error, status: 130 });
  expect(stderr).toBe('');
});
