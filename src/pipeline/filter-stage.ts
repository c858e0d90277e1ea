// A filter as a stage between the selection and the plan: portions of deal numbers in, the same portions with the numbers
// that the filter keeps out. The kept numbers come back to the plan, which knows the offset of every chunk of them.

import { FilterError, WorkerError } from '../common/errors.js';
import { CARDS } from '../game/constants.js';
import { asRange, countAllNumbers, type DealNumbers } from '../game/deal-numbers.js';
import type { Filter, FilterModule } from '../selection/filter.js';
import type { EncodeTask } from '../tasks/encode-chunk.js';
import type { FilterTask } from '../tasks/filter-portion.js';
import { keepWanted } from '../tasks/keep-wanted.js';
import type { Executor } from '../threads/executor.js';
import type { GatheredPortion, Portion } from './portions.js';

/** Deals of a portion: 1 MiB of cards, as nobody knows how long a filter takes. */
export const FILTER_DEALS = Math.floor((1024 * 1024) / CARDS);

/** The portions with the numbers that a filter keeps. */
export function filterPortions(
  portions: AsyncIterable<GatheredPortion>,
  filter: FilterModule | Filter,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  return typeof filter === 'function'
    ? filterHere(portions, filter, executor)
    : filterInWorkers(portions, filter, executor);
}

interface JobOf<T> {
  task: T;
  portion: GatheredPortion;
}

/** A module's filter runs in the workers, which send the kept numbers back. */
async function* filterInWorkers(
  portions: AsyncIterable<GatheredPortion>,
  filter: FilterModule,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  async function* jobs() {
    for await (const portion of portions) {
      const { numbers } = portion;
      const task: FilterTask = { kind: 'filter', numbers, bytes: countAllNumbers(numbers) * CARDS, filter };
      yield { task, portion };
    }
  }
  try {
    for await (const { portion, result } of executor.run<FilterTask, JobOf<FilterTask>>(jobs(), 'workers')) {
      yield { ...portion, numbers: [result] };
      portion.release();
    }
  } catch (error) {
    throw error instanceof WorkerError ? new FilterError(`filter ${filter.name}: ${error.message}`) : error;
  }
}

/** A program's filter cannot leave its thread: the workers deal, and it looks at the cards here. */
async function* filterHere(
  portions: AsyncIterable<GatheredPortion>,
  filter: Filter,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  async function* jobs() {
    for await (const portion of portions) {
      const { numbers } = portion;
      const task: EncodeTask = {
        kind: 'encode',
        encoder: 'cards',
        numbers,
        offset: 0,
        bytes: countAllNumbers(numbers) * CARDS,
        file: undefined,
      };
      yield { task, portion };
    }
  }
  for await (const { portion, result } of executor.run<EncodeTask, JobOf<EncodeTask>>(jobs(), 'anywhere')) {
    yield { ...portion, numbers: [keep(filter, portion.numbers, result as Uint8Array)] };
    portion.release();
  }
}

function keep(filter: Filter, numbers: readonly DealNumbers[], cards: Uint8Array): DealNumbers {
  const name = filter.name === '' ? '(a function)' : filter.name;
  const kept = new Float64Array(countAllNumbers(numbers));
  const count = keepWanted(filter, name, numbers, cards, kept, 0);
  return asRange(kept.subarray(0, count)) ?? kept.subarray(0, count);
}
