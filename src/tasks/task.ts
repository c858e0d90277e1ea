// The tasks of threads. A task is plain data, so that it travels to a worker thread, unless its filter is a function.

import type { Engine } from '../engine/engine.js';
import { CARDS } from '../game/constants.js';
import { provideCells } from '../game/known-cells.js';
import { knownCells } from '../selection/facts.js';
import { type Checked, type CheckTask, checkBlock } from './check-block.js';
import { type EncodeTask, encodeChunk } from './encode-chunk.js';
import { type FilterTask, filterPortion, type Kept, type MatchTask, matchPortion } from './keep-portion.js';
import { type SolveTask, solveDeals } from './solve-deals.js';

provideCells(knownCells);

export type Task = EncodeTask | MatchTask | FilterTask | SolveTask | CheckTask;

interface Results {
  encode: Uint8Array<ArrayBuffer> | undefined; // the bytes of a chunk that no file takes
  match: Kept;
  filter: Kept;
  solve: Uint8Array<ArrayBuffer>; // the records of the deals
  check: Checked;
}

export type ResultOf<T extends Task> = Results[T['kind']];

/** The most bytes that a task's result holds. A match and a filter return numbers, 8 bytes per deal. */
export const heldBytes = ({ kind, bytes }: Task): number =>
  kind === 'match' || kind === 'filter' ? (bytes / CARDS) * Float64Array.BYTES_PER_ELEMENT : bytes;

/** Runs a task. A filter returns a promise, because its module may have to be loaded. */
export function runTask<T extends Task>(engine: Engine, task: T): ResultOf<T> | Promise<ResultOf<T>>;
export function runTask(engine: Engine, task: Task): ResultOf<Task> | Promise<ResultOf<Task>> {
  if (task.kind === 'encode') return encodeChunk(engine, task);
  if (task.kind === 'match') return matchPortion(engine, task);
  if (task.kind === 'filter') return filterPortion(engine, task);
  if (task.kind === 'solve') return solveDeals(task);
  return checkBlock(engine, task);
}
