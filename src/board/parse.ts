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
const DRAWING_END = /<\/svg\s*>/i;
const DESCRIPTION = /<desc[\s>]/i;
/** What may stand around a drawing: <?xml ..?>, the tags of a page. */
const MARKUP = /<[?!/a-z][^<>]*>/gi;
const LINE_BREAK = /\r\n|\n|\r/;

const LONGEST_SHOWN = 20; // characters of a word in a message
const MOST_NAMED = 6; // cards in a message
const MAX_LENGTH = 1024 * 1024; // characters of a board; a drawing has 10,000

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
    `line ${line}: '${cut}' is not a valid card; expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠`,
  );
}

/** The text between the first <desc> of a drawing and the tag after it, with its start. */
function describe(drawing: string): { start: number; board: string } {
  const tag = DESCRIPTION.exec(drawing)?.index ?? -1;
  const start = tag < 0 ? 0 : drawing.indexOf('>', tag) + 1;
  const end = start === 0 ? -1 : drawing.indexOf('<', start);
  if (end < 0) {
    throw new InputError(
      'the drawing has no <desc> that describes its board; expected one that show has drawn',
    );
  }
  return { start, board: drawing.slice(start, end) };
}

interface Piece {
  text: string;
  line: number; // the one in which it begins, from 1
}

/** The text with blanks instead of all but its line feeds. */
function blank(text: string): string {
  return text.replace(/[^\n]+/g, ' ');
}

function countLines(text: string): number {
  return text.split(LINE_BREAK).length - 1;
}

/** The text without its drawings, and the descriptions that stand for these, in their order. */
function* piecesOf(text: string, firstLine: number): Generator<Piece, void, void> {
  let line = firstLine;
  let rest = text;
  for (let drawing = DRAWING.exec(rest); drawing !== null; drawing = DRAWING.exec(rest)) {
    const before = rest.slice(0, drawing.index);
    yield { text: before, line };
    line += countLines(before);
    rest = rest.slice(drawing.index);
    const end = DRAWING_END.exec(rest);
    const drawn = end === null ? rest : rest.slice(0, end.index + end[0].length);
    const { start, board } = describe(drawn);
    yield { text: board, line: line + countLines(drawn.slice(0, start)) };
    line += countLines(drawn);
    rest = rest.slice(drawn.length);
  }
  yield { text: rest, line };
}

/** All cards that a text names, in its order. */
function* placedIn(text: string, firstLine = 1): Generator<Placed, void, void> {
  for (const piece of piecesOf(text, firstLine)) yield* placedInPiece(piece);
}

function* placedInPiece(piece: Piece): Generator<Placed, void, void> {
  const lines = piece.text
    .replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UNSEEN, '')
    .replace(TERMINAL_CODES, '')
    .replace(MARKUP, blank)
    .replace(KEYS, blank)
    .replace(PLAYING_CARD, ' $& ')
    .split(LINE_BREAK);
  let { line } = piece;
  for (const content of lines) {
    const [, what] = IN_PLAY.exec(content) ?? [];
    if (what !== undefined) {
      throw new InputError(
        `line ${line}: '${what}:' belongs to a game in play; expected a board as it was dealt, the cards alone`,
      );
    }
    for (const word of content.replace(HEADING, '').replace(LEADING_COLON, '').split(BETWEEN)) {
      if (word === '') continue;
      const card = cardOf(word);
      yield card < 0 ? refuse(word, line) : { card, line };
    }
    line++;
  }
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

/** Where the i-th of the names is in dealing order, where they stand column by column: 7, 7, 7, 7, 6, 6, 6, 6. */
const BY_COLUMNS = Array.from({ length: CARDS }, (_, i) => i).sort((a, b) => (a % COLUMNS) - (b % COLUMNS));

/** Throws an InputError that names what is wrong unless the cards are those of one board. */
function checkBoard(placed: readonly Placed[]): void {
  const count = placed.length;
  if (count === 0) throw new InputError(`the text names no card; expected a board of ${CARDS}`);
  if (count > CARDS && count % CARDS === 0) {
    throw new InputError(`there are ${count} cards, ${count / CARDS} boards; expected one board of ${CARDS}`);
  }
  const counts = new Uint32Array(CARDS);
  for (const { card } of placed) counts[card]++;
  const cardsWith = (isWanted: (count: number) => boolean) =>
    [...counts.keys()].filter((card) => isWanted(counts[card]));
  const missing = cardsWith((times) => times === 0);
  if (count === CARDS) {
    checkDifferent(placed, 'on the board', missing);
    return;
  }
  const twice = cardsWith((times) => times > 1);
  const why = [
    ...(twice.length > 0 ? [`twice: ${namesOf(twice)}`] : []),
    ...(missing.length > 0 ? [`missing: ${namesOf(missing)}`] : []),
  ];
  throw new InputError(
    [`the board has ${count === 1 ? '1 card' : `${count} cards`}`, `expected ${CARDS}`, ...why].join('; '),
  );
}

/** The readings of a board's cards in the order of the text. */
function readingsOf(placed: readonly Placed[]): Reading[] {
  checkBoard(placed);
  const inOrder = placed.map(({ card }) => card);
  const byColumns = new Uint8Array(CARDS);
  for (const [i, card] of inOrder.entries()) byColumns[BY_COLUMNS[i] as number] = card;
  return [
    { by: 'rows', cards: Uint8Array.from(inOrder) },
    { by: 'columns', cards: byColumns },
  ];
}

/**
 * The readings of the text of one board, by rows and by columns; line breaks do not matter.
 * An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, cards that are
 * missing, several boards, a game in play.
 */
export function parseBoard(text: string): Reading[] {
  return readingsOf([...placedIn(text)]);
}

/**
 * Reads boards one after another out of a text that comes in parts, in bounded memory: 52 cards are a board, in any of the
 * ways that parseBoard reads, each board in its own.
 */
export class BoardReader {
  #held = ''; // a line or a drawing that is not complete
  #line = 1; // in which it begins
  #length = 0; // characters since the last board
  #placed: Placed[] = [];
  #count = 0;

  /** The readings of each board that this part completes; throws an InputError as parseBoard does. */
  *read(part: string): Generator<Reading[], void, void> {
    this.#held += part;
    this.#length += part.length;
    if (LINE_BREAK.test(part)) {
      const end = endOfLines(this.#held);
      const lines = this.#held.slice(0, end);
      this.#held = this.#held.slice(end);
      yield* this.#parse(lines);
    }
    if (this.#length > MAX_LENGTH) {
      throw new InputError(
        `board ${this.#count + 1} has more than ${MAX_LENGTH} characters; expected the text of a board`,
      );
    }
  }

  /** The readings of what the end of the text completes; throws an InputError if a board is not, or there is none. */
  *end(): Generator<Reading[], void, void> {
    yield* this.#parse(this.#held);
    const [first] = this.#placed;
    if (this.#count === 0) checkBoard(this.#placed);
    if (first === undefined) return;
    try {
      checkBoard(this.#placed);
    } catch (error) {
      throw new InputError(`board ${this.#count + 1}, from line ${first.line}: ${(error as Error).message}`);
    }
  }

  *#parse(text: string): Generator<Reading[], void, void> {
    for (const placed of placedIn(text, this.#line)) {
      this.#placed.push(placed);
      if (this.#placed.length < CARDS) continue;
      yield readingsOf(this.#placed);
      this.#placed = [];
      this.#count++;
      this.#length = this.#held.length;
    }
    this.#line += countLines(text);
  }
}

/** How much of a text has nothing that its next part may complete: whole lines, whole drawings. */
function endOfLines(text: string): number {
  // a CR at the very end may be half a line break
  const end = Math.max(text.lastIndexOf('\n'), text.slice(0, -1).lastIndexOf('\r')) + 1;
  const start = Math.max(text.lastIndexOf('<svg'), text.lastIndexOf('<SVG'));
  return start >= 0 && start < end && !DRAWING_END.test(text.slice(start, end)) ? start : end;
}

/** The readings of boards one after another; throws an InputError as parseBoard does, after the boards before. */
export function* parseBoards(text: string): Generator<Reading[], void, void> {
  const reader = new BoardReader();
  yield* reader.read(text);
  yield* reader.end();
}

/**
 * The first cards of a board, 1 to 52 in dealing order, as rows.
 * An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, too many cards.
 */
export function parseRow(text: string): Uint8Array {
  const placed = [...placedIn(text)];
  if (placed.length === 0) throw new InputError('the text names no card; expected the first row of a board');
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
