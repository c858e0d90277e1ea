// A checksum of the numbers of a list: what a resumed run compares, as a job's description does not tell what is in a list.

import { crc32 } from 'node:zlib';
import type { DealNumbers } from '../game/deal-numbers.js';

/** A running checksum of the numbers of a list. */
export interface Checksum {
  add(numbers: DealNumbers): void;
  readonly value: number;
}

/**
 * CRC-32 of the numbers, where each longest run of consecutive ones counts as its two ends: so it is the same however the
 * numbers are cut into parts, and a range of 2^33 deals costs no more than one number.
 */
export function listChecksum(): Checksum {
  let closed = 0; // checksum of the runs that are over
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

  /** Adds numbers that begin runs: each run of one number is its bytes in `numbers`, so that these need no copy. */
  function addNumbers(numbers: Float64Array): void {
    let i = 0;
    while (i < numbers.length) {
      // numbers with no neighbour among them, up to the one before the last of these
      const alone = nextRun(numbers, i);
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

/** The index, from `i` on, of the first number that its successor follows, or of the last one. */
function nextRun(numbers: Float64Array, i: number): number {
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
