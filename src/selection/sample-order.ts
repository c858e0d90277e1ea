// The order in which a sample takes deals: a permutation of their indexes that a seed chooses.
//
// It is a Feistel network: place i, as a number of `bits` bits (as few as hold the count), is cut into a left and a right
// part, and ROUNDS times
//
//     (left, right) = (right, left xor (mix(right xor key of the round) mod 2^bits of left))
//
// which can be undone and so sends no two places to the same number; a number that is none of the count's goes through
// again until it is. mix is the finalizer of MurmurHash3 (Austin Appleby, public domain).

const ROUNDS = 8; // even: two at a time, a new left part and then a new right part

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

/** An order of the indexes 0 .. size-1 (size 1..2^34) that a seed chooses. */
export interface Order {
  size: number;
  /** bits of the left and of the right part of a place */
  leftBits: number;
  rightBits: number;
  keys: Int32Array;
}

export function orderOf(size: number, seed: number): Order {
  const bits = Math.max(2, Math.ceil(Math.log2(size)));
  const rightBits = bits >> 1;
  return { size, leftBits: bits - rightBits, rightBits, keys: keysOf(seed) };
}

/** Fills `indexes` with the indexes at the places of an order from `from` on. */
export function permute(
  { size, leftBits, rightBits, keys }: Order,
  from: number,
  indexes: Float64Array,
): void {
  const width = 2 ** rightBits;
  const [leftMask, rightMask] = [2 ** leftBits - 1, width - 1];
  for (let i = 0; i < indexes.length; i++) {
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
    indexes[i] = index;
  }
}
