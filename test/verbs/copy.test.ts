// copyDeals copies deals from binary files. commands/cat.test.ts runs the built command.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FormatName, formatNamed } from '../../src/formats/registry.js';
import { copyDeals } from '../../src/verbs/copy.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';

/** A file that generate writes; its path. */
async function fileOf(deals: string, format: FormatName = 'bin'): Promise<string> {
  const output = join(temporaryFolder(), 'a');
  await generate({ deals, output, format, threads: 1 });
  return output;
}

async function copy(path: string, deals: string | undefined, name: FormatName, options = {}) {
  const output = join(temporaryFolder(), 'copy');
  const progress: object[] = [];
  const copied = await copyDeals(path, {
    deals,
    output,
    format: formatNamed(name),
    force: false,
    signal: new AbortController().signal,
    onProgress: (one) => void progress.push(one),
    ...options,
  });
  return { copied, progress, bytes: readFileSync(output) };
}

describe('copyDeals', () => {
  // 1,000 deals of NDJSON are more than one write
  it.each<[file: string, deals: string | undefined, same: string, format: FormatName]>([
    ['1..20', undefined, '1..20', 'ndjson'],
    ['1..20', undefined, '1..20', 'bin'],
    ['1..20', '3..5,9', '3..5,9', 'bin'],
    ['1..20', '7', '7', 'bin'],
    ['4294966796..4294967795', undefined, '4294966796..4294967795', 'ndjson'],
    ['4294966796..4294967795', '4294967000..4294967300', '4294967000..4294967300', 'parquet'],
    ['617,5..9,1', undefined, '617,5..9,1', 'bin'],
    ['617,5..9,1', undefined, '617,5..9,1', 'text'],
    ['617,5..9,1', '1,617', '1,617', 'numbers'],
    ['617,5..9,1', '6..8', '6..8', 'bin'],
  ])('of %s copies %s as generate writes %s as %s', async (file, deals, same, format) => {
    const path = await fileOf(file);
    const { copied, bytes } = await copy(path, deals, format);
    checkSame(bytes, readFileSync(await fileOf(same, format)));
    const count = (await copy(path, deals, 'numbers')).bytes.toString().trim().split('\n').length;
    expect(copied).toEqual({ deals: count, bytes: bytes.length });
  });

  it('reports its progress after each write', async () => {
    const { copied, progress } = await copy(await fileOf('1..1000'), undefined, 'ndjson');
    expect(copied.deals).toBe(1000);
    expect(progress.length).toBeGreaterThan(2); // a head without deals, and two parts
    expect(progress.at(-1)).toEqual({ dealt: 1000, totalDeals: 1000 });
    const some = await copy(await fileOf('617,5..9,1'), '5..7,617', 'ndjson');
    expect(some.progress.at(-1)).toEqual({ dealt: 4, totalDeals: 4 });
  });

  it.each([
    ['4..1000', 52, 0, 'deal 404 at offset 20864: it is another board', 400],
    ['5000,4..1000', 60, 8, 'deal 403 at offset 24064: it is another board', 400],
  ])(
    'stops at a record with the board of another deal in a file of %s',
    async (deals, length, cards, message, before) => {
      const path = await fileOf(deals);
      const bytes = readFileSync(path);
      const record = (i: number) => bytes.subarray(64 + i * length + cards, 64 + (i + 1) * length);
      record(400).set(record(500));
      writeFileSync(path, bytes);
      const progress: { dealt: number }[] = [];
      const onProgress = (one: { dealt: number }) => void progress.push(one);
      await expect(copy(path, undefined, 'text', { output: '/dev/null', onProgress })).rejects.toThrow(
        message,
      );
      expect(progress.at(-1)?.dealt).toBe(before);
    },
  );

  it('rejects with the reason of its signal', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const options = { signal: stop.signal, onProgress: () => stop.abort(reason) };
    await expect(copy(await fileOf('1..20'), undefined, 'ndjson', options)).rejects.toBe(reason);
  });
});
