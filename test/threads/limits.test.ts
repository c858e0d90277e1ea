// Limits of the system: too few addresses (ulimit -v) or threads, too little memory, workers that do not start.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultThreads } from '../../src/threads/limits.js';
import { sha256 } from '../support/bytes.js';
import { runShell, temporaryFolder } from '../support/command.js';

const OUTPUT = 'generate 1..3000000 -o a.bin -q';
const DIGEST = '501e89e093ab3e667ed76abb74ce9bb94ba9f77fe0f5e522116df623c0d96b8f';
const DEVICE = 'generate 1..20000000 -t 3 -o /dev/null -f bin -q';
const FILTER = 'generate 1..1000 --filter ./all.mjs --count';
const IN_WORKERS = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1'; // and not on the calling thread

/** Workers do not start if `condition` is true in them. */
const keepFromStarting = (condition: string) => `
  const { isMainThread, threadId } = require('node:worker_threads');
  if (!isMainThread && ${condition}) throw new Error('there is no room');`;

/** The system has no more threads, and says so as it does for ulimit -u. */
const NO_THREADS = `
  require('node:worker_threads').Worker = function Worker() {
    throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
  };`;

/**
 * Runs the command in a new folder with a filter, all.mjs, that keeps all deals.
 * @param preload a program for -r
 * @param before settings of the environment, or a command of the shell
 * @returns also the digests of the files that the run leaves
 */
function runWith(preload: string, args: string, before = '') {
  const folder = temporaryFolder();
  const own = { 'all.mjs': 'export default () => true;', 'limit.cjs': preload };
  for (const [name, text] of Object.entries(own)) writeFileSync(join(folder, name), text);
  const { status, stderr } = runShell(`${before} "$0" -r ./limit.cjs "$1" ${args}`, folder);
  const left = readdirSync(folder).filter((name) => !(name in own));
  const digestOf = (name: string) => sha256(readFileSync(join(folder, name)));
  return { status, stderr, files: Object.fromEntries(left.map((name) => [name, digestOf(name)])) };
}

const DONE = { status: 0, stderr: '', files: {} };
const WRITTEN = { ...DONE, files: { 'a.bin': DIGEST } };

const NO_ROOM = 'filter ./all.mjs: no worker thread starts: there is no room';
const failed = (message: string) => ({ status: 1, stderr: `freecell-deals: ${message}\n`, files: {} });

describe.skipIf(process.platform !== 'linux')('with a limit on addresses (needs Linux)', () => {
  it('a run starts by default only the threads that have room', () => {
    expect(runWith(NO_THREADS, DEVICE.replace('-t 3', ''), 'ulimit -v 16777216;')).toEqual(DONE);
  });

  it('a run without room for a kernel ends with one line that says what to do', () => {
    const { status, stderr } = runWith('', OUTPUT, 'ulimit -v 8388608;');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^freecell-deals: .*; a kernel takes 10 GB of addresses; use fewer threads, raise ulimit -v, .*\n$/,
    );
  });
});

it.each([
  ['the other workers do the work', 'threadId % 2 === 0', `${OUTPUT} -t 4`, IN_WORKERS, WRITTEN],
  ['the calling thread does it', 'true', DEVICE, '', DONE],
  ['a filter, which needs one, ends', 'true', FILTER, '', failed(NO_ROOM)],
])('where workers do not start, %s', (_, condition, args, env, wanted) => {
  expect(runWith(keepFromStarting(condition), args, env)).toEqual(wanted);
});

it.each([
  ['generate 1..1000 --filter ./all.mjs -o a.bin', '', 'filter ./all.mjs: '],
  ['generate 1..1000 -o a.bin', IN_WORKERS, 'cannot write a.bin: '],
])('where the system has no more threads, a run ends with one line: %s', (args, env, who) => {
  const remedy = 'no more threads are allowed; use fewer or raise the limit (ulimit -u)';
  expect(runWith(NO_THREADS, args, env)).toEqual(failed(`${who}no worker thread starts: ${remedy}`));
});

it.each([
  [0, availableParallelism()], // no limit is known
  [288 * 2 ** 20 - 1, 1],
  [1, 1],
  [288 * 2 ** 20, Math.min(2, availableParallelism())],
])('the default number of threads in %d bytes of memory is %d', (bytes, threads) => {
  const memory = vi.spyOn(process, 'constrainedMemory').mockReturnValue(bytes);
  onTestFinished(() => memory.mockRestore());
  expect(defaultThreads()).toBe(threads);
});
