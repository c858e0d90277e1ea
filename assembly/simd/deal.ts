// Deals in bulk: consecutive ones 32 at a time, others 16.

import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, LAST_DEAL } from '../../src/game/constants';
import { CARDS, DRAWS, DRAWS_HALF, SCRATCH, VECTOR_DEALS } from '../memory';
import { drawsOf } from './gather';
import { nextDraws, seek } from './random';
import { shuffle16 } from './shuffle';

/** Deals from `first` on that belong to its regime. */
function leftInRegime(first: u64): u64 {
  if (first < <u64>FIRST_HIGH_DEAL) return <u64>FIRST_HIGH_DEAL - first;
  if (first < <u64>FIRST_WIDE_DEAL) return <u64>FIRST_WIDE_DEAL - first;
  return <u64>LAST_DEAL + 1 - first;
}

@inline
function copyCards(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  store<u32>(to, load<u32>(from, 48), 48);
}

/** Writes the first `count` (0..16) of 16 deals. */
function shuffleSome(draws: usize, count: u32, out: usize, stride: usize): void {
  if (count >= <u32>VECTOR_DEALS) return shuffle16(draws, out, stride);
  if (count == 0) return;
  shuffle16(draws, SCRATCH, CARDS);
  for (let i: usize = 0; i < <usize>count; i++) copyCards(SCRATCH + i * CARDS, out + i * stride);
}

/**
 * Writes the 52 cards of each of `count` deals from `first` on, in dealing order, `stride` (>= 52) bytes apart, and
 * nothing but those 52 bytes a deal.
 */
export function deal(first: u64, count: u32, out: usize, stride: usize): void {
  while (count > 0) {
    const run = <u32>min<u64>(count, leftInRegime(first));
    seek(first);
    for (let left = run; left > 0; ) {
      const front = min<u32>(left, <u32>VECTOR_DEALS);
      const back = min<u32>(left - front, <u32>VECTOR_DEALS);
      nextDraws();
      shuffleSome(DRAWS, front, out, stride);
      shuffleSome(DRAWS + DRAWS_HALF, back, out + <usize>front * stride, stride);
      out += <usize>(front + back) * stride;
      left -= front + back;
    }
    first += run;
    count -= run;
  }
}

/** Writes the 52 cards of each of the `count` deals whose numbers are at `numbers` (f64), 52 bytes apart. */
export function dealNumbers(numbers: usize, count: u32, out: usize): void {
  for (let done: u32 = 0; done < count; done += <u32>VECTOR_DEALS) {
    drawsOf(numbers + 8 * <usize>done);
    shuffleSome(DRAWS, min<u32>(count - done, <u32>VECTOR_DEALS), out + CARDS * <usize>done, CARDS);
  }
}
