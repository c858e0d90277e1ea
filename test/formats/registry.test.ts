// Formats by their names, by the names of files, and by the first bytes of files.

import { describe, expect, it } from 'vitest';
import type { EncoderName } from '../../src/formats/format.js';
import {
  batchDeals,
  FORMAT_NAMES,
  formatNamed,
  formatOfFile,
  formats,
  recordTypeOf,
} from '../../src/formats/registry.js';

describe('a format', () => {
  it.each([
    ['NDJSON', 'ndjson'],
    ['jsonl', 'ndjson'],
    ['txt', 'text'],
    ['BIN', 'bin'],
  ])('is found by its name and its extension in any case: %s is %s', (name, format) => {
    expect(formatNamed(name).name).toBe(format);
    expect(formatOfFile(`b/a.${name}`).name).toBe(format);
  });

  it.each(['.bin', 'a.bin/deals', 'a.bin\\deals', 'x/.txt', 'x\\.txt', 'bin', 'a.'])(
    'formatOfFile refuses the file %s',
    (path) => {
      expect(() => formatOfFile(path)).toThrow(
        `cannot infer the format of '${path}'; pass the option format`,
      );
    },
  );

  it.each([
    ['csv', 'write Parquet, and convert it in DuckDB'],
    ['json', 'write ndjson, one JSON object a line'],
    ['gz', 'pipe it: freecell-deals generate -f ndjson -o - | gzip > FILE'],
  ])('%s is refused, and the message says what to write instead', (name, advice) => {
    expect(() => formatNamed(name)).toThrow(`unknown format '${name}'; ${advice}`);
    expect(() => formatOfFile(`deals.${name}`)).toThrow(
      `cannot infer the format of 'deals.${name}'; ${advice}`,
    );
  });
});

it('FORMAT_NAMES lists all names, and the message for an unknown name contains it', () => {
  expect(FORMAT_NAMES).toBe('bin, ndjson, text, numbers, parquet');
  expect(() => formatNamed('xml')).toThrow(`unknown format 'xml'; expected one of ${FORMAT_NAMES}`);
  expect(() => formatOfFile('a.xml')).toThrow(
    `cannot infer the format of 'a.xml'; pass the option format (${FORMAT_NAMES}), or use one of the extensions .bin, .ndjson, .txt, .numbers, .parquet`,
  );
  expect(formatOfFile('-').name).toBe('ndjson');
});

it.each<[EncoderName, number, number]>([
  ['cards', 520, 10],
  ['cards', 571, 10],
  ['cards', 1, 1],
  ['numbered', 600, 10],
  ['parquet', 1, 122_880],
])('batchDeals of %s records and %d bytes is %d deals', (encoder, bytes, deals) => {
  expect(batchDeals(encoder, bytes)).toBe(deals);
});

it('recordTypeOf returns the record of each encoder except that of Parquet', () => {
  for (const { encoder } of formats.flatMap(({ records }) => records))
    expect(recordTypeOf(encoder).encoder).toBe(encoder);
});
