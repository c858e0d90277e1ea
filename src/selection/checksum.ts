// A checksum of the numbers of a list. A resumed run compares it, because its job does not cover the contents of lists.

import { crc32 } from 'node:zlib';
import type { DealNumbers } from '../game/deal-numbers.js';

/** The checksum of the numbers added so far. */
export interface Checksum {
  add(numbers: DealNumbers): void;
  readonly value: number;
}

/**
 * Makes a checksum of no numbers yet: the CRC-32 of the longest ranges of consecutive numbers, of each its first and its
 * last number, or its only one. It is the same however the numbers are cut into segments, and a range of 2^33 deals costs
 * no more than one number.
 */
export function listChecksum(): Checksum {
  let closed = 0; // checksum of the ranges before `open`
  let open: { first: number; last: number } | undefined;
  const ends = new Float64Array(2);

  function crcOf(crc: number, first: number, last: number): number {
    ends[0] = first;
    ends[1] = last;
    return crc32(bytesOf(first === last ? ends.subarray(0, 1) : ends), crc);
  }

  function addRange(first: number, last: number): void {
    if (open !== undefined && first === open.last + 1) {
      open.last = last;
      return;
    }
    if (open !== undefined) closed = crcOf(closed, open.first, open.last);
    open = { first, last };
  }

  /** Adds an array. Numbers without a successor beside them are read where they are, without a copy. */
  function addNumbers(numbers: Float64Array): void {
    let i = 0;
    while (i < numbers.length) {
      const alone = nextRange(numbers, i);
      if (alone > i) {
        addRange(numbers[i], numbers[i]);
        if (open !== undefined) closed = crcOf(closed, open.first, open.last);
        if (alone > i + 1) closed = crc32(bytesOf(numbers.subarray(i + 1, alone)), closed);
        open = undefined;
      }
      let last = alone;
      while (last + 1 < numbers.length && numbers[last + 1] === numbers[last] + 1) last++;
      addRange(numbers[alone], numbers[last]);
      i = last + 1;
    }
  }

  return {
    add(numbers: DealNumbers) {
      if (numbers instanceof Float64Array) addNumbers(numbers);
      else addRange(numbers.first, numbers.last);
    },
    get value() {
      return open === undefined ? closed : crcOf(closed, open.first, open.last);
    },
  };
}

/** The index, from `i` on, of the first number that is followed by the next higher one; else of the last number. */
function nextRange(numbers: Float64Array, i: number): number {
  let at = i;
  for (let n = numbers[at]; at + 1 < numbers.length; at++) {
    const next = numbers[at + 1];
    if (next === n + 1) break;
    n = next;
  }
  return at;
}

function bytesOf(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
