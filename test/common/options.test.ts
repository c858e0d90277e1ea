// The values that each kind of option accepts and refuses. test/verbs/options.test.ts tests every function that takes options.

import { expect, it } from 'vitest';
import * as options from '../../src/common/options.js';
import { CALLBACK, PATHS, SIGNAL } from '../../src/verbs/options.js';

const { FLAG, NUMBER, PATH, TEXT } = options;

type Kind = [expected: string, check: options.Check, valid: unknown[], invalid: unknown[]];

const KINDS: Kind[] = [
  ['true or false', FLAG, [true, false], [undefined, 'true', 0, null]],
  ['a number', NUMBER, [0, -1.5, Number.NaN], ['5', 5n, undefined]],
  ['a string', TEXT, ['', 'a'], [5, undefined, new String('a')]],
  ['the path of a file', PATH, ['a', '-'], ['a\0b', 5, undefined, ['a']]],
  [
    'an array of paths',
    PATHS,
    [[], ['a', 'b']],
    ['a', ['a', 5], [5, 'a'], ['a', 'b\0'], undefined, { length: 0 }],
  ],
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
