import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { layOutRowGroup, type RowGroup, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { checkRowGroup } from '../../src/tasks/check-row-group.js';
import { engines } from '../support/engines.js';

const engine = engines.at(-1)?.engine as Engine;
const OFFSET = 4000; // of the row group in its file

const RANGE = { first: 4_294_967_290, last: 4_294_967_310 };
const LIST = Float64Array.of(617, 5, 11_982, 6, LAST_DEAL, 7, 8, 1);

function encoded(numbers: DealNumbers): Buffer {
  return Buffer.from(engine.encode('parquet', [numbers]));
}

function check(bytes: Buffer, group: RowGroup) {
  return checkRowGroup(engine, { check: 'row-group', offset: OFFSET, bytes: bytes.length, group }, bytes);
}

const single = (n: number) => ({ first: n, last: n });
const RANGES_OF_LIST = [617, 5, 11_982, 6, LAST_DEAL].map(single);

describe.each([
  ['a range', RANGE, [RANGE]],
  ['a list', LIST, [...RANGES_OF_LIST, { first: 7, last: 8 }, single(1)]],
])('a row group of %s', (_, numbers, ranges) => {
  const group = rowGroupOf([numbers]);
  const right = encoded(numbers);
  const deals = group.deals;

  it('as it was encoded is reported as right', () => {
    expect(check(right, group)).toEqual({ records: deals, bad: 0, ranges, next: undefined });
  });

  it.each([
    ['least', { min: group.min + 1 }],
    ['greatest', { max: group.max + 1 }],
    ['greatest', { max: group.max - 1 }],
  ])('is reported as wrong if the footer says another %s number', (_, wrong) => {
    const report = check(right, { ...group, ...wrong });
    expect(report.bad).toBeGreaterThan(0);
    if (numbers === RANGE) return; // its numbers are what the footer says, so that all of them are others
    const problem = 'the footer says another least or greatest deal number than its row group has';
    const firstBad = { deal: undefined, offset: OFFSET, problem };
    expect(report).toEqual({ records: deals, bad: 1, ranges, next: undefined, firstBad });
  });

  it('is reported as wrong if any byte is changed, and the report names the offset', () => {
    fc.assert(
      fc.property(fc.nat(right.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(right);
        bytes[at] ^= change;
        const { bad, records, firstBad } = check(bytes, group);
        expect(records).toBe(deals);
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(bad);
        expect(Math.abs((firstBad?.offset ?? 0) - OFFSET - at)).toBeLessThan(8);
      }),
      { numRuns: 300 },
    );
  });
});

it('a number outside 1..8589934591 is wrong, even with the cards that the kernel would deal for it', () => {
  const bytes = encoded(Float64Array.of(0, 617));
  const { bad, ranges } = check(bytes, { deals: 2, min: 1, max: 617, isConsecutive: false });
  expect([bad, ranges]).toEqual([1, [{ first: 617, last: 617 }]]);
});

describe('a deal number of a list', () => {
  const group = rowGroupOf([LIST]);
  const { deal, card } = layOutRowGroup(group);
  const problem = 'its column deal is wrong';

  /** The row group with another number in a row, and the offset of the number. */
  function withNumber(row: number, n: number) {
    const bytes = encoded(LIST);
    const at = deal.head.length + 8 * row;
    bytes.writeBigInt64LE(BigInt(n), at);
    return { bytes, offset: OFFSET + at };
  }

  it.each([
    ['0', 2, 0, 11_982],
    ['2^33', 2, 2 ** 33, 11_982],
    ['2^40', 2, 2 ** 40, 11_982],
    ['-1', 2, -1, 11_982],
    ['another deal within the bounds of the footer', 3, 1234, 6],
  ])('is reported as wrong if it is %s', (_, row, wrong, deal) => {
    const { bytes, offset } = withNumber(row, wrong);
    const report = check(bytes, group);
    expect(report).toMatchObject({ records: 8, bad: 1, firstBad: { deal, offset, problem } });
    expect(report.ranges).not.toContainEqual(single(wrong));
  });

  it('is reported as wrong if it is not a deal number and its cards are not a deck', () => {
    const { bytes, offset } = withNumber(4, 0);
    const values = deal.bytes + card.head.length;
    bytes[values + 3] ^= 1; // of card_0 in the fifth row
    expect(check(bytes, group)).toMatchObject({ bad: 1, firstBad: { deal: 0, offset, problem } });
  });
});
