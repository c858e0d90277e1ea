// Files of each published version in test/golden/written: this version verifies and reads them, and writes the same bytes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generate, type Selection, verify } from '../src/index.js';
import { checkSame } from './support/bytes.js';
import { temporaryFolder } from './support/command.js';

const WRITTEN = fileURLToPath(new URL('golden/written', import.meta.url));
const versions = readdirSync(WRITTEN).filter((name) => /^\d/.test(name));

/** The selections of write.sh, by the names of its files. */
const ASKED: Record<string, Selection & { records: number }> = {
  list: { deals: '617,1,2147483646..2147483649,4294967294..4294967297,8589934591', records: 11 },
  range: { deals: '4294967290..4294967301', records: 12 },
  sample: { deals: '1..1000000', sample: { count: 8, seed: 7 }, records: 8 },
};

const files = versions.flatMap((version) =>
  readdirSync(join(WRITTEN, version)).map((name) => {
    const { records, ...selection } = ASKED[name.slice(0, name.indexOf('.'))];
    return { version, name, path: join(WRITTEN, version, name), records, selection };
  }),
);
const inFormat = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));

/** Generates a file of this name; returns its bytes. */
async function bytesOf(selection: Selection, name: string): Promise<Buffer> {
  const options: GenerateOptions = { ...selection, output: join(temporaryFolder(), name), threads: 1 };
  await generate(options);
  return readFileSync(options.output);
}

describe('files of published versions', () => {
  it('exist for each of them', () => {
    expect(versions).toContain('1.0.0');
    expect(files.length).toBeGreaterThanOrEqual(8 * versions.length);
  });

  it.each(inFormat(/(bin|ndjson|txt|parquet)$/))('verify takes $version/$name', async ({ path, records }) => {
    expect(await verify(path, { threads: 1 })).toMatchObject({ records, bad: 0 });
  });

  it.each(inFormat(/(bin|ndjson|txt|numbers)$/))(
    'of $version: generate writes the same bytes as $name',
    async ({ name, path, selection }) => {
      checkSame(await bytesOf(selection, name), readFileSync(path));
    },
  );

  it.each(inFormat(/(bin|ndjson|numbers|parquet)$/))(
    'of $version: --deals-from reads the deals of $name',
    async ({ path, selection }) => {
      const numbers = await bytesOf({ dealsFrom: path }, 'a.numbers');
      expect(numbers.toString()).toBe((await bytesOf(selection, 'a.numbers')).toString());
    },
  );
});
