import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { quote } from '../../src/common/quote.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { asRange, type Deals, parseDeals } from '../../src/game/deal-numbers.js';

describe('parseDeals', () => {
  it.each([
    ['617', [{ first: 617, last: 617 }]],
    ['1..1000000', [{ first: 1, last: 1000000 }]],
    [
      '1, 617,11982..12000',
      [
        { first: 1, last: 1 },
        { first: 617, last: 617 },
        { first: 11982, last: 12000 },
      ],
    ],
    [
      '9..10,1..8',
      [
        { first: 9, last: 10 },
        { first: 1, last: 8 },
      ],
    ],
    ['8589934591', [{ first: LAST_DEAL, last: LAST_DEAL }]],
    ['7.0', [{ first: 7, last: 7 }]],
    ['all', [{ first: 1, last: LAST_DEAL }]],
    [' all ', [{ first: 1, last: LAST_DEAL }]],
    [617, [{ first: 617, last: 617 }]],
    [{ first: 3, last: 5 }, [{ first: 3, last: 5 }]],
    [[{ first: 3, last: 5 }], [{ first: 3, last: 5 }]],
  ])('reads %j', (deals, ranges) => {
    expect(parseDeals(deals as Deals)).toEqual(ranges);
  });

  it.each([
    ['0', 'deal number 0 is outside 1..8589934591'],
    ['-1', 'deal number -1 is outside 1..8589934591'],
    ['1.5', 'deal number 1.5 is not a whole number'],
    ['8589934592', 'deal number 8589934592 is outside'],
    ['99999999999999999999', 'deal number 99999999999999999999 is outside'],
    ['1..8589934592', 'deal number 8589934592 is outside'],
    ['1e3', "'1e3' is neither a deal number nor a range"],
    ['0x10', "'0x10' is neither"],
    ['abc', "'abc' is neither"],
    ['5..3', 'range 5..3 runs downwards; write 3..5'],
    ['1..', "'1..' is neither"],
    ['..5', "'..5' is neither"],
    ['1...5', "'1...5' is neither"],
    ['1..2..3', "'1..2..3' is neither"],
    ['1-5', "'1-5' is neither"],
    ['1,,2', "the list of deals '1,,2' has an empty entry; expected one comma between two entries"],
    ['1,', "the list of deals '1,' has an empty entry"],
    [' ,7', "the list of deals ' ,7' has an empty entry"],
    ['8589934591.0000001', 'deal number 8589934591.0000001 is not a whole number'],
    ['1..8589934590.99999999', 'deal number 8589934590.99999999 is not a whole number'],
    ['7.00000000000000000001..9', 'deal number 7.00000000000000000001 is not a whole number'],
    ['\u001b[31m1', "'\\u001b[31m1' is neither a deal number nor a range"],
    ['all,1', "'all' is neither"],
    ['every', "'every' is neither"],
    ['', "the list of deals '' is empty"],
    [' , ', "the list of deals ' , ' is empty"],
    ['1..5,5..9', '1..5 and 5..9 overlap at deal 5'],
    ['7,1..100', '1..100 and 7 overlap at deal 7'],
    ['3,3', '3 and 3 overlap at deal 3'],
    [[], 'the list of deals is empty'],
    [{ first: 5, last: 3 }, 'range 5..3 runs downwards'],
    [{ first: 1, last: 2.5 }, 'deal number 2.5 is not a whole number'],
    [Number.NaN, 'NaN is not a valid deal number'],
    [null, 'null is neither a deal number nor a range; expected for example 617 or { first, last }'],
    [['1'], "'1' is neither a deal number nor a range"],
    [new Map(), 'range.first is missing; expected a number'],
    [{ first: 1 }, 'range.last is missing; expected a number'],
    [[2, { first: 4, last: 5, lats: 6 }], "unknown option 'range.lats'; did you mean last?"],
  ])('refuses %j', (deals, message) => {
    expect(() => parseDeals(deals as Deals)).toThrow(InputError);
    expect(() => parseDeals(deals as Deals)).toThrow(message);
  });

  // what people write in its place
  it.each([
    ['1-10', '1..10'],
    ['1–10', '1..10'],
    ['1:10', '1..10'],
    ['1 to 10', '1..10'],
    [' 12  -  340 ', '12..340'],
    ['1_000_000', '1000000'],
    ["1'000'000", '1000000'],
    ['1 000 000', '1000000'],
    [' 12_345 ', '12345'],
    ['1e6', '1000000'],
    ['12E3', '12000'],
    ['8589934591e0', '8589934591'],
    ['1e10', undefined], // beyond the last deal
    ['0e5', undefined],
    ['1_00', undefined],
    ['1__000', undefined],
    ['1-10-20', undefined],
    ['-', undefined],
    ['x1-10', undefined],
    ['1-10x', undefined],
    ['1 2', undefined],
    ['one', undefined],
  ])('parseDeals refuses %j, and suggests %s', (text, meant) => {
    const advice = meant === undefined ? 'expected for example 617 or 1..1000000' : `write ${meant}`;
    expect(() => parseDeals(text)).toThrow(
      new InputError(`${quote(text)} is neither a deal number nor a range; ${advice}`),
    );
  });

  it.each([
    ['1,000', '1000'],
    ['1,000,000', '1000000'],
    ['12,345,000', '12345000'],
    ['8,000,000,000', '8000000000'],
  ])('parseDeals refuses %s, and suggests one number', (text, n) => {
    expect(() => parseDeals(text)).toThrow(
      new InputError(`'${text}' is read as ${text.split(',').length} numbers; write ${n}`),
    );
  });

  it.each(['1,100', '5,000,17', '1,0000', '1,000,5000', '1,0005,000'])(
    'parseDeals refuses %s without suggesting one number',
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

describe('asRange', () => {
  it('takes numbers for a range only where each is one more than the one before', () => {
    expect(asRange(Float64Array.of(7, 8, 9))).toEqual({ first: 7, last: 9 });
    expect(asRange(Float64Array.of(7))).toEqual({ first: 7, last: 7 });
    for (const numbers of [[], [7, 9], [9, 8, 7], [7, 9, 8, 10], [7, 7, 9]])
      expect(asRange(Float64Array.from(numbers))).toBeUndefined();
  });
});
