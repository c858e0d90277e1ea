// A board as people write it, back to cards: whatever show prints, and what is pasted from elsewhere.

import { InputError } from '../common/errors.js';
import { cardName, cardNamed } from '../game/cards.js';
import { CARDS, COLUMNS, SUITS } from '../game/constants.js';
import { cardCharacter, SUIT_SYMBOLS } from './styles.js';

/** Cards in dealing order, and how the text has to be meant for that. */
export interface Reading {
  by: 'rows' | 'columns';
  cards: Uint8Array; // 52, different ones
}

/** A card and the line that names it, from 1. */
interface Placed {
  card: number;
  line: number;
}

const OUTLINED = '♧♢♡♤'; // in the order of SUITS

const CHARACTERS = new Map(Array.from({ length: CARDS }, (_, card) => [cardCharacter(card), card]));
const KNIGHTS = ['🂬', '🂼', '🃌', '🃜'];

// Every expression below takes a number of steps that grows linearly with the text: no two parts that may match the
// same characters follow each other.

/** What stands between names in rows, lists of any language, and tables. */
const BETWEEN = /[\s,;|"'`()[\]{}]+/u;
const TERMINAL_CODES = /\p{Cc}\[[\d;]*m/gu;
/** Marks that change how a character looks, and characters without a width. */
const UNSEEN = /\p{Cf}|[\ufe0e\ufe0f]/gu;
const PLAYING_CARD = /[\u{1f0a0}-\u{1f0ff}]/gu;
/** "Game #617", "#617", "FreeCell deal 617:" at the start of a line. */
const HEADING =
  /^\s*(?:(?:ms|microsoft|freecell)[\s-]+)*(?:(?:game|deal|board)(?:\s*(?:#|no\.?|number))?|#)\s*\d+\b\s*[:.]?/i;
/** A character as JSON may write it. */
const ESCAPED = /\\u([\da-f]{4})/gi;
/** The keys of JSON, and the deal number: the board alone counts. */
const KEYS = /"(?:deal|game|number)"\s*:\s*\d+|"(?:cards|board|rows)"\s*:/gi;
const LEADING_COLON = /^\s*:/;
const IN_PLAY = /^\s*(fc|free\s?cells?|founds?|foundations?)\s*:/i;
const DRAWING = /<svg[\s>]/i;
const DESCRIPTION = /<desc[\s>]/i;

const LONGEST_SHOWN = 20; // characters of a word in a message
const MOST_NAMED = 6; // cards in a message

/** The card byte of a name as people write it: 7D, 10d, t♦, 🃇; -1 where it names none. */
function cardOf(word: string): number {
  const [, rank = '', suit = ''] = /^(10|.)(.)$/u.exec(word.toUpperCase()) ?? [];
  const symbol = Math.max(SUIT_SYMBOLS.indexOf(suit), OUTLINED.indexOf(suit));
  return CHARACTERS.get(word) ?? cardNamed((rank === '10' ? 'T' : rank) + (SUITS[symbol] ?? suit));
}

function refuse(word: string, line: number): never {
  if (KNIGHTS.includes(word)) {
    throw new InputError(`line ${line}: '${word}' is a knight; expected a deck of ${CARDS} without knights`);
  }
  const shown = word.replace(/\p{C}/gu, '?');
  const cut = shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}...` : shown;
  throw new InputError(
    `line ${line}: '${cut}' is no card; expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠`,
  );
}

/** The text between the first <desc> and the tag after it, with its start; undefined where there is none. */
function describe(text: string): { start: number; board: string } | undefined {
  const tag = DESCRIPTION.exec(text)?.index ?? -1;
  const start = tag < 0 ? 0 : text.indexOf('>', tag) + 1;
  const end = start === 0 ? -1 : text.indexOf('<', start);
  return end < 0 ? undefined : { start, board: text.slice(start, end) };
}

/** The text, or the description of a drawing in its lines. */
function undrawn(text: string): string {
  if (!DRAWING.test(text)) return text;
  const described = describe(text);
  if (described === undefined) {
    throw new InputError(
      'the drawing has no <desc> that describes its board; expected one that show has drawn',
    );
  }
  return text.slice(0, described.start).replace(/.+/g, '') + described.board;
}

/** All cards that a text names, in its order. */
function placedIn(text: string): Placed[] {
  const lines = undrawn(text)
    .replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UNSEEN, '')
    .replace(TERMINAL_CODES, '')
    .replace(KEYS, (key) => key.replace(/[^\n]+/g, ' '))
    .replace(PLAYING_CARD, ' $& ')
    .split(/\r\n|\n|\r/);
  return lines.flatMap((content, i) => {
    const line = i + 1;
    const [, what] = IN_PLAY.exec(content) ?? [];
    if (what !== undefined) {
      throw new InputError(
        `line ${line}: '${what}:' tells of a game in play; expected a board as it was dealt, the cards alone`,
      );
    }
    const words = content.replace(HEADING, '').replace(LEADING_COLON, '').split(BETWEEN);
    return words
      .filter((word) => word !== '')
      .map((word) => {
        const card = cardOf(word);
        return card < 0 ? refuse(word, line) : { card, line };
      });
  });
}

function namesOf(cards: readonly number[]): string {
  const names = cards.slice(0, MOST_NAMED).map(cardName).join(' ');
  return cards.length > MOST_NAMED ? `${names} and ${cards.length - MOST_NAMED} more` : names;
}

/** Throws an InputError that names the first card which is there a second time. */
function checkDifferent(placed: readonly Placed[], of: string, missing: readonly number[]): void {
  const lineOf = new Map<number, number>();
  for (const { card, line } of placed) {
    const first = lineOf.get(card);
    if (first !== undefined) {
      const before = first === line ? '' : `, first in line ${first}`;
      const without = missing.length > 0 ? `; missing: ${namesOf(missing)}` : '';
      throw new InputError(
        `line ${line}: ${cardName(card)} is ${of} twice${before}; expected once${without}`,
      );
    }
    lineOf.set(card, line);
  }
}

/** What the i-th of the names is in dealing order, where they stand column by column: 7, 7, 7, 7, 6, 6, 6, 6. */
const BY_COLUMNS = Array.from({ length: CARDS }, (_, i) => i).sort((a, b) => (a % COLUMNS) - (b % COLUMNS));

/**
 * The readings of the text of one board, by rows and by columns; line breaks do not matter.
 * An InputError names what is wrong: a word that is no card and its line, a card that is there twice, cards that are
 * missing, several boards, a game in play.
 */
export function parseBoard(text: string): Reading[] {
  const placed = placedIn(text);
  const count = placed.length;
  const present = new Set(placed.map(({ card }) => card));
  const missing = Array.from({ length: CARDS }, (_, card) => card).filter((card) => !present.has(card));
  if (count === 0) throw new InputError(`there is no card; expected a board of ${CARDS}`);
  if (count > CARDS && count % CARDS === 0) {
    throw new InputError(`there are ${count} cards, ${count / CARDS} boards; expected one board of ${CARDS}`);
  }
  if (count === CARDS) checkDifferent(placed, 'on the board', missing);
  if (count !== CARDS) {
    const counts = new Uint32Array(CARDS);
    for (const { card } of placed) counts[card]++;
    const twice = [...present].filter((card) => counts[card] > 1);
    const why = [
      ...(twice.length > 0 ? [`twice: ${namesOf(twice)}`] : []),
      ...(missing.length > 0 ? [`missing: ${namesOf(missing)}`] : []),
    ];
    throw new InputError(
      [`the board has ${count === 1 ? '1 card' : `${count} cards`}`, `expected ${CARDS}`, ...why].join('; '),
    );
  }
  const inOrder = placed.map(({ card }) => card);
  const byColumns = new Uint8Array(CARDS);
  for (const [i, card] of inOrder.entries()) byColumns[BY_COLUMNS[i] as number] = card;
  return [
    { by: 'rows', cards: Uint8Array.from(inOrder) },
    { by: 'columns', cards: byColumns },
  ];
}

/**
 * The first cards of a board, 1 to 52 in dealing order, as rows.
 * An InputError names what is wrong: a word that is no card and its line, a card that is there twice, too many cards.
 */
export function parseRow(text: string): Uint8Array {
  const placed = placedIn(text);
  if (placed.length === 0) throw new InputError('there is no card; expected the first row of a board');
  if (placed.length > CARDS) {
    throw new InputError(`there are ${placed.length} cards; expected the first 1 to ${CARDS} of a board`);
  }
  checkDifferent(placed, 'there', []);
  return Uint8Array.from(placed, ({ card }) => card);
}

/** Whether a word is the name of a card. */
export function isCard(word: string): boolean {
  return cardOf(word) >= 0;
}
