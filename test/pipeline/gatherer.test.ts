// The gatherer joins numbers for other threads to few segments, in memory that is shared and reused.

import { afterEach, expect, it, vi } from 'vitest';
import { NumberGatherer } from '../../src/pipeline/gatherer.js';

const RANGE = { first: 1, last: 3 };

function memoryOf(gatherer: NumberGatherer): ArrayBufferLike {
  expect([...gatherer.fill([Float64Array.of(617)])]).toEqual([]);
  const { numbers, release } = gatherer.take();
  release();
  return (numbers[0] as Float64Array).buffer;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Segments of numbers: ranges, and arrays of single numbers. */
function segments(...values: (typeof RANGE | number[])[]) {
  return values.map((value) => (Array.isArray(value) ? Float64Array.from(value) : value));
}

it('joins arrays of numbers that follow each other, and leaves ranges as they are', () => {
  const gatherer = new NumberGatherer(20);
  const added = segments(RANGE, [5], [9, 7], [2], RANGE, RANGE, [8], [4]);
  expect([...gatherer.fill(added)]).toEqual([]);
  expect(gatherer.deals).toBe(15);
  const { numbers, deals } = gatherer.take();
  expect(numbers).toEqual([RANGE, Float64Array.of(5, 9, 7, 2), RANGE, RANGE, Float64Array.of(8, 4)]);
  expect(deals).toBe(15);
  expect(gatherer.deals).toBe(0);
});

it('shares the memory with other threads if the page permits it', () => {
  expect(memoryOf(new NumberGatherer(5))).toBeInstanceOf(SharedArrayBuffer);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(memoryOf(new NumberGatherer(5))).toBeInstanceOf(ArrayBuffer);
});
