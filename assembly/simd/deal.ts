// Deals in bulk, a group at a time.

import { CARDS, GROUP_DEALS, SCRATCH } from '../memory';
import { endOfRegime, regimeOf } from '../regime';
import { copyCards } from './decks';
import { nextDraws, seek } from './draws';
import { drawsOf } from './gather';
import { shuffleGroup } from './shuffle';

/** Writes the first `count` (1..64) deals of a group, and nothing but their 52 bytes each. */
function writeGroup(count: u32, out: usize, stride: usize): void {
  if (count == <u32>GROUP_DEALS) return shuffleGroup(count, out, stride);
  shuffleGroup(count, SCRATCH, CARDS);
  for (let i: usize = 0; i < <usize>count; i++) copyCards(SCRATCH + i * CARDS, out + i * stride);
}

/**
 * Writes the 52 cards of each of `count` deals from `first` on, in dealing order, `stride` (>= 52) bytes apart, and
 * nothing but those 52 bytes per deal.
 */
export function deal(first: u64, count: u32, out: usize, stride: usize): void {
  while (count > 0) {
    const regime = regimeOf(first);
    const inRegime = <u32>min<u64>(count, endOfRegime(regime) - first);
    seek(first, regime);
    for (let done: u32 = 0; done < inRegime; done += <u32>GROUP_DEALS) {
      nextDraws();
      writeGroup(min<u32>(inRegime - done, <u32>GROUP_DEALS), out + <usize>done * stride, stride);
    }
    out += <usize>inRegime * stride;
    first += inRegime;
    count -= inRegime;
  }
}

/** Writes the 52 cards of each of the `count` deals whose numbers (f64) are at `numbers`, 52 bytes apart. */
export function dealNumbers(numbers: usize, count: u32, out: usize): void {
  for (let done: u32 = 0; done < count; done += <u32>GROUP_DEALS) {
    const inGroup = min<u32>(count - done, <u32>GROUP_DEALS);
    drawsOf(numbers + 8 * <usize>done, inGroup);
    writeGroup(inGroup, out + CARDS * <usize>done, CARDS);
  }
}
