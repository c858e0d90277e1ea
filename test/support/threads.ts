// Helpers for tests with workers.

import { Piscina } from 'piscina';
import { onTestFinished, vi } from 'vitest';

/**
 * Makes workers answer late and out of order until the test ends.
 * Each task waits for a random time up to `ms` milliseconds.
 */
export function delayWorkers(ms: number): void {
  vi.stubEnv('FREECELL_DEALS_TEST_WORKER_DELAY', String(ms));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** Tasks per worker, for each pool of workers that this process starts until the test ends. */
export function watchWorkers(): ReadonlyMap<number, number>[] {
  const pools: Map<number, number>[] = [];
  const known: Piscina[] = [];
  const { run } = Piscina.prototype;
  const spy = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (this: Piscina, ...task) {
    if (!known.includes(this)) pools[known.push(this) - 1] = new Map();
    const tasks = pools[known.indexOf(this)];
    const outcome = await run.apply(this, task);
    tasks.set(outcome.thread, (tasks.get(outcome.thread) ?? 0) + 1);
    return outcome;
  });
  onTestFinished(() => spy.mockRestore());
  return pools;
}
