import { countNumbers, type DealNumbers, type DealRange, numberAt } from '../../src/game/deal-numbers.js';
import type { NumberStream } from '../../src/selection/deal-source.js';

/** The numbers of parts, one after another. */
export function listOf(parts: readonly DealNumbers[]): number[] {
  return parts.flatMap((some) => Array.from({ length: countNumbers(some) }, (_, i) => numberAt(some, i)));
}

/** The parts of a stream as they are handed on: ranges, and copies of arrays, whose memory is used again. */
export async function partsOf(stream: NumberStream): Promise<(DealRange | number[])[]> {
  const parts: (DealRange | number[])[] = [];
  for await (const numbers of stream) parts.push(numbers instanceof Float64Array ? [...numbers] : numbers);
  return parts;
}

/** Collects all numbers of a stream. */
export async function numbersIn(stream: NumberStream): Promise<number[]> {
  return (await partsOf(stream)).flatMap((part) => (Array.isArray(part) ? part : listOf([part])));
}
