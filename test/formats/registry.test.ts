// Formats by their names, by the names of files, and by the first bytes of files.

import { describe, expect, it } from 'vitest';
import type { EncoderName } from '../../src/formats/format.js';
import {
  batchDeals,
  FORMAT_NAMES,
  formatNamed,
  formatOfFile,
  formatOfHead,
  formats,
  recordTypeOf,
} from '../../src/formats/registry.js';

describe('a format', () => {
  it.each([
    ['NDJSON', 'ndjson'],
    ['jsonl', 'ndjson'],
    ['txt', 'text'],
    ['BIN', 'bin'],
  ])('is found by the name %s', (name, format) => {
    expect(formatNamed(name).name).toBe(format);
  });

  it.each([
    ['a.jsonl', 'ndjson'],
    ['a.JSONL', 'ndjson'],
    ['a.Bin', 'bin'],
    ['b/a.txt', 'text'],
  ])('is found by the file %s', (path, format) => {
    expect(formatOfFile(path).name).toBe(format);
  });

  it.each(['.bin', 'a.bin/deals', 'a.bin\\deals', 'x/.txt', 'x\\.txt', 'bin', 'a.', 'a.bin.gz'])(
    'is not found by the file %s',
    (path) => {
      expect(() => formatOfFile(path)).toThrow(
        `cannot infer the format of '${path}'; pass the option format`,
      );
    },
  );

  it.each([
    ['csv', 'write Parquet, and convert it in DuckDB'],
    ['json', 'write ndjson, one JSON object a line'],
  ])('%s is not one, and the message says what to write', (name, advice) => {
    expect(() => formatNamed(name)).toThrow(`unknown format '${name}'; ${advice}`);
    expect(() => formatOfFile(`deals.${name}`)).toThrow(
      `cannot infer the format of 'deals.${name}'; ${advice}`,
    );
  });
});

it('the names are listed for people, and in a message where one is unknown', () => {
  expect(FORMAT_NAMES).toBe('bin, ndjson, text, numbers, parquet');
  expect(() => formatNamed('xml')).toThrow(`unknown format 'xml'; expected one of ${FORMAT_NAMES}`);
  expect(() => formatOfFile('a.xml')).toThrow(
    `cannot infer the format of 'a.xml'; pass the option format (${FORMAT_NAMES}), or use one of the extensions .bin, .ndjson, .txt, .numbers, .parquet`,
  );
  expect(formatOfFile('-').name).toBe('ndjson');
});

it.each([
  ['{"deal":617,', 'ndjson'],
  ['7D AD 5C', 'text'],
  ['617\n', 'numbers'],
  ['PAR1', 'parquet'],
  ['hello', undefined],
  ['', undefined],
])('what begins with %j is %s', (text, name) => {
  expect(formatOfHead(new TextEncoder().encode(text))?.name).toBe(name);
});

it.each<[EncoderName, number, number]>([
  ['cards', 520, 10],
  ['cards', 571, 10],
  ['cards', 1, 1],
  ['numbered', 600, 10],
  ['parquet', 1, 122_880],
])('of %s deals that have about %d bytes there are %d', (encoder, bytes, deals) => {
  expect(batchDeals(encoder, bytes)).toBe(deals);
});

it('each encoder but that of Parquet has its type of record', () => {
  for (const { encoder } of formats.flatMap(({ records }) => records))
    expect(recordTypeOf(encoder).encoder).toBe(encoder);
});
