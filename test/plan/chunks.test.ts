import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countAllNumbers, countNumbers, type DealRange } from '../../src/game/deal-numbers.js';
import { chunksOf } from '../../src/plan/chunks.js';
import { records } from '../support/engines.js';

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

/** Every second range as single numbers. */
const runsOf = (ranges: DealRange[]) =>
  ranges.map((range, i) =>
    i % 2 > 0 ? range : Float64Array.from({ length: countNumbers(range) }, (_, k) => range.first + k),
  );

const numbersOf = (runs: readonly (DealRange | Float64Array)[]) =>
  runs.flatMap((run) =>
    run instanceof Float64Array
      ? Array.from(run)
      : Array.from({ length: countNumbers(run) }, (_, i) => run.first + i),
  );

it('chunks hold every deal once, in order, and tile the output', async () => {
  await fc.assert(
    fc.asyncProperty(
      ranges.map(runsOf),
      fc.constantFrom(...records),
      fc.integer({ min: 1, max: 60000 }),
      async (runs, record, size) => {
        const dealt: number[] = [];
        let at = 64;
        for await (const chunk of chunksOf(runs, record, at, size)) {
          expect(chunk.at).toBe(at);
          expect(chunk.bytes).toBe(chunk.runs.reduce((sum, run) => sum + record.bytesOf(run), 0));
          expect(chunk.deals).toBe(countAllNumbers(chunk.runs));
          expect(chunk.deals === 1 || chunk.bytes <= size).toBe(true);
          at += chunk.bytes;
          dealt.push(...numbersOf(chunk.runs));
        }
        expect(dealt).toEqual(numbersOf(runs));
        expect(at).toBe(runs.reduce((sum, run) => sum + record.bytesOf(run), 64));
      },
    ),
    { numRuns: 300 },
  );
});

it('makes chunks as they are asked for, whatever the range', async () => {
  const chunks = chunksOf([{ first: 1, last: 8589934591 }], records[0] as (typeof records)[number], 0);
  expect((await chunks.next()).value?.at).toBe(0);
  expect((await chunks.next()).value?.runs).toMatchObject([{ first: 80660 }]);
});

it('copies numbers, whose memory may change when the next ones are asked for', async () => {
  function* changing() {
    const numbers = new Float64Array(3);
    for (let n = 1; n < 7; n++) yield numbers.fill(n);
  }
  const seen: number[] = [];
  for await (const { runs } of chunksOf(changing(), records[0] as (typeof records)[number], 0, 52 * 4)) {
    seen.push(...numbersOf(runs));
  }
  expect(seen).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]);
});
