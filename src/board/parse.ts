// Reads boards from texts that name cards: one board, several boards one after another, or the first cards of one.
//
// 52 different names in a row are a board, whatever stands before, between and after them. A name too many is always
// one that the board has as well, so the row begins after it. Only where there is no such row are the words around the
// names looked at.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions, checkValue, required, TEXT } from '../common/options.js';
import { copyOfCards } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { faultOf, type Placed, refusal } from './faults.js';
import { type Name, readLine } from './named-cards.js';

/** Options of parseBoard and parseBoards. */
export interface ParseOptions {
  /** whether the text names the cards row by row or column by column; default rows */
  by?: 'rows' | 'columns' | undefined;
}

const PARSE_OPTIONS: Record<keyof ParseOptions, Check> = {
  by: { expected: "'rows' or 'columns'", isValid: (value) => value === 'rows' || value === 'columns' },
};

/** The cards of a board in the order of a text, the deal that has it, and what is wrong with them. */
export interface Reading {
  cards: Uint8Array;
  deal?: number | undefined;
  fault?: InputError | undefined;
}

/** A name in a text. */
interface NamedCard extends Name, Placed {
  isText: boolean; // in a line that is text around a board
  isFirst: boolean; // of its line
  place: number; // among boards that stand side by side
}

/** A text in lines, each with its end. A long line comes in pieces. */
const PIECE = /[^\r\n]{0,4095}(?:\r\n|[\r\n ,;\t]|$)|[^\r\n]{4096}/g;
/** Names beside a board that may be left out; more of them are a board that has a mistake. */
const MOST_LEFT_OUT = CARDS / 2;
/** Names that are in memory: of boards that stand side by side, and of a board with a mistake. */
const MOST_KEPT = 4 * CARDS;
/** The place in the dealing order of the i-th card of a text that names columns: 7, 7, 7, 7, 6, 6, 6 and 6 cards. */
const BY_COLUMNS = Array.from({ length: CARDS }, (_, i) => i).sort((a, b) => (a % COLUMNS) - (b % COLUMNS));

/** The boards that 52 cards in the order of a text can be: read row by row, and column by column. */
export function readingsOf(inOrder: ArrayLike<number>): readonly [rows: Uint8Array, columns: Uint8Array] {
  const byColumns = new Uint8Array(CARDS);
  for (let i = 0; i < CARDS; i++) byColumns[BY_COLUMNS[i]] = inOrder[i];
  return [Uint8Array.from(inOrder), byColumns];
}

/** The deal that has 52 cards in the order of a text as its rows or as its columns; undefined if no deal has them. */
export function findDealInOrder(inOrder: ArrayLike<number>): number | undefined {
  const [rows, columns] = readingsOf(inOrder);
  return findDeal(rows) ?? findDeal(columns);
}

/** The last 52 names of those that are alike; undefined if one of them comes twice. */
function lastRow(named: readonly NamedCard[], isAlike: (other: NamedCard) => boolean) {
  const row: NamedCard[] = [];
  for (let i = named.length - 1; i >= 0 && row.length < CARDS; i--) {
    const name = named[i];
    if (!isAlike(name)) continue;
    if (row.some(({ card }) => card === name.card)) return undefined;
    row.push(name);
  }
  return row.length === CARDS ? row.reverse() : undefined;
}

/** Finds the boards in the lines of a text. It keeps few names, so its memory does not grow with the text. */
class BoardReader {
  #line = 1;
  #boards = 0; // also those with a mistake
  #named: NamedCard[] = []; // after the last board
  #wrong: { line: number; error: InputError; isGame: boolean } | undefined; // the first after the last board
  #abreast = 1; // boards side by side
  /** a row that no deal has: if it overlaps with one that a deal has, that one is the board */
  #pending: readonly NamedCard[] | undefined;

  /** Reads a line, or a piece of a long one. */
  *read(text: string): Generator<Reading, void, void> {
    const { words, isText = false, inPlay, wrong } = readLine(text);
    const word = wrong ?? (this.#boards > 0 ? inPlay : undefined);
    const isGame = inPlay !== undefined;
    if (word !== undefined)
      this.#wrong ??= { line: this.#line, error: refusal(word, this.#line, isGame), isGame };
    const names = words.flatMap(({ cards }) => cards);
    if (this.#named.length === 0) this.#abreast = 1;
    this.#abreast = Math.min(4, Math.max(this.#abreast, Math.ceil(names.length / COLUMNS)));
    for (const [i, { card, style }] of names.entries()) {
      const place = Math.floor((i * this.#abreast) / names.length);
      const named = { card, style, line: this.#line, isText, isFirst: i === 0, place };
      if (this.#named.push(named) >= CARDS) yield* this.#complete(named);
    }
    if (/[\r\n]$/.test(text)) this.#line++;
  }

  /** Reads the end of the text, where a board that is not complete is refused. */
  *end(): Generator<Reading, void, void> {
    if (this.#pending !== undefined) yield* this.#board(this.#pending);
    if (this.#boards > 0 && this.#wrong === undefined && this.#named.every(({ isText }) => isText)) return;
    do yield this.#faulty(this.#named.splice(0, this.#named.length > 1.5 * CARDS ? CARDS : MOST_KEPT));
    while (this.#named.length > 0);
  }

  /** Looks for a board whose last card is a name. */
  *#complete(last: NamedCard): Generator<Reading, void, void> {
    for (const isAlike of [
      () => true,
      ({ style }: NamedCard) => style === last.style,
      ({ isFirst }: NamedCard) => !isFirst, // of its line: perhaps a label
      ({ place }: NamedCard) => place === last.place,
    ]) {
      const row = lastRow(this.#named, isAlike);
      if (row === undefined) continue;
      const deal = findDealInOrder(row.map(({ card }) => card));
      const overlaps = this.#pending?.some((named) => row.includes(named)) === true;
      // solvers print the states of a game after its board
      const isState = this.#boards > 0 && this.#wrong?.isGame;
      if (deal === undefined && (overlaps || isState || row.some(({ isText }) => isText))) continue;
      if (this.#pending !== undefined && !overlaps) yield* this.#board(this.#pending);
      this.#pending = row;
      if (deal !== undefined) return yield* this.#board(row, deal);
    }
    if (this.#named.length <= MOST_KEPT) return;
    if (this.#pending !== undefined) yield* this.#board(this.#pending);
    else yield* this.#leaveOut(this.#named.splice(0, CARDS));
  }

  /** Yields a board, and before it one with a mistake, if one stands there. */
  *#board(row: readonly NamedCard[], deal?: number): Generator<Reading, void, void> {
    const [first, last] = [this.#named.indexOf(row[0]), this.#named.indexOf(row[CARDS - 1])];
    yield* this.#leaveOut(this.#named.slice(0, first));
    yield { cards: Uint8Array.from(row, ({ card }) => card), deal };
    this.#boards++;
    this.#pending = undefined;
    const among = this.#named.slice(first, last).filter((named) => !row.includes(named));
    // labels, or another board beside this one
    this.#named = [...(among.length > MOST_LEFT_OUT ? among : []), ...this.#named.slice(last + 1)];
    if (this.#wrong !== undefined && this.#wrong.line <= row[CARDS - 1].line) this.#wrong = undefined;
  }

  /** Yields names that are left out as a board with a mistake, if they are enough and no state of a game. */
  *#leaveOut(named: readonly NamedCard[]): Generator<Reading, void, void> {
    const count = named.filter(({ isText }) => !isText).length;
    if (count > MOST_LEFT_OUT && !this.#wrong?.isGame) yield this.#faulty(named);
  }

  /** The names of a board that is not complete. With a wrong word, no other mistake is looked for. */
  #faulty(named: readonly NamedCard[]): Reading {
    const board = named.filter(({ isText }) => !isText);
    const cards = this.#wrong === undefined ? board.map(({ card }) => card) : [];
    const from = this.#boards++ > 0 ? `board ${this.#boards}, from line ${board[0]?.line}: ` : '';
    const text = named.filter(({ isText }) => isText);
    return { cards: Uint8Array.from(cards), fault: this.#wrong?.error ?? faultOf(board, text, from) };
  }
}

/**
 * Reads the boards of a text, each in any way that parseBoard reads, and what is between and after them and is no
 * board.
 */
export function* readBoards(text: string): Generator<Reading, void, void> {
  checkValue('text', text, required(TEXT));
  const reader = new BoardReader();
  for (const [piece] of text.matchAll(PIECE)) yield* reader.read(piece);
  yield* reader.end();
}

/** Reads a text as one board. */
export function readBoard(text: string): Reading {
  const readings = [...readBoards(text)] as [Reading, ...Reading[]];
  if (readings.length === 1) return readings[0];
  const several = new InputError(`the text has ${readings.length} boards; expected one`);
  const fault = readings.find(({ fault }) => fault !== undefined)?.fault ?? several;
  return { cards: Uint8Array.from(readings.flatMap(({ cards }) => [...cards])), fault };
}

function readingOf({ cards, fault }: Reading, { by }: ParseOptions): Uint8Array {
  if (fault !== undefined) throw fault;
  return readingsOf(cards)[by === 'columns' ? 1 : 0];
}

/**
 * Reads the text of one board, and returns its 52 card bytes in dealing order. Other words and line breaks do not
 * matter. An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, cards
 * that are missing, several boards, a game in play.
 * @param options whether the text names rows or columns; findDealsInText looks up both
 */
export function parseBoard(text: string, options: ParseOptions = {}): Uint8Array {
  checkOptions(options, PARSE_OPTIONS);
  return readingOf(readBoard(text), options);
}

/** Reads boards one after another, as parseBoard does; throws an InputError after the boards before. */
export function* parseBoards(text: string, options: ParseOptions = {}): Generator<Uint8Array, void, void> {
  checkOptions(options, PARSE_OPTIONS);
  for (const reading of readBoards(text)) yield readingOf(reading, options);
}

/**
 * The first cards of a board, 1 to 52 in dealing order, as rows.
 * An InputError names what is wrong: a word that is not a card and its line, or a card that is there twice.
 */
export function parseCards(text: string): Uint8Array {
  checkValue('text', text, required(TEXT));
  const cards = text.split(/\r\n|\n|\r/).flatMap((content, i) => {
    const { words, inPlay } = readLine(content);
    const wrong = inPlay ?? words.find(({ cards }) => cards.length === 0)?.text;
    if (wrong !== undefined) throw refusal(wrong, i + 1);
    return words.flatMap(({ cards }) => cards.map(({ card }) => card));
  });
  if (cards.length === 0) throw new InputError('the text names no card; expected the first row of a board');
  return copyOfCards(() => cards, false);
}

/**
 * The deal number of each board in a text, in rows or in columns; undefined for a board that no deal has.
 * @param text one board or several, as parseBoards reads them; an InputError names what is wrong
 */
export function findDealsInText(text: string): (number | undefined)[] {
  return Array.from(readBoards(text), ({ deal, fault }) => {
    if (fault !== undefined) throw fault;
    return deal;
  });
}
