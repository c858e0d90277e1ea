// --json where a command fails or is stopped. The session test/golden/sessions/json has what it prints otherwise.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { STDOUT_NAMES } from '../../src/io/standard.js';
import { runShell, stopWhen, temporaryFolder, until } from '../support/command.js';
import { runLine } from '../support/main.js';

it('a failure goes to standard error if standard output cannot be written', () => {
  const { status, stderr } = runShell('"$0" "$1" info 617 --json >/dev/full', temporaryFolder());
  expect(status).toBe(1);
  expect(JSON.parse(stderr)).toEqual({
    error: expect.stringMatching(/^cannot write standard output/),
    status,
  });
});

it.each(['--count', '-o a.bin'])('generate %s tells its time in seconds, with fractions', async (flags) => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1.5)); // ms
  onTestFinished(() => clock.mockRestore());
  const { stdout } = await runLine(`generate 1..9 --json ${flags}`, temporaryFolder());
  expect(stdout).toMatch(/"seconds":0\.\d+\}\n$/);
});

it.each(STDOUT_NAMES)('generate prints its object on standard error if the deals go to %s', async (name) => {
  const { stdout, stderr } = await runLine(`generate 1..2 --json -f numbers -o ${name}`, temporaryFolder());
  expect(stdout).toBe('1\n2\n');
  expect(JSON.parse(stderr)).toMatchObject({ deals: 2 });
});

const STUCK = 'has to be ended, because a filter does not return';
const WAITS = 'ends its threads, because a filter does not return, before it closes its file';
const WAITING = '{"warning":"waiting for threads and the disk; another SIGINT ends at once"}\n';

it.each([
  ['--count', 'ends by itself', 'pos_AC < 8 AND pos_AD < 8', 'return true', 130, ''],
  ['--count', STUCK, 'deal > 0', 'for (;;);', 'SIGINT', ''],
  ['-oa.bin', WAITS, 'deal > 0', 'for (;;);', 130, WAITING],
])(
  'generate %s prints an object, status 130, on Ctrl-C: it %s',
  async (flag, how, where, body, end, said) => {
    const folder = temporaryFolder();
    const filter = `import { writeFileSync } from 'node:fs';
    export default () => { writeFileSync('begun', ''); ${body} }`;
    writeFileSync(join(folder, 'filter.mjs'), filter);
    const args = ['generate', 'all', flag, '--json', '--where', where, '--filter', './filter.mjs'];
    const begun = () => until(() => existsSync(join(folder, 'begun')));
    const env = how === 'ends by itself' ? {} : { NODE_OPTIONS: '' }; // without patient.cjs
    const { status, stdout, stderr } = await stopWhen(begun, args, folder, { env });
    const error = expect.stringMatching(/^stopped by SIGINT/);
    expect(JSON.parse(String(stdout))).toEqual({ error, status: 130 });
    expect({ status, stderr }).toEqual({ status: end, stderr: said });
  },
);
