// The order in which a sample takes deals: a seed chooses a permutation of their indexes.
//
// The permutation maps a place in the order to an index by a Feistel network. A place has as few bits as are enough for
// the number of deals. It is cut into its upper bits, left, and its lower bits, right. Then, ROUNDS times:
//
//     (left, right) = (right, left xor (mix(right xor key of the round) mod 2^(bits of left)))
//
// Each round can be undone, so no two places have the same result. A result that is not below the number of deals goes
// through the network again, until it is. mix is the finalizer of MurmurHash3 (Austin Appleby, public domain).

const ROUNDS = 8; // even, because the loop takes two at a time: a new left, then a new right

/** Spreads each bit of a 32-bit word over all bits. It can be undone. */
function mix(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** The 32-bit keys of the rounds, made of both halves of the seed. */
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

/** Fills `indexes` with the indexes at consecutive places of an order, the first of them `from`. */
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
