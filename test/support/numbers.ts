import { LAST_DEAL, REGIME_FIRST_DEALS } from '../../src/game/constants.js';
import { countNumbers, type DealNumbers, type DealRange, numberAt } from '../../src/game/deal-numbers.js';
import type { NumberStream } from '../../src/selection/deal-source.js';

/** Consecutive numbers. */
export function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}

/** The numbers of segments, one after another. */
export function listOf(segments: readonly DealNumbers[]): number[] {
  return segments.flatMap((numbers) =>
    Array.from({ length: countNumbers(numbers) }, (_, i) => numberAt(numbers, i)),
  );
}

/** The segments of a stream: its ranges, and copies of its arrays, whose memory is used again. */
export async function segmentsOf(stream: NumberStream): Promise<(DealRange | number[])[]> {
  const segments: (DealRange | number[])[] = [];
  for await (const numbers of stream) segments.push(numbers instanceof Float64Array ? [...numbers] : numbers);
  return segments;
}

/** Collects all numbers of a stream. */
export async function numbersIn(stream: NumberStream): Promise<number[]> {
  return (await segmentsOf(stream)).flatMap((segment) =>
    Array.isArray(segment) ? segment : listOf([segment]),
  );
}

/**
 * Returns `count` deal numbers of all regimes and lengths, without order.
 * The first million are distinct.
 */
export function scattered(count: number): number[] {
  return Array.from({ length: count }, (_, i) => 1 + ((i * 7_919_000_003) % LAST_DEAL));
}

/** The deals of each regime. */
export const regimes: readonly DealRange[] = REGIME_FIRST_DEALS.map((first, i) => ({
  first,
  last: (REGIME_FIRST_DEALS[i + 1] ?? LAST_DEAL + 1) - 1,
}));

/** The deals at which another regime begins. */
export const regimeEdges: readonly number[] = REGIME_FIRST_DEALS.slice(1);

export const [FIRST_HIGH_DEAL, FIRST_WIDE_DEAL] = regimeEdges as [number, number];
