// Outputs that the caller encodes: the pieces come in order and have the bytes of generate, whatever order the encoder works in,
// and the number of chunks in flight is bounded.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { compileFile, newKernel } from '../../src/engine/load.js';
import { matchDeals } from '../../src/engine/matcher.js';
import type { FormatName } from '../../src/formats/registry.js';
import { parseDeals } from '../../src/game/deal-numbers.js';
import {
  type EncodeChunk,
  type PlannedDeals,
  type PlannedOutput,
  planOutput,
} from '../../src/pipeline/planned-output.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';

const kernel = newKernel(await compileFile());

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
  type Row = [deals: string, format: FormatName, options?: Pick<PlannedDeals, 'where' | 'limit'>];

  it.each(rowsIn<Row>('planned-outputs.txt'))(
    'yields %s as %s with %j as generate',
    async (deals, format, options = {}) => {
      const { where, limit } = options;
      const found = where === undefined ? undefined : matchDeals(kernel, parseDeals(deals), where);
      const numbers = found?.slice(0, limit);
      const output = planOutput(deals, format, { ...options, numbers });
      const path = join(temporaryFolder(), `a${output.extension}`);
      const generated = await generate({ deals, ...options, output: path, threads: 1 });
      vi.stubGlobal('SharedArrayBuffer', undefined); // which most pages do not have
      onTestFinished(() => void vi.unstubAllGlobals());
      // twice, because a plan keeps nothing of a run
      for (const _ of [1, 2]) checkSame(await writtenBy(output, outOfOrder(output)), readFileSync(path));
      expect(generated).toMatchObject({ deals: output.deals, bytes: output.bytes });
    },
  );

  it('refuses wrong deals, an unknown format, a wrong limit, and a condition without its numbers', () => {
    expect(() => planOutput('1..8589934592', 'bin')).toThrow(InputError);
    expect(() => planOutput('617', 'xml' as FormatName)).toThrow(InputError);
    expect(() => planOutput('1..9', 'bin', { limit: 0 })).toThrow('limit 0 is not a number of deals');
    const error = new InputError('a condition and the numbers that it keeps are planned together');
    expect(() => planOutput('1..9', 'bin', { where: 'pos_AC < 8' })).toThrow(error);
    expect(() => planOutput('1..9', 'bin', { numbers: new Float64Array(1) })).toThrow(error);
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
});
