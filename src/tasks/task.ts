// What a thread does at a time. A task is plain data, so that it travels to a worker thread.

import { type Checked, type CheckTask, checkBlock } from '../check/check-block.js';
import type { Engine } from '../engine/engine.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import { type EncodeTask, encodeChunk, encodeWhileWriting, type FileTask } from './encode-chunk.js';
import { type FilterTask, filterPortion } from './filter-portion.js';

export type Task = EncodeTask | FilterTask | CheckTask;

interface Results {
  encode: Uint8Array<ArrayBuffer> | undefined;
  filter: DealNumbers;
  check: Checked;
}

/** What a task comes to: bytes of a chunk that goes to a stream; deal numbers that a filter kept; what a check found. */
export type ResultOf<T extends Task> = Results[T['kind']];

/**
 * Whether a second engine makes a task shorter: one encodes while the bytes of the other are written. NDJSON has so many
 * bytes that both wait for memory (a million: 0.202 s so, 0.191 s in turn), and a row group of Parquet is one batch.
 */
export function usesSpare(task: Task): task is FileTask {
  if (task.kind !== 'encode' || task.file === undefined) return false;
  return task.encoder !== 'ndjson' && task.encoder !== 'parquet';
}

/**
 * Runs a task. Only a filter, whose module may have to be loaded, and a spare engine make the caller wait.
 * @param spare a second engine, for a task that uses one
 */
export function runTask<T extends Task>(
  engine: Engine,
  task: T,
  spare?: Engine,
): ResultOf<T> | Promise<ResultOf<T>> {
  return runAny(engine, task, spare) as ResultOf<T> | Promise<ResultOf<T>>;
}

function runAny(engine: Engine, task: Task, spare?: Engine): ResultOf<Task> | Promise<ResultOf<Task>> {
  if (spare !== undefined && usesSpare(task)) return encodeWhileWriting([engine, spare], task);
  if (task.kind === 'encode') return encodeChunk(engine, task);
  if (task.kind === 'filter') return filterPortion(engine, task);
  return checkBlock(engine, task);
}
