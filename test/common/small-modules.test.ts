// Small modules that others share: binary search, CRC-32, near names, quotation, the kinds of options, the version and the settings for tests.

import { readFileSync } from 'node:fs';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { crc32 } from '../../src/common/crc32.js';
import { nearest } from '../../src/common/nearest.js';
import * as options from '../../src/common/options.js';
import { escapeControls, escapeLine, quote, sqlString, thrownText } from '../../src/common/quote.js';
import { testSetting } from '../../src/common/test-settings.js';
import { VERSION } from '../../src/common/version.js';
import { CALLBACK, SIGNAL } from '../../src/verbs/options.js';

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

it('VERSION is the version in package.json', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

it.each([
  [undefined, undefined],
  ['0', 0],
  ['250', 250],
])('the value %s in the environment gives the setting %s to a test', (value, setting) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('FREECELL_DEALS_TEST_HEARTBEAT', value);
  expect(testSetting('HEARTBEAT')).toBe(setting);
  expect(testSetting('WORKER_DELAY')).toBeUndefined();
});

const NAMES = ['greatest', 'abcdef', 'abcxyz', 'least', 'pos_AD', 'pos_TD', 'in'];

/** Words as the user types them, by the name that is suggested for them; '' is the name for none. */
const WORDS: Record<string, string[]> = {
  least: ['least', 'LEAST', 'lsat'],
  in: ['i', 'ni', 'inn'],
  pos_TD: ['Pos_td'],
  pos_AD: ['pos_XD'], // as near to pos_TD, which comes later
  // one letter, or two of them; abcxef is as near to abcxyz, which comes later
  abcdef: [
    ...'abcde bcdef abcdefg xabcdef abcdxef abxdef abdcef bacdef abcdfe abcxef'.split(' '),
    ...'abcd cdef abcdefgh abxdyf badcef abdef_'.split(' '),
  ],
  '': ['', ...'x xy ab abc abcdefghi axcxex badcfe defabc fedcba bcdxfe something'.split(' ')],
};

it.each(Object.entries(WORDS))("the name '%s' is suggested for %j", (name, words) => {
  const wrong = words.filter((word) => nearest(word, NAMES) !== (name === '' ? undefined : name));
  expect(wrong).toEqual([]);
});

it('the nearest name is taken, and the first of several', () => {
  expect(nearest('pos_7E', ['pos_8D', 'pos_7D', 'pos_7C'])).toBe('pos_7D');
  expect(nearest('card_1', ['card_10', 'card_1', 'card_11'])).toBe('card_1');
  expect(nearest('a', [])).toBeUndefined();
});

describe('escapeControls', () => {
  it.each([
    ['plain 7♦ text\n\tand more', 'plain 7♦ text\n\tand more'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['\u0007\u009b\u007f\r\0', '\\u0007\\u009b\\u007f\\u000d\\u0000'],
    ['a\u202eb', 'a\\u202eb'],
  ])('shows %j as %j', (text, shown) => {
    expect(escapeControls(text)).toBe(shown);
  });
});

it('escapeLine leaves no line feed', () => {
  expect(escapeLine('a\nb\tc\u001b')).toBe('a\\nb\tc\\u001b');
});

it('sqlString doubles quotes, so that SQL reads the same text', () => {
  expect(sqlString("it's.parquet")).toBe("'it''s.parquet'");
});

describe('quote', () => {
  it.each([
    ['5', "'5'"],
    [5, '5'],
    [5n, '5n'],
    ['a\nb', "'a\\nb'"],
    ['x'.repeat(60), `'${'x'.repeat(60)}'`],
    ['x'.repeat(61), `'${'x'.repeat(60)}...'`],
    [null, 'null'],
    [undefined, 'undefined'],
    [{ toString: () => '\u001b' }, '[object Object]'],
    [Object.create(null), '[object Object]'],
    [Symbol('a'), 'Symbol(a)'],
    [Object.assign(() => 1, { toString: () => '\u001b' }), 'a function'],
  ])('shows %o as %s', (value, shown) => {
    expect(quote(value)).toBe(shown);
  });
});

describe('thrownText', () => {
  const throwing = {
    get message(): string {
      throw new Error('asked');
    },
    get [Symbol.toStringTag](): string {
      throw new Error('asked');
    },
  };

  it.each<[string, unknown, string]>([
    ['an error', new RangeError('too far'), 'too far'],
    ['a string', 'too far', 'too far'],
    ['an empty string', '', ''],
    ['an object with a message', { message: 'too far' }, 'too far'],
    ['an error without a message', new Error(), '[object Error]'],
    ['a message that is no text', { message: 5 }, '[object Object]'],
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['a number', 5, '5'],
    ['an object that throws when it is asked', throwing, '[object Object]'],
    ['1,000 characters', 'x'.repeat(1000), 'x'.repeat(1000)],
    ['1,001 characters', 'x'.repeat(1001), `${'x'.repeat(1000)}...`],
    ['an error with 1,001 characters', new Error('x'.repeat(1001)), `${'x'.repeat(1000)}...`],
  ])('returns the text of %s', (_, thrown, text) => {
    expect(thrownText(thrown)).toBe(text);
  });
});

// test/verbs/options.test.ts tests every function that takes options
const { FLAG, NUMBER, PATH, TEXT } = options;

type Kind = [expected: string, check: options.Check, valid: unknown[], invalid: unknown[]];

const KINDS: Kind[] = [
  ['true or false', FLAG, [true, false], [undefined, 'true', 0, null]],
  ['a number', NUMBER, [0, -1.5, Number.NaN], ['5', 5n, undefined]],
  ['a string', TEXT, ['', 'a'], [5, undefined, new String('a')]],
  ['the path of a file', PATH, ['a', '-'], ['a\0b', 5, undefined, ['a']]],
  ['a function', CALLBACK, [() => true, class {}], ['f', {}, undefined]],
  [
    'an AbortSignal',
    SIGNAL,
    [new AbortController().signal, { throwIfAborted() {} }],
    [{}, { throwIfAborted: true }, null, 'a'],
  ],
];

it.each(KINDS)(
  'an option that is %s accepts every valid value and no other',
  (expected, check, valid, invalid) => {
    expect(check.expected).toBe(expected);
    expect(valid.filter((value) => !check.isValid(value))).toEqual([]);
    expect(invalid.filter((value) => check.isValid(value))).toEqual([]);
  },
);
