// The cards that a word names, and lines of words that are text around a board.

import { parseCard } from '../game/cards.js';
import { CARDS, RANKS, SUITS } from '../game/constants.js';
import { cardCharacter, SUIT_SYMBOLS } from './styles.js';

const OUTLINED = '♧♢♡♤'; // in the order of SUITS
const CHARACTERS = new Map(Array.from({ length: CARDS }, (_, card) => [cardCharacter(card), card]));
/** A ten may have a letter O, or lack its 1; any other 1 is an ace. */
const SIGN = /1[0O]|./gu;
const RANK_SIGNS: Record<string, string> = { '10': 'T', '1O': 'T', '0': 'T', '1': 'A' };
const RANK_WORDS = 'ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING'.split(' ');
/** In capitals, a name in words whose blanks are replaced: ACE_OF_HEARTS, 7_OF_CLUBS. */
const IN_WORDS = /^([^_]+)_OF_([CDHS])(?:LUB|IAMOND|EART|PADE)S?$/;

function cardOfSigns(rank: string, suit: string): number | undefined {
  const symbol = Math.max(SUIT_SYMBOLS.indexOf(suit), OUTLINED.indexOf(suit));
  return parseCard((RANK_SIGNS[rank] ?? rank) + (SUITS[symbol] ?? suit));
}

/**
 * The card bytes of a word as people write it: 7D, 10d, t♦, 🃇, Ace_of_Hearts, suit first as D7, several as 5SKC2C.
 * Returns none where the word is not all cards. No rank is also a suit, so at most one reading fits.
 */
export function cardsOf(word: string): number[] {
  const character = CHARACTERS.get(word);
  if (character !== undefined) return [character];
  const capitals = word.toUpperCase();
  const [, rankWord, suitLetter] = IN_WORDS.exec(capitals) ?? [];
  const signs: string[] =
    rankWord === undefined
      ? (capitals.match(SIGN) ?? [])
      : [RANKS[RANK_WORDS.indexOf(rankWord)] ?? rankWord, suitLetter];
  const isSuitFirst = cardOfSigns(signs[1], signs[0]) !== undefined;
  const cards = [];
  for (let i = 0; i < signs.length; i += 2) {
    const [rank, suit] = isSuitFirst ? [signs[i + 1], signs[i]] : [signs[i], signs[i + 1]];
    const card = cardOfSigns(rank, suit);
    if (card === undefined) return [];
    cards.push(card);
  }
  return cards;
}

/** A word and the cards that it names. */
export interface Word {
  text: string;
  cards: readonly number[];
}

/** Letters, not all of them capitals: "as" and "Acts" are English words where they stand among others. */
const MAY_BE_ENGLISH = /^(?=.*\p{Ll})[\p{L}_]+$/u;
/** Words that are mistyped cards: 1X, 11H, the symbol of a suit, a knight, DJ2D, 7DX5SKC8C. */
const MISTYPED = new RegExp(
  [
    '^\\d{1,2}\\p{L}$',
    `[${SUIT_SYMBOLS}${OUTLINED}\\u{1f0a0}-\\u{1f0ff}]`,
    `^(?=.*\\d)(?=.*\\p{L})[\\d${RANKS}${SUITS}]+$`,
    `(?:(?:10|[${RANKS}])[${SUITS}].?){3}`,
  ].join('|'),
  'iu',
);
/** Tells whether a line is text around a board: surely, because no word of it is meant to be a card, or perhaps. */
export function remarkKind(words: readonly Word[]): 'sure' | 'doubtful' | undefined {
  const named = words.filter(({ cards }) => cards.length > 0);
  const others = words.filter(({ cards }) => cards.length === 0);
  if (others.length === 0 || others.some(({ text }) => MISTYPED.test(text))) return undefined;
  if (named.every(({ text }) => MAY_BE_ENGLISH.test(text))) return 'sure';
  // a sentence that names a card has more words than cards
  return others.length > named.flatMap(({ cards }) => cards).length ? 'doubtful' : undefined;
}
