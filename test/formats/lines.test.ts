// Lines and the numbers in them, compared with simple readers of the same text.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalDigits, foreignText, numberAtOffset } from '../../src/formats/lines.js';
import { dealOfLine, lineRecord, ndjson } from '../../src/formats/ndjson.js';
import { text } from '../../src/formats/text.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { encoded, expected } from '../support/engines.js';
import { rowsIn } from '../support/golden.js';

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

const NUMBERS = rowsIn<[text: string, offset: number, after: string, n: number | null]>('numbers-at.txt');

it.each(NUMBERS)('%j from %d on to %j has the number %s', (text, offset, after, number) => {
  expect(numberAtOffset(bytesOf(text), offset, after.charCodeAt(0)) ?? null).toBe(number);
});

it('decimalDigits counts the digits of ranges and arrays as their decimal texts have them', () => {
  const near = fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -30, max: 30 }))
    .map(([power, distance]) => Math.min(LAST_DEAL, Math.max(1, 10 ** power + distance)));
  fc.assert(
    fc.property(near, fc.integer({ min: 0, max: 60 }), (first, more) => {
      const last = Math.min(LAST_DEAL, first + more);
      const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      expect(decimalDigits({ first, last })).toBe(all.join('').length);
      expect(decimalDigits(Float64Array.from(all))).toBe(all.join('').length);
    }),
    { numRuns: 300 },
  );
  expect(decimalDigits({ first: 1, last: 1000 })).toBe(9 + 2 * 90 + 3 * 900 + 4);
  expect(decimalDigits({ first: 1, last: LAST_DEAL })).toBe(84_788_234_809);
  expect(decimalDigits(new Float64Array())).toBe(0);
});

it('a line is taken for one of this program only if it has the form of its lines', () => {
  const line = encoded(lineRecord, 617);
  const end = line.length - 1;
  expect(dealOfLine(line, 0, end)).toBe(617);
  expect(dealOfLine(line, 0, end - 1)).toBeUndefined();
  for (let i = 0; i < end; i++) {
    for (const byte of [0, 0x20, 0x22, 0x2c, 0x30, 0x42, 0x61, 0x5d, 0x7d]) {
      const changed = line.with(i, byte);
      const isDigit = i > 7 && byte === 0x30; // another deal number, whose board is not dealt to compare it
      if (byte === line[i] || (isDigit && i < 11)) continue;
      expect(dealOfLine(changed, 0, end), `byte ${i} is ${byte}`).toBeUndefined();
    }
  }
});

const TEXTS = rowsIn<[what: string, bytes: string, fault: string | null]>('foreign-texts.txt');

it.each(TEXTS)('foreignText names what other programs do to text: %s', (_, bytes, fault) => {
  expect(foreignText(bytesOf(bytes)) ?? null).toBe(fault);
});

it('blocks of a stream end with a line, also where no byte more has come yet', async () => {
  const bytes = expected(lineRecord, 1, 10_000); // 2.8 MB, in blocks of 1 MiB
  const input = {
    available: async (end: number) => Math.min(end, bytes.length),
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const ends: number[] = [];
  for await (const block of ndjson.blocks(input as never)) ends.push(block.offset + block.bytes);
  expect(ends.length).toBe(3);
  for (const end of ends) expect(bytes[end - 1]).toBe(0x0a);
  // boards without numbers as well, because a block looks up only eight boards in vain
  const { value } = await text.blocks({ ...input, size: bytes.length } as never).next();
  expect(value).toMatchObject({ offset: 0, bytes: 1024 ** 2 - (1024 ** 2 % 156) });
});
