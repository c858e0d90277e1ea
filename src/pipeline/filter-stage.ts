// A condition and a filter as stages of the pipeline: portions come in, and the same portions come out with the numbers
// that are kept. The kept deals are dealt again when they are encoded, which costs less than sending their bytes to one
// thread that writes.

import { FilterError, toFailure } from '../common/errors.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';
import { type ResolvedSelection, sliceSegments } from '../selection/deal-source.js';
import type { FilterTask, MatchTask } from '../tasks/keep-portion.js';
import type { Executor, Placement } from '../threads/executor.js';
import { type Checkpoint, NO_CHECKPOINT } from './chunks.js';
import { type Portion, portionsOf } from './portions.js';

// The sizes of portions, deals. They begin small, because a run can be stopped only between two, and grow to take `ms`.

/** Up to 1 MiB of cards. What is in flight when a run is killed is asked again: some portions of each thread. */
export const FILTER_SIZES = { first: 64, most: Math.floor((1024 * 1024) / CARDS), ms: 50 };
/** Up to 48 MiB of cards. A condition on few cards takes about 2 ms for these; larger portions slow others down. */
export const MATCH_SIZES = { first: 16_384, most: 48 * FILTER_SIZES.most, ms: 10 };

/** Most times that a portion is larger than the one that tells its size, because the next deals may take longer. */
const GROWTH = 4;

/** The deals of the next portions, after one of `read` deals has taken `ms`. */
export function pacedDeals({ read, ms }: Pick<Portion, 'read' | 'ms'>, sizes: typeof MATCH_SIZES): number {
  return Math.max(1, Math.min(sizes.most, Math.floor(read * Math.min(GROWTH, sizes.ms / ms))));
}

interface KeepOptions {
  from?: Checkpoint | undefined;
  signal?: AbortSignal | undefined;
  wanted?: number; // about the most deals that a portion keeps
  size?: number; // deals of a portion where the selection is all of its source
}

/** Yields the portions after `from` with the numbers that condition and filter keep, up to the limit. */
export async function* keptPortions(
  { whole, source, where, filter, limit = Number.POSITIVE_INFINITY }: ResolvedSelection,
  executor: Executor,
  { from = NO_CHECKPOINT, signal, wanted = Number.POSITIVE_INFINITY, size: all }: KeepOptions = {},
): AsyncGenerator<Portion, void, void> {
  if (whole !== undefined && all !== undefined)
    return yield* portionsOf(whole, from.consumed, () => all, signal);
  let missing = limit - from.deals;
  if (missing === 0) return; // an interrupted run has written them
  const sizes = filter === undefined ? MATCH_SIZES : FILTER_SIZES;
  let size = Math.min(sizes.first, wanted);
  let portions: AsyncIterable<Portion> = portionsOf(source, from.consumed, () => size, signal);
  if (where !== undefined) {
    portions = keep(portions, executor, 'anywhere', (work) => ({ kind: 'match', ...work, where }));
  }
  if (typeof filter === 'function') {
    portions = keep(portions, executor, 'here', (work) => ({ kind: 'filter', ...work, filter, signal }));
  } else if (filter !== undefined) {
    portions = keep(portions, executor, 'workers', (work) => ({ kind: 'filter', ...work, filter }));
  }
  let last: Portion | undefined;
  try {
    for await (const portion of portions) {
      const { read, deals } = portion;
      size = Math.min(pacedDeals(portion, sizes), Math.ceil((read * wanted) / Math.max(1, deals)));
      if (portion.deals >= missing) {
        last = { ...portion, numbers: sliceSegments(portion.numbers, 0, missing), deals: missing };
        break; // closes the source first, so that no thread starts more work
      }
      missing -= portion.deals;
      yield portion;
    }
  } catch (error) {
    throw nameFilter(filter, error);
  }
  if (last !== undefined) yield last;
}

/** Names the filter in the error of a worker that ended. What a filter has begun may end it at a later task, too. */
export function nameFilter(filter: ResolvedSelection['filter'], error: unknown): unknown {
  const { name, message } = toFailure(error);
  const isOfFilter = typeof filter === 'object' && name === 'WorkerError';
  return isOfFilter ? new FilterError(`filter ${filter.name}: ${message}`) : error;
}

/** Yields the portions with the numbers that tasks keep of them. */
async function* keep(
  portions: AsyncIterable<Portion>,
  executor: Executor,
  placement: Placement,
  taskOf: (work: { numbers: readonly DealNumbers[]; bytes: number }) => MatchTask | FilterTask,
): AsyncGenerator<Portion, void, void> {
  const toTask = ({ numbers, deals }: Portion) => taskOf({ numbers, bytes: deals * CARDS });
  for await (const { item, result } of executor.map(portions, toTask, placement)) {
    const { kept, ms } = result;
    yield { ...item, numbers: [kept], deals: countNumbers(kept), ms: item.ms + ms };
  }
}
