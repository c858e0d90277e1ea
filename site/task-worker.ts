// A worker of the page, which runs one task after another.

import type { Answer, Role } from './workers/worker.js';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onPart: ((part: never) => void) | undefined;
}

/** Its tasks, its results, and what it reports while it runs a task. It starts with the first task. */
export class TaskWorker<Task, Result, Part = never> {
  readonly #role: Role;
  readonly #waiting = new Map<number, Waiting>(); // by task
  #worker: Worker | undefined;
  #tasks = 0;

  constructor(role: Role) {
    this.#role = role;
  }

  /** the tasks that it has not finished */
  get load(): number {
    return this.#waiting.size;
  }

  /** Runs a task. Rejects with an Error if it fails, or without WebAssembly, which all roles but `search` need. */
  async run(task: Task, onPart?: (part: Part) => void): Promise<Result> {
    if (this.#role !== 'search' && typeof WebAssembly === 'undefined')
      throw new Error(
        'this browser has no WebAssembly, or it is switched off; Deal and Find work without it',
      );
    this.#worker ??= this.#start();
    const id = ++this.#tasks;
    const result = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, onPart }));
    this.#worker.postMessage({ id, task });
    return (await result) as Result;
  }

  /** Returns the buffer of a result for reuse. */
  giveBack(buffer: ArrayBuffer): void {
    this.#worker?.postMessage({ buffer }, [buffer]);
  }

  /** Ends the tasks: they reject with the reason, or never settle without one. The next task starts it again. */
  end(reason?: unknown): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    if (reason !== undefined) for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  /** Ends it if it has tasks. */
  stop(reason?: unknown): void {
    if (this.#waiting.size > 0) this.end(reason);
  }

  #start(): Worker {
    // Vite looks for this expression as it is
    const worker = new Worker(new URL('./workers/worker.ts', import.meta.url), {
      type: 'module',
      name: this.#role,
    });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      if ('part' in data) {
        waiting?.onPart?.(data.part as never);
        return;
      }
      this.#waiting.delete(data.id);
      if ('result' in data) waiting?.resolve(data.result);
      else waiting?.reject(new Error(data.message));
    };
    // without a message, the file is gone: a page that is open while a new one is published asks for it
    worker.onerror = ({ message }) =>
      this.end(
        new Error(
          message || 'a part of this page cannot be loaded; reload the page, it may have a new version',
        ),
      );
    return worker;
  }
}
