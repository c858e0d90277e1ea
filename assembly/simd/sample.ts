/**
 * Places -> indexes of a sample's order, eight at a time: the network that src/selection/sample-order.ts explains. 34 bits of a place
 * are two parts of 17, so that a lane of 32 has room for each.
 */
import { SAMPLE_KEYS } from '../memory';

@inline
function mix(word: v128): v128 {
  let x = v128.xor(word, i32x4.shr_u(word, 16));
  x = i32x4.mul(x, i32x4.splat(0x85ebca6b));
  x = v128.xor(x, i32x4.shr_u(x, 13));
  x = i32x4.mul(x, i32x4.splat(0xc2b2ae35));
  return v128.xor(x, i32x4.shr_u(x, 16));
}

/** The indexes of two lanes, the lower ones. */
@inline
function join(left: v128, right: v128, width: v128): v128 {
  return f64x2.add(f64x2.mul(f64x2.convert_low_i32x4_u(left), width), f64x2.convert_low_i32x4_u(right));
}

@inline
function storeIndexes(left: v128, right: v128, width: v128, out: usize): void {
  v128.store(out, join(left, right, width));
  v128.store(out, join(i32x4.shuffle(left, left, 2, 3, 0, 1), i32x4.shuffle(right, right, 2, 3, 0, 1), width), 16);
}

/** All ones in the lanes that are above the last index. */
@inline
function isAbove(left: v128, right: v128, lastLeft: v128, lastRight: v128): v128 {
  return v128.or(i32x4.gt_s(left, lastLeft), v128.and(i32x4.eq(left, lastLeft), i32x4.gt_s(right, lastRight)));
}

/** Two vectors beside one another, as each round waits for two multiplications. */
export function permute(
  from: u64, count: u32, size: u64, leftBits: u32, rightBits: u32, keys: usize, out: usize,
): void {
  const rightOnes: u64 = (1 << rightBits) - 1;
  const leftMask = i32x4.splat((1 << leftBits) - 1), rightMask = i32x4.splat(<i32>rightOnes);
  const lastLeft = i32x4.splat(<i32>((size - 1) >> rightBits)), lastRight = i32x4.splat(<i32>((size - 1) & rightOnes));
  const width = f64x2.splat(<f64>(rightOnes + 1));
  for (let done: u32 = 0; done < count; done += 8, out += 64) {
    const place = from + done;
    const first = i32x4.splat(<i32>(place >> rightBits)), offset = i32x4.splat(<i32>(place & rightOnes));
    let b = i32x4.add(offset, i32x4(0, 1, 2, 3)), d = i32x4.add(offset, i32x4(4, 5, 6, 7));
    let a = i32x4.add(first, i32x4.shr_u(b, rightBits)), c = i32x4.add(first, i32x4.shr_u(d, rightBits));
    b = v128.and(b, rightMask);
    d = v128.and(d, rightMask);
    // lanes behind the last place of all: from there the way need not lead to an index
    const noPlace0 = isAbove(a, b, lastLeft, lastRight), noPlace1 = isAbove(c, d, lastLeft, lastRight);
    a = v128.andnot(a, noPlace0);
    b = v128.andnot(b, noPlace0);
    c = v128.andnot(c, noPlace1);
    d = v128.andnot(d, noPlace1);
    let again0 = i32x4.splat(-1), again1 = again0;
    do {
      let newA = a, newB = b, newC = c, newD = d;
      for (let key = keys; key < keys + SAMPLE_KEYS; key += 8) {
        const leftKey = v128.load_splat<u32>(key), rightKey = v128.load_splat<u32>(key, 4);
        newA = v128.xor(newA, v128.and(mix(v128.xor(newB, leftKey)), leftMask));
        newC = v128.xor(newC, v128.and(mix(v128.xor(newD, leftKey)), leftMask));
        newB = v128.xor(newB, v128.and(mix(v128.xor(newA, rightKey)), rightMask));
        newD = v128.xor(newD, v128.and(mix(v128.xor(newC, rightKey)), rightMask));
      }
      a = v128.bitselect(newA, a, again0);
      b = v128.bitselect(newB, b, again0);
      c = v128.bitselect(newC, c, again1);
      d = v128.bitselect(newD, d, again1);
      again0 = isAbove(a, b, lastLeft, lastRight);
      again1 = isAbove(c, d, lastLeft, lastRight);
    } while (v128.any_true(v128.or(again0, again1)));
    storeIndexes(a, b, width, out);
    storeIndexes(c, d, width, out + 32);
  }
}
