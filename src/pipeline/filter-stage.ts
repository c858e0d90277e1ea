// A condition and a filter as stages of the pipeline: portions come in, and the same portions come out with the numbers
// that are kept. The kept deals are dealt again when they are encoded, which costs less than sending their bytes to one
// thread that writes.

import { FilterError, WorkerError } from '../common/errors.js';
import { depthOfFirst } from '../engine/plan.js';
import { CARDS } from '../game/constants.js';
import { asRange, countNumbers, type DealNumbers } from '../game/deal-numbers.js';
import { sliceSegments } from '../selection/deal-source.js';
import type { DealFilter, FilterModule } from '../selection/filter.js';
import type { EncodeTask } from '../tasks/encode-chunk.js';
import type { FilterTask, MatchTask } from '../tasks/keep-portion.js';
import { keepWanted } from '../tasks/keep-wanted.js';
import type { Executor } from '../threads/executor.js';
import type { Portion } from './portions.js';

/** Most deals of a portion for a filter: 1 MiB of cards. */
export const FILTER_DEALS = Math.floor((1024 * 1024) / CARDS);
/** Deals of the first portions for a filter, of which nothing is known yet. */
export const FIRST_FILTERED_DEALS = 64;
/** Time that a filter should take for a portion, ms: what is in flight when a run is killed is asked again. */
const PORTION_MS = 250;

/** The deals of the next portions, after a filter has taken `ms` for one of `deals`: at most twice as many. */
export function pacedDeals(deals: number, ms: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(deals * Math.min(2, PORTION_MS / Math.max(1, ms)))));
}
/** Deals of a portion for a condition alone: 4 MiB of cards, because a condition takes little longer than dealing. */
const MATCH_DEALS = 4 * FILTER_DEALS;
/** Deals of a portion for a condition that asks the first cards alone, which takes a fraction of the time. */
const QUICK_MATCH_DEALS = 4 * MATCH_DEALS;
/** Number of cards of a deal that take a quarter of the time for all cards. */
const QUICK_DEPTH = 20;
const MIN_MATCH_DEALS = 1024;
/** Characters of the longest condition that takes less time than dealing. */
const SHORT_CONDITION = 512;

/** Deals of a portion: fewer for a long condition, because a run can be stopped only between two portions. */
export function matchDealsAtATime(where: string): number {
  const most = depthOfFirst(where) <= QUICK_DEPTH ? QUICK_MATCH_DEALS : MATCH_DEALS;
  const deals = Math.floor((most * SHORT_CONDITION) / Math.max(SHORT_CONDITION, where.length));
  return Math.max(MIN_MATCH_DEALS, deals);
}

/** Deals that a program's filter sees before the clock is read. */
const DEALS_A_LOOK = 64;
/** Longest time to block the event loop, ms. */
const MAX_BLOCKING_MS = 20;

export async function* matchPortions(portions: AsyncIterable<Portion>, where: string, executor: Executor) {
  const toTask = ({ numbers, deals }: Portion): MatchTask => {
    return { kind: 'match', numbers, bytes: deals * CARDS, where };
  };
  for await (const { item, result } of executor.map(portions, toTask, 'anywhere')) yield keptOf(item, result);
}

/** Is told how long a filter took for the deals of the source that a portion is made of. */
type Paced = (deals: number, ms: number) => void;

/** Runs a module's filter in the workers, which send the kept numbers back. */
export async function* filterInWorkers(
  portions: AsyncIterable<Portion>,
  filter: FilterModule,
  executor: Executor,
  paced: Paced,
) {
  const toTask = ({ numbers, deals }: Portion): FilterTask => {
    return { kind: 'filter', numbers, bytes: deals * CARDS, filter };
  };
  try {
    for await (const { item, result } of executor.map(portions, toTask, 'workers')) {
      paced(item.read, result.ms);
      yield keptOf(item, result.kept);
    }
  } catch (error) {
    throw error instanceof WorkerError ? new FilterError(`filter ${filter.name}: ${error.message}`) : error;
  }
}

/** Runs a program's filter on this thread, which it cannot leave, over cards that any thread deals. */
export async function* filterHere(
  portions: AsyncIterable<Portion>,
  filter: DealFilter,
  executor: Executor,
  signal: AbortSignal | undefined,
  paced: Paced,
): AsyncGenerator<Portion, void, void> {
  const toTask = ({ numbers, deals }: Portion): EncodeTask => {
    return { kind: 'encode', encoder: 'cards', numbers, offset: 0, bytes: deals * CARDS, fd: undefined };
  };
  const name = filter.name || '(a function)';
  let lastTurn = performance.now();
  for await (const { item, result } of executor.map(portions, toTask, 'anywhere')) {
    const cards = result as Uint8Array;
    const begun = performance.now();
    const kept = new Float64Array(item.deals);
    let count = 0;
    for (let from = 0; from < item.deals; from += DEALS_A_LOOK) {
      const to = Math.min(item.deals, from + DEALS_A_LOOK);
      const numbers = sliceSegments(item.numbers, from, to);
      const dealt = cards.subarray(from * CARDS, to * CARDS);
      count = keepWanted(filter, name, numbers, dealt, kept, count);
      if (performance.now() - lastTurn < MAX_BLOCKING_MS) continue;
      await new Promise((resolve) => setTimeout(resolve)); // for timers and signals
      lastTurn = performance.now();
      signal?.throwIfAborted();
    }
    paced(item.read, performance.now() - begun);
    yield keptOf(item, asRange(kept.subarray(0, count)) ?? kept.subarray(0, count));
  }
}

/** The portion with the numbers that are kept. */
function keptOf(portion: Portion, kept: DealNumbers): Portion {
  return { ...portion, numbers: [kept], deals: countNumbers(kept) };
}
