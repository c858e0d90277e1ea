// Finds the cards that the lines of a text name: in the styles of show, and as people write and paste them.

import { CARDS, RANKS, SUITS } from '../game/constants.js';
import { cardCharacter } from './show.js';

const CHARACTERS = Array.from({ length: CARDS }, (_, card) => cardCharacter(card));

/** The places of names in a list, in which several names may have the same place. */
function placesOf(list: string): Map<string, number> {
  return new Map(list.split(',').flatMap((names, i) => names.split(' ').map((name) => [name, i] as const)));
}

/** The ranks and suits as people write them, in capitals. A ten may have a letter O, or lack its 1. */
const RANKS_OF = placesOf(
  'A 1 ACE,2 TWO,3 THREE,4 FOUR,5 FIVE,6 SIX,7 SEVEN,8 EIGHT,9 NINE,T 10 1O 0 TEN,J 11 JACK,Q 12 QUEEN,K 13 KING',
);
const SUITS_OF = placesOf('C ♣ ♧ CLUB,D ♦ ♢ DIAMOND,H ♥ ♡ HEART,S ♠ ♤ SPADE');
const SUIT_NAMES = ['CLUB', 'DIAMOND', 'HEART', 'SPADE'];
const SIGN = /1[0-3O]|./gu; // the signs of a name; a 1 that begins none of 10 to 13 is an ace
/** A name in words: Ace of Hearts, 7-of-clubs, ace_of_spades. */
const IN_WORDS = new RegExp(`^(.+)[ _-]OF[ _-](${SUIT_NAMES.join('|')})S?$`);

/**
 * The cards of a name as people write it: 7D, 10d, t♦, 🃇, Ace of Hearts, suit first as D7, several as 5SKC2C.
 * Returns none where the name is not all cards. No rank is also a suit, so at most one reading fits.
 */
export function cardsOf(name: string): number[] {
  const character = CHARACTERS.indexOf(name);
  if (character >= 0) return [character];
  const capitals = name.toUpperCase();
  const signs: string[] = IN_WORDS.exec(capitals)?.slice(1) ?? capitals.match(SIGN) ?? [];
  const at = SUITS_OF.has(signs[0]) ? 0 : 1; // of the suit among two signs
  const cards = [];
  for (let i = 0; i < signs.length; i += 2) {
    const [rank, suit] = [RANKS_OF.get(signs[i + 1 - at]), SUITS_OF.get(signs[i + at])];
    if (rank === undefined || suit === undefined) return [];
    cards.push(rank * SUITS.length + suit);
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

// Each expression takes time linear in the text: no adjacent parts of it match the same characters.

/** A name, or a character that is a card. A colon after it makes it a label. */
const NAME = /[\u{1f0a0}-\u{1f0ff}]|(?:[\p{L}\p{N}♠-♧]|[ _-]of[ _-](?=[a-z]))+(?::(?![\p{L}\p{N}]))?/giu;
/** Letters, not all of them capitals: "as" and "Acts" are English words where they stand among others, or alone. */
const MAY_BE_ENGLISH = /^(?=.*\p{Ll})[\p{L} _-]+$/u;
/** Words that are mistyped cards: 1X, 14H, the symbol of a suit, a knight, Seven_of_Dimonds, DJ2D. */
const MISTYPED = new RegExp(
  `^\\d{1,2}\\p{L}$|[♠-♧\\u{1f0a0}-\\u{1f0ff}]|^(?:${[...RANKS_OF.keys()].join('|')})[ _-]of[ _-]|` +
    `^(?=.*\\d)(?=.*\\p{L})[\\d${RANKS}${SUITS}]+$`,
  'iu',
);
/** A character as JSON, HTML, a chat or a program may write it; a ten in a square. */
const ESCAPED = new RegExp(
  [
    /(?:\\U0000?|\\u\{?|&#x)(1?[\da-f]{4})[;}]?|&#(\d{2,6});/, // the code of a character
    /[&:]([cdhs])(?:lub|iam(?:ond)?|eart|pade)s[;:]/, // a suit: &hearts; :heart: :diamonds:
    /:(\w+):(?![a-z\d])/, // a name between colons
    /\\[nrt]|🔟/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);
/** Marks that change the look of a character, characters without width, and colours of a terminal. */
const UNSEEN = /\p{Cc}\[[\d;]*m|\p{Cf}|[\ufe0e\ufe0f\u20e3]/gu;
const TAG = /<[?!/a-z][^<>]*(?:>|$)/gi; // the tags of a page, also one that goes on in the next line
/** The two signs of a card, either first, with no other name between: D-7, ('7', 'D'), {"rank":7,"suit":"D"}. */
const APART = [
  [RANKS_OF, SUITS_OF],
  [SUITS_OF, RANKS_OF],
].map((order) => {
  const signs = order.map((places) => `(${[...places.keys()].join('|')})S?(?![\\p{L}\\p{N}])`);
  // no lookbehind: Safari 15.4 has none
  return new RegExp(
    `(^|[^\\p{L}\\p{N}])${signs.join('(?:[^\\p{L}\\p{N}♠-♧]|rank|suit|value|card|of)+')}`,
    'giu',
  );
});
/** The line of a game's cells or foundations, and the first sign that is not that of an empty one. */
const IN_PLAY = /^[^\p{L}\p{N}]*(fc|free\s?cells?|founds?|foundations?)\s*:(?:[\s-]|[cdhs]-?0)*(.)?/iu;

function unescaped(sign: string, hex?: string, decimal?: string, suit?: string, word?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code >= 0) return String.fromCodePoint(code);
  if (sign === '\\T') return ' T'; // a ten after a backslash, no tab
  if (word !== undefined) return ` ${word} `; // :7D: is no label
  return suit ?? (sign.startsWith('\\') ? ' ' : '10');
}

/** Names the cards of a line whose signs are apart, in the order that makes more; a number before them is a label. */
function joined(text: string): string {
  const [rankFirst = 0, suitFirst = 0] = APART.map((signs) => text.match(signs)?.length);
  const isSuitFirst = suitFirst >= rankFirst;
  return text.replace(APART[isSuitFirst ? 1 : 0], (_, before: string, ...signs: string[]) => {
    const [rank, suit] = isSuitFirst ? [signs[1], signs[0]] : signs;
    return `${before}${rank} of ${SUIT_NAMES[SUITS_OF.get(suit.toUpperCase()) as number]} `;
  });
}

/** Reads a line of a text. */
export function readLine(text: string): Line {
  const tagged = text.replace(ESCAPED, unescaped).replace(UNSEEN, '');
  const shown = tagged.replace(TAG, ' ');
  const [, label, held] = IN_PLAY.exec(shown) ?? [];
  if (label !== undefined)
    return { cards: [], others: [`${label}:`], isText: true, isGame: true, wrong: held && `${label}:` };
  const wordsOf = (text: string) => (text.match(NAME) ?? []).map((text) => ({ text, cards: cardsOf(text) }));
  const readings = [wordsOf(shown)];
  if (readings[0].length === 0 || readings[0].some(({ cards }) => cards.length === 0)) {
    // a tag may be a card, such as <img src="cards/7D.png"> or <card suit="diamonds" rank="seven">
    const tags = tagged.replace(/<(?=(?:img|card)\b)/gi, '').replace(TAG, ' ');
    readings.push(wordsOf(tags), wordsOf(joined(tags)));
  }
  const counts = readings.map((words) => words.reduce((sum, { cards }) => sum + cards.length, 0));
  const words = readings[counts.indexOf(Math.max(...counts))];
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
