// The tasks of threads. A task is plain data, so that it travels to a worker thread.

import { type Checked, type CheckTask, checkBlock } from '../check/check-block.js';
import type { Engine } from '../engine/engine.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import { type CompareTask, compareChunk } from './compare-chunk.js';
import { type EncodeTask, encodeChunk } from './encode-chunk.js';
import { type FilterTask, filterPortion } from './filter-portion.js';
import { type MatchTask, matchPortion } from './match-portion.js';

export type Task = EncodeTask | CompareTask | MatchTask | FilterTask | CheckTask;

interface Results {
  encode: Uint8Array<ArrayBuffer> | undefined;
  compare: boolean;
  match: number;
  filter: DealNumbers;
  check: Checked;
}

/**
 * The result of a task: bytes of a chunk for a stream; whether a file has a chunk; how many numbers a condition kept; the
 * numbers that a filter kept; a report.
 */
export type ResultOf<T extends Task> = Results[T['kind']];

/** Runs a task. Only a filter makes the caller wait, as its module may have to be loaded. */
export function runTask<T extends Task>(engine: Engine, task: T): ResultOf<T> | Promise<ResultOf<T>> {
  return runAny(engine, task) as ResultOf<T> | Promise<ResultOf<T>>;
}

function runAny(engine: Engine, task: Task): ResultOf<Task> | Promise<ResultOf<Task>> {
  if (task.kind === 'encode') return encodeChunk(engine, task);
  if (task.kind === 'compare') return compareChunk(engine, task);
  if (task.kind === 'match') return matchPortion(engine, task);
  if (task.kind === 'filter') return filterPortion(engine, task);
  return checkBlock(engine, task);
}
