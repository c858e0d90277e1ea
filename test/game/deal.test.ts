import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import type { Engine } from '../../src/engine/engine.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { checkSame, MILLION, sha256 } from '../support/bytes.js';
import { encoded, engines, expected, numbersFrom, records } from '../support/engines.js';
import { GAME_1, GAME_617, goldenBoards } from '../support/golden.js';
import { regimeEdges, regimes } from '../support/numbers.js';
import { boardsOf, peer } from '../support/peer.js';

const dealNumber = fc.oneof(...regimes.map(({ first, last }) => fc.integer({ min: first, max: last })));

describe.each(engines)('$name', ({ engine }) => {
  it('deals the boards of the golden data', () => {
    for (const [n, board] of goldenBoards)
      expect(Buffer.from(engine.encode('text', numbersFrom(n, 1))).toString(), `deal ${n}`).toBe(board);
  });

  it('deals 1..32000 to the published digest', () => {
    const text = engine.encode('text', numbersFrom(1, 32000));
    expect(sha256(text)).toBe('a06b93ff95c6307079f5e67938a5dcd1786b3469cc18cdf85919357bc4174a68');
  });
});

describe('all engines', () => {
  // the reference implementation: the first 32,000 above, and 2^16 of each regime below
  it.each(engines.slice(1))('deal the million to the published digest: $name', ({ engine }) => {
    const numbers = Array.from({ length: 10 }, (_, i) => numbersFrom(1 + 100_000 * i, 100_000));
    const dealt = numbers.map((some) => Buffer.from(engine.encode('cards', some)));
    expect(sha256(Buffer.concat(dealt))).toBe(MILLION);
  });

  // 2^24 deals of each regime by all three: npm run prove -- engines
  const [DEALS, REFERENCE_DEALS, BATCH] = [2 ** 20, 2 ** 16, 2 ** 16];

  it.each(regimes)('agree on 2^20 deals of $first to $last', ({ first: min, last }) => {
    const [, scalar, simd] = engines.map(({ engine }) => engine) as [Engine, Engine, Engine];
    // other ones in each run
    const [first] = fc.sample(fc.integer({ min, max: last - DEALS }), 1) as [number];
    for (let n = first; n < first + DEALS; n += BATCH) {
      const dealt = simd.encode('cards', numbersFrom(n, BATCH)).slice();
      checkSame(scalar.encode('cards', numbersFrom(n, BATCH)), dealt, `scalar kernel from ${n} on`);
      if (n - first >= REFERENCE_DEALS) continue;
      checkSame(expected(records.cards, n, BATCH), dealt, `reference implementation from ${n} on`);
    }
  });
});

it.each(regimeEdges)('kernels encode ranges and lists at %d, and around it at any lane', (edge) => {
  const [reference, ...kernels] = engines;
  const ranges = [0, 1, 31, 63].flatMap((lane): [first: number, count: number][] => [
    [lane === 0 ? 64 : lane, 130], // the regime 0
    [edge - 128 + lane, 200], // crosses the edge
    [edge + lane, 130],
    [edge - 64 + lane, 64 - lane], // ends at the edge
  ]);
  for (const [first, count] of [...ranges, [edge - 64, 70], [edge, 70], [edge - 100, 100]] as const) {
    const list = Float64Array.from({ length: count }, (_, i) => first + count - 1 - i); // no range
    for (const encoder of ['cards', 'numbered', 'ndjson', 'text', 'parquet'] as const) {
      for (const numbers of [numbersFrom(first, count), [list]]) {
        const wanted = reference.engine.encode(encoder, numbers);
        for (const { name, engine } of kernels)
          checkSame(engine.encode(encoder, numbers), wanted, `${name}: ${encoder} from ${first} on`);
      }
    }
  }
});

describe('dealCards', () => {
  it('deals the published boards', () => {
    for (const [n, board] of [
      [1, GAME_1],
      [617, GAME_617],
    ] as const)
      expect(dealFreeCell(n).map((row) => row.join(' '))).toEqual(board.trim().split('\n'));
  });

  it.each([0, LAST_DEAL + 1, 1.5, Number.NaN, '617'])('refuses %j', (n) => {
    expect(() => dealCards(n as number)).toThrow(InputError);
    expect(() => dealFreeCell(n as number)).toThrow(InputError);
  });

  peer('make-microsoft-freecell-board')('deals as Freecell Solver does', (program) => {
    const some = fc.sample(dealNumber, 300);
    for (const [i, board] of boardsOf(program, some).entries()) {
      const n = some[i] as number;
      expect(Buffer.from(encoded(records.text, n)).toString(), `deal ${n}`).toBe(board);
    }
  });
});
