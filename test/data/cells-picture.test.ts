import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countCells, drawCells } from '../../bench/cells.js';

it("docs/cells.svg draws the package's own data: npm run build:tools && node build/bench/cells.js makes it anew", async () => {
  const counts = await countCells();
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(1_000_000);
  expect(readFileSync('docs/cells.svg', 'utf8')).toBe(drawCells(counts));
  expect(drawCells(new Map([[undefined, 12], ...counts]))).toMatch(
    /.*free cells<.*>not known yet<.*>12 \(0\.0012 %\)<\S* \S* \S* \S* \S* \S* class="other"/,
  );
});
