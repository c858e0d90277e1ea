// A checksum of the numbers of a list. A resumed run compares it, because its job does not cover the contents of lists.

import type { DealNumbers } from '../game/deal-numbers.js';

/** The checksum of the numbers added so far. */
export interface Checksum {
  add(numbers: DealNumbers): void;
  readonly value: string; // empty before the first number
}

/** Hexadecimal digits of a checksum: 128 bits, because 32 bits of CRC would make two of some thousand lists equal. */
const DIGITS = 32;
const BUFFERED = 8192;

/**
 * Makes a checksum of no numbers yet: the SHA-256, cut to 128 bits, of the longest runs of consecutive numbers.
 * A single number is hashed as it is, a longer run as its first number, negated, and its last number, all as float64. So
 * each list has its own checksum. It is the same however the numbers are cut into segments, and a range of 2^33 deals costs
 * no more than two numbers.
 */
export function listChecksum(): Checksum {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const buffer = new Float64Array(BUFFERED);
  let filled = 0;
  let first = 0; // of the run that the next number may continue; 0 before the first number
  let last = 0;

  function addRange(start: number, end: number): void {
    if (first > 0 && start === last + 1) last = end;
    else {
      closeRun();
      first = start;
      last = end;
    }
  }

  /** Moves the open run to the buffer, which always has room for one more. */
  function closeRun(): void {
    filled = addRun(buffer, filled, first, last);
    if (filled < BUFFERED - 1) return;
    hash.update(bytesOf(buffer.subarray(0, filled)));
    filled = 0;
  }

  return {
    add(numbers: DealNumbers) {
      if (numbers instanceof Float64Array)
        for (let i = 0; i < numbers.length; i++) addRange(numbers[i], numbers[i]);
      else addRange(numbers.first, numbers.last);
    },
    get value() {
      // the open run may go on, so what it adds behind the buffer is overwritten
      if (first === 0) return '';
      const rest = bytesOf(buffer.subarray(0, addRun(buffer, filled, first, last)));
      return hash.copy().update(rest).digest('hex').slice(0, DIGITS);
    },
  };
}

/** Adds a run to runs, none for a first number of 0; returns the new length. */
function addRun(runs: Float64Array, length: number, first: number, last: number): number {
  let end = length;
  if (first < last) runs[end++] = -first;
  if (first > 0) runs[end++] = last;
  return end;
}

function bytesOf(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
