// Distinct deal numbers at random out of ranges, the same for a seed on any machine and in any amount of memory.
//
// A seed chooses an order of all deals of the ranges, and a sample is how it begins: so a smaller sample is the start of
// a larger one, and nothing has to be remembered to keep numbers apart.

import { InputError } from '../common/errors.js';
import type { DealSource } from './deal-source.js';
import { type Order, orderOf, permute } from './sample-order.js';

/** Distinct deals at random, the same for a seed on every machine; a smaller sample is the start of a larger one. */
export interface Sample {
  /** number of deals, 1 to as many as there are to choose from */
  count: number;
  /** which sample, a whole number 0..2^53-1; default 1, so that every run gives the same deals */
  seed?: number;
}

const SEGMENT = 65536; // numbers made at a time

/** Throws an InputError unless there are `deals` to choose that many from, and the seed is a whole number 0..2^53-1. */
export function checkSample({ count, seed = 1 }: Sample, deals: number): Required<Sample> {
  if (!Number.isInteger(count) || count < 1 || count > deals) {
    throw new InputError(`sample ${count} is outside 1..${deals}, the number of deals to choose from`);
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`seed ${seed} is outside 0..${Number.MAX_SAFE_INTEGER}`);
  }
  return { count, seed };
}

/** The sample of a source of ranges; throws an InputError as checkSample does, and for a list. */
export function sampleSource(
  { count: deals, key, indexesToNumbers }: DealSource,
  sample: Sample,
): DealSource {
  if (deals === undefined || indexesToNumbers === undefined)
    throw new InputError('a sample is taken of ranges, not of a list; name ranges');
  const { count, seed } = checkSample(sample, deals);
  const order = orderOf(deals, seed);
  return {
    count,
    key: `${key} sample ${count} seed ${seed}`,
    numbers: (from = 0, to = count) => sampleOf(order, indexesToNumbers, from, Math.min(to, count)),
  };
}

/**
 * The sample's deal numbers in its order, from index `from` to before index `to`; an array is valid until the next one is
 * asked for.
 */
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
