import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { ReadError } from '../../src/common/errors.js';
import { compileEmbedded, factsOf } from '../../src/engine/embedded.js';
import { checkFailure } from '../support/failure.js';

const base64Of = (name: string) => readFileSync(new URL(`../../data/${name}.bin`, import.meta.url), 'base64');

it('a module that cannot be loaded is named, and is loaded by the next call', async () => {
  const load = () => Promise.reject(new Error('offline'));
  const loadCells = vi.fn(async () => ({ default: base64Of('known-cells') })).mockImplementationOnce(load);
  const { cellsNeeded } = factsOf(async () => ({ default: base64Of('impossible-4-freecells') }), loadCells);
  await checkFailure(cellsNeeded(617), ReadError, 'cannot read known-cells.bin: offline');
  expect(await cellsNeeded(617)).toBe(4);
  const compiled = compileEmbedded({ simd: load, scalar: load });
  await checkFailure(compiled, ReadError, 'cannot read kernel-simd.wasm: offline');
});

it('a host that compiles nothing is told of the kernel that is compiled ahead', async () => {
  const broken = async () => ({ default: btoa('no kernel') });
  const remedy = /; import 'freecell-deals\/kernel-simd\.wasm', .* and pass it as module$/;
  const compiled = compileEmbedded({ simd: broken, scalar: broken });
  await checkFailure(compiled, Error, remedy);
  await expect(compiled).rejects.toMatchObject({ cause: expect.any(WebAssembly.CompileError) });
});
