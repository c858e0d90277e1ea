// Helpers for tests with workers.

import { onTestFinished, vi } from 'vitest';
import { Executor } from '../../src/threads/executor.js';

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

/** Tasks per worker, for each executor of this process that has ended. */
export function watchWorkers(): ReadonlyMap<number, number>[] {
  const seen: ReadonlyMap<number, number>[] = [];
  const end = Executor.prototype[Symbol.asyncDispose];
  const spy = vi.spyOn(Executor.prototype, Symbol.asyncDispose).mockImplementation(async function (
    this: Executor,
  ) {
    seen.push(this.tasksByThread);
    await end.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}
