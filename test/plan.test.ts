import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksOf, planOf } from '../src/plan.js';
import { countOf } from '../src/range.js';
import { records } from './engines.js';

const ranges = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 400 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((steps) => {
    let last = 0;
    return steps.map(([gap, count]) => {
      const first = last + gap;
      last = first + count - 1;
      return { first, last };
    });
  });

it('chunks hold every deal once, in order, and tile the output', () => {
  fc.assert(
    fc.property(
      ranges,
      fc.constantFrom(...records),
      fc.integer({ min: 1, max: 60000 }),
      (ranges, record, size) => {
        const plan = planOf(ranges, record, new Uint8Array(64));
        const dealt: number[] = [];
        let at = 64;
        for (const chunk of chunksOf(plan, size)) {
          expect(chunk.at).toBe(at);
          expect(chunk.bytes).toBe(chunk.ranges.reduce((sum, range) => sum + record.bytesOf(range), 0));
          expect(chunk.deals).toBe(chunk.ranges.reduce((sum, range) => sum + countOf(range), 0));
          expect(chunk.deals === 1 || chunk.bytes <= size).toBe(true);
          at += chunk.bytes;
          for (const { first, last } of chunk.ranges) for (let n = first; n <= last; n++) dealt.push(n);
        }
        expect(at).toBe(plan.bytes);
        expect(dealt).toEqual(
          ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
        );
        expect(dealt.length).toBe(plan.deals);
      },
    ),
    { numRuns: 300 },
  );
});

it('makes chunks as they are asked for, whatever the range', () => {
  const plan = planOf([{ first: 1, last: 8589934591 }], records[0] as (typeof records)[number]);
  const [first] = chunksOf(plan);
  expect(first?.at).toBe(0);
  expect(plan.bytes).toBe(8589934591 * 52);
});
