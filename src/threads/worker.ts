// What a worker thread loads: as little as can be, since its first deal waits for it.

import { workerData } from 'node:worker_threads';
import { type Failure, toFailure } from '../common/errors.js';
import { WasmKernel } from '../engine/kernel.js';
import { type Result, runTask, type Task } from '../tasks/task.js';

export interface WorkerSetup {
  module: WebAssembly.Module; // the compiled kernel
  up: Int32Array; // shared; [0] is the number of workers that have loaded
}

/** A task's result, or what went wrong. */
export type Outcome = { result: Result<Task> } | { failure: Failure };

const { module, up } = workerData as WorkerSetup;
const kernel = new WasmKernel(module);
Atomics.add(up, 0, 1);

/** For the tests of what a run does when a worker dies: the number of the task at which this one shall. */
const DIE_AT = Number(process.env.FREECELL_DEALS_TEST_WORKER_DIES_AT ?? 0);
let tasks = 0;

export default async function work(task: Task): Promise<Outcome | ArrayBufferView> {
  if (++tasks === DIE_AT) process.exit(1);
  try {
    const result = await runTask(kernel, task);
    if (!(result instanceof Uint8Array)) return { result };
    // only those who send bytes back wait for piscina to load in this thread
    const { move } = await import('piscina');
    return move(result) as Uint8Array;
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
