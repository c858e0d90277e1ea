// A filter as a stage between the selection and the plan: portions of deal numbers in, the same portions with the numbers
// that the filter keeps out. The kept numbers come back to the plan, which knows the offset of every chunk of them.

import { FilterError, WorkerError } from '../common/errors.js';
import { CARDS } from '../game/constants.js';
import { asRange, countNumbers, type DealNumbers, numberAt } from '../game/deal-numbers.js';
import { NumberBuffers } from '../plan/number-buffers.js';
import type { Portion } from '../plan/portions.js';
import type { Filter, FilterModule } from '../selection/filter.js';
import type { EncodeTask } from '../tasks/encode-chunk.js';
import { type FilterTask, wants } from '../tasks/filter-portion.js';
import type { Executor } from './executor.js';

/** Deals of a portion: 1 MiB of cards, as nobody knows how long a filter takes. */
export const FILTER_DEALS = Math.floor((1024 * 1024) / CARDS);

/** Portions with the numbers that a filter keeps; portions in must have at most FILTER_DEALS deals. */
export function filterPortions(
  portions: AsyncIterable<Portion>,
  filter: FilterModule | Filter,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  return typeof filter === 'function'
    ? filterHere(portions, filter, executor)
    : filterInWorkers(portions, filter, executor);
}

/** A portion whose numbers stay as they are while other portions are read. */
interface KeptPortion extends Portion {
  release(): void;
}

async function* keepNumbers(portions: AsyncIterable<Portion>): AsyncGenerator<KeptPortion, void, void> {
  const buffers = new NumberBuffers(FILTER_DEALS);
  for await (const portion of portions) {
    const { numbers } = portion;
    if (numbers instanceof Float64Array) {
      const buffer = buffers.take();
      buffer.set(numbers);
      const kept = buffer.subarray(0, numbers.length);
      yield { ...portion, numbers: kept, release: () => buffers.giveBack(buffer) };
    } else {
      yield { ...portion, release() {} };
    }
  }
}

/** A module's filter runs in the workers, which send the kept numbers back. */
async function* filterInWorkers(
  portions: AsyncIterable<Portion>,
  filter: FilterModule,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  async function* jobs() {
    for await (const portion of keepNumbers(portions)) {
      const { numbers } = portion;
      const task: FilterTask = { kind: 'filter', numbers, bytes: countNumbers(numbers) * CARDS, filter };
      yield { task, portion };
    }
  }
  try {
    for await (const { portion, result } of executor.run<FilterTask, JobOf<FilterTask>>(jobs(), 'workers')) {
      yield { ...portion, numbers: result };
      portion.release();
    }
  } catch (error) {
    throw error instanceof WorkerError ? new FilterError(`filter ${filter.name}: ${error.message}`) : error;
  }
}

interface JobOf<T> {
  task: T;
  portion: KeptPortion;
}

/** A program's filter cannot leave its thread: the workers deal, and it looks at the cards here. */
async function* filterHere(
  portions: AsyncIterable<Portion>,
  filter: Filter,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  async function* jobs() {
    for await (const portion of keepNumbers(portions)) {
      const { numbers } = portion;
      const task: EncodeTask = {
        kind: 'encode',
        encoder: 'cards',
        numbers: [numbers],
        offset: 0,
        bytes: countNumbers(numbers) * CARDS,
        file: undefined,
      };
      yield { task, portion };
    }
  }
  for await (const { portion, result } of executor.run<EncodeTask, JobOf<EncodeTask>>(jobs(), 'anywhere')) {
    yield { ...portion, numbers: keep(filter, portion.numbers, result as Uint8Array) };
    portion.release();
  }
}

function keep(filter: Filter, numbers: DealNumbers, cards: Uint8Array): DealNumbers {
  const name = filter.name === '' ? '(a function)' : filter.name;
  const kept = new Float64Array(countNumbers(numbers));
  let count = 0;
  for (let i = 0; i < kept.length; i++) {
    const n = numberAt(numbers, i);
    if (wants(filter, name, n, cards, i * CARDS)) kept[count++] = n;
  }
  return asRange(kept.subarray(0, count)) ?? kept.subarray(0, count);
}
