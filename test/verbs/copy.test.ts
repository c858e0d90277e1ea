// copyDeals copies deals from binary files. test/commands/cat.test.ts tests the command.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FormatName, formatNamed } from '../../src/formats/registry.js';
import { countAllNumbers, parseDeals } from '../../src/game/deal-numbers.js';
import { copyDeals } from '../../src/verbs/copy.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { edit } from '../support/files.js';
import { dealsIn } from '../support/folder.js';

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
  // 60,001 deals are more than two reads, and 1,000 deals of NDJSON more than one write
  it.each<[file: string, deals: string | undefined, format: FormatName]>([
    ['1..20', undefined, 'ndjson'],
    ['1..20', undefined, 'bin'],
    ['1..20', '3..5,9', 'bin'],
    ['1..20', '7', 'bin'],
    ['4294950000..4295010000', undefined, 'ndjson'],
    ['4294966796..4294967795', '4294967000..4294967300', 'parquet'],
    ['617,5..9,1', undefined, 'bin'],
    ['617,5..9,1', undefined, 'text'],
    ['617,5..9,1', '1,617', 'numbers'],
    ['617,5..9,1', '6..8', 'bin'],
  ])('of %s copies %s as generate writes them as %s', async (file, deals, format) => {
    const { copied, bytes } = await copy(await dealsIn('a.bin', file), deals, format);
    const same = deals ?? file;
    checkSame(bytes, readFileSync(await dealsIn(`a${formatNamed(format).extension}`, same)));
    expect(copied).toEqual({ deals: countAllNumbers(parseDeals(same)), bytes: bytes.length });
  });

  it('reports its progress after each write', async () => {
    const { progress } = await copy(await dealsIn('a.bin', '1..1000'), undefined, 'ndjson');
    expect(progress.length).toBeGreaterThan(2); // a head without deals, and two parts
    expect(progress.at(-1)).toEqual({ dealt: 1000, totalDeals: 1000 });
    const some = await copy(await dealsIn('a.bin', '617,5..9,1'), '5..7,617', 'ndjson');
    expect(some.progress.at(-1)).toEqual({ dealt: 4, totalDeals: 4 });
  });

  it.each([
    ['4..1000', 52, 0, 'deal 404 at offset 20864: it is another board'],
    ['5000,4..1000', 60, 8, 'deal 403 at offset 24064: it is another board'],
  ])(
    'stops at a record with the board of another deal in a file of %s',
    async (deals, length, cards, message) => {
      const path = await dealsIn('a.bin', deals);
      const [wrong, other] = [400, 500].map((i) => 64 + i * length + cards);
      edit(path, (bytes) => bytes.copyWithin(wrong, other, other + 52));
      let before = 0;
      const onProgress = ({ dealt }: { dealt: number }) => {
        before = dealt;
      };
      const copying = copy(path, undefined, 'text', { output: '/dev/null', onProgress });
      await expect(copying).rejects.toThrow(message);
      expect(before).toBe(400);
    },
  );
});
