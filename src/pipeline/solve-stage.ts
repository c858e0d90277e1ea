// Searches the deals of a selection. How many bytes a record takes only its search tells, so the records
// come in order, and the thread that asked for them writes them.

import type { ResolvedSelection } from '../selection/deal-source.js';
import type { RecordFormat, Search } from '../solver/records.js';
import type { SolveTask } from '../tasks/solve-deals.js';
import type { Executor, Placement } from '../threads/executor.js';
import { type Checkpoint, NO_CHECKPOINT } from './chunks.js';
import { keptPortions } from './filter-stage.js';
import type { Portion } from './portions.js';

/** Deals of a task: about 30 ms of one thread. */
const TASK_DEALS = 8;
/** About the bytes of a record, without a solution and with one. */
const RECORD_BYTES = 64;
const SOLUTION_BYTES = 512;

export interface SolveStageOptions {
  search: Search;
  format: RecordFormat;
  placement: Placement; // the threads that search
  from?: Checkpoint | undefined; // how far an interrupted run has come
  signal?: AbortSignal | undefined;
}

/** Yields the portions of a selection after a checkpoint, each with the records of its deals. */
export function solvePortions(
  selection: ResolvedSelection,
  executor: Executor,
  { search, format, placement, from = NO_CHECKPOINT, signal }: SolveStageOptions,
): AsyncGenerator<{ item: Portion; result: Uint8Array }, void, void> {
  const portions = keptPortions(selection, executor, { from, signal, wanted: TASK_DEALS, size: TASK_DEALS });
  const bytes = search.solutions ? SOLUTION_BYTES : RECORD_BYTES;
  const toTask = ({ numbers, deals }: Portion): SolveTask => {
    return { kind: 'solve', numbers, bytes: deals * bytes, search, format };
  };
  return executor.map(portions, toTask, placement);
}
