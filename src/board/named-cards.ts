// Finds the cards that a text names: in the styles of show, and as people write and paste them.

import { InputError } from '../common/errors.js';
import { cut } from '../common/quote.js';
import { parseCard } from '../game/cards.js';
import { CARDS, RANKS, SUITS } from '../game/constants.js';
import { cardCharacter, SUIT_SYMBOLS } from './show.js';

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
interface Word {
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
function remarkKind(words: readonly Word[]): 'sure' | 'doubtful' | undefined {
  const named = words.filter(({ cards }) => cards.length > 0);
  const others = words.filter(({ cards }) => cards.length === 0);
  if (others.length === 0 || others.some(({ text }) => MISTYPED.test(text))) return undefined;
  if (named.every(({ text }) => MAY_BE_ENGLISH.test(text))) return 'sure';
  // a sentence that names a card has more words than cards
  return others.length > named.flatMap(({ cards }) => cards).length ? 'doubtful' : undefined;
}

/** A card and the line that names it, from 1. */
export interface NamedCard {
  card: number;
  line: number;
}

/** A word that is not a card, and its line, from 1. */
export interface Remark {
  word: string;
  line: number;
  /** whether the line names cards, too, so that it may be left out only beside a whole board */
  isDoubtful?: boolean;
}

// Each expression below takes time linear in the text: no two of its pieces that match the same characters are adjacent.

/** Separates names in rows, tables, and lists of any programming language. */
const BETWEEN = /[\s,;|\u2502"'`()[\]{}]+/u;
const TERMINAL_CODES = /\p{Cc}\[[\d;]*m/gu;
/** Marks that change the look of a character, and characters without width. */
const UNSEEN = /\p{Cf}|[\ufe0e\ufe0f]/gu;
const PLAYING_CARD = /[\u{1f0a0}-\u{1f0ff}]/gu;
/** The signs that a shell prints before a command, and a mail before a quoted line. */
const PROMPT = /^[\s>\u00bb\u276f$%]+/u;
/** "Game #617", "#617", "FreeCell deal 617:" at the start of a line. */
const HEADING =
  /^\s*(?:(?:ms|microsoft|freecell)[\s-]+)*(?:(?:game|deal|board)(?:\s*(?:#|no\.?|number))?|#)\s*\d+\b\s*[:.]?/i;
/** A character as JSON may write it. */
const ESCAPED = /\\u([\da-f]{4})/gi;
/** In JSON: keys, the deal number and its free cells, which are not cards. */
const KEYS = /"(?:deal|game|number|cells)"\s*:\s*\d+|"(?:cards|board|rows)"\s*:/gi;
/** The label of a row or a column, such as "1.", "Row 1:" or a bullet, and the colon of Freecell Solver. */
const LABEL = /^\s*(?:(?:row|column)(?:\s*\d+)?\s*:|\d+[.:)](?=\s)|[-*\u2022](?=\s)|:)/i;
/** The line of a game's cells or foundations, and the first sign that is not that of an empty one. */
const IN_PLAY = /^\s*(fc|free\s?cells?|founds?|foundations?)\s*:(?:[\s-]|[cdhs]-?0)*(.)?/i;
/** The blanks of a card's name in words, also of a mistyped one. */
const OF = /[ -]of[ -](?=[a-z])/gi;
const DRAWING = /<svg[\s>][\s\S]*?(?:<\/svg\s*>|$)/gi;
/** A drawing up to the end of its description. */
const DESCRIBED = /^([\s\S]*?<desc(?:\s[^>]*)?>)([^<]*)</i;
/** The markup around a drawing: <?xml ..?>, the tags of a page. */
const MARKUP = /<[?!/a-z][^<>]*>/gi;
const LINE_BREAK = /\r\n|\n|\r/;
/** A line of signs that are neither letters nor digits nor suits, such as the rule below the head of a table. */
const RULE = /^[\s$\p{P}\p{Sm}\u276f\u2500-\u257f]+$/u;

const LONGEST_SHOWN = 20; // characters of a word in a message

/** A word in a message, cut where it is long. */
export function shown(word: string): string {
  const visible = word.replace(/\p{C}/gu, '?').replaceAll('_of_', ' of ');
  return `'${cut(visible, LONGEST_SHOWN)}'`;
}

/** Says what is expected instead of a word. */
export function refusal({ word, line }: Remark): InputError {
  return new InputError(
    `line ${line}: ${shown(word)} is not a valid card; expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠`,
  );
}

/**
 * Yields the cards that a text names, in its order. Yields a remark for each line without a card, and for each sentence that
 * names one, before, after and between boards.
 */
export function* cardsNamedIn(text: string): Generator<NamedCard | Remark, void, void> {
  let count = 0;
  let line = 0;
  for (const content of contentsOf(text)) {
    line++;
    const words = cardWords(content, line);
    const kind = count % CARDS === 0 ? remarkKind(words) : undefined;
    if (kind !== undefined) {
      const word = words.find(({ cards }) => cards.length === 0)?.text ?? '';
      yield { word, line, isDoubtful: kind === 'doubtful' };
      continue;
    }
    for (const { text, cards } of words) {
      if (cards.length === 0) throw refusal({ word: text, line });
      for (const card of cards) yield { card, line };
      count += cards.length;
    }
  }
}

function blank(text: string): string {
  return text.replace(/[^\n]+/g, ' ');
}

/** A text with the description of its board in place of each drawing, in the same lines. */
function describeDrawings(text: string): string {
  const described = text.replace(DRAWING, (drawing) => {
    const [drawn = '', before = '', board] = DESCRIBED.exec(drawing) ?? [];
    if (board !== undefined) return blank(before) + board + blank(drawing.slice(drawn.length));
    throw new InputError(
      'the drawing has no <desc> that describes its board; expected one that show has drawn',
    );
  });
  return described.replace(MARKUP, blank);
}

/** The lines of a text, without what JSON and terminals put around cards. */
function contentsOf(text: string): string[] {
  return describeDrawings(text)
    .replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UNSEEN, '')
    .replace(TERMINAL_CODES, '')
    .replace(KEYS, blank)
    .replace(PLAYING_CARD, ' $& ')
    .replace(OF, '_of_')
    .split(LINE_BREAK)
    .map((line) => (RULE.test(line) ? '' : line));
}

/** The words of a line, without a prompt and a heading before them. */
function cardWords(quoted: string, line: number): Word[] {
  const content = quoted.replace(PROMPT, '');
  const [inPlay = '', what, held] = IN_PLAY.exec(content) ?? [];
  if (held !== undefined) {
    throw new InputError(
      `line ${line}: '${what}:' belongs to a game in play; expected a board as it was dealt, the cards alone`,
    );
  }
  return content
    .slice(inPlay.length)
    .replace(HEADING, '')
    .replace(LABEL, '')
    .split(BETWEEN)
    .flatMap((text) => (text === '' ? [] : { text, cards: cardsOf(text) }));
}
