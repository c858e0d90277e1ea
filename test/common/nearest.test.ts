import { expect, it } from 'vitest';
import { nearest } from '../../src/common/nearest.js';

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
