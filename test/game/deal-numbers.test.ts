import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import {
  asRange,
  countAll,
  type Deals,
  formatRanges,
  listNumbers,
  parseDeals,
  parseRange,
  splitNumbers,
} from '../../src/game/deal-numbers.js';
import { pairsIn, rowsIn } from '../support/golden.js';
import { listOf } from '../support/numbers.js';

/** The ranges of deals, or the message of the InputError with which they are refused. */
function rangesOf(deals: unknown): string {
  try {
    return formatRanges(parseDeals(deals as Deals));
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
}

describe('parseDeals', () => {
  it.each<[unknown, string]>([
    ...pairsIn('deals.txt'),
    ...rowsIn<[unknown, string]>('deals-of-programs.txt'),
    [Number.NaN, 'NaN is not a valid deal number; expected a whole number in 1..8589934591'],
    [new Map(), 'range.first is missing; expected a number'],
  ])('reads or refuses %j: %s', (deals, result) => {
    expect(rangesOf(deals)).toBe(result);
  });

  // which call it for each word that is not a plain number
  it.each(['1e6', '2^32', 'ms617', '100k'])('lists take no %s, and the message has it in digits', (word) => {
    expect(() => parseRange(word)).toThrow(`; write ${formatRanges(parseDeals(word))}`);
  });

  // with time in proportion to the square of the blanks, a test takes minutes
  it.each(['Bx', 'gameBx', '#Bx', '5Bx', '5-Bx', '5toBx', '1..Bx'])(
    'refuses %s at once, where B is a million blanks',
    (text) => {
      expect(rangesOf(text.replace('B', ' '.repeat(1e6)))).toMatch(/ is neither a deal number nor a range; /);
    },
  );

  it('throws nothing but InputError on any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-0-9., eE+x]{0,24}$/), (text) => void rangesOf(text)),
      { numRuns: 3000 },
    );
  });
});

describe('deal numbers', () => {
  const parts = fc.array(
    fc.oneof(
      fc.record({ first: fc.constant(5), last: fc.integer({ min: 5, max: 35 }) }),
      fc.array(fc.nat(99), { minLength: 1, maxLength: 30 }).map((n) => Float64Array.from(n)),
    ),
    { maxLength: 6 },
  );

  it('are listed, and cut into segments of one size, the last one possibly shorter, in their order', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 40 }), (numbers, most) => {
        const split = [...splitNumbers(numbers, most)];
        const all = listOf(numbers);
        expect(split.flatMap(listOf)).toEqual(all);
        expect(countAll(numbers)).toBe(all.length);
        expect([...listNumbers(numbers)]).toEqual(all);
        const sizes = split.map(countAll);
        expect(sizes.slice(0, -1).every((size) => size === most)).toBe(true);
        expect(sizes.every((size) => size > 0 && size <= most)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[number[], object | undefined]>([
    [[], undefined],
    [[5], { first: 5, last: 5 }],
    [[5, 6, 7], { first: 5, last: 7 }],
    [[5, 7], undefined],
    [[5, 7, 6, 8], undefined], // its ends are as far apart as those of a range
    [[5, 5, 7], undefined],
    [[7, 6, 5], undefined],
  ])('%j are the range %j', (numbers, range) => {
    expect(asRange(Float64Array.from(numbers))).toEqual(range);
  });
});
