// What a worker thread loads: as little as can be, since its first deal waits for it.

import { workerData } from 'node:worker_threads';
import { type Failure, toFailure } from './errors.js';
import { WasmKernel } from './kernel.js';
import { runTask, type Task } from './task.js';

export interface WorkerSetup {
  module: WebAssembly.Module; // the compiled kernel
  up: Int32Array; // shared; [0] is the number of workers that have loaded
}

/** A chunk's bytes, null where they went to a file, or what went wrong. */
export type Outcome = Uint8Array<ArrayBuffer> | null | Failure;

const { module, up } = workerData as WorkerSetup;
const kernel = new WasmKernel(module);
Atomics.add(up, 0, 1);

export default async function work(task: Task): Promise<Outcome> {
  try {
    const bytes = runTask(kernel, task);
    if (bytes === null) return null;
    // only those who send bytes back wait for piscina to load in this thread
    const { move } = await import('piscina');
    return move(bytes) as Uint8Array<ArrayBuffer>;
  } catch (error) {
    return toFailure(error);
  }
}
