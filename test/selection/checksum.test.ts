import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAST_DEAL } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { listChecksum } from '../../src/selection/checksum.js';

/** Numbers with many runs of consecutive ones, single numbers and repeated ones. */
const list = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((runs) => runs.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i)));

/** Hashes each longest run as the documentation of listChecksum says, without segments. */
function model(numbers: readonly number[]): string {
  if (numbers.length === 0) return '';
  const ends: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const first = numbers[i] as number;
    while (i + 1 < numbers.length && numbers[i + 1] === (numbers[i] as number) + 1) i++;
    const last = numbers[i] as number;
    ends.push(...(first === last ? [first] : [-first, last]));
  }
  return sha256(ends);
}

function sha256(numbers: readonly number[]): string {
  const bytes = new Uint8Array(Float64Array.from(numbers).buffer);
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

function checksumOf(parts: readonly DealNumbers[]): string {
  const checksum = listChecksum();
  for (const part of parts) checksum.add(part);
  return checksum.value;
}

/** Cuts numbers at places that `cuts` chooses; consecutive ones become ranges where `asRanges` says so. */
function cut(numbers: readonly number[], cuts: readonly number[], asRanges: readonly boolean[]) {
  const parts: DealNumbers[] = [];
  for (let done = 0, i = 0; done < numbers.length; i++) {
    const some = numbers.slice(done, done + 1 + ((cuts[i % cuts.length] as number) % numbers.length));
    const [first, last] = [some[0], some.at(-1)] as [number, number];
    const isRange = some.every((n, k) => n === first + k);
    parts.push(isRange && asRanges[i % asRanges.length] ? { first, last } : Float64Array.from(some));
    done += some.length;
  }
  return parts;
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const cuts = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 8 });
const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });

describe('the checksum of a list', () => {
  it.each([
    [[5]],
    [[5, 6]],
    [[5, 6, 7]],
    [[7, 6, 5]],
    [[5, 7]],
    [[5, 7, 9]],
    [[5, 7, 9, 11]],
    [[5, 7, 8]],
    [[5, 7, 9, 10]],
    [[5, 6, 8]],
    [[5, 6, 8, 9]],
    [[5, 6, 8, 10, 12, 13, 14]],
    [[1, 3, 5, 6, 7, 9, 11, 12]],
    [[7, 7, 7]],
    [[3, 3, 4, 4, 5, 5]],
  ])('is the CRC-32 of the ends of its ranges: %j', (numbers) => {
    const array = Float64Array.from(numbers);
    const ranges = numbers.map((n) => ({ first: n, last: n }));
    for (const [parts, all] of [
      [[array], numbers],
      [ranges, numbers],
      [Array.from(numbers, (n) => Float64Array.of(n)), numbers],
      [[array.subarray(0, 2), array.subarray(2)], numbers],
      [[...ranges.slice(0, 2), array.subarray(2)], numbers],
      [
        [{ first: 2, last: 4 }, array, { first: 13, last: 15 }],
        [2, 3, 4, ...numbers, 13, 14, 15],
      ],
      [
        [array, array],
        [...numbers, ...numbers],
      ],
    ] as const) {
      expect(checksumOf(parts)).toBe(model(all));
    }
  });

  it('does not depend on how the numbers are cut into ranges and arrays', () => {
    fc.assert(
      fc.property(list, cuts, choices, (numbers, cuts, asRanges) => {
        expect(checksumOf(cut(numbers, cuts, asRanges))).toBe(model(numbers));
      }),
      { numRuns: 2000 },
    );
  });

  it('can be read after every segment, for the numbers so far', () => {
    fc.assert(
      fc.property(list, cuts, choices, (numbers, cuts, asRanges) => {
        const checksum = listChecksum();
        let done = 0;
        for (const part of cut(numbers, cuts, asRanges)) {
          checksum.add(part);
          done += part instanceof Float64Array ? part.length : part.last - part.first + 1;
          expect(checksum.value).toBe(model(numbers.slice(0, done)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('changes if any number changes, also in the first segment', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.integer({ min: 1, max: 99 }), (numbers, which, by) => {
        const at = which % numbers.length;
        const changed = numbers.with(at, (numbers[at] as number) + by);
        expect(checksumOf(cut(changed, [3], [true]))).not.toBe(checksumOf(cut(numbers, [3], [true])));
      }),
      { numRuns: 1000 },
    );
  });

  it('of 1..2^33-1 is one hash of two numbers', () => {
    expect(checksumOf([{ first: 1, last: LAST_DEAL }])).toBe(sha256([-1, LAST_DEAL]));
    expect(checksumOf([])).toBe('');
  });

  it('differs from that of every other list, however the numbers of both are grouped', () => {
    const lists = [
      [1, 2, 3, 5, 7],
      [1, 3, 5, 6, 7],
      [...upTo(10, 20), 30],
      [10, ...upTo(20, 30)],
    ];
    for (let length = 1; length <= 5; length++) {
      for (let code = 0; code < 6 ** length; code++) {
        lists.push(Array.from({ length }, (_, i) => 1 + (Math.floor(code / 6 ** i) % 6)));
      }
    }
    const checksums = new Set(lists.map((numbers) => checksumOf([Float64Array.from(numbers)])));
    expect(checksums.size).toBe(lists.length);
  });

  it('of a list that is longer than what is hashed at a time is right at each number', () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => 1 + 3 * i - (i % 2));
    const checksum = listChecksum();
    for (const [i, n] of numbers.entries()) {
      checksum.add(Float64Array.of(n));
      if (i % 4095 < 3) expect(checksum.value).toBe(model(numbers.slice(0, i + 1)));
    }
    expect(checksum.value).toBe(model(numbers));
    expect(checksumOf([Float64Array.from(numbers)])).toBe(model(numbers));
  });
});
