// The program of every worker. The worker's name selects its role. All workers share one file, so that it is loaded once.

import { encode, keepBuffer } from './encode.js';
import { race } from './race.js';
import { search } from './search.js';
import { solve } from './solve.js';

const roles = { encode, race, search, solve };

export type Role = keyof typeof roles;

/** The answer to a task: its result, its error, or a part of the result while it runs. */
export type Answer = { id: number } & ({ result: unknown } | { message: string } | { part: unknown });

/** Runs a task of the role. */
const run = roles[self.name as Role] as (task: unknown, report: (part: unknown) => void) => unknown;

async function answer(id: number, task: unknown): Promise<void> {
  const post = (answer: object, transfer: Transferable[] = []) =>
    postMessage({ id, ...answer }, { transfer });
  try {
    const result = await run(task, (part) => post({ part }));
    // the encoder keeps no array that it returns
    post({ result }, ArrayBuffer.isView(result) ? [result.buffer as ArrayBuffer] : []);
  } catch (error) {
    post({ message: String((error as Error).message ?? error) });
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<{ id: number; task: unknown } | { buffer: ArrayBuffer }>) => {
    if ('buffer' in data) keepBuffer(data.buffer);
    else answer(data.id, data.task);
  },
);
