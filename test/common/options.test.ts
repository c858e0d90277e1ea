// The values that each kind of option accepts and refuses. test/verbs/options.test.ts tests every function that takes options.

import { describe, expect, it } from 'vitest';
import * as options from '../../src/common/options.js';

const { CALLBACK, FLAG, NUMBER, PATH, PATHS, PATH_OR_CALLBACK, PATH_OR_ITERABLE, SIGNAL, TEXT } = options;

async function* numbers() {
  yield 617;
}

const KINDS: [check: options.Check, valid: unknown[], invalid: unknown[]][] = [
  [FLAG, [true, false], [undefined, 'true', 0, null]],
  [NUMBER, [0, -1.5, Number.NaN], ['5', 5n, undefined]],
  [TEXT, ['', 'a'], [5, undefined, new String('a')]],
  [PATH, ['a', '-'], ['a\0b', 5, undefined, ['a']]],
  [PATHS, [[], ['a', 'b']], ['a', ['a', 5], [5, 'a'], ['a', 'b\0'], undefined, { length: 0 }]],
  [CALLBACK, [() => true, class {}], ['f', {}, undefined]],
  [
    SIGNAL,
    [new AbortController().signal, { throwIfAborted() {} }],
    [{}, { throwIfAborted: true }, null, 'a'],
  ],
  [
    PATH_OR_ITERABLE,
    ['a', [1], new Set([1]), Float64Array.of(1), numbers()],
    ['a\0b', 5, {}, null, undefined, numbers, { [Symbol.iterator]: 5 }],
  ],
  [PATH_OR_CALLBACK, ['a', () => true], ['a\0b', {}, null, 5, undefined]],
];

describe.each(KINDS)('$expected', (check, valid, invalid) => {
  it('accepts every valid value', () => {
    expect(valid.filter((value) => !check.isValid(value))).toEqual([]);
  });

  it('refuses every invalid value', () => {
    expect(invalid.filter((value) => check.isValid(value))).toEqual([]);
  });
});

it('the message of a refused option says what is expected', () => {
  const all = { CALLBACK, FLAG, NUMBER, PATH, PATHS, PATH_OR_CALLBACK, PATH_OR_ITERABLE, SIGNAL, TEXT };
  expect(Object.values(all).map(({ expected }) => expected)).toEqual([
    'a function',
    'true or false',
    'a number',
    'the path of a file',
    'an array of paths',
    'the path of a module, or a function',
    'the path of a file, or an iterable of numbers',
    'an AbortSignal',
    'a string',
  ]);
});
