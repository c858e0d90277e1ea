// --json: a command prints one object on standard output, or on standard error if its data go to standard output. Failures are
// objects, too.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runShell, start, temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';

const seconds = expect.any(Number);
const written = { deals: 10, dealt: 10, status: 'written', seconds, bytes: expect.any(Number) };
const NUMBERS = '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n';
const wrongDeal = { error: 'deal number 0 is outside 1..8589934591', status: 2 };
const unknown = { error: "unknown option '--no'; see freecell-deals generate --help", status: 2 };
const noFile = { error: 'cannot read none: there is no such file; check the path', status: 1 };

it.each<[string, object, data?: string]>([
  ['generate 1..10 -o a.bin --json', { output: 'a.bin', ...written }],
  ['generate 1..10 -f numbers --json -o -', { output: '-', ...written }, NUMBERS],
  ['generate --count 1..10 --json', { deals: 10, seconds }],
  ['generate 0 --json', wrongDeal],
  ['generate 0 --json -f bin -o /dev/stdout', wrongDeal, ''],
  ['generate --json --no', unknown],
  ['generate --json --no -qo -', unknown, ''],
  ['generate --json --no -o a.bin -o-', unknown, ''],
  ['generate --json --no --output=-', unknown, ''],
  ['generate --json --no --output - -o a.bin', unknown],
  ['generate --limit x --json', { error: "'x' is not a valid limit; expected a number of deals", status: 2 }],
  ['info none --json', noFile],
  ['verify none -f bin --json', { file: 'none', ...noFile }],
  ['bench -t 0 --json', { error: 'thread count 0 is outside 1..256', status: 2 }],
  ['find none --json', noFile, ''],
  ['show 0 --json', { error: "unknown option '--json'; see freecell-deals show --help", status: 2 }, ''],
])('%s prints the object %j, and on standard error if there are data', async (line, object, data) => {
  const { status, stdout, stderr } = await runLine(line, temporaryFolder());
  const [printed, other] = data === undefined ? [stdout, stderr] : [stderr, stdout];
  expect(printed).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(printed)).toEqual(object);
  expect(other).toBe(data ?? '');
  expect(status).toBe('error' in object ? (object as typeof noFile).status : 0);
});

it('a warning is an object of its own on standard error', async () => {
  const { stderr } = await runLine('generate --deals-from - --count --json', temporaryFolder());
  expect(JSON.parse(stderr)).toEqual({ warning: 'the list is empty: standard input' });
});

it('a failure goes to standard error if standard output cannot be written', () => {
  const { status, stderr } = runShell('"$0" "$1" info 617 --json >/dev/full', temporaryFolder());
  expect(status).toBe(1);
  expect(JSON.parse(stderr)).toEqual({
    error: expect.stringMatching(/^cannot write standard output/),
    status,
  });
});

it.each([
  ['ends by itself', 'pos_AC < 8 AND pos_AD < 8', '() => true'],
  ['has to be ended, because a filter does not return', 'deal > 0', '() => { for (;;); }'],
])('a count that Ctrl-C ends prints an object with the status 130 if it %s', async (_, where, filter) => {
  const args = ['generate', 'all', '--count', '--json', '--where', where, '--filter', filter];
  const child = start(args, temporaryFolder());
  const printed = [child.stdout.toArray(), child.stderr.toArray()];
  await sleep(2000);
  child.kill('SIGINT');
  const [stdout, stderr] = (await Promise.all(printed)).map((parts) => Buffer.concat(parts).toString());
  const error = expect.stringMatching(/^stopped by SIGINT/);
  expect(JSON.parse(stdout)).toEqual({ error, status: 130 });
  expect(stderr).toBe('');
});
