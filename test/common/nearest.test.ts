import { expect, it } from 'vitest';
import { nearest } from '../../src/common/nearest.js';

const NAMES = ['greatest', 'abcdef', 'abcxyz', 'least', 'pos_AD', 'pos_TD', 'in'];

it.each([
  // as it is
  ['least', 'least'],
  ['LEAST', 'least'],
  ['Pos_td', 'pos_TD'],
  // one letter
  ['abcde', 'abcdef'],
  ['bcdef', 'abcdef'],
  ['abcdefg', 'abcdef'],
  ['xabcdef', 'abcdef'],
  ['abcdxef', 'abcdef'],
  ['abxdef', 'abcdef'],
  ['abdcef', 'abcdef'],
  ['bacdef', 'abcdef'],
  ['abcdfe', 'abcdef'],
  ['i', 'in'],
  ['ni', 'in'],
  ['inn', 'in'],
  // two of them
  ['abcd', 'abcdef'],
  ['cdef', 'abcdef'],
  ['abcdefgh', 'abcdef'],
  ['abxdyf', 'abcdef'],
  ['badcef', 'abcdef'],
  ['abdef_', 'abcdef'],
  ['lsat', 'least'],
  // as near to another one, which comes later
  ['abcxef', 'abcdef'],
  ['pos_XD', 'pos_AD'],
])('%s may stand for %s', (name, meant) => {
  expect(nearest(name, NAMES)).toBe(meant);
});

it.each([
  '',
  'x',
  'xy',
  'ab',
  'abc',
  'abcdefghi',
  'axcxex',
  'badcfe',
  'defabc',
  'fedcba',
  'bcdxfe',
  'something',
])('%j is near to none', (name) => {
  expect(nearest(name, NAMES)).toBeUndefined();
});

it.each([
  ['treads', 'threads'], // one left out
  ['threadss', 'threads'], // one too many
  ['xxxthreads', 'threads'],
  ['xxxxthreads', undefined],
  ['thraeds', 'threads'], // two exchanged
  ['THREADS', 'threads'],
  ['outptu', 'output'],
  ['out', undefined],
  ['xxxxxx', undefined],
  ['forc', 'force'],
  ['fo', undefined],
  ['', undefined],
])('%j means %s', (word, name) => {
  expect(nearest(word, ['output', 'threads', 'force', 'resume'])).toBe(name);
});

it('the nearest name is taken, and the first of several', () => {
  expect(nearest('pos_7E', ['pos_8D', 'pos_7D', 'pos_7C'])).toBe('pos_7D');
  expect(nearest('card_1', ['card_10', 'card_1', 'card_11'])).toBe('card_1');
  expect(nearest('a', [])).toBeUndefined();
});
