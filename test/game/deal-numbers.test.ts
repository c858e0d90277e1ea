import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { quote } from '../../src/common/quote.js';
import {
  asRange,
  countAllNumbers,
  type Deals,
  formatRanges,
  parseDeals,
  parseRange,
  splitNumbers,
} from '../../src/game/deal-numbers.js';
import { listOf } from '../support/numbers.js';

describe('parseDeals', () => {
  it.each<[Deals, string]>([
    ['1, 617,11982..12000', '1,617,11982..12000'],
    ['7.0', '7'],
    ['all', '1..8589934591'],
    ['1..2^32,#4294967297', '1..4294967296,4294967297'],
    ['1e6..2^33-1', '1000000..8589934591'],
    ['ms11982, MS 617 , 1..2e0', '11982,617,1..2'],
    ['100k..1M', '100000..1000000'],
    ['Game #617, game 618', '617,618'],
    [617, '617'],
    [{ first: 3, last: 5 }, '3..5'],
    [[{ first: 3, last: 5 }, 617], '3..5,617'],
  ])('reads %j as the ranges %s', (deals, ranges) => {
    expect(formatRanges(parseDeals(deals))).toBe(ranges);
  });

  it.each([
    ['0', 'deal number 0 is outside 1..8589934591'],
    ['1.5', 'deal number 1.5 is not a whole number'],
    ['8589934592', 'deal number 8589934592 is outside'],
    ['5..3', 'range 5..3 runs downwards; write 3..5'],
    ['1..', "'1..' is neither"],
    ['1,,2', "the list of deals '1,,2' has an empty entry; expected one comma between two entries"],
    [' ,7', "the list of deals ' ,7' has an empty entry"],
    ['1..8589934590.99999999', 'deal number 8589934590.99999999 is not a whole number'],
    ['\u001b[31m1', "'\\u001b[31m1' is neither a deal number nor a range"],
    ['all,1', "'all' is neither"],
    ['2^40', 'deal number 1099511627776 is outside'],
    ['0e5', 'deal number 0 is outside'],
    ['', "the list of deals '' is empty"],
    ['1..5,5..9', '1..5 and 5..9 overlap at deal 5'],
    ['7,1..100', '1..100 and 7 overlap at deal 7'],
    [[], 'the list of deals is empty'],
    [{ first: 5, last: 3 }, 'range 5..3 runs downwards'],
    [Number.NaN, 'NaN is not a valid deal number'],
    [null, 'null is neither a deal number nor a range; expected for example 617 or { first, last }'],
    [['1'], "'1' is neither a deal number nor a range"],
    [new Map(), 'range.first is missing; expected a number'],
    [{ first: 1 }, 'range.last is missing; expected a number'],
    ['8,000,000,000', "'8,000,000,000' is read as 4 numbers; write 8000000000"],
    [[2, { first: 4, last: 5, lats: 6 }], "unknown option 'range.lats'; did you mean last?"],
  ])('refuses %j', (deals, message) => {
    expect(() => parseDeals(deals as Deals)).toThrow(InputError);
    expect(() => parseDeals(deals as Deals)).toThrow(message);
  });

  // what people write in its place
  it.each([
    ['1-10', '1..10'],
    ['1–10', '1..10'],
    ['1 to 10', '1..10'],
    ['1...10', '1..10'],
    ['1…10', '1..10'],
    [' 12  -  340 ', '12..340'],
    ['1_000_000', '1000000'],
    ["1'000'000", '1000000'],
    ['1 000 000', '1000000'],
    ['1.000.000', '1000000'],
    ['1..32.000', '1..32000'],
    ['1.000', '1000'],
    ['1-2^32', '1..4294967296'],
    ['1..1_000_000', '1..1000000'],
    ['2^99', undefined], // beyond any deal
    ['1.5k', undefined],
    ['1..2..3', undefined],
    ['1__000', undefined],
    ['1-10-20', undefined],
    ['1-10x', undefined],
    ['one', undefined],
  ])('refuses %j, and suggests %s', (text, meant) => {
    const advice = meant === undefined ? 'expected for example 617 or 1..1000000' : `write ${meant}`;
    expect(() => parseDeals(text)).toThrow(
      new InputError(`${quote(text)} is neither a deal number nor a range; ${advice}`),
    );
  });

  // which call it for each word that is not a plain number
  it.each(['1e6', '2^32', 'ms617', '100k'])('lists take no %s, and the message has it in digits', (word) => {
    expect(() => parseRange(word)).toThrow(`; write ${formatRanges(parseDeals(word))}`);
  });

  it.each(['1,100', '5,000,17', '1,0000', '1,000,5000', '1,0005,000'])(
    'refuses %s without suggesting one number',
    (text) => {
      expect(() => parseDeals(text)).not.toThrow('is read as');
    },
  );

  it('throws nothing but InputError on any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-0-9., eE+x]{0,24}$/), (text) => {
        try {
          for (const { first, last } of parseDeals(text)) expect(first).toBeLessThanOrEqual(last);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
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

  it('are cut into segments of one size, the last one possibly shorter, in their order', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 40 }), (numbers, most) => {
        const split = [...splitNumbers(numbers, most)];
        const all = listOf(numbers);
        expect(split.flatMap(listOf)).toEqual(all);
        expect(countAllNumbers(numbers)).toBe(all.length);
        const sizes = split.map(countAllNumbers);
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
