// Finds the cards that the lines of a text name: in the styles of show, and as people write and paste them.

import { parseCard } from '../game/cards.js';
import { CARDS, RANKS, SUITS } from '../game/constants.js';
import { cardCharacter, SUIT_SYMBOLS } from './show.js';

const SYMBOLS = `${SUIT_SYMBOLS}♧♢♡♤`; // twice in the order of SUITS
const CHARACTERS = new Map(Array.from({ length: CARDS }, (_, card) => [cardCharacter(card), card]));
/** A ten may have a letter O, or lack its 1; 11 to 13 are jack, queen and king; any other 1 is an ace. */
const SIGN = /1[0-3O]|./gu;
const RANK_WORDS = 'ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING'.split(' ');
const RANK_SIGNS: Record<string, string> = {
  ...Object.fromEntries(RANK_WORDS.map((word, i) => [word, RANKS[i]])),
  ...{ 10: 'T', '1O': 'T', 0: 'T', 1: 'A', 11: 'J', 12: 'Q', 13: 'K' },
};
/** In capitals, a name in words whose blanks are replaced: ACE_OF_HEARTS, 7_OF_CLUBS. */
const IN_WORDS = /^([^_]+)_OF_([CDHS])(?:LUB|IAMOND|EART|PADE)S?$/;

function cardOfSigns(rank: string, suit: string): number | undefined {
  return parseCard((RANK_SIGNS[rank] ?? rank) + (SUITS[SYMBOLS.indexOf(suit) % SUITS.length] ?? suit));
}

/**
 * The cards of a name as people write it: 7D, 10d, t♦, 🃇, Ace_of_Hearts, suit first as D7, several as 5SKC2C.
 * Returns none where the name is not all cards. No rank is also a suit, so at most one reading fits.
 */
export function cardsOf(name: string): number[] {
  const character = CHARACTERS.get(name);
  if (character !== undefined) return [character];
  const capitals = name.toUpperCase();
  const signs: string[] = IN_WORDS.exec(capitals)?.slice(1) ?? capitals.match(SIGN) ?? [];
  const isSuitFirst = cardOfSigns(signs[1], signs[0]) !== undefined;
  const cards = [];
  for (let i = 0; i < signs.length; i += 2) {
    const card = isSuitFirst ? cardOfSigns(signs[i + 1], signs[i]) : cardOfSigns(signs[i], signs[i + 1]);
    if (card === undefined) return [];
    cards.push(card);
  }
  return cards;
}

/** A line of a text. */
export interface Line {
  cards: readonly number[];
  others: readonly string[]; // words that are no cards
  isText: boolean; // around a board, such as a sentence that names a card
  isGame?: boolean; // the cells or foundations of a game
  wrong?: string | undefined; // a mistyped card, or the label of cells or foundations that have cards
}

// Each expression takes time linear in the text: no adjacent pieces of it match the same characters.

/** A name, or a character that is a card. A colon after it makes it a label. */
const NAME = new RegExp(
  `[\\u{1f0a0}-\\u{1f0ff}]|(?:[\\p{L}\\p{N}${SYMBOLS}]|_of_)+(?::(?![\\p{L}\\p{N}]))?`,
  'giu',
);
/** Letters, not all of them capitals: "as" and "Acts" are English words where they stand among others, or alone. */
const MAY_BE_ENGLISH = /^(?=.*\p{Ll})[\p{L}_]+$/u;
/** Words that are mistyped cards: 1X, 14H, the symbol of a suit, a knight, Seven_of_Dimonds, DJ2D. */
const MISTYPED = new RegExp(
  `^\\d{1,2}\\p{L}$|[${SYMBOLS}\\u{1f0a0}-\\u{1f0ff}]|^(?:${RANK_WORDS.join('|')}|10|[${RANKS}])_of_|` +
    `^(?=.*\\d)(?=.*\\p{L})[\\d${RANKS}${SUITS}]+$`,
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
  const shown = text.replace(ESCAPED, unescaped).replace(TAG, ' ').replace(UNSEEN, '').replace(OF, '_of_');
  const [, label, held] = IN_PLAY.exec(shown) ?? [];
  if (label !== undefined)
    return { cards: [], others: [`${label}:`], isText: true, isGame: true, wrong: held && `${label}:` };
  const words = (shown.match(NAME) ?? []).map((text) => ({ text, cards: cardsOf(text) }));
  const named = words.filter(({ cards }) => cards.length > 0);
  const cards = named.flatMap(({ cards }) => cards);
  const others = words.filter(({ cards }) => cards.length === 0).map(({ text }) => text);
  const mistyped = others.filter((text) => MISTYPED.test(text));
  const remarks = others.length - mistyped.length;
  const mayBeEnglish = named.length > 0 && (remarks > 0 || words.length === 1);
  const isEnglish = mayBeEnglish && named.every(({ text }) => MAY_BE_ENGLISH.test(text));
  const isText = isEnglish || remarks > cards.length + mistyped.length;
  const isPair = others.length === cards.length && /^\p{L}+$/u.test(others[0]);
  const wrong = isText ? undefined : (mistyped[0] ?? (isPair ? others[0] : undefined));
  return { cards, others, isText, wrong };
}
