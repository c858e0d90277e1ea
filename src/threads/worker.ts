// The program of a worker thread. It loads few modules, because its first task waits for them.

import { setTimeout as sleep } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { type Failure, toFailure } from '../common/errors.js';
import { testSetting } from '../common/test-settings.js';
import { newKernel } from '../engine/load.js';
import { type ResultOf, runTask, type Task } from '../tasks/task.js';

export interface WorkerSetup {
  module: WebAssembly.Module; // the compiled kernel
  up: Int32Array; // shared: the number of workers that have started, then the thread of each
}

/** The thread is for tests. */
export type Outcome = { thread: number } & ({ result: ResultOf<Task> } | { failure: Failure });

const { module, up } = workerData as WorkerSetup;
const kernel = newKernel(module);
Atomics.store(up, 1 + Atomics.add(up, 0, 1), threadId);

const diesAt = testSetting('WORKER_DIES_AT');
const delay = testSetting('WORKER_DELAY');
let tasks = 0;

export default async function work(task: Task): Promise<unknown> {
  if (++tasks === diesAt) process.exit(1);
  if (delay !== undefined) await sleep(Math.random() * delay);
  try {
    const result = await runTask(kernel, task);
    const outcome: Outcome = { thread: threadId, result };
    if (!ArrayBuffer.isView(result)) return outcome;
    // piscina loads here, so that tasks without bytes do not wait for it
    const { move, transferableSymbol, valueSymbol } = await import('piscina');
    return move({ [transferableSymbol]: [result.buffer], [valueSymbol]: outcome } as never);
  } catch (error) {
    return { thread: threadId, failure: toFailure(error) } satisfies Outcome;
  }
}
