// Names a test that blocks its thread, and ends its process. In a synchronous endless loop, the runner's own timeout cannot fire,
// and the runner would print nothing. Processor time counts, because a test on a busy machine only waits for its turn.

import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

/** Most processor time of the process while the event loop is blocked, ms. */
const MOST = Number(process.env.TEST_BLOCKED_AFTER ?? 120_000);
const NAME_BYTES = 2000;

const WATCH = `
  const { workerData: { turns, name, most } } = require('node:worker_threads');
  let [last, since] = [-1, process.cpuUsage()];
  setInterval(() => {
    const now = Atomics.load(turns, 0);
    if (now !== last) [last, since] = [now, process.cpuUsage()];
    const { user, system } = process.cpuUsage(since);
    if ((user + system) / 1000 < most) return;
    const test = Buffer.from(name).toString().replace(/\\0+$/, '');
    require('node:fs').writeSync(2, \`blocked for \${most / 1000} s of processor time, and ended: \${test}\\n\`);
    process.kill(process.pid, 'SIGKILL');
  }, most / 20);`;

interface Watched {
  turns: Int32Array;
  name: Uint8Array;
}

function startWatching(): Watched {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const name = new Uint8Array(new SharedArrayBuffer(NAME_BYTES));
  new Worker(WATCH, { eval: true, workerData: { turns, name, most: MOST } }).unref();
  setInterval(() => Atomics.add(turns, 0, 1), MOST / 20).unref();
  return { turns, name };
}

/** One watchdog per process, also if many test files share the process. */
const shared = globalThis as { watchedTests?: Watched };
shared.watchedTests ??= startWatching();
const { turns, name } = shared.watchedTests;

function begin(test: string): void {
  Atomics.add(turns, 0, 1);
  name.fill(0);
  name.set(new TextEncoder().encode(test).subarray(0, NAME_BYTES));
}

begin(`${expect.getState().testPath}`);
beforeEach(() => begin(`${expect.getState().testPath}: ${expect.getState().currentTestName}`));
