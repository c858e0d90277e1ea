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

it('yields each full group, also after the size has changed', () => {
  const gatherer = new NumberGatherer(5);
  gatherer.size = 2;
  const sizes: number[] = [];
  for (const { numbers, deals } of gatherer.fill(
    segments(RANGE, [7, 9, 11], [13], { first: 20, last: 30 }),
  )) {
    sizes.push(deals);
    if (deals === 2) gatherer.size = 5;
    if (sizes.length === 2) {
      expect(numbers).toEqual([{ first: 3, last: 3 }, Float64Array.of(7, 9, 11, 13)]);
    }
  }
  expect(sizes).toEqual([2, 5, 5, 5]);
  expect(gatherer.take()).toMatchObject({ numbers: [{ first: 30, last: 30 }], deals: 1 });
});

it('uses released memory again, also after ranges, which need no memory', () => {
  const gatherer = new NumberGatherer(20);
  const memory = memoryOf(gatherer);
  expect([...gatherer.fill([RANGE])]).toEqual([]);
  gatherer.take().release();
  expect([...gatherer.fill([Float64Array.of(617)])]).toEqual([]);
  const { numbers } = gatherer.take();
  expect((numbers[0] as Float64Array).buffer).toBe(memory);
  expect(memoryOf(gatherer)).not.toBe(memory); // which is not released yet
});

it('shares the memory with other threads if the page permits it', () => {
  expect(memoryOf(new NumberGatherer(5))).toBeInstanceOf(SharedArrayBuffer);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(memoryOf(new NumberGatherer(5))).toBeInstanceOf(ArrayBuffer);
});
