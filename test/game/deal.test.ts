import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { engines, expected, numbersFrom, records } from '../support/engines.js';
import { boardsOf, peer } from '../support/peer.js';
import { regimeEdges, regimes } from '../support/regimes.js';

/** The boards of golden/boards.txt, which another program dealt: deal number -> eight lines. */
const golden = new Map(
  readFileSync(new URL('../golden/boards.txt', import.meta.url), 'utf8')
    .split(/^(?=\d+\n)/m)
    .map((entry) => {
      const end = entry.indexOf('\n');
      return [Number(entry.slice(0, end)), entry.slice(end + 1)] as const;
    }),
);

const dealNumber = fc.oneof(...regimes.map(({ first, last }) => fc.integer({ min: first, max: last })));

describe('golden data', () => {
  it('holds both sides of every regime and the last number', () => {
    for (const n of [1, 617, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33 - 1])
      expect(golden.has(n)).toBe(true);
    expect(golden.size).toBeGreaterThan(180);
  });
});

describe.each(engines)('$name', ({ engine }) => {
  it('deals the boards of the golden data', () => {
    for (const [n, board] of golden) {
      expect(Buffer.from(engine.encode('text', numbersFrom(n, 1))).toString(), `deal ${n}`).toBe(board);
    }
  });

  it('deals 1..32000 to the published digest', () => {
    const text = engine.encode('text', numbersFrom(1, 32000));
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      'a06b93ff95c6307079f5e67938a5dcd1786b3469cc18cdf85919357bc4174a68',
    );
  });

  it('deals any number as the core does', () => {
    fc.assert(
      fc.property(dealNumber, fc.integer({ min: 1, max: 150 }), (n, most) => {
        const count = Math.min(most, LAST_DEAL - n + 1);
        const wanted = expected(records.cards, n, count);
        expect(wanted.equals(engine.encode('cards', numbersFrom(n, count)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(regimeEdges)('crosses the edge at %d', (edge) => {
    const [first, count] = [edge - 100, 200];
    expect(Buffer.from(engine.encode('cards', numbersFrom(first, count)))).toEqual(
      expected(records.cards, first, count),
    );
  });
});

describe('all engines', () => {
  // the reference implementation: the first 32,000 above, and 2^16 of each regime below
  it.each(engines.slice(1))('deal the million to the published digest: $name', ({ engine }) => {
    const hash = createHash('sha256');
    for (let n = 1; n <= 1_000_000; n += 100_000)
      hash.update(engine.encode('cards', numbersFrom(n, 100_000)));
    expect(hash.digest('hex')).toBe('2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d');
  });

  // 2^24 deals of each regime by all three: npm run prove -- engines
  const [DEALS, REFERENCE_DEALS, BATCH] = [2 ** 20, 2 ** 16, 2 ** 16];

  it.each(regimes)('agree on 2^20 deals of $first to $last', ({ first: min, last }) => {
    const [, scalar, simd] = engines.map(({ engine }) => engine) as [Engine, Engine, Engine];
    // other ones in each run
    const [first] = fc.sample(fc.integer({ min, max: last - DEALS }), 1) as [number];
    const reference = new Uint8Array(BATCH * CARDS);
    for (let n = first; n < first + DEALS; n += BATCH) {
      const dealt = Buffer.from(simd.encode('cards', numbersFrom(n, BATCH)));
      if (!dealt.equals(scalar.encode('cards', numbersFrom(n, BATCH))))
        expect.fail(`scalar differs from SIMD from ${n} on`);
      if (n - first >= REFERENCE_DEALS) continue;
      for (let i = 0; i < BATCH; i++) reference.set(dealCards(n + i), i * CARDS);
      if (!dealt.equals(reference))
        expect.fail(`the reference implementation differs from SIMD from ${n} on`);
    }
  });
});

describe('core', () => {
  it('deals 20,000 numbers over all regimes that are all permutations of the deck', () => {
    fc.assert(
      fc.property(dealNumber, (n) => new Set(dealCards(n)).size === CARDS),
      { numRuns: 20_000 },
    );
  });

  it('deals the published boards', () => {
    expect(dealFreeCell(1)).toEqual([
      ['JD', '2D', '9H', 'JC', '5D', '7H', '7C', '5H'],
      ['KD', 'KC', '9S', '5S', 'AD', 'QC', 'KH', '3H'],
      ['2S', 'KS', '9D', 'QD', 'JS', 'AS', 'AH', '3C'],
      ['4C', '5C', 'TS', 'QH', '4H', 'AC', '4D', '7S'],
      ['3S', 'TD', '4S', 'TH', '8H', '2C', 'JH', '7D'],
      ['6D', '8S', '8D', 'QS', '6C', '3D', '8C', 'TC'],
      ['6S', '9C', '2H', '6H'],
    ]);
    expect(dealFreeCell(617)).toEqual([
      ['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH'],
      ['TD', '7S', 'QD', 'AC', '6D', '8H', 'AS', 'KH'],
      ['TH', 'QC', '3H', '9D', '6S', '8D', '3D', 'TC'],
      ['KD', '5H', '9S', '3C', '8S', '7H', '4D', 'JS'],
      ['4C', 'QS', '9C', '9H', '7C', '6H', '2C', '2S'],
      ['4S', 'TS', '2H', '5D', 'JC', '6C', 'JH', 'QH'],
      ['JD', 'KS', 'KC', '4H'],
    ]);
  });

  it.each([
    [0, 'deal number 0 is outside 1..8589934591'],
    [-1, 'deal number -1 is outside 1..8589934591'],
    [8589934592, 'deal number 8589934592 is outside 1..8589934591'],
    [1.5, 'deal number 1.5 is not a whole number; expected one in 1..8589934591'],
    [Number.NaN, 'NaN is not a valid deal number; expected a whole number in 1..8589934591'],
    ['617', "'617' is not a valid deal number; expected a whole number in 1..8589934591"],
  ])('refuses %s', (n, message) => {
    expect(() => dealCards(n as number)).toThrow(message);
    expect(() => dealFreeCell(n as number)).toThrow(message);
  });

  peer('make-microsoft-freecell-board')('deals as Freecell Solver does', (program) => {
    const some = fc.sample(dealNumber, 300);
    for (const [i, board] of boardsOf(program, some).entries()) {
      const n = some[i] as number;
      expect(Buffer.from(records.text.encode(n, dealCards(n))).toString(), `deal ${n}`).toBe(board);
    }
  });
});
