/** Places -> indexes of a sample's order: the network that src/selection/sample-order.ts explains. */
import { SAMPLE_KEYS } from '../memory';

@inline
function mix(word: u32): u32 {
  let x = word ^ (word >> 16);
  x *= 0x85ebca6b;
  x ^= x >> 13;
  x *= 0xc2b2ae35;
  return x ^ (x >> 16);
}

export function permute(
  from: u64, count: u32, size: u64, leftBits: u32, rightBits: u32, keys: usize, out: usize,
): void {
  const leftMask: u32 = (1 << leftBits) - 1, rightMask: u32 = (1 << rightBits) - 1;
  for (let done: u32 = 0; done < count; done++) {
    let index = from + done;
    do {
      let left = <u32>(index >> rightBits), right = <u32>index & rightMask;
      for (let key = keys; key < keys + SAMPLE_KEYS; key += 8) {
        left ^= mix(right ^ load<u32>(key)) & leftMask;
        right ^= mix(left ^ load<u32>(key, 4)) & rightMask;
      }
      index = (<u64>left << rightBits) | right;
    } while (index >= size);
    store<f64>(out + 8 * <usize>done, <f64>index);
  }
}
