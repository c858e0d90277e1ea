// The executor bounds the work in flight while the calling thread helps. The workers answer when the test lets them.

import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CARDS } from '../../src/game/constants.js';
import type { EncodeTask } from '../../src/tasks/encode-chunk.js';
import type { Task } from '../../src/tasks/task.js';
import { Executor } from '../../src/threads/executor.js';
import type { Pool } from '../../src/threads/pool.js';

/** A pool with room for some tasks for each worker, which keeps them until `waiting` lets them end. */
const fake = vi.hoisted(() => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const fake = { waiting, room: 4, started: 0, startPool };
  async function startPool(workers: number): Promise<Pool> {
    fake.started += workers;
    return {
      waitForStart: async () => {},
      hasRoom: () => running < fake.room * workers,
      run: (task: Task) =>
        new Promise((resolve) => {
          running++;
          waiting.push(() => {
            running--;
            resolve(new Uint8Array(task.bytes) as never);
          });
        }),
      close: async () => {},
    };
  }
  return fake;
});
vi.mock('../../src/threads/pool.js', () => ({ startPool: fake.startPool }));

function taskOf(deals: number): EncodeTask {
  const numbers = [{ first: 1, last: deals }];
  return { kind: 'encode', encoder: 'cards', numbers, offset: 0, bytes: deals * CARDS, fd: undefined };
}

it.each([
  { threads: 2, deals: 60_000, most: 12 }, // 6 for each thread
  { threads: 3, deals: 200_000, most: 8 }, // 10.4 MB each, 72 MiB for three threads
  { threads: 2, deals: 600_000, most: 2 }, // one for each thread
])('at most $most tasks of $deals deals are begun for $threads threads', async ({ threads, deals, most }) => {
  const task = taskOf(deals);
  let [begun, done, peak] = [0, 0, 0];
  function* items() {
    while (begun < 40) {
      peak = Math.max(peak, ++begun - done);
      yield begun;
    }
  }
  // until nothing more is begun: then the run waits for its first task, which a worker has
  async function answer(): Promise<void> {
    for (let last = -1, still = 0; done < 40; still = begun === last ? still + 1 : 0, last = begun) {
      await setImmediate();
      if (still < 50) continue;
      for (const resolve of fake.waiting.splice(0).reverse()) resolve(); // the last one first
    }
  }
  await using executor = new Executor({ threads });
  const answering = answer();
  for await (const { item } of executor.map(items(), () => task, 'anywhere')) expect(item).toBe(++done);
  await answering;
  expect([done, peak]).toEqual([40, most]);
});

it('workers get other tasks while the oldest one takes long, until there are six for each thread', async () => {
  Object.assign(fake, { room: 2 });
  let [begun, done] = [0, 0];
  function* items() {
    while (begun < 40) yield ++begun;
  }
  let oldest: (() => void) | undefined;
  async function answer(): Promise<void> {
    for (let last = -1, still = 0; still < 50; still = begun === last ? still + 1 : 0, last = begun) {
      await setImmediate();
      oldest ??= fake.waiting.shift();
      for (const resolve of fake.waiting.splice(0)) resolve();
    }
    expect(begun).toBe(12);
    for (oldest?.(); done < 40; await setImmediate()) for (const resolve of fake.waiting.splice(0)) resolve();
  }
  await using executor = new Executor({ threads: 2, hasForeignCode: true });
  const answering = answer();
  for await (const { item } of executor.map(items(), () => taskOf(1000), 'workers'))
    expect(item).toBe(++done);
  await answering;
});

it.each([
  { threads: 2, tasks: 7, workers: 0 }, // at the end of the second one, which finds the code warm, 100 ms are left
  { threads: 2, tasks: 8, workers: 1 },
  { threads: 1, tasks: 99, workers: 0 },
])(
  '$tasks tasks of 20 ms on $threads threads start $workers workers',
  async ({ threads, tasks, workers }) => {
    Object.assign(fake, { room: 0, started: 0 });
    let time = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 20;
      return time;
    });
    onTestFinished(() => now.mockRestore());
    await using executor = new Executor({ threads, bytes: tasks * CARDS });
    let begun = 0;
    function* items() {
      while (begun < tasks) yield ++begun;
    }
    const results = executor.map(items(), () => taskOf(1), 'anywhere');
    for await (const { item } of results) expect(begun).toBe(item); // none waits while the calling thread works
    expect(fake.started).toBe(workers);
  },
);
