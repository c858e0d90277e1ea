// Limits of the system: too few addresses (ulimit -v), too little memory, workers that do not start.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultThreads } from '../../src/threads/limits.js';
import { runShell, temporaryFolder } from '../support/command.js';

const DEALS = 3_000_000;
const DIGEST = '501e89e093ab3e667ed76abb74ce9bb94ba9f77fe0f5e522116df623c0d96b8f';

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** A filter that keeps all, in a folder. */
function writeFilter(folder: string): void {
  writeFileSync(join(folder, 'all.mjs'), 'export default () => true;\n');
}

describe.skipIf(process.platform !== 'linux')('with 16 GB of addresses (needs Linux)', () => {
  const limited = (args: string) => `ulimit -v 16777216; "$0" "$1" ${args}`;

  it.each([2, 64])('a run of %d threads uses as many threads as there is memory for', (threads) => {
    const folder = temporaryFolder();
    const ran = runShell(limited(`generate 1..${DEALS} -t ${threads} -o a.bin -q`), folder);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(digestOf(join(folder, 'a.bin'))).toBe(DIGEST);
  });

  it('a filter, which needs a worker, ends with a line that says what to do', () => {
    const folder = temporaryFolder();
    writeFilter(folder);
    const { status, stderr } = runShell(limited('generate 1..1000 --filter ./all.mjs --count'), folder);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'freecell-deals: filter ./all.mjs: no worker thread has room: a kernel takes 10 GB of addresses; use fewer threads, raise ulimit -v, or set NODE_OPTIONS=--disable-wasm-trap-handler\n',
    });
  });

  it('a run with half of the addresses ends with one line that says what to do', () => {
    const line = `ulimit -v 8388608; "$0" "$1" generate 1..${DEALS} -t 2 -o a.bin -q`;
    const { status, stderr } = runShell(line, temporaryFolder());
    expect(status).toBe(1);
    expect(stderr).toMatch(/^freecell-deals: .*; a kernel takes 10 GB of addresses; use fewer .*\n$/);
  });
});

describe('where workers do not start', () => {
  /** A program for -r that keeps workers from starting: those of which `condition` is true. */
  function keepFromStarting(folder: string, condition: string): void {
    writeFileSync(
      join(folder, 'keep.cjs'),
      `const { isMainThread, threadId } = require('node:worker_threads');
      if (!isMainThread && ${condition}) throw new Error('there is no room');`,
    );
  }

  it('the other workers do the work', () => {
    const folder = temporaryFolder();
    keepFromStarting(folder, 'threadId % 2 === 0');
    const args = `generate 1..${DEALS} -t 4 -o a.bin -q`;
    const env = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1'; // and not the calling thread
    const { status, stderr } = runShell(`${env} "$0" -r ./keep.cjs "$1" ${args}`, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(digestOf(join(folder, 'a.bin'))).toBe(DIGEST);
  });

  it('the calling thread does the work if no worker starts', () => {
    const folder = temporaryFolder();
    keepFromStarting(folder, 'true');
    const { status, stderr } = runShell(
      `"$0" -r ./keep.cjs "$1" generate 1..6000000 -t 3 -o /dev/null -f bin -q`,
      folder,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('a filter, which needs a worker, ends with one line', () => {
    const folder = temporaryFolder();
    writeFilter(folder);
    keepFromStarting(folder, 'true');
    const args = 'generate 1..1000 --filter ./all.mjs --count';
    expect(runShell(`"$0" -r ./keep.cjs "$1" ${args}`, folder)).toMatchObject({
      status: 1,
      stderr: 'freecell-deals: filter ./all.mjs: no worker thread starts: there is no room\n',
    });
  });
});

describe('where the system has no more threads', () => {
  /** A program for -r: the system has threads for `room` workers, and refuses others as it does for ulimit -u. */
  function limitWorkers(folder: string, room: number): void {
    writeFileSync(
      join(folder, 'limit.cjs'),
      `const threads = require('node:worker_threads');
      const { Worker } = threads;
      let running = 0;
      threads.Worker = class extends Worker {
        constructor(...all) {
          if (running === ${room}) {
            throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
          }
          super(...all);
          running++;
        }
        async terminate() {
          await super.terminate();
          running--;
        }
      };`,
    );
  }

  it('fewer workers do the work of a filter', () => {
    const folder = temporaryFolder();
    writeFilter(folder);
    limitWorkers(folder, 3);
    const args = 'generate 1..300000 --filter ./all.mjs -t 8 -q -o';
    const { status, stderr } = runShell(`"$0" -r ./limit.cjs "$1" ${args} a.bin`, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    runShell(`"$0" "$1" ${args} b.bin`, folder);
    expect(digestOf(join(folder, 'a.bin'))).toBe(digestOf(join(folder, 'b.bin')));
  });

  it('the calling thread does what needs no worker', () => {
    const folder = temporaryFolder();
    limitWorkers(folder, 0);
    const args = 'generate 1..6000000 -t 3 -o /dev/null -f bin -q';
    const { status, stderr } = runShell(`"$0" -r ./limit.cjs "$1" ${args}`, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['--filter ./all.mjs', '', 'filter ./all.mjs: '],
    ['', 'FREECELL_DEALS_TEST_WORKERS_ONLY=1', 'cannot write a.bin: '],
  ])('a run %s that needs a worker ends with one line, and leaves nothing behind', (args, env, who) => {
    const folder = temporaryFolder();
    writeFilter(folder);
    limitWorkers(folder, 0);
    const line = `${env} "$0" -r ./limit.cjs "$1" generate 1..1000 ${args} -o a.bin -q`;
    expect(runShell(line, folder)).toMatchObject({
      status: 1,
      stderr: `freecell-deals: ${who}no worker thread starts: no more threads are allowed; use fewer or raise the limit (ulimit -u)\n`,
    });
    expect(readdirSync(folder).sort()).toEqual(['all.mjs', 'limit.cjs']);
  });
});

it('where too few files may be open, a run ends with one line and leaves nothing behind', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'limit.cjs'),
    `const fs = require('node:fs');
    const promises = require('node:fs/promises');
    const limit = (read) => (path, ...others) => {
      if (/kernel.*wasm$/.test(String(path))) {
        throw Object.assign(new Error("EMFILE: too many open files, open '" + path + "'"), { code: 'EMFILE' });
      }
      return read(path, ...others);
    };
    for (const name of ['readFileSync', 'readFile', 'openSync']) fs[name] = limit(fs[name]);
    promises.readFile = limit(promises.readFile);
    require('node:module').syncBuiltinESMExports();`,
  );
  const line = '"$0" -r ./limit.cjs "$1" generate 1..1000000 -o a.bin -q';
  expect(runShell(line, folder)).toMatchObject({
    status: 1,
    stderr:
      'freecell-deals: cannot write a.bin: too many open files; use fewer threads or raise the limit (ulimit -n)\n',
  });
  expect(readdirSync(folder)).toEqual(['limit.cjs']);
});

describe('the default number of threads', () => {
  it.each([
    [0, availableParallelism()], // no limit is known
    [2 ** 64, availableParallelism()],
    [128 * 2 ** 20, 1],
    [1, 1],
    [2 ** 28, Math.min(2, availableParallelism())],
  ])('in %d bytes of memory is %d', (bytes, threads) => {
    const memory = vi.spyOn(process, 'constrainedMemory').mockReturnValue(bytes);
    onTestFinished(() => memory.mockRestore());
    expect(defaultThreads()).toBe(threads);
  });
});
