// The built library: its worker threads load files of dist/.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  type DealBatch,
  deals,
  type GenerateProgress,
  generate,
  InputError,
  loadKernel,
  OutputError,
} from '../dist/index.js';
import { temporaryFolder } from './support/command.js';
import { expected, records } from './support/engines.js';

const MILLION = '2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d';

describe('loadKernel', () => {
  it('deals 1,000,000 deals, and more, in one call', async () => {
    const kernel = await loadKernel();
    const cards = kernel.deal(1, 1_000_000);
    expect(createHash('sha256').update(cards).digest('hex')).toBe(MILLION);
    expect(kernel.deal(5, 1_048_576).length).toBe(1_048_576 * 52);
    expect(Buffer.from(kernel.deal(617, 2))).toEqual(expected(records.cards, 617, 2));
  });

  it('loads the scalar kernel with simd: false, and if the runtime has no SIMD', async () => {
    const scalar = await loadKernel({ simd: false });
    expect(Buffer.from(scalar.deal(617, 2))).toEqual(expected(records.cards, 617, 2));
    const compile = vi
      .spyOn(WebAssembly, 'compile')
      .mockRejectedValueOnce(new WebAssembly.CompileError('no SIMD'));
    const fallback = await loadKernel();
    expect(compile).toHaveBeenCalledTimes(2);
    expect(compile.mock.calls[1]).toEqual([
      readFileSync(new URL('../dist/kernel-scalar.wasm', import.meta.url)),
    ]);
    expect(Buffer.from(fallback.deal(617, 2))).toEqual(expected(records.cards, 617, 2));
    compile.mockRestore();
  });

  it('accepts a kernel as a module or as bytes, and refuses anything else', async () => {
    const bytes = readFileSync(new URL('../dist/kernel-scalar.wasm', import.meta.url));
    for (const module of [bytes, await WebAssembly.compile(bytes)]) {
      const kernel = await loadKernel({ module });
      expect(Buffer.from(kernel.deal(617, 2))).toEqual(expected(records.cards, 617, 2));
    }
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    for (const module of [{}, new Uint8Array(9), empty]) {
      const loading = loadKernel({ module });
      await expect(loading).rejects.toThrow(InputError);
      await expect(loading).rejects.toThrow(/^module is not a kernel of freecell-deals, nor its bytes: \S/);
    }
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
    expect(() => kernel.deal(first, count)).toThrow(message);
    expect(() => kernel.deal(first, count)).toThrow(InputError);
  });
});

describe('deals', () => {
  it.each([1, 3])('yields the million in order on %d threads', async (threads) => {
    const hash = createHash('sha256');
    let next = 1;
    for await (const { first, count, cards } of deals({ threads })) {
      expect(first).toBe(next);
      expect(cards.length).toBe(count * 52);
      next += count;
      hash.update(cards);
    }
    expect(next).toBe(1_000_001);
    expect(hash.digest('hex')).toBe(MILLION);
  });

  it('yields one batch per range, which later batches do not overwrite', async () => {
    const batches: DealBatch[] = [];
    for await (const batch of deals({ deals: '100..250,7' })) batches.push(batch);
    expect(batches.map(({ first, count }) => [first, count])).toEqual([
      [100, 151],
      [7, 1],
    ]);
    expect(Buffer.from(batches[0]?.cards ?? [])).toEqual(expected(records.cards, 100, 151));
  });

  it('stops dealing if the loop over all deals is left early', async () => {
    for await (const { first } of deals({ deals: '1..8589934591' })) if (first > 1_000_000) break;
  });

  it('rejects wrong ranges and thread counts', async () => {
    await expect(deals({ deals: '5..3' }).next()).rejects.toThrow('range 5..3 runs downwards');
    await expect(deals({ threads: 0 }).next()).rejects.toThrow('thread count 0 is outside 1..256');
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
    expect(readFileSync(output).length).toBe(15_600_064);
  });

  it('writes nothing if its signal was aborted before the call', async () => {
    const folder = temporaryFolder();
    const signal = AbortSignal.abort(new Error('before'));
    await expect(generate({ output: join(folder, 'b.bin'), signal })).rejects.toThrow('before');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not change an existing file if it fails', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    writeFileSync(output, 'mine');
    await expect(generate({ output })).rejects.toThrow(OutputError);
    await expect(generate({ output, deals: '0', force: true })).rejects.toThrow(InputError);
    const failing = generate({
      output,
      force: true,
      onProgress: () => {
        throw new Error('no more');
      },
    });
    await expect(failing).rejects.toThrow('no more');
    expect(readFileSync(output, 'utf8')).toBe('mine');
  });

  it('rejects with the code of a system error', async () => {
    const output = join(temporaryFolder(), 'none', 'a.bin');
    await expect(generate({ output })).rejects.toMatchObject({ name: 'OutputError', code: 'ENOENT' });
  });
});
