// Distinct deal numbers at random out of ranges, the same for a seed on any machine and in any amount of memory.
//
// A seed chooses an order of all deals of the ranges, and a sample is how it begins: so a smaller sample is the start of
// a larger one, and nothing has to be remembered to keep numbers apart. The order is a Feistel network: place i, as a
// number of `bits` bits (as few as hold the count), is cut into a left and a right part, and ROUNDS times
//
//     (left, right) = (right, left xor (mix(right xor key of the round) mod 2^bits of left))
//
// which can be undone and so sends no two places to the same number; a number that is none of the count's goes through
// again until it is. mix is the finalizer of MurmurHash3 (Austin Appleby, public domain).

import { InputError } from '../common/errors.js';
import { countAllNumbers, type DealNumbers } from '../game/deal-numbers.js';
import { type DealSource, numbersByIndex } from './deal-source.js';

export interface Sample {
  count: number; // 1 .. number of deals in the ranges
  seed?: number; // 0..2^53-1, default 1
}

const ROUNDS = 8; // even, or the two parts would have changed sizes
const BLOCK = 65536; // numbers made at a time

/** Spreads every bit of a 32-bit word over all others; it can be undone. */
function mix(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** A key for each round: 32-bit words out of both halves of the seed. */
function keysOf(seed: number): Int32Array {
  const [low, high] = [seed | 0, Math.floor(seed / 2 ** 32) | 0];
  return Int32Array.from({ length: ROUNDS }, (_, round) =>
    mix(mix(low + Math.imul(round + 1, 0x9e3779b9)) + mix(high + round)),
  );
}

/** A permutation of 0 .. count-1 (count 1..2^34) that follows from the seed. */
export function permutation(count: number, seed: number): (place: number) => number {
  const keys = keysOf(seed);
  const bits = Math.max(2, Math.ceil(Math.log2(count)));
  const rightBits = bits >> 1;
  const leftBits = bits - rightBits;
  const masks = [2 ** leftBits - 1, 2 ** rightBits - 1];

  function once(place: number): number {
    let right = place % 2 ** rightBits;
    let left = Math.floor(place / 2 ** rightBits);
    for (let round = 0; round < ROUNDS; round++) {
      const mask = masks[round & 1];
      [left, right] = [right, left ^ (mix(right ^ keys[round]) & mask)];
    }
    return left * 2 ** rightBits + right;
  }

  return (place) => {
    let x = once(place);
    while (x >= count) x = once(x);
    return x;
  };
}

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
export function sampleSource({ parts, key }: DealSource, sample: Sample): DealSource {
  if (parts === undefined) throw new InputError('a sample is taken of ranges, not of a list; name ranges');
  const { count, seed } = checkSample(sample, countAllNumbers(parts));
  return {
    count,
    key: `${key} sample ${count} seed ${seed}`,
    parts: undefined,
    newChecksum: undefined,
    numbers: (from = 0, to = count) => sampleOf(parts, seed, from, Math.min(to, count)),
  };
}

/**
 * The sample's deal numbers in its order, from index `from` to before index `to`; an array is valid until the next one is
 * asked for.
 */
export function* sampleOf(
  parts: readonly DealNumbers[],
  seed: number,
  from: number,
  to: number,
): Generator<Float64Array, void, void> {
  const numberAt = numbersByIndex(parts);
  const indexOf = permutation(countAllNumbers(parts), seed);
  const block = new Float64Array(Math.min(BLOCK, Math.max(0, to - from)));
  for (let done = from; done < to; done += block.length) {
    const some = Math.min(block.length, to - done);
    for (let i = 0; i < some; i++) block[i] = numberAt(indexOf(done + i));
    yield block.subarray(0, some);
  }
}
