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
