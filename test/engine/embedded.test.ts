import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { compileEmbedded, factsOf } from '../../src/engine/embedded.js';
import { checkFailure } from '../support/failure.js';

const base64Of = (name: string) => readFileSync(new URL(`../../data/${name}.bin`, import.meta.url), 'base64');

it('looking a deal up loads the data once, and again only after a failure', async () => {
  const load = vi.fn(async () => ({ default: base64Of('impossible-4-freecells') }));
  load.mockRejectedValueOnce(new Error('offline'));
  const { isImpossible, cellsNeeded } = factsOf(load, async () => ({ default: base64Of('known-cells') }));
  await expect(isImpossible(1)).rejects.toThrow('cannot read impossible-4-freecells.bin: offline');
  expect(await Promise.all([isImpossible(11982), isImpossible(617)])).toEqual([true, false]);
  expect(load).toHaveBeenCalledTimes(2);
  expect([await cellsNeeded(617), await cellsNeeded(11982)]).toEqual([4, 5]);
  expect(load).toHaveBeenCalledTimes(3);
});

it('a host that compiles nothing is told of the kernel that is compiled ahead', async () => {
  const broken = async () => ({ default: btoa('no kernel') });
  const remedy = /; import 'freecell-deals\/kernel-simd\.wasm', .* and pass it as module$/;
  await checkFailure(compileEmbedded({ simd: broken, scalar: broken }), Error, remedy);
});
