// Workers that encode chunks: each chunk goes to the worker with the fewest to do.

import type { DealNumbers, EncoderName } from 'freecell-deals/browser';
import type { EncodeResult, EncodeTask } from './workers/encode.js';

interface Waiting {
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

interface Encoder {
  worker: Worker;
  waiting: Map<number, Waiting>; // by task
}

export class Encoders {
  readonly #encoders: readonly Encoder[];
  #tasks = 0;

  constructor(count: number) {
    this.#encoders = Array.from({ length: count }, () => {
      const worker = new Worker(new URL('./workers/encode.ts', import.meta.url), { type: 'module' });
      const waiting = new Map<number, Waiting>();
      worker.addEventListener('message', ({ data }: MessageEvent<EncodeResult>) => {
        const task = waiting.get(data.id);
        waiting.delete(data.id);
        if ('bytes' in data) task?.resolve(data.bytes);
        else task?.reject(new Error(data.message));
      });
      worker.addEventListener('error', ({ message }) => {
        for (const { reject } of waiting.values()) reject(new Error(message || 'a worker cannot be loaded'));
        waiting.clear();
      });
      return { worker, waiting };
    });
  }

  encode(encoder: EncoderName, numbers: readonly DealNumbers[]): Promise<Uint8Array> {
    const [{ worker, waiting }] = this.#encoders.toSorted((a, b) => a.waiting.size - b.waiting.size) as [
      Encoder,
    ];
    const id = ++this.#tasks;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, encoder, numbers } satisfies EncodeTask);
    });
  }

  /** Ends the workers; what they have not encoded never comes. */
  end(): void {
    for (const { worker } of this.#encoders) worker.terminate();
  }
}
