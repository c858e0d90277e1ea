// The built library: its worker threads load files of dist/.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  deals,
  type GenerateProgress,
  generate,
  InputError,
  type Kernel,
  loadKernel,
  OutputError,
} from '../dist/index.js';
import { temporaryFolder } from './support/command.js';
import { expected, records } from './support/engines.js';
import { checkFailure } from './support/failure.js';
import { fileWith } from './support/files.js';

const MILLION = '2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d';

const SCALAR = readFileSync(new URL('../dist/kernel-scalar.wasm', import.meta.url));
const CARDS = expected(records.cards, 617, 2);

function cardsOf(kernel: Kernel): Buffer {
  return Buffer.from(kernel.deal(617, 2));
}

describe('loadKernel', () => {
  it('deals 1,000,000 deals, and more, in one call', async () => {
    const kernel = await loadKernel();
    const cards = kernel.deal(1, 1_000_000);
    expect(createHash('sha256').update(cards).digest('hex')).toBe(MILLION);
    expect(kernel.deal(5, 1_048_576).length).toBe(1_048_576 * 52);
    expect(cardsOf(kernel)).toEqual(CARDS);
  });

  it('loads the scalar kernel with simd: false, and if the runtime has no SIMD', async () => {
    expect(cardsOf(await loadKernel({ simd: false }))).toEqual(CARDS);
    const compile = vi
      .spyOn(WebAssembly, 'compile')
      .mockRejectedValueOnce(new WebAssembly.CompileError('no SIMD'));
    onTestFinished(() => compile.mockRestore());
    expect(cardsOf(await loadKernel())).toEqual(CARDS);
    expect(compile.mock.calls.slice(1)).toEqual([[SCALAR]]);
  });

  it('accepts a kernel as a module or as bytes, and refuses anything else', async () => {
    for (const module of [SCALAR, await WebAssembly.compile(SCALAR)])
      expect(cardsOf(await loadKernel({ module }))).toEqual(CARDS);
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    const message = /^module is not a kernel of freecell-deals, nor its bytes: \S/;
    for (const module of [{}, new Uint8Array(9), empty])
      await checkFailure(loadKernel({ module }), InputError, message);
  });

  it.each([
    [0, 1, 'deal number 0 is outside'],
    [8589934591, 2, 'deal number 8589934592 is outside'],
    [1.5, 1, 'deal number 1.5 is not a whole number'],
    [1, 0, 'count 0 is outside 1..16777216'],
    [1, 16777217, 'count 16777217 is outside'],
    [1, 2.5, 'count 2.5 is outside'],
  ])('refuses deal(%d, %d)', async (first, count, message) => {
    const kernel = await loadKernel();
    await checkFailure(() => kernel.deal(first, count), InputError, message);
  });
});

describe('deals', () => {
  it.each([1, 3])('yields the million in order on %d threads', async (threads) => {
    const hash = createHash('sha256');
    let next = 1;
    for await (const { first, count, cards } of deals({ threads })) {
      expect([first, cards.length]).toEqual([next, count * 52]);
      next += count;
      hash.update(cards);
    }
    expect(next).toBe(1_000_001);
    expect(hash.digest('hex')).toBe(MILLION);
  });

  it('stops dealing if the loop over all deals is left early', async () => {
    for await (const { first } of deals({ deals: '1..8589934591' })) if (first > 1_000_000) break;
  });
});

describe('generate', () => {
  it('writes a file, and reports its progress', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    const seen: GenerateProgress[] = [];
    const generated = await generate({
      deals: { first: 1, last: 300_000 },
      output,
      onProgress: (progress) => seen.push(progress),
    });
    const whole = { deals: 300_000, bytes: 15_600_064, dealt: 300_000 };
    expect(generated).toEqual({ ...whole, status: 'written' });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({ ...whole, totalDeals: 300_000, totalBytes: 15_600_064 });
    expect(statSync(output).size).toBe(15_600_064);
  });

  it('writes nothing if its signal was aborted before the call', async () => {
    const output = fileWith('mine', 'a.bin');
    const reason = new Error('before');
    await expect(generate({ output, force: true, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(readFileSync(output, 'utf8')).toBe('mine');
  });

  it('does not change an existing file if it fails', async () => {
    const output = fileWith('mine', 'a.bin');
    await expect(generate({ output })).rejects.toThrow(OutputError);
    await expect(generate({ output, deals: '0', force: true })).rejects.toThrow(InputError);
    const onProgress = () => {
      throw new Error('no more');
    };
    await expect(generate({ output, force: true, onProgress })).rejects.toThrow('no more');
    expect(readFileSync(output, 'utf8')).toBe('mine');
  });
});
