import { expect, it } from 'vitest';
import { didYouMean } from '../../../src/selection/condition/nearest.js';

const NAMES = ['greatest', 'abcdef', 'abcxyz', 'least', 'pos_AD', 'pos_TD', 'in'];

it.each([
  // as it is
  ['least', 'least'],
  ['LEAST', 'least'],
  ['Pos_td', 'pos_TD'],
  // a ten by its number
  ['pos_10D', 'pos_TD'],
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
  // as near as another one: the first
  ['abcxef', 'abcdef'],
  ['pos_XD', 'pos_AD'],
])('%s may stand for %s', (name, meant) => {
  expect(didYouMean(name, NAMES)).toBe(`; did you mean ${meant}?`);
});

it.each([
  '',
  'i',
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
  expect(didYouMean(name, NAMES)).toBe('');
});
