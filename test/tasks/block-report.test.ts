import { expect, it } from 'vitest';
import type { DealRange } from '../../src/game/deal-numbers.js';
import { appendRange } from '../../src/tasks/block-report.js';

it('a report keeps the first 64 ranges, and the last one grows while consecutive deals follow it', () => {
  const single = Array.from({ length: 64 }, (_, i) => 1 + 2 * i);
  const one: DealRange[] = [];
  appendRange(one, Float64Array.from([...single, 128, 129, 500, 501]));
  const other: DealRange[] = [];
  for (const n of single) appendRange(other, { first: n, last: n });
  for (const [first, last] of [
    [128, 129],
    [500, 501],
  ]) {
    appendRange(other, { first, last });
  }
  const expected = [...single.slice(0, -1).map((n) => ({ first: n, last: n })), { first: 127, last: 129 }];
  expect(one).toEqual(expected);
  expect(other).toEqual(expected);
});
