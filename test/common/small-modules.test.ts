// Small modules that others share: binary search, CRC-32, near names, quotation.

import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { crc32 } from '../../src/common/crc32.js';
import { nearest } from '../../src/common/nearest.js';
import { quote, shellQuoted, thrownText } from '../../src/common/quote.js';
import { rowsIn } from '../support/golden.js';

it('countBelow counts the items below, for every count', () => {
  for (let count = 0; count < 40; count++) {
    for (let below = 0; below <= count; below++) {
      const asked: number[] = [];
      const found = countBelow(count, (i) => {
        asked.push(i);
        return i < below;
      });
      expect(found).toBe(below);
      expect(asked.every((i) => i >= 0 && i < count)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(6);
    }
  }
});

it('crc32 returns the CRC-32 that zlib returns', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});

const NAMES = ['greatest', 'abcdef', 'abcxyz', 'least', 'pos_AD', 'pos_TD', 'in', 'deal'];

it.each(rowsIn<[string, string[]]>('suggested-names.txt'))(
  "the name '%s' is suggested for %j",
  (name, words) => {
    const wrong = words.filter((word) => nearest(word, NAMES) !== (name === '' ? undefined : name));
    expect(wrong).toEqual([]);
  },
);

it.each([
  ...rowsIn<[unknown, string]>('quoted-values.txt'),
  [5n, '5n'],
  [10n ** 60n, `1${'0'.repeat(59)}...`],
  ['x'.repeat(60), `'${'x'.repeat(60)}'`],
  ['x'.repeat(61), `'${'x'.repeat(60)}...'`],
  [undefined, 'undefined'],
  [{ toString: () => '\u001b' }, '[object Object]'],
  [Object.create(null), '[object Object]'],
  [Symbol('a'), 'Symbol(a)'],
  [Object.assign(() => 1, { toString: () => '\u001b' }), 'a function'],
])('quote shows %o as %s', (value, shown) => {
  expect(quote(value)).toBe(shown);
});

it.each<[string, unknown, string]>([
  ['an error', new RangeError('too far'), 'too far'],
  ...rowsIn<[string, unknown, string]>('thrown-values.txt'),
  ['an error without a message', new Error(), '[object Error]'],
  ['undefined', undefined, 'undefined'],
  ['1,000 characters', 'x'.repeat(1000), 'x'.repeat(1000)],
  ['1,001 characters', 'x'.repeat(1001), `${'x'.repeat(1000)}...`],
  ['an error with 1,001 characters', new Error('x'.repeat(1001)), `${'x'.repeat(1000)}...`],
])('thrownText returns the text of %s', (_, thrown, text) => {
  expect(thrownText(thrown)).toBe(text);
});

it('shellQuoted quotes what a shell would change', () => {
  const words = "a/b.txt,-@:%+,a=b,x(2),=a,~a,$a,it's y'all,".split(',');
  expect(words.map(shellQuoted).join(' ')).toBe(
    "a/b.txt -@:%+ a=b 'x(2)' '=a' '~a' '$a' 'it'\\''s y'\\''all' ''",
  );
});
