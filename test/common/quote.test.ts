import { describe, expect, it } from 'vitest';
import { escapeControls, escapeLine, quote, sqlString, thrownText } from '../../src/common/quote.js';

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
