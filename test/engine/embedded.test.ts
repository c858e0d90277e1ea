import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { factsOf } from '../../src/engine/embedded.js';

const base64Of = (name: string) => readFileSync(new URL(`../../data/${name}.bin`, import.meta.url), 'base64');

it('looking a deal up loads the data once, and again only after a failure', async () => {
  const load = vi.fn(async () => ({ default: base64Of('impossible-4-freecells') }));
  load.mockRejectedValueOnce(new Error('offline'));
  const { isImpossible, cellsNeeded } = factsOf(load, async () => ({ default: base64Of('known-cells') }));
  await expect(isImpossible(1)).rejects.toThrow('offline');
  expect(await Promise.all([isImpossible(11982), isImpossible(617)])).toEqual([true, false]);
  expect(load).toHaveBeenCalledTimes(2);
  expect([await cellsNeeded(617), await cellsNeeded(11982)]).toEqual([4, 5]);
  expect(load).toHaveBeenCalledTimes(3);
});
