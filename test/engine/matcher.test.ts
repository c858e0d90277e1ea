import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchDeals } from '../../src/engine/matcher.js';
import { cardName } from '../../src/game/cards.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { knownCells } from '../../src/selection/facts.js';
import { conditions } from '../support/conditions.js';
import { engines } from '../support/engines.js';
import { listOf, range, regimeEdges } from '../support/numbers.js';

const RANGE: DealNumbers = { first: 1, last: 3500 };

/** A part of RANGE, in which no segment tells where the others are. */
const SEGMENTS: DealNumbers[] = [
  { first: 1, last: 10 },
  Float64Array.of(3500, 2048),
  { first: 690, last: 2100 },
  { first: 2999, last: 3500 },
];

/** Where each card of a deal is, by its name, and its cards' names. */
function lookAt(n: number) {
  const cards = Array.from(dealCards(n), cardName);
  const cells = knownCells().cellsNeeded(n);
  return { deal: n, cards, cells, at: (name: string) => cards.indexOf(name) };
}
type Look = ReturnType<typeof lookAt>;

// what the conditions mean, said in TypeScript: those that the random conditions below rarely or never have
const CONDITIONS: [string, (deal: Look) => boolean][] = [
  ['POS_ks >= 44 OR 44 <= pos_KH', ({ at }) => at('KS') >= 44 || at('KH') >= 44],
  ['pos_AC < 30 OR pos_AC > 20', () => true],
  ['pos_7D <= -1 OR pos_7D > 51 OR pos_7D = 52', () => false],
  ['pos_7D >= 0 AND 51 >= pos_7D AND pos_7D <> -3', () => true],
  ["card_36 NOT IN ('7D', card_3, 'KS')", ({ cards }) => !['7D', 'KS'].includes(cards[36] as string)],
  ['card_5 = card_5 AND NOT card_5 = card_6', () => true],
  ['deal IN (5, 617, 2048, 2049)', ({ deal }) => [5, 617, 2048, 2049].includes(deal)],
  ['deal <= 2049 AND deal >= 2048', ({ deal }) => deal === 2048 || deal === 2049],
  // the first and the last deal of those that are asked
  ['deal <= 1 AND deal = 1 AND deal <> 3500', ({ deal }) => deal === 1],
  ['deal >= 3500 AND deal = 3500 AND deal <> 1', ({ deal }) => deal === 3500],
  ['abs(deal - 5000) = 3000', ({ deal }) => deal === 2000], // of a range, only negative numbers
  ['(pos_AC - 30) // 4 = -1', ({ at }) => Math.trunc((at('AC') - 30) / 4) === -1],
  ['pos_AC < pos_AD // 2', ({ at }) => at('AC') < at('AD') >> 1],
  ['pos_AC + pos_AD > pos_AH', ({ at }) => at('AC') + at('AD') > at('AH')],
  ['(pos_AC - deal) % 4 = -1', ({ deal, at }) => (at('AC') - deal) % 4 === -1],
  // a division by zero is NULL: what is said of it neither holds nor does not
  ['deal // pos_AC <> 100', ({ deal, at }) => at('AC') !== 0 && Math.trunc(deal / at('AC')) !== 100],
  [
    'NOT (8 // pos_AC = 1 OR 1 = 8 // pos_AD)',
    ({ at }) => [at('AC'), at('AD')].every((place) => place > 0 && Math.trunc(8 / place) !== 1),
  ],
  ['deal NOT BETWEEN 1 // pos_AC AND 100', ({ deal }) => deal > 100],
  ['least(deal // pos_AC, 7) = 7', ({ deal, at }) => at('AC') === 0 || Math.trunc(deal / at('AC')) >= 7],
  ['greatest(deal // pos_AC, 7) = 7', ({ deal, at }) => at('AC') === 0 || Math.trunc(deal / at('AC')) <= 7],
  ['least(4503599627370495, deal - 4503599627370000) < 0', () => true],
  ['greatest(4503599627370495, 4503599627370494 - deal) = 4503599627370495', () => true],
  ['least(1 // 0, 1 % 0) = 1 OR abs(-(1 // 0)) > 0', () => false],
  ['least(deal % pos_AC, deal // pos_AD) IS NOT NULL', ({ at }) => at('AC') + at('AD') > 0],
  ["card_0 IS NULL OR '7D' IS NULL OR deal IS NULL OR abs(-(1 // 0)) IS NOT NULL", () => false],
  ['NOT cells BETWEEN 1 AND 2', ({ cells }) => cells !== undefined && (cells < 1 || cells > 2)],
  ['pos_AC = cells + 1 OR cells IS NULL', ({ at, cells }) => cells === undefined || at('AC') === cells + 1],
  // the second stage takes the deals of several columns that pass the first stage
  ['deal > 700 AND pos_AC < 26', ({ deal, at }) => deal > 700 && at('AC') < 26],
  // most deals of the first column pass: the stages are asked together
  ['deal <> 700 AND pos_AC < 26', ({ deal, at }) => deal !== 700 && at('AC') < 26],
  // the deals that pass are more than the second stage takes at a time
  ['deal % 5 < 3 AND pos_AC < 26', ({ deal, at }) => deal % 5 < 3 && at('AC') < 26],
  // three stages; more deals pass the first than a column has, and the others read them where the results are written
  [
    'deal > 1200 AND pos_AC < 4 AND pos_AS >= 44',
    ({ deal, at }) => deal > 1200 && at('AC') < 4 && at('AS') >= 44,
  ],
  [
    'deal > 900 AND pos_AC < 12 AND pos_AS < 36',
    ({ deal, at }) => deal > 900 && at('AC') < 12 && at('AS') < 36,
  ],
  ['1 = 1', () => true],
  ['deal % 0 IS NULL', () => true],
  [
    'deal % 12 IN (1, 5) OR 7 < deal % 12 // 3 * 4 + 1',
    ({ deal }) => [1, 5].includes(deal % 12) || deal % 12 > 5,
  ],
  // no periods: a divisor below 1, and one with which a table would take 32 GB
  [
    'deal % -7 = 3 OR deal % 0 = 0 OR deal % 4000000000 = 3000',
    ({ deal }) => deal % 7 === 3 || deal === 3000,
  ],
  // a table longer than those of the conditions before
  ['deal % 40000 < 3300', ({ deal }) => deal < 3300],
  // two periods, which come again together after twelve deals
  ['deal % 4 = deal % 6', ({ deal }) => deal % 4 === deal % 6],
  // the twos of clubs and diamonds are looked for at once, and so are these aces; the others have other places
  [
    'pos_2D < 24 AND pos_2C < 24 AND pos_2H // 8 = 2 AND NOT pos_2S // 8 = 2 AND (pos_AD < 9 OR pos_AC < 9 OR pos_AH < 20)',
    ({ at }) =>
      [at('2D') < 24, at('2C') < 24, at('2H') >> 3 === 2, at('2S') >> 3 !== 2].every(Boolean) &&
      (at('AD') < 9 || at('AC') < 9 || at('AH') < 20),
  ],
];

/** Another run of the random conditions: SEED=... RUNS=2000 npm run vitest -- test/engine/matcher.test.ts */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env.RUNS ?? 80);

/** Segments of at most some thousand deals near the edges of the regimes. */
const segments = fc.array(
  fc
    .tuple(
      fc.constantFrom(2000, ...regimeEdges, LAST_DEAL - 2000),
      fc.integer({ min: -1900, max: 1900 }),
      fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 3000 })),
      fc.boolean(),
    )
    .map(([edge, distance, count, isList]): DealNumbers => {
      const first = edge + distance;
      const last = Math.min(LAST_DEAL, edge + 1900, first + count - 1);
      // a list in an order that is neither up nor down
      const step = (i: number) => first + ((i * 617) % (last - first + 1));
      return isList
        ? Float64Array.from({ length: Math.min(count, 2000) }, (_, i) => step(i))
        : { first, last };
    }),
  { minLength: 1, maxLength: 3 },
);

const looks = range(1, 3500).map(lookAt);

describe.each(engines)('$name', ({ engine }) => {
  function match(condition: string, numbers: DealNumbers[]): number[] {
    return Array.from(matchDeals(engine, numbers, condition));
  }

  it.each(CONDITIONS)('keeps the deals for which %s', (condition, holds) => {
    expect(match(condition, [RANGE])).toEqual(looks.filter(holds).map(({ deal }) => deal));
    const some = listOf(SEGMENTS).filter((n) => holds(looks[n - 1]));
    expect(match(condition, SEGMENTS)).toEqual(some);
  });

  it(`keeps the deals for which a random condition holds, SEED=${SEED}`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(conditions, segments, ({ where, keeps }, numbers) => {
        expect(match(where, numbers)).toEqual(listOf(numbers).filter(keeps));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('takes cells as NULL beyond the known deals, and remainders, in ranges and arrays', () => {
    const { last } = knownCells();
    const numbers = [{ first: last - 1, last: last + 2 }, Float64Array.of(8589934591, 617), RANGE];
    const known = [last - 1, last, 617, ...looks.map(({ deal }) => deal)];
    expect(match('cells IS NULL', numbers)).toEqual([last + 1, last + 2, 8589934591]);
    expect(match('cells IS NULL', [{ first: last, last: last + 2 }])).toEqual([last + 1, last + 2]);
    expect(match('cells IS NOT NULL', numbers)).toEqual(known);
    expect(match('cells >= 0 OR cells < 0', numbers)).toEqual(known);
    expect(match('deal % 7 = 1', numbers)).toEqual(listOf(numbers).filter((n) => n % 7 === 1));
  });

  it.each([3, 7, 8191, 94906266])('divides integers exactly up to 2^52: by %d', (divisor) => {
    const value = '(4503599627370495 - deal)';
    const condition = `${value} // ${divisor} * ${divisor} = ${value} - ${value} % ${divisor}`;
    expect(match(condition, [RANGE])).toHaveLength(3500);
    const quotients = `${value} // ${divisor} - (${value} - 1) // ${divisor} = 1`;
    const isMultiple = (n: number) => (4503599627370495n - BigInt(n)) % BigInt(divisor) === 0n;
    expect(match(quotients, [RANGE])).toEqual(looks.map(({ deal }) => deal).filter(isMultiple));
  });
});
