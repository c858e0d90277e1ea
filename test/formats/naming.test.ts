// Formats by their names, by the names of files and by their first bytes. The registry is the one place that knows the names: a new format is its file,
// a line in the registry, its encoder and its lines in documents (test/documents.test.ts).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  FORMAT_NAMES,
  formatNamed,
  formatOfHead,
  formatOfOutput,
  formats,
  HEAD_BYTES,
} from '../../src/formats/registry.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { countAll, onlyRange } from '../../src/game/deal-numbers.js';
import { provideCells } from '../../src/game/known-cells.js';
import { knownCells } from '../../src/selection/facts.js';
import { binaryHeader, encoded, records } from '../support/engines.js';
import { pairsIn, rowsIn } from '../support/golden.js';
import { referenceEngine } from '../support/reference.js';

describe.each(formats)('$name', ({ name, extension, aliases = [] }: (typeof formats)[number]) => {
  it.each(
    ['deals', 'deals.v2', 'C:\\deals', 'C:/deals.2026/a', 'a.bin\\b', '.hidden/a.txt', '..\\a', 'DEALS'].map(
      (path) => `${path}${path === 'DEALS' ? extension.toUpperCase() : extension}`,
    ),
  )('is the format of a file called %s', (path) => {
    expect(formatOfOutput(path).name).toBe(name);
  });

  it('is found by its name and its aliases in any case', () => {
    for (const word of [name, ...aliases]) {
      expect(formatNamed(word.toUpperCase()).name).toBe(name);
      expect(formatNamed(word).name).toBe(name);
    }
    for (const alias of aliases) expect(formatOfOutput(`b/a.${alias}`).name).toBe(name);
  });

  it('has a name that no folder above compares', () => {
    // the folders above take it from the registry, and ask for its properties
    const compared = new RegExp(`(?:[=!]==?|\\bcase) '${name}'|'${name}' [=!]==?`);
    for (const above of 'commands verbs output pipeline threads tasks selection'.split(' '))
      for (const file of readdirSync(join('src', above), { encoding: 'utf8', recursive: true }))
        if (file.endsWith('.ts'))
          expect(readFileSync(join('src', above, file), 'utf8')).not.toMatch(compared);
  });
});

it.each(rowsIn<[path: string, shown?: string]>('paths-of-no-format.txt'))(
  '%s implies no format, and the message lists all',
  (path, shown = path) => {
    expect(() => formatOfOutput(path)).toThrow(
      `cannot infer the format of '${shown}'; pass --format (${FORMAT_NAMES}), or use one of the extensions .bin, .ndjson, .txt, .numbers, .parquet, .csv`,
    );
  },
);

it.each(pairsIn('wrong-format-names.txt'))('the name %s is refused: %s', (name, advice) => {
  expect(() => formatNamed(name)).toThrow(`unknown format '${name}'; ${advice}`);
  if (advice.startsWith('expected')) return;
  expect(() => formatOfOutput(`a.${name}`)).toThrow(`cannot infer the format of 'a.${name}'; ${advice}`);
});

it('the advice for a compressed file is a pipe, except for .bin, whose header may come last', () => {
  expect(() => formatOfOutput('A b.CSV.gz')).toThrow("write -f csv -o - | gzip > 'A b.CSV.gz'");
  expect(() => formatOfOutput('A b.bin.GZ')).toThrow("write 'A b.bin', then run gzip 'A b.bin'");
});

it.each(formats)('the bytes of $name begin it and no other, and are as many as its layout says', (format) => {
  for (const numbers of [[{ first: 1, last: 9 }], [Float64Array.of(LAST_DEAL, 5)]]) {
    const known = { first: onlyRange(numbers)?.first, count: undefined, selection: '' };
    const { encoder, head, tail, totalBytes } = format.layout(known);
    const end = tail?.();
    for (const some of [[], numbers]) end?.add({ numbers: some, deals: countAll(some) });
    const parts = [head(2), referenceEngine.encode(encoder, numbers), ...(end?.bytes() ?? [])];
    const bytes = Buffer.concat(parts);
    expect(bytes.length).toBe(totalBytes(numbers));
    expect(formats.filter(({ isBegunBy }) => isBegunBy(bytes.subarray(0, HEAD_BYTES)))).toEqual([format]);
  }
});

it('a format says whether its files have the column cells: only then it needs the known cells', () => {
  provideCells(() => expect.fail('no cells'));
  onTestFinished(() => provideCells(knownCells));
  for (const { name, layout, hasCells } of formats) {
    const bytes = () => layout({ first: 1, count: 1, selection: '' }).totalBytes([{ first: 1, last: 1 }]);
    if (hasCells) expect(bytes, name).toThrow('no cells');
    else expect(bytes(), name).toBeGreaterThan(0);
  }
});

function formatOf(head: Uint8Array | string): string | undefined {
  return formatOfHead(Buffer.from(head as string))?.name;
}

it('formatOfHead returns the format of a file from its first bytes, for every first card or digit', () => {
  for (let card = 0; card < CARDS; card++) {
    for (const after of [' ', '\n', '\r\n', '\t']) expect(formatOf(`${cardName(card)}${after}`)).toBe('text');
    expect(formatOf(cardName(card) + cardName(card))).not.toBe('text');
  }
  for (const digit of '0123456789') expect(formatOf(`${digit}17\n`), digit).toBe('numbers');
  for (const name of ['XD ', 'D7 ', ' ', '', '-1', 'x', '[', 'PAR', 'par1', '\u0089FC'])
    expect(formatOf(name), name).toBeUndefined();
  expect(formatOf(encoded(records.ndjson, 617))).toBe('ndjson');
  expect(formatOf('{')).toBe('ndjson');
  expect(formatOf(binaryHeader(1, 5))).toBe('bin');
  expect(formatOf('PAR1')).toBe('parquet');
  expect(formatOf('deal,cells,card_0,card_1')).toBe('csv');
  // tables of other programs, which only lists are read from
  for (const head of ['deal 617', 'dealt,x', 'my deal,x', '"note","deal"\n', 'deal\n', 'deal\tcells'])
    expect(formatOf(head)).toBeUndefined();
  const head = binaryHeader(1, 5);
  for (let i = 0; i < 8; i++) expect(formatOf(head.with(i, 1)), `byte ${i}`).toBeUndefined();
});

it.each(pairsIn('first-bytes.txt'))('%s is recognized after a mark and white space', (start, name) => {
  for (const before of ['\n', ' ', '\r\n', '\t'])
    for (const head of [`${before}${start}`, `\ufeff${start}`, `\ufeff${before}${start}`])
      expect(formatOf(head), JSON.stringify(head)).toBe(name);
});
