// The built library: its worker threads load files of dist/.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import { dealCards } from '../src/game/deal.js';
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

  it('rejects with the reason of its abort signal', async () => {
    const stop = new AbortController();
    const iteration = async () => {
      for await (const { first } of deals({ deals: '1..8589934591', signal: stop.signal })) {
        if (first > 100_000) stop.abort(new Error('enough'));
      }
    };
    await expect(iteration()).rejects.toThrow('enough');
  });

  it('rejects wrong ranges and thread counts', async () => {
    await expect(deals({ deals: '5..3' }).next()).rejects.toThrow('range 5..3 runs downwards');
    await expect(deals({ threads: 0 }).next()).rejects.toThrow('thread count 0 is outside 1..256');
  });
});

describe('generate', () => {
  it('writes a file, and reports progress until the file is complete', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    const seen: GenerateProgress[] = [];
    const generated = await generate({
      deals: { first: 1, last: 300_000 },
      output,
      onProgress: (p) => seen.push(p),
    });
    expect(generated).toEqual({
      deals: 300_000,
      bytes: 64 + 300_000 * 52,
      dealt: 300_000,
      status: 'written',
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({
      deals: 300_000,
      bytes: 15_600_064,
      dealt: 300_000,
      totalDeals: 300_000,
      totalBytes: 15_600_064,
    });
    for (const [i, p] of seen.entries()) expect(p.bytes).toBeGreaterThan(seen[i - 1]?.bytes ?? 0);
    expect(readFileSync(output).length).toBe(15_600_064);
  });

  it('writes the same bytes for every chunk size and number of threads', async () => {
    const folder = temporaryFolder();
    const deals = { first: 2147483401, last: 2147483977 };
    for (const format of ['bin', 'ndjson', 'text', 'numbers'] as const) {
      const record = format === 'bin' ? records.cards : records[format];
      const wanted = expected(record, deals.first, 577);
      for (const chunkBytes of [1, 1000, 65536, 1 << 22]) {
        for (const threads of [1, 3]) {
          const output = join(folder, 'a');
          await generate({ deals, output, format, threads, chunkBytes, force: true });
          const bytes = readFileSync(output).subarray(format === 'bin' ? 64 : 0);
          expect(bytes.equals(wanted), `${format}, ${chunkBytes} bytes a chunk, ${threads} threads`).toBe(
            true,
          );
        }
      }
    }
    await expect(generate({ output: join(folder, 'b.bin'), chunkBytes: 0 })).rejects.toThrow(
      'chunk size 0 is outside',
    );
  });

  it('rejects with the reason of its abort signal, and can be resumed', async () => {
    const output = join(temporaryFolder(), 'a.ndjson');
    const stop = new AbortController();
    const job = { deals: '1..900000', output };
    const stopped = generate({
      ...job,
      signal: stop.signal,
      onProgress: ({ deals }) => deals > 200_000 && stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(existsSync(output)).toBe(false);
    await expect(generate(job)).rejects.toThrow(
      'resume it with resume: true, or start over with force: true',
    );
    await expect(generate({ ...job, deals: '1..900001', resume: true })).rejects.toThrow(
      'the interrupted run has selection 1..900000, not 1..900001',
    );
    await expect(generate({ ...job, format: 'text', resume: true })).rejects.toThrow(
      'format ndjson, not text',
    );
    expect(await generate({ ...job, resume: true })).toMatchObject({ deals: 900_000, status: 'written' });
    const first = records.ndjson;
    expect(
      readFileSync(output)
        .subarray(-290)
        .includes(Buffer.from(first.encode(900_000, dealCards(900_000)))),
    ).toBe(true);
    expect(readFileSync(output).length).toBe(first.bytesOf({ first: 1, last: 900_000 }));
    expect(readdirSync(dirname(output))).toEqual(['a.ndjson']);
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

  it('rejects the second of two calls that write the same file', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    const [one, two] = await Promise.allSettled([generate({ output }), generate({ output })]);
    expect(one.status).toBe('fulfilled');
    expect(two).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('is writing it') },
    });
    expect(readFileSync(output).length).toBe(52_000_064);
  });

  it('rejects with the code of a system error', async () => {
    const output = join(temporaryFolder(), 'none', 'a.bin');
    await expect(generate({ output })).rejects.toMatchObject({ name: 'OutputError', code: 'ENOENT' });
  });
});
