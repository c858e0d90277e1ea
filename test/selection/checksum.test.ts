import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LAST_DEAL } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { listChecksum } from '../../src/selection/checksum.js';
import { range } from '../support/numbers.js';

/** Numbers with many runs of consecutive ones, single numbers and repeated ones. */
const list = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((runs) => runs.flatMap(([first, count]) => range(first, count)));

/** Hashes each longest run as the documentation of listChecksum says, without segments. */
function model(numbers: readonly number[]): string {
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

function checksumOf(...segments: readonly DealNumbers[]): string {
  const checksum = listChecksum();
  for (const segment of segments) checksum.add(segment);
  return checksum.value;
}

/** Lengths of segments less 1, and whether each is a range if it can be one. */
const cuts = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.boolean()), { minLength: 1, maxLength: 8 });

it('the checksum of a list can be read after each segment, however the numbers are cut into ranges and arrays', () => {
  fc.assert(
    fc.property(list, cuts, (numbers, cuts) => {
      const checksum = listChecksum();
      for (let done = 0, i = 0; done < numbers.length; i++) {
        const [more, asRange] = cuts[i % cuts.length];
        const some = numbers.slice(done, done + 1 + (more % numbers.length));
        const [first, last] = [some[0], some.at(-1)] as [number, number];
        const isRange = some.every((n, k) => n === first + k);
        checksum.add(isRange && asRange ? { first, last } : Float64Array.from(some));
        done += some.length;
        expect(checksum.value).toBe(model(numbers.slice(0, done)));
      }
    }),
    { numRuns: 2000 },
  );
});

it('the checksum of 1..2^33-1 is one hash of two numbers', () => {
  expect(checksumOf({ first: 1, last: LAST_DEAL })).toBe(sha256([-1, LAST_DEAL]));
  expect(checksumOf()).toBe('');
});

it('the checksum of a list that is longer than what is hashed at a time is right at each number', () => {
  // a single number and then pairs: the buffer has room for one more number, and a pair comes
  const numbers = Array.from({ length: 20_000 }, (_, i) => 3 * ((i + 1) >> 1) + ((i + 1) % 2));
  const checksum = listChecksum();
  for (const [i, n] of numbers.entries()) {
    checksum.add(Float64Array.of(n));
    if (i % 4095 < 3) expect(checksum.value).toBe(model(numbers.slice(0, i + 1)));
  }
  expect(checksum.value).toBe(model(numbers));
  expect(checksumOf(Float64Array.from(numbers))).toBe(model(numbers));
});
