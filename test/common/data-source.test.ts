import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as browser from '../../src/browser/browser.js';
import * as inline from '../../src/browser/inline.js';
import { InputError, ReadError } from '../../src/common/errors.js';
import { compileEmbedded, factsOf } from '../../src/engine/embedded.js';
import * as node from '../../src/index.js';
import { checkFailure } from '../support/failure.js';

const THREE_CELLS = new Uint8Array(219_300).fill(242, 0, 200_000); // for every deal
const IMPOSSIBLE = Uint8Array.of(1, 0, 0, 0, 7, 0, 0, 0, 16); // 20 * 2^16 + 7

function urlOf(bytes: Uint8Array): string {
  return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
}

describe.each(Object.entries({ node, browser, inline }))('the data and kernels of entry %s', (_, entry) => {
  const { loadImpossibleDeals, loadKnownCells } = entry;

  it.each([
    ['bytes', (bytes: Uint8Array<ArrayBuffer>) => bytes],
    ['a buffer', ({ buffer }: Uint8Array<ArrayBuffer>) => buffer],
    ['the text of a URL', urlOf],
    ['a URL', (bytes: Uint8Array) => new URL(urlOf(bytes))],
  ])('are those of a source that is %s', async (_, sourceOf) => {
    const known = await loadKnownCells(sourceOf(THREE_CELLS), sourceOf(IMPOSSIBLE));
    expect([known.last, known.cellsNeeded(1), known.cellsNeeded(1_310_727)]).toEqual([1_000_000, 3, 5]);
    expect([...(await loadImpossibleDeals(sourceOf(IMPOSSIBLE))).numbers]).toEqual([1_310_727]);
  });

  it.each([
    ['no route', () => Promise.reject(new Error('no route'))],
    ['the server answers 404', async () => new Response('none', { status: 404 })],
    [
      'the server sends a page',
      async () => new Response('', { headers: { 'content-type': 'text/html;a=b' } }),
    ],
    ["'reset'", async () => new Response(new ReadableStream({ pull: () => Promise.reject('reset') }))],
  ])('reject with a ReadError that names the URL and says %s', async (why, answer) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
    onTestFinished(() => fetched.mockRestore());
    for (const load of [loadImpossibleDeals, loadKnownCells])
      await checkFailure(load('http://a.test/b'), ReadError, `cannot read http://a.test/b: ${why}`);
  });

  it.each([5, null, { href: 5 }])('are refused if the source is %j, neither bytes nor their URL', (source) =>
    checkFailure(loadKnownCells(source as never), InputError, '; expected bytes, or their URL'),
  );

  it('are refused by loadKernel if they are no kernel', () =>
    checkFailure(entry.loadKernel({ module: new Uint8Array(4) }), InputError, 'module is not a kernel of'));
});

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
