// The end of a pool, also of one whose workers still have tasks.

import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { expect, it, onTestFinished, vi } from 'vitest';
import { compileFile } from '../../src/engine/load.js';
import { startPool } from '../../src/threads/pool.js';
import { fileWith } from '../support/files.js';

// The descriptor of a task may be another file's as soon as the task has failed.
it('a task that an abort ends a second later fails after the workers have ended, and none begins meanwhile', async () => {
  const url = pathToFileURL(fileWith('export default () => { for (;;); };', 'endless.mjs')).href;
  const controller = new AbortController();
  const pool = await startPool(1, await compileFile(), controller.signal);
  await pool.waitForStart();
  let haveEnded = false;
  let late: Promise<unknown> | undefined;
  const numbers = [{ first: 1, last: 1 }];
  const { destroy } = Piscina.prototype;
  const spy = vi.spyOn(Piscina.prototype, 'destroy').mockImplementation(async function (this: Piscina) {
    await destroy.call(this);
    late = pool.run({ kind: 'match', numbers, bytes: 0, where: 'deal > 0' });
    late.catch(() => {});
    await sleep(100);
    haveEnded = true;
  });
  onTestFinished(() => spy.mockRestore());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const task = pool.run({ kind: 'filter', numbers, bytes: 0, filter: { name: 'endless', url } });
  controller.abort(new Error('stopped'));
  vi.advanceTimersByTime(999);
  expect(spy).not.toHaveBeenCalled(); // workers may be in the middle of a write
  vi.advanceTimersByTime(1);
  await expect(task).rejects.toThrow('stopped');
  expect(haveEnded).toBe(true);
  await expect(late).rejects.toThrow('stopped');
  await pool.close();
});

it('a closed pool has no listener on a signal that may live on, and no timer', async () => {
  const stop = new AbortController();
  const pool = await startPool(1, await compileFile(), stop.signal);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  stop.abort();
  expect(vi.getTimerCount()).toBe(1);
  await expect(pool.waitForStart()).rejects.toBe(stop.signal.reason);
  await pool.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
