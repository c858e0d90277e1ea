import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAST_DEAL } from '../../src/game/constants.js';
import { checkSame } from '../support/bytes.js';
import { binaryHeader, encoded, engines, expected, numbersFrom, records } from '../support/engines.js';
import { pairsIn } from '../support/golden.js';
import { FIRST_HIGH_DEAL, range, regimeEdges } from '../support/numbers.js';

/** Starts just below a number that matters: powers of ten (one digit more) and the regimes' edges. */
const edges = [...Array.from({ length: 9 }, (_, i) => 10 ** (i + 1)), ...regimeEdges, LAST_DEAL + 1];

describe.each(engines)('$name', ({ engine }) => {
  describe.each(Object.values(records))('$encoder records', (record) => {
    const encode = (first: number, count: number) =>
      Buffer.from(engine.encode(record.encoder, numbersFrom(first, count)));

    it('are those of the reference implementation, on both sides of every edge', () => {
      for (const edge of edges) {
        const first = Math.max(1, edge - 70);
        const count = Math.min(150, LAST_DEAL - first + 1);
        checkSame(encode(first, count), expected(record, first, count), `from ${first}`);
      }
    });

    it('of deals in any order are those of the reference implementation', () => {
      const near = edges.flatMap((edge) => [edge - 2, edge - 1, edge]);
      const numbers = [...near.filter((n) => n <= LAST_DEAL), 1];
      const list = Float64Array.from({ length: 530 }, (_, i) =>
        i % 3 > 0 ? (numbers[i % numbers.length] as number) : 1 + ((i * 2654435761) % LAST_DEAL),
      );
      const wanted = Array.from(list, (n) => Buffer.from(encoded(record, n)));
      for (const count of [0, 1, 15, 16, 17, 33, 48, 49, 63, 64, 65, 255, 256, 257, 512, 530]) {
        const some = list.subarray(0, count);
        const all = Buffer.concat(wanted.slice(0, count));
        checkSame(all, engine.encode(record.encoder, [some]), `${count} numbers`);
      }
      const consecutive = { first: FIRST_HIGH_DEAL - 9, last: FIRST_HIGH_DEAL + 290 };
      const segments = [list.subarray(0, 300), list.subarray(300, 301), consecutive, list.subarray(301)];
      const mixed = [...wanted.slice(0, 301), expected(record, consecutive.first, 300), ...wanted.slice(301)];
      checkSame(Buffer.concat(mixed), engine.encode(record.encoder, segments));
      const backwards = Buffer.concat(wanted.toReversed());
      checkSame(backwards, engine.encode(record.encoder, [list.toReversed()]));
    });

    it('have the length that bytesOf says', () => {
      const ranges = fc.tuple(fc.integer({ min: 1, max: LAST_DEAL }), fc.integer({ min: 1, max: 300 }));
      fc.assert(
        fc.property(ranges, ([first, wanted]) => {
          const last = Math.min(LAST_DEAL, first + wanted - 1);
          const bytes = encode(first, last - first + 1).length;
          expect(bytes).toBe(record.bytesOf({ first, last }));
          expect(bytes).toBeLessThanOrEqual((last - first + 1) * record.maxBytes);
        }),
        { numRuns: 100 },
      );
      // numbers one by one: powers of ten, those on both sides of them, and one of ten digits whose cells are known
      const some = [8_589_791_804, ...edges].flatMap((edge) => [
        edge - 2,
        edge - 1,
        Math.min(edge, LAST_DEAL),
      ]);
      for (const n of some) expect(record.bytesOf({ first: n, last: n })).toBe(encoded(record, n).length);
      for (const numbers of [...some.map((n) => [n]), some]) {
        const array = Float64Array.from(numbers);
        const { length } = engine.encode(record.encoder, [array]);
        expect(record.bytesOf(array), `deals ${numbers}`).toBe(length);
      }
    });
  });
});

describe.each(Object.values(records))('$encoder records', (record) => {
  it.each([0, ...regimeEdges].map((edge) => edge + 990))(
    'of every engine are those of the reference implementation for every small count at every alignment, from %d on',
    (base) => {
      const wanted = Array.from({ length: 16 + 130 }, (_, i) => expected(record, base + i, 1));
      // only the SIMD kernel deals several at a time, 64
      const countsOf = (name: string) => (name === 'SIMD kernel' ? range(0, 131) : [0, 1, 2, 64, 65]);
      for (const { name, engine } of engines)
        for (const count of countsOf(name))
          for (let i = 0; i < 16; i++) {
            const bytes = engine.encode(record.encoder, numbersFrom(base + i, count));
            checkSame(bytes, Buffer.concat(wanted.slice(i, i + count)), `${name}, ${count} from ${base + i}`);
          }
    },
  );
});

it.each(pairsIn('headers.txt'))('the binary header of deals %s is the documented 64 bytes', (deals, hex) => {
  const [first, count] = deals.split(' ').map(Number) as [number, number];
  expect(binaryHeader(first || undefined, count).toString('hex')).toBe(hex);
});
