// Samples: distinct deals of ranges at random. A seed gives the same sample on every machine.
//
// The seed chooses an order of all deals of the ranges, and a sample is the first deals in it. So a smaller sample is
// the start of a larger one, and no numbers are kept in memory to find duplicates.
//
// The permutation maps a place in the order to an index by a Feistel network. A place has as few bits as are enough for
// the number of deals. It is cut into its upper bits, left, and its lower bits, right. Then, ROUNDS times:
//
//     (left, right) = (right, left xor (mix(right xor key of the round) mod 2^(bits of left)))
//
// Each round can be undone, so no two places have the same result. A result that is not below the number of deals goes
// through the network again, until it is. mix is the finalizer of MurmurHash3 (Austin Appleby, public domain).

import { InputError } from '../common/errors.js';
import type { DealSource } from './deal-source.js';

/** Distinct deals at random. A smaller sample of the same seed is the start of a larger one. */
export interface SampleOptions {
  /** number of deals, at most as many as there are to choose from */
  count: number;
  /** a whole number 0..2^53-1; the same seed gives the same deals; default 1 */
  seed?: number;
}

const SEGMENT = 65536; // numbers made at a time

const ROUNDS = 8; // even, because the loop takes two at a time: a new left, then a new right

/** Spreads each bit of a 32-bit word over all bits. It can be undone. */
function mix(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

function keysOf(seed: number): Int32Array {
  const [low, high] = [seed | 0, Math.floor(seed / 2 ** 32) | 0];
  return Int32Array.from({ length: ROUNDS }, (_, round) =>
    mix(mix(low + Math.imul(round + 1, 0x9e3779b9)) + mix(high + round)),
  );
}

/** A permutation of the indexes 0 .. size-1. */
export interface Order {
  size: number; // 1..2^34
  leftBits: number;
  rightBits: number;
  keys: Int32Array; // one per round
}

/** The order of `size` indexes that a seed chooses. */
export function orderOf(size: number, seed: number): Order {
  const bits = Math.max(2, Math.ceil(Math.log2(size)));
  const rightBits = bits >> 1;
  return { size, leftBits: bits - rightBits, rightBits, keys: keysOf(seed) };
}

/** Fills `out` with the indexes at consecutive places of an order, the first of them `from`. */
export function permute({ size, leftBits, rightBits, keys }: Order, from: number, out: Float64Array): void {
  const width = 2 ** rightBits;
  const [leftMask, rightMask] = [2 ** leftBits - 1, width - 1];
  for (let i = 0; i < out.length; i++) {
    const place = from + i;
    let left = Math.floor(place / width);
    let right = place - left * width;
    let index: number;
    do {
      for (let round = 0; round < ROUNDS; round += 2) {
        left ^= mix(right ^ keys[round]) & leftMask;
        right ^= mix(left ^ keys[round + 1]) & rightMask;
      }
      index = left * width + right;
    } while (index >= size);
    out[i] = index;
  }
}

/** The sample of a source of ranges. Throws an InputError for a list, a wrong count or a wrong seed. */
export function sampleSource(source: DealSource, sample: SampleOptions): DealSource {
  const { count: deals, key, numberAtIndex } = source;
  if (deals === undefined || numberAtIndex === undefined)
    throw new InputError('a list cannot be sampled; name ranges instead');
  const { count, seed = 1 } = sample;
  if (!Number.isInteger(count) || count < 1 || count > deals)
    throw new InputError(`sample ${count} is outside 1..${deals}, the number of deals to choose from`);
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new InputError(`seed ${seed} is outside 0..${Number.MAX_SAFE_INTEGER}`);
  const order = orderOf(deals, seed);

  return {
    count,
    key: `${key} sample ${count} seed ${seed}`,
    isFixed: true,
    *numbers(from = 0, end = count): Generator<Float64Array, void, void> {
      const to = Math.min(end, count);
      const buffer = new Float64Array(Math.min(SEGMENT, Math.max(0, to - from)));
      for (let done = from; done < to; done += buffer.length) {
        const sampled = buffer.subarray(0, to - done);
        permute(order, done, sampled);
        for (let i = 0; i < sampled.length; i++) sampled[i] = numberAtIndex(sampled[i]);
        yield sampled;
      }
    },
  };
}
