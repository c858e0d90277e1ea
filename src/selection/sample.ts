// Samples: distinct deals of ranges at random. A seed gives the same sample on every machine.
//
// The seed chooses an order of all deals of the ranges, and a sample is the first deals in it. So a smaller sample is the
// start of a larger one, and no numbers are kept in memory to find duplicates.

import { InputError } from '../common/errors.js';
import type { DealSource } from './deal-source.js';
import { type Order, orderOf, permute } from './sample-order.js';

/** Distinct deals at random. A smaller sample of the same seed is the start of a larger one. */
export interface SampleOptions {
  /** number of deals, at most as many as there are to choose from */
  count: number;
  /** a whole number 0..2^53-1; the same seed gives the same deals; default 1 */
  seed?: number;
}

const SEGMENT = 65536; // numbers made at a time

/** Throws an InputError unless 1..`deals` deals are sampled and the seed is valid. */
export function checkSample({ count, seed = 1 }: SampleOptions, deals: number): Required<SampleOptions> {
  if (!Number.isInteger(count) || count < 1 || count > deals) {
    throw new InputError(`sample ${count} is outside 1..${deals}, the number of deals to choose from`);
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`seed ${seed} is outside 0..${Number.MAX_SAFE_INTEGER}`);
  }
  return { count, seed };
}

/** The sample of a source of ranges. Throws an InputError as checkSample does, and for a list. */
export function sampleSource(
  { count: deals, key, indexesToNumbers }: DealSource,
  sample: SampleOptions,
): DealSource {
  if (deals === undefined || indexesToNumbers === undefined)
    throw new InputError('a list cannot be sampled; name ranges instead');
  const { count, seed } = checkSample(sample, deals);
  const order = orderOf(deals, seed);
  return {
    count,
    key: `${key} sample ${count} seed ${seed}`,
    numbers: (from = 0, to = count) => sampleOf(order, indexesToNumbers, from, Math.min(to, count)),
  };
}

/** The deal numbers of a sample from index `from` to before index `to`. An array is valid until the next one. */
function* sampleOf(
  order: Order,
  indexesToNumbers: NonNullable<DealSource['indexesToNumbers']>,
  from: number,
  to: number,
): Generator<Float64Array, void, void> {
  const buffer = new Float64Array(Math.min(SEGMENT, Math.max(0, to - from)));
  for (let done = from; done < to; done += buffer.length) {
    const numbers = buffer.subarray(0, to - done);
    permute(order, done, numbers);
    indexesToNumbers(numbers);
    yield numbers;
  }
}
