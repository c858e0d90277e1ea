// For tests in which workers do the work.

import { onTestFinished, vi } from 'vitest';
import { Executor } from '../../src/threads/executor.js';

/** Workers answer late and out of order until the test ends: each task waits up to so many milliseconds. */
export function delayWorkers(ms: number): void {
  vi.stubEnv('FREECELL_DEALS_TEST_WORKER_DELAY', String(ms));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** The tasks that each worker of a run has done, for every executor of this process that has ended since. */
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

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}
