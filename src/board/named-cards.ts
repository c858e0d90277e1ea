// Finds the cards that the lines of a text name: in the styles of show, and as people write and paste them. Tells which
// lines are meant to be cards, and which are text around a board.

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

/** A word of a line, and the cards that its names are. */
interface Word {
  text: string;
  cards: readonly Name[];
  /** whether all of its names are cards */
  isWhole: boolean;
}

/** A line of a text. */
export interface Line {
  words: readonly Word[];
  /** a word that shows that the line is text around a board, surely, or perhaps because it names cards, too */
  remark?: { word: string; isDoubtful: boolean } | undefined;
  /** a word that is no card where a card is meant */
  wrong?: string | undefined;
  /**
   * the label of the cells or foundations of a game in play, which are not a part of a board; `wrong` if they have
   * cards
   */
  inPlay?: string | undefined;
}

// Each expression below takes time linear in the text: no two of its pieces that match the same characters are
// adjacent.

/** Separates words in rows, tables, and lists of any programming language. */
const BETWEEN = /[\s,;|\u2502"'`()[\]{}\\]+/u;
/** A name: letters, digits and symbols of suits, or a character that is a card. */
const NAME = new RegExp(`[\\u{1f0a0}-\\u{1f0ff}]|(?:[\\p{L}\\p{N}${SUIT_SYMBOLS}${OUTLINED}]|_of_)+`, 'giu');
/** Letters, not all of them capitals: "as" and "Acts" are English words where they stand among others, or alone. */
const MAY_BE_ENGLISH = /^(?=.*\p{Ll})[\p{L}\p{P}]+$/u;
/** Words that are mistyped cards: 1X, 14H, the symbol of a suit, a knight, Seven_of_Dimonds, DJ2D, 7DX5SKC8C. */
const MISTYPED = new RegExp(
  [
    '^\\d{1,2}\\P{L}?\\p{L}$',
    `[${SUIT_SYMBOLS}${OUTLINED}\\u{1f0a0}-\\u{1f0ff}]`,
    `^(?:${RANK_WORDS.join('|')}|10|[${RANKS}])_of_`,
    `^(?=.*\\d)(?=.*\\p{L})[\\d${RANKS}${SUITS}]+$`,
    `(?:(?:10|[${RANKS}])[${SUITS}].?){3}`,
  ].join('|'),
  'iu',
);
/** A character as JSON, HTML, a chat or a program may write it; a ten in a square. */
const ESCAPED =
  /(?:\\u\{?|\\U000|&#x)([\da-f]{4,5})[;}]?|&#(\d{2,6});|[&:](club|diam|heart|spade)(?:ond)?s[;:]|\\[nrt]|\u{1f51f}/giu;
/** Marks that change the look of a character, and characters without width. */
const UNSEEN = /\p{Cf}|[\ufe0e\ufe0f\u20e3]/gu;
const TERMINAL_CODES = /\p{Cc}\[[\d;]*m/gu;
/** The blanks of a card's name in words, also of a mistyped one. */
const OF = /[ -]of[ -](?=[a-z])/gi;
/** The tags of a page, also one that goes on in the next line. */
const TAG = /(<[?!/a-z][^<>]*(?:>|$))/i;
const DRAWING_TAG = /^<(\/?)(svg|desc)\b/i;
/** "Game #617", "#617", "FreeCell deal 617:" at the start of a line, perhaps behind a prompt. */
const HEADING = new RegExp(
  `^[\\s>\\u00bb\\u276f$%]*(?:(?:ms|microsoft|freecell)[\\s-]+)*` +
    `(?:(?:game|deal|board)(?:\\s*(?:#|no\\.?|number))?|#)\\s*\\d+\\b\\s*[:.]?`,
  'i',
);
/** The line of a game's cells or foundations, and the first sign that is not that of an empty one. */
const IN_PLAY = /^[^\p{L}\p{N}]*(fc|free\s?cells?|founds?|foundations?)\s*:(?:[\s-]|[cdhs]-?0)*(.)?/iu;

function unescaped(_: string, hex?: string, decimal?: string, suit?: string): string {
  if (suit !== undefined) return SUIT_SYMBOLS[SUITS.indexOf(suit.charAt(0).toUpperCase())];
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  return _.startsWith('\\') ? ' ' : '10';
}

/** Reads the lines of a text one after another. */
export class LineReader {
  #isHidden = false; // in a drawing, outside the description of its board

  read(text: string): Line {
    const content = this.#withoutMarkup(text.replace(ESCAPED, unescaped))
      .replace(UNSEEN, '')
      .replace(TERMINAL_CODES, '')
      .replace(OF, '_of_')
      .replace(HEADING, '');
    const [, what, held] = IN_PLAY.exec(content) ?? [];
    if (what !== undefined) return { words: [], inPlay: what, wrong: held && what };
    return judged(content.split(BETWEEN).flatMap(wordOf));
  }

  #withoutMarkup(text: string): string {
    const isShown = (piece: string) => {
      const [, slash, name = ''] = DRAWING_TAG.exec(piece) ?? [];
      if (name !== '') this.#isHidden = (name.toLowerCase() === 'svg') === (slash === '');
      return !this.#isHidden && !TAG.test(piece);
    };
    return text.split(TAG).filter(isShown).join(' ');
  }
}

/** A word; none if it is signs alone, such as a rule below the head of a table. */
function wordOf(text: string): Word[] {
  const names = text.match(NAME) ?? [];
  const isLabel = text.endsWith(':'); // C1: is a column
  const cards = isLabel ? [] : names.map(cardsOf);
  const isWhole = !isLabel && cards.every(({ length }) => length > 0);
  return names.length === 0 ? [] : [{ text, cards: cards.flat(), isWhole }];
}

function judged(words: readonly Word[]): Line {
  if (words.length === 0) return { words };
  const named = words.filter(({ cards }) => cards.length > 0);
  const others = words.filter(({ cards }) => cards.length === 0);
  const mistyped = others.filter(({ text }) => MISTYPED.test(text));
  const [other = named[0]] = others;
  const count = named.flatMap(({ cards }) => cards).length;
  if (mistyped.length > 0 && others.length <= count + 2 * mistyped.length) {
    return { words, wrong: mistyped[0].text };
  }
  const isAmongOthers = others.length > 0 || words.length === 1;
  const isEnglish = isAmongOthers && named.every(({ text }) => MAY_BE_ENGLISH.test(text));
  // a sentence that names a card has more words than cards
  if (isEnglish || others.length > count)
    return { words, remark: { word: other.text, isDoubtful: !isEnglish } };
  if (others.length === count && /^\p{L}+$/u.test(other.text)) return { words, wrong: other.text };
  // a label before the cards, and a remark behind them
  const inner = words.slice(words.indexOf(named[0]), words.lastIndexOf(named.at(-1) as Word));
  return { words, wrong: inner.find(({ cards }) => cards.length === 0)?.text };
}
