// Outputs that the caller encodes: the pieces come in order and have the bytes of generate, whatever order the encoder works in,
// and the number of chunks in flight is bounded.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { startKernel } from '../../src/engine/load.js';
import { matchDeals } from '../../src/engine/matcher.js';
import type { FormatName } from '../../src/formats/registry.js';
import { parseDeals } from '../../src/game/deal-numbers.js';
import { type EncodeChunk, type PlannedOutput, planOutput } from '../../src/pipeline/planned-output.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';

const kernel = await startKernel();

/** An encoder whose chunks are ready in another order than they are asked for. */
function outOfOrder({ encoder }: PlannedOutput): EncodeChunk {
  let chunks = 0;
  return async (numbers) => {
    const bytes = kernel.encode(encoder, numbers).slice();
    await sleep(chunks++ % 2 === 0 ? 20 : 1);
    return bytes;
  };
}

async function writtenBy(output: PlannedOutput, encode: EncodeChunk): Promise<Buffer> {
  const parts = [];
  let deals = 0;
  for await (const part of output.parts(encode, 3)) {
    parts.push(part.bytes);
    deals += part.deals;
  }
  expect(deals).toBe(output.deals);
  return Buffer.concat(parts);
}

describe('planOutput', () => {
  it.each<[string, FormatName]>([
    ['1..500000', 'bin'],
    ['99990..100010,5,8589934500..8589934591', 'bin'],
    ['2147400000..2147500000', 'ndjson'],
    ['4294967000..4295060000', 'text'],
    ['617', 'numbers'],
    ['100001..400000', 'parquet'],
    ['500,10..300', 'parquet'],
  ])('yields %s in %s with the bytes that generate writes', async (deals, format) => {
    const output = planOutput(deals, format);
    const written = await writtenBy(output, outOfOrder(output));
    const folder = temporaryFolder();
    const name = `a${output.extension}`;
    await generate({ deals, output: join(folder, name), threads: 1 });
    checkSame(written, readFileSync(join(folder, name)));
    expect(output.bytes).toBe(written.length);
  });

  it.each(
    (['bin', 'parquet', 'numbers'] as const).flatMap((format) => [
      { format, where: undefined },
      { format, where: 'pos_AC < 8' },
    ]),
  )('ends with a limit: %o', async ({ format, where }) => {
    const [deals, limit] = ['4294960000..4294970000,1..5000', 250];
    const found = where && matchDeals(kernel, parseDeals(deals), where);
    const numbers = found ? found.slice(0, limit) : undefined;
    const output = planOutput(deals, format, { where, limit, numbers });
    const path = join(temporaryFolder(), 'a');
    await generate({ deals, where, limit, format, output: path, threads: 1 });
    const wanted = readFileSync(path);
    checkSame(await writtenBy(output, outOfOrder(output)), wanted);
    expect(output).toMatchObject({ deals: limit, bytes: wanted.length });
  });

  it('refuses a wrong limit, and a condition without its numbers', () => {
    expect(() => planOutput('1..9', 'bin', { limit: 0 })).toThrow('limit 0 is not a number of deals');
    const error = new InputError('a condition and the numbers that it keeps are planned together');
    expect(() => planOutput('1..9', 'bin', { where: 'pos_AC < 8' })).toThrow(error);
    expect(() => planOutput('1..9', 'bin', { numbers: new Float64Array(1) })).toThrow(error);
  });

  it.each([
    ['bin', 'pos_AC < 8 AND pos_AD < 8'],
    ['bin', 'deal > 4294960100'], // a range, which the file of a condition is not
    ['parquet', 'pos_AC < 8 AND pos_AD < 8'],
    ['ndjson', 'pos_AC < 8 AND pos_AD < 8'],
    ['numbers', 'pos_AC < 8 AND pos_AD < 8'],
  ] as const)('is what a condition keeps, as %s: %s', async (format, where) => {
    const deals = '4294960000..4294970000,1..5000';
    const numbers = matchDeals(kernel, parseDeals(deals), where).slice();
    const output = planOutput(deals, format, { where, numbers });
    const path = join(temporaryFolder(), 'a');
    await generate({ deals, where, format, output: path, threads: 1 });
    const wanted = readFileSync(path);
    checkSame(await writtenBy(output, outOfOrder(output)), wanted);
    expect(output).toMatchObject({ deals: numbers.length, bytes: wanted.length });
  });

  it('has at most the given number of chunks in flight', async () => {
    const output = planOutput('1..1000000', 'bin');
    let inFlight = 0;
    let most = 0;
    await writtenBy(output, async (numbers) => {
      most = Math.max(most, ++inFlight);
      await sleep(2);
      inFlight--;
      return kernel.encode(output.encoder, numbers).slice();
    });
    expect(most).toBe(3);
  });

  it('throws the error of the encoder, and encodes nothing more', async () => {
    const output = planOutput('1..1000000', 'bin');
    let asked = 0;
    const failing: EncodeChunk = async () => {
      asked++;
      throw new Error(`chunk ${asked}`);
    };
    await expect(writtenBy(output, failing)).rejects.toThrow('chunk 1');
    expect(asked).toBe(3);
  });

  it('refuses wrong deals and unknown formats before anything is encoded', () => {
    expect(() => planOutput('1..8589934592', 'bin')).toThrow(InputError);
    expect(() => planOutput('617', 'csv' as FormatName)).toThrow(InputError);
  });
});
