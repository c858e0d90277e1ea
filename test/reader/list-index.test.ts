// A list is searched. The tests count the reads and the memory that a search takes.

import { afterEach, expect, it, vi } from 'vitest';
import { ReadError } from '../../src/common/errors.js';
import { Lookup } from '../../src/reader/list-index.js';
import type { RecordFile } from '../../src/reader/record-file.js';

/** A list in memory, which counts how often a single number is asked for. */
function listOf(numbers: readonly number[]) {
  const counted = { asked: 0 };
  const list = {
    contents: { count: numbers.length },
    numberAt(position: number) {
      counted.asked++;
      return numbers[position];
    },
    everyNumber: (test: (n: number, position: number) => boolean) => numbers.every(test),
  };
  return { lookup: new Lookup(list as unknown as RecordFile), counted };
}

/** A list of so many records that descend, of which an index may be made, but not filled. */
function longListOf(count: number): Lookup {
  let readings = 0;
  const list = {
    path: 'long.bin',
    contents: { count },
    numberAt: (position: number) => count - position,
    everyNumber() {
      if (readings++ > 0) throw new Error('it is indexed');
      return false;
    },
  };
  return new Lookup(list as unknown as RecordFile);
}

/** Stands for memory that there may not be. */
function stubMemory(allocate: (length: number) => void): void {
  const memory = class {
    constructor(length: number) {
      allocate(length);
    }
  };
  vi.stubGlobal('BigUint64Array', memory);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('lookups in an ascending list build no index', () => {
  const allocate = vi.fn();
  stubMemory(allocate);
  const { lookup, counted } = listOf(Array.from({ length: 100 }, (_, i) => 3 * i + 1));
  expect([5, 8, 7, 1000].map((n) => lookup.find(n))).toEqual([undefined, undefined, 2, undefined]);
  expect(allocate).not.toHaveBeenCalled();
  expect(counted.asked).toBeLessThan(4 * 10);
});

it('after a miss, the search for the next deal begins after the last hit', () => {
  const { lookup, counted } = listOf(Array.from({ length: 100 }, (_, i) => 3 * i + 1));
  expect(lookup.find(31)).toBe(10);
  expect(lookup.find(32)).toBeUndefined();
  counted.asked = 0;
  expect(lookup.find(34)).toBe(11);
  expect(counted.asked).toBe(1);
});

it.each([
  ['2^31 records are indexed', 2 ** 31, new Error('it is indexed')],
  ['more have no place in an index', 2 ** 31 + 1, tooMany(2 ** 31 + 1)],
])('a search in a list without order: %s', (_, count, error) => {
  const allocate = vi.fn();
  stubMemory(allocate);
  const lookup = longListOf(count);
  expect(() => lookup.find(count + 1)).toThrow(error);
});

it('throws an error that says that there is no memory for an index', () => {
  stubMemory((length) => {
    throw new RangeError(`Invalid typed array length: ${length}`);
  });
  const lookup = longListOf(1000);
  expect(() => lookup.find(1001)).toThrow(tooMany(1000));
  expect(() => lookup.find(1001)).toThrow();
});

function tooMany(count: number): ReadError {
  return new ReadError(
    'long.bin',
    new Error(`its ${count} records are in no order and are too many to be indexed`),
  );
}
