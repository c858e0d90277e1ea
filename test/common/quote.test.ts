import { describe, expect, it } from 'vitest';
import { escapeControls, quote } from '../../src/common/quote.js';

describe('escapeControls', () => {
  it.each([
    ['plain 7♦ text\n\tand more', 'plain 7♦ text\n\tand more'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['\u0007\u009b\u007f\r\0', '\\u0007\\u009b\\u007f\\u000d\\u0000'],
    ['a\u202eb', 'a\\u202eb'],
  ])('%j', (text, shown) => {
    expect(escapeControls(text)).toBe(shown);
  });
});

describe('quote', () => {
  it.each([
    ['5', "'5'"],
    [5, '5'],
    ['a\nb', "'a\\nb'"],
    ['x'.repeat(61), `'${'x'.repeat(60)}...'`],
    [null, 'null'],
    [undefined, 'undefined'],
    [{ toString: () => '\u001b' }, '[object Object]'],
    [Object.create(null), '[object Object]'],
    [Symbol('a'), 'Symbol(a)'],
    [Object.assign(() => 1, { toString: () => '\u001b' }), 'a function'],
  ])('%j', (value, shown) => {
    expect(quote(value)).toBe(shown);
  });

  it('a bigint', () => {
    expect(quote(5n)).toBe('5n');
  });
});
