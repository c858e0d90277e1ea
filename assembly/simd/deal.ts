// Deals in bulk, a group at a time.

import { CARDS, GROUP_DEALS, SCRATCH } from '../memory';
import { endOfRegime, regimeOf } from '../regime';
import { copyCards } from './decks';
import { nextDraws, seek } from './draws';
import { drawsOf } from './gather';
import { layGroup, shuffleGroup } from './shuffle';

/** The stride that stands for rows: the next deal is one byte further. */
export const ROW_STRIDE: usize = 1;

/** Writes the first `count` (1..64) deals of a group: nothing but their 52 bytes each, or rows of `depth` cards. */
function writeGroup(count: u32, depth: usize, out: usize, stride: usize): void {
  if (stride == ROW_STRIDE) return layGroup(count, depth, out);
  if (count == <u32>GROUP_DEALS) return shuffleGroup(count, out, stride);
  shuffleGroup(count, SCRATCH, CARDS);
  for (let i: usize = 0; i < <usize>count; i++) copyCards(SCRATCH + i * CARDS, out + i * stride);
}

/**
 * Writes the first `depth` cards of each of `count` deals from `first` on. All 52 are written in dealing order, `stride` bytes
 * apart, and nothing but those 52 bytes per deal. With ROW_STRIDE, `depth` (4, 8, 12, 20, .. 44) cards are written as rows from
 * `out` on; up to 15 bytes after the deals of each row may be overwritten.
 */
export function deal(first: u64, count: u32, depth: usize, out: usize, stride: usize): void {
  while (count > 0) {
    const regime = regimeOf(first);
    const inRegime = <u32>min<u64>(count, endOfRegime(regime) - first);
    seek(first, regime, depth);
    for (let done: u32 = 0; done < inRegime; done += <u32>GROUP_DEALS) {
      nextDraws(depth);
      writeGroup(min<u32>(inRegime - done, <u32>GROUP_DEALS), depth, out + <usize>done * stride, stride);
    }
    out += <usize>inRegime * stride;
    first += inRegime;
    count -= inRegime;
  }
}

/** Writes the `count` deals whose numbers (f64) are at `numbers`, as `deal` does. */
export function dealNumbers(numbers: usize, count: u32, depth: usize, out: usize, stride: usize): void {
  for (let done: u32 = 0; done < count; done += <u32>GROUP_DEALS) {
    const inGroup = min<u32>(count - done, <u32>GROUP_DEALS);
    drawsOf(numbers + 8 * <usize>done, inGroup, depth);
    writeGroup(inGroup, depth, out + <usize>done * stride, stride);
  }
}
