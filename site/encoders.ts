// Workers that encode chunks or match deals. Each task goes to the worker that has the fewest tasks.

import type { DealRange } from 'freecell-deals/internal';
import { startWorker, workerError } from './start-worker.js';
import type { EncodeOrder, EncodeResult, EncodeTask } from './workers/encode.js';

const MAX_WORKERS = 16;
const PORTION = 262_144; // deals per task of a worker: a few ms
const PORTIONS_PER_WORKER = 2;

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

/** Splits ranges into portions, in order. */
function* portionsOf(ranges: readonly DealRange[]): Generator<DealRange, void, void> {
  for (const { first, last } of ranges) {
    for (let n = first; n <= last; n += PORTION) yield { first: n, last: Math.min(last, n + PORTION - 1) };
  }
}

/**
 * Yields what workers find in the portions of ranges, in order: the deals for which a condition holds, or counts.
 * Ends its workers when it ends.
 */
export async function* inPortions(
  task: { where: string } | { isTally: true },
  ranges: readonly DealRange[],
): AsyncGenerator<{ portion: DealRange; dealt: number; kept: Float64Array }, void, void> {
  const workers = workerCount();
  const encoders = new Encoders(workers);
  const portions = portionsOf(ranges);
  const inFlight: { portion: DealRange; kept: Promise<Float64Array> }[] = [];
  try {
    for (;;) {
      while (inFlight.length < workers * PORTIONS_PER_WORKER) {
        const { value: portion } = portions.next();
        if (portion === undefined) break;
        const kept = encoders.run<Float64Array>({ ...task, numbers: [portion] });
        kept.catch(() => {}); // not unhandled: it is awaited below, unless an earlier task fails first
        inFlight.push({ portion, kept });
      }
      const next = inFlight.shift();
      if (next === undefined) return;
      const { portion, kept } = next;
      yield { portion, dealt: portion.last - portion.first + 1, kept: await kept };
    }
  } finally {
    encoders.end();
  }
}
