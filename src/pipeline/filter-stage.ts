// A condition and a filter as stages of the pipeline: portions of deal numbers in, the same portions with the numbers that
// are kept out. The kept deals are dealt again when they are encoded, which costs less than sending the bytes of records to
// one thread that writes.

import { FilterError, WorkerError } from '../common/errors.js';
import { CARDS } from '../game/constants.js';
import { asRange, countNumbers, type DealNumbers } from '../game/deal-numbers.js';
import { dealsOf } from '../game/deal-view.js';
import { sliceSegments } from '../selection/deal-source.js';
import type { Filter, FilterModule } from '../selection/filter.js';
import type { EncodeTask } from '../tasks/encode-chunk.js';
import type { FilterTask } from '../tasks/filter-portion.js';
import { keepWanted, nameOfFunction } from '../tasks/keep-wanted.js';
import type { MatchTask } from '../tasks/match-portion.js';
import type { Executor } from '../threads/executor.js';
import type { Portion } from './portions.js';

/** Deals of a portion: 1 MiB of cards, as nobody knows how long a filter takes. */
export const FILTER_DEALS = Math.floor((1024 * 1024) / CARDS);
/** Deals of a portion without a filter: 4 MiB of cards, as a condition takes little longer than dealing. */
const MATCH_DEALS = 4 * FILTER_DEALS;
const MIN_MATCH_DEALS = 1024;
/** A condition with more characters takes longer for a deal than dealing it, and its portions have fewer deals. */
const SHORT_CONDITION = 512;

/** Deals of a portion for a condition: a thread can be stopped only between two portions. */
export function matchDealsAtATime({ length }: string): number {
  const deals = Math.floor((MATCH_DEALS * SHORT_CONDITION) / Math.max(SHORT_CONDITION, length));
  return Math.max(MIN_MATCH_DEALS, deals);
}

/** Deals that a program's filter looks at before the time is looked at. */
const DEALS_A_LOOK = 64;
/** Longest time without a turn for timers and signals, ms. */
const MAX_DEAF = 20;

/** The portions with the numbers of the deals for which a condition holds. */
export async function* matchPortions(
  portions: AsyncIterable<Portion>,
  where: string,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  const free: Float64Array[] = []; // memory for the numbers that are kept, as NumberGatherer has it
  async function* jobs() {
    for await (const portion of portions) {
      const { numbers, deals } = portion;
      const kept = free.pop() ?? new Float64Array(new SharedArrayBuffer(8 * MATCH_DEALS));
      const task: MatchTask = { kind: 'match', numbers, bytes: deals * CARDS, where, kept };
      yield { task, portion };
    }
  }
  for await (const { task, portion, result: deals } of executor.run(jobs(), 'anywhere')) {
    const kept = task.kept.subarray(0, deals);
    portion.release();
    yield { ...portion, numbers: [asRange(kept) ?? kept], deals, release: () => void free.push(task.kept) };
  }
}

/** The portions with the numbers that a filter keeps. */
export function filterPortions(
  portions: AsyncIterable<Portion>,
  filter: FilterModule | Filter,
  executor: Executor,
  signal: AbortSignal | undefined,
): AsyncGenerator<Portion, void, void> {
  return typeof filter === 'function'
    ? filterHere(portions, filter, executor, signal)
    : filterInWorkers(portions, filter, executor);
}

/** A module's filter runs in the workers, which send the kept numbers back. */
async function* filterInWorkers(
  portions: AsyncIterable<Portion>,
  filter: FilterModule,
  executor: Executor,
): AsyncGenerator<Portion, void, void> {
  async function* jobs() {
    for await (const portion of portions) {
      const { numbers, deals } = portion;
      const task: FilterTask = { kind: 'filter', numbers, bytes: deals * CARDS, filter };
      yield { task, portion };
    }
  }
  try {
    for await (const { portion, result } of executor.run(jobs(), 'workers')) yield keptOf(portion, result);
  } catch (error) {
    throw error instanceof WorkerError ? new FilterError(`filter ${filter.name}: ${error.message}`) : error;
  }
}

/** A program's filter cannot leave its thread: the workers deal, and it looks at the cards here. */
async function* filterHere(
  portions: AsyncIterable<Portion>,
  filter: Filter,
  executor: Executor,
  signal: AbortSignal | undefined,
): AsyncGenerator<Portion, void, void> {
  async function* jobs() {
    for await (const portion of portions) {
      const { numbers, deals } = portion;
      const bytes = deals * CARDS;
      const task: EncodeTask = {
        kind: 'encode',
        encoder: 'cards',
        numbers,
        offset: 0,
        bytes,
        file: undefined,
      };
      yield { task, portion };
    }
  }
  const name = nameOfFunction(filter);
  let lastTurn = performance.now();
  for await (const { portion, result } of executor.run(jobs(), 'anywhere')) {
    const cards = result as Uint8Array;
    const kept = new Float64Array(portion.deals);
    let count = 0;
    for (let from = 0; from < portion.deals; from += DEALS_A_LOOK) {
      const to = Math.min(portion.deals, from + DEALS_A_LOOK);
      const numbers = sliceSegments(portion.numbers, from, to);
      const dealt = dealsOf(cards.subarray(from * CARDS, to * CARDS));
      count = keepWanted(filter, name, numbers, dealt, kept, count);
      if (performance.now() - lastTurn < MAX_DEAF) continue;
      await new Promise((resolve) => setTimeout(resolve)); // for timers and signals
      lastTurn = performance.now();
      signal?.throwIfAborted();
    }
    yield keptOf(portion, asRange(kept.subarray(0, count)) ?? kept.subarray(0, count));
  }
}

/** A portion with the numbers that are kept, which need no memory of its own. */
function keptOf(portion: Portion, kept: DealNumbers): Portion {
  portion.release();
  return { ...portion, numbers: [kept], deals: countNumbers(kept), release() {} };
}
