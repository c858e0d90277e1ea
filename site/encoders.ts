// Workers that encode chunks or match deals. Each task goes to the worker that has the fewest tasks.

import type { DealRange } from 'freecell-deals/internal';
import { TaskWorker } from './task-worker.js';
import type { Encoded, EncodeTask } from './workers/encode.js';

const MAX_WORKERS = 16;
const PORTION = 262_144; // deals per task of a worker: a few ms
const TASKS_PER_WORKER = 2; // one runs, one is queued

export class Encoders {
  readonly #workers = Array.from(
    { length: Math.min(navigator.hardwareConcurrency, MAX_WORKERS) },
    () => new TaskWorker<EncodeTask, Encoded>('encode'),
  );
  /** the worker that sent a buffer */
  readonly #owners = new WeakMap<ArrayBuffer, TaskWorker<EncodeTask, Encoded>>();
  /** tasks that keep the workers busy */
  readonly tasks = TASKS_PER_WORKER * this.#workers.length;

  /** Encodes deals, whose bytes the caller passes to giveBack, or returns the deals for which a condition holds. */
  async run<T extends Encoded>(task: EncodeTask): Promise<T> {
    const worker = this.#workers.reduce((least, other) => (other.load < least.load ? other : least));
    const result = await worker.run(task);
    this.#owners.set(result.buffer, worker);
    return result as T;
  }

  /** Returns a result's buffer to its worker; ignores other bytes. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    this.#owners.get(buffer)?.giveBack(buffer);
  }

  /** Ends the workers. Promises of unfinished tasks never settle. */
  end(): void {
    for (const worker of this.#workers) worker.end();
  }
}

/** Splits ranges into portions, in order. */
function* portionsOf(ranges: readonly DealRange[]): Generator<DealRange, void, void> {
  for (const { first, last } of ranges) {
    for (let n = first; n <= last; n += PORTION) yield { first: n, last: Math.min(last, n + PORTION - 1) };
  }
}

/**
 * Yields what workers find in the portions of ranges, in order: the deals for which a condition holds.
 * Ends its workers when it ends.
 */
export async function* inPortions(
  where: string,
  ranges: readonly DealRange[],
): AsyncGenerator<{ portion: DealRange; dealt: number; kept: Float64Array }, void, void> {
  const encoders = new Encoders();
  const inFlight: { portion: DealRange; dealt: number; kept: Promise<Float64Array<ArrayBuffer>> }[] = [];
  const take = async () => {
    const { kept, ...next } = inFlight.shift() as (typeof inFlight)[number];
    return { ...next, kept: await kept };
  };
  try {
    for (const portion of portionsOf(ranges)) {
      const kept = encoders.run<Float64Array<ArrayBuffer>>({ where, numbers: [portion] });
      kept.catch(() => {}); // not unhandled: it is awaited below, unless an earlier task fails first
      inFlight.push({ portion, dealt: portion.last - portion.first + 1, kept });
      if (inFlight.length >= encoders.tasks) yield await take();
    }
    while (inFlight.length > 0) yield await take();
  } finally {
    encoders.end();
  }
}
