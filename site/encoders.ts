// Workers that encode chunks or match deals. Each task goes to the worker that has the fewest tasks.

import { startWorker, workerError } from './start-worker.js';
import type { EncodeOrder, EncodeResult, EncodeTask } from './workers/encode.js';

const MAX_WORKERS = 16;

/** Number of workers for many tasks. */
export function workerCount(): number {
  return Math.min(navigator.hardwareConcurrency, MAX_WORKERS);
}

interface Waiting {
  resolve(result: Uint8Array | Float64Array): void;
  reject(error: Error): void;
}

interface Encoder {
  worker: Worker;
  waiting: Map<number, Waiting>; // by task
}

export class Encoders {
  readonly #encoders: readonly Encoder[];
  /** the worker that sent a buffer */
  readonly #owners = new WeakMap<ArrayBuffer, Worker>();
  #tasks = 0;

  constructor(count: number) {
    this.#encoders = Array.from({ length: count }, () => {
      const worker = startWorker('encode');
      const waiting = new Map<number, Waiting>();
      worker.addEventListener('message', ({ data }: MessageEvent<EncodeResult>) => {
        const task = waiting.get(data.id);
        waiting.delete(data.id);
        if ('bytes' in data) {
          this.#owners.set(data.bytes.buffer, worker);
          task?.resolve(data.bytes);
        } else if ('kept' in data) task?.resolve(data.kept);
        else task?.reject(new Error(data.message));
      });
      worker.addEventListener('error', (event) => {
        for (const { reject } of waiting.values()) reject(workerError(event));
      });
      return { worker, waiting };
    });
  }

  /** Encodes deals, whose bytes the caller later passes to giveBack, or returns the deals for which a condition holds. */
  run<T extends Uint8Array | Float64Array>(task: EncodeTask): Promise<T> {
    const [{ worker, waiting }] = this.#encoders.toSorted((a, b) => a.waiting.size - b.waiting.size) as [
      Encoder,
    ];
    const id = ++this.#tasks;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage({ ...task, id } satisfies EncodeOrder);
    });
  }

  /** Returns a result's buffer to its worker; ignores other bytes. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    this.#owners.get(buffer)?.postMessage(buffer satisfies EncodeOrder, { transfer: [buffer] });
  }

  /** Ends the workers. Promises of unfinished tasks never settle. */
  end(): void {
    for (const { worker } of this.#encoders) worker.terminate();
  }
}
