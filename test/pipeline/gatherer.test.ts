// Numbers on their way to other threads: in few parts, and in memory that is shared and used again.

import { afterEach, expect, it, vi } from 'vitest';
import { NumberGatherer } from '../../src/pipeline/number-gatherer.js';

const RANGE = { first: 1, last: 3 };

function memoryOf(gatherer: NumberGatherer): ArrayBufferLike {
  gatherer.add(Float64Array.of(617));
  const { numbers, release } = gatherer.take();
  release();
  return (numbers[0] as Float64Array).buffer;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('single numbers that follow each other are one part, and ranges stay as they are', () => {
  const gatherer = new NumberGatherer(20);
  const added = [RANGE, [5], [9, 7], [2], RANGE, RANGE, [8], [4]];
  for (const some of added) gatherer.add(Array.isArray(some) ? Float64Array.from(some) : some);
  expect([gatherer.deals, gatherer.room]).toEqual([15, 5]);
  const { numbers, deals } = gatherer.take();
  expect(numbers).toEqual([RANGE, Float64Array.of(5, 9, 7, 2), RANGE, RANGE, Float64Array.of(8, 4)]);
  expect(deals).toBe(15);
  expect([gatherer.deals, gatherer.room]).toEqual([0, 20]);
});

it('memory is used again once it is released, also after ranges, which need none', () => {
  const gatherer = new NumberGatherer(20);
  const memory = memoryOf(gatherer);
  gatherer.add(RANGE);
  gatherer.take().release();
  expect(memoryOf(gatherer)).toBe(memory);
});

it('threads share the memory, where pages let them', () => {
  expect(memoryOf(new NumberGatherer(5))).toBeInstanceOf(SharedArrayBuffer);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(memoryOf(new NumberGatherer(5))).toBeInstanceOf(ArrayBuffer);
});
