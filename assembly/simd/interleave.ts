/**
 * Interleaves the bytes of two vectors. V8 computes the first operand of a shuffle first. low and high pass b first,
 * because in shuffle.ts b takes longer to compute.
 */

/** The first eight bytes of a and of b, in turn. */
export function low(a: v128, b: v128): v128 {
  return i8x16.shuffle(b, a, 16, 0, 17, 1, 18, 2, 19, 3, 20, 4, 21, 5, 22, 6, 23, 7);
}

/** The last eight bytes of a and of b, in turn. */
export function high(a: v128, b: v128): v128 {
  return i8x16.shuffle(b, a, 24, 8, 25, 9, 26, 10, 27, 11, 28, 12, 29, 13, 30, 14, 31, 15);
}

/** The first eight bytes of a, then those of b. */
export function lowHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

/** The last eight bytes of a, then those of b. */
export function highHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
}
