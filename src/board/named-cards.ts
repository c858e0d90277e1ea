// Finds the cards that the lines of a text name: in the styles of show, and as people write and paste them.

import { parseCard } from '../game/cards.js';
import { CARDS, RANKS, SUITS } from '../game/constants.js';
import { cardCharacter, SUIT_SYMBOLS } from './show.js';

const OUTLINED = '♧♢♡♤'; // in the order of SUITS
const CHARACTERS = new Map(Array.from({ length: CARDS }, (_, card) => [cardCharacter(card), card]));
/** A ten may have a letter O, or lack its 1; 11 to 13 are jack, queen and king; any other 1 is an ace. */
const SIGN = /1[0-3O]|./gu;
const RANK_SIGNS: Record<string, string> = { 10: 'T', '1O': 'T', 0: 'T', 1: 'A', 11: 'J', 12: 'Q', 13: 'K' };
const RANK_WORDS = 'ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING'.split(' ');
/** In capitals, a name in words whose blanks are replaced: ACE_OF_HEARTS, 7_OF_CLUBS. */
const IN_WORDS = /^([^_]+)_OF_([CDHS])(?:LUB|IAMOND|EART|PADE)S?$/;

function cardOfSigns(rank: string, suit: string): number | undefined {
  const symbol = Math.max(SUIT_SYMBOLS.indexOf(suit), OUTLINED.indexOf(suit));
  return parseCard((RANK_SIGNS[rank] ?? rank) + (SUITS[symbol] ?? suit));
}

/** A card, and how its name is written. */
export interface Name {
  card: number;
  /** the same for names written alike: with the suit first or last, in capitals or not, as a symbol or a word */
  style: string;
}

/**
 * The cards of a name as people write it: 7D, 10d, t♦, 🃇, Ace_of_Hearts, suit first as D7, several as 5SKC2C.
 * Returns none where the name is not all cards. No rank is also a suit, so at most one reading fits.
 */
export function cardsOf(name: string): Name[] {
  const character = CHARACTERS.get(name);
  if (character !== undefined) return [{ card: character, style: 'character' }];
  const capitals = name.toUpperCase();
  const [, rankWord, suitLetter] = IN_WORDS.exec(capitals) ?? [];
  const signs: string[] =
    rankWord === undefined
      ? (capitals.match(SIGN) ?? [])
      : [RANKS[RANK_WORDS.indexOf(rankWord)] ?? rankWord, suitLetter];
  const isSuitFirst = cardOfSigns(signs[1], signs[0]) !== undefined;
  const suit = isSuitFirst ? name.charAt(0) : name.slice(-1);
  const style = `${isSuitFirst} ${suit === suit.toLowerCase()} ${suit === suit.toUpperCase()}`;
  const cards = [];
  for (let i = 0; i < signs.length; i += 2) {
    const [rank, suit] = isSuitFirst ? [signs[i + 1], signs[i]] : [signs[i], signs[i + 1]];
    const card = cardOfSigns(rank, suit);
    if (card === undefined) return [];
    cards.push({ card, style });
  }
  return cards;
}

/** A name in a line: letters, digits and symbols of suits, of a card or of anything else. */
interface Word {
  text: string;
  cards: readonly Name[];
}

/** A line of a text. */
export interface Line {
  words: readonly Word[];
  /** whether it is text around a board, such as a sentence that names a card */
  isText?: boolean;
  /** a mistyped card, or the label of the cells or foundations of a game in play that have cards */
  wrong?: string | undefined;
  /** the label of cells or foundations, which are no part of a board */
  inPlay?: string | undefined;
}

// Each expression below takes time linear in the text: no two of its pieces that match the same characters are
// adjacent.

/** A name, or a character that is a card. A colon after it makes it a label. */
const NAME = new RegExp(
  `[\\u{1f0a0}-\\u{1f0ff}]|(?:[\\p{L}\\p{N}${SUIT_SYMBOLS}${OUTLINED}]|_of_)+(?::(?![\\p{L}\\p{N}]))?`,
  'giu',
);
/** Letters, not all of them capitals: "as" and "Acts" are English words where they stand among others, or alone. */
const MAY_BE_ENGLISH = /^(?=.*\p{Ll})[\p{L}_]+$/u;
/** Words that are mistyped cards: 1X, 14H, the symbol of a suit, a knight, Seven_of_Dimonds, DJ2D. */
const MISTYPED = new RegExp(
  [
    '^\\d{1,2}\\p{L}$',
    `[${SUIT_SYMBOLS}${OUTLINED}\\u{1f0a0}-\\u{1f0ff}]`,
    `^(?:${RANK_WORDS.join('|')}|10|[${RANKS}])_of_`,
    `^(?=.*\\d)(?=.*\\p{L})[\\d${RANKS}${SUITS}]+$`,
  ].join('|'),
  'iu',
);
/** A character as JSON, HTML, a chat or a program may write it; a ten in a square. */
const ESCAPED =
  /(?:\\u\{?|\\U000|&#x)([\da-f]{4,5})[;}]?|&#(\d{2,6});|[&:](club|diam|heart|spade)(?:ond)?s[;:]|\\[nrt]|\u{1f51f}/giu;
/** Marks that change the look of a character, characters without width, and colours of a terminal. */
const UNSEEN = /\p{Cc}\[[\d;]*m|\p{Cf}|[\ufe0e\ufe0f\u20e3]/gu;
/** The blanks of a card's name in words, also of a mistyped one. */
const OF = /[ -]of[ -](?=[a-z])/gi;
/** The tags of a page, also one that goes on in the next line. */
const TAG = /<[?!/a-z][^<>]*(?:>|$)/gi;
/** The line of a game's cells or foundations, and the first sign that is not that of an empty one. */
const IN_PLAY = /^[^\p{L}\p{N}]*(fc|free\s?cells?|founds?|foundations?)\s*:(?:[\s-]|[cdhs]-?0)*(.)?/iu;

function unescaped(sign: string, hex?: string, decimal?: string, suit?: string): string {
  if (suit !== undefined) return SUIT_SYMBOLS[SUITS.indexOf(suit.charAt(0).toUpperCase())];
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  return sign.startsWith('\\') ? ' ' : '10';
}

/** Reads a line of a text. */
export function readLine(text: string): Line {
  const shown = text.replace(ESCAPED, unescaped).replace(TAG, ' ').replace(UNSEEN, '');
  const content = shown.replace(OF, '_of_');
  const [, inPlay, held] = IN_PLAY.exec(content) ?? [];
  if (inPlay !== undefined) return { words: [], inPlay, wrong: held && inPlay };
  const words = (content.match(NAME) ?? []).map((text) => ({ text, cards: cardsOf(text) }));
  const named = words.filter(({ cards }) => cards.length > 0);
  const others = words.filter(({ cards }) => cards.length === 0);
  const mistyped = others.filter(({ text }) => MISTYPED.test(text));
  const count = named.flatMap(({ cards }) => cards).length + mistyped.length;
  const mayBeEnglish = (others.length > 0 || words.length === 1) && mistyped.length === 0;
  const isEnglish = mayBeEnglish && named.every(({ text }) => MAY_BE_ENGLISH.test(text));
  if (isEnglish || others.length - mistyped.length > count) return { words, isText: true };
  const isPair = others.length === count && /^\p{L}+$/u.test(others[0]?.text ?? '');
  return { words, wrong: (mistyped[0] ?? (isPair ? others[0] : undefined))?.text };
}
