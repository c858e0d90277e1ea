// Reads boards from texts that name cards: one board, several boards one after another, or the first cards of one.
//
// 52 different names in a row are a board, whatever stands around them. A name too many is always one that the board
// has as well, so the row begins after it. Only where there is no such row are the words around the names looked at.

import { InputError } from '../common/errors.js';
import { checkOptions, checkValue, required, TEXT } from '../common/options.js';
import { quote } from '../common/quote.js';
import { BY_COLUMN } from '../formats/text.js';
import { cardName, copyOfCards, NAMES } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { readLine } from './named-cards.js';

/** Options of parseBoard and parseBoards. */
export interface ParseOptions {
  /** whether the text names the cards row by row or column by column; default rows */
  by?: 'rows' | 'columns' | undefined;
}

/** The cards of a board in the order of a text, the deal that has it, and what is wrong with them. */
export interface Reading {
  cards: Uint8Array;
  deal?: number | undefined;
  fault?: InputError | undefined;
  before?: number | undefined; // the card that the text names right before a board that no deal has
}

/** A card, and where a text names it. */
interface NamedCard {
  card: number;
  line: number; // from 1
  isText: boolean; // in a line that is text around a board
  isFirst: boolean; // of its line, as a label is
  abreast: number; // index of its board among those side by side
}

/** The names of a board are all names, those that are no labels, or those of one of the boards side by side. */
const KINDS: ((name: NamedCard) => unknown)[] = [() => 0, ({ isFirst }) => isFirst, ({ abreast }) => abreast];

/** A word, its line from 1, and whether it is the label of the cells or foundations of a game in play. */
type WrongWord = { word: string; line: number; isGame?: boolean };

/** A text in lines, each with its end. A long line is cut. */
const LINE = /[^\r\n]{0,4095}(?:\r\n|[\r\n ,;\t]|$)|[^\r\n]{4096}/g;
/** Names beside a board that may be left out; more of them are a board that has a mistake. */
const MOST_LEFT_OUT = CARDS / 2;
/** Names that are in memory: of boards that stand side by side, and of a board with a mistake. */
const MOST_KEPT = 4 * CARDS;
const MOST_NAMED = 6; // cards in a message

/** The boards that 52 cards in the order of a text can be: read row by row, and column by column. */
export function readingsOf(inOrder: ArrayLike<number>): readonly [rows: Uint8Array, columns: Uint8Array] {
  const byColumns = new Uint8Array(CARDS);
  for (let i = 0; i < CARDS; i++) byColumns[BY_COLUMN[i]] = inOrder[i];
  return [Uint8Array.from(inOrder), byColumns];
}

/**
 * The names of a board that is not complete. With a wrong word, no other mistake is looked for.
 * @param number of the board in its text, from 1
 */
function faulty(named: readonly NamedCard[], number: number, wrong?: WrongWord): Reading {
  if (wrong !== undefined) return { cards: new Uint8Array(0), fault: refusal(wrong) };
  const board = named.filter(({ isText }) => !isText);
  const cards = Uint8Array.from(board, ({ card }) => card);
  const withLine = ({ card, line }: NamedCard) => `${cardName(card)} (line ${line})`;
  const lists = {
    twice: board.filter(({ card }, i) => cards.indexOf(card) < i).map(withLine),
    missing: NAMES.filter((_, card) => !cards.includes(card)),
    'left out': named.filter(({ isText }) => isText).map(withLine),
  };
  const why = Object.entries(lists).map(([what, names]) => {
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    return names.length === 0 ? '' : `; ${what}: ${names.slice(0, MOST_NAMED).join(' ')}${more}`;
  });
  const from = number > 1 ? `board ${number}, from line ${board[0]?.line}: ` : '';
  const held = board.length === 1 ? '1 card' : `${board.length} cards`;
  const expected = board.length === CARDS ? `${CARDS} different ones` : CARDS;
  const row =
    board.length === COLUMNS ? '; a first row alone is for find --row, or findDealsByFirstCards' : '';
  const message = `${from}the board has ${held}; expected ${expected}${why.join('')}${row}`;
  const none = `the text names no card, such as 7D, 10♠ or Ace of Hearts; expected a board of ${CARDS}`;
  return { cards, fault: new InputError(named.length === 0 ? none : message) };
}

function refusal({ word, line, isGame }: WrongWord): InputError {
  const why = isGame
    ? 'belongs to a game in play; expected a board as it was dealt, the cards alone'
    : 'is not a valid card; expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠';
  return new InputError(`line ${line}: ${quote(word)} ${why}`);
}

/** The rows of 52 different names, of those of the same kind, that end with the last name. */
function* rowsAtEnd(named: readonly NamedCard[]): Generator<NamedCard[], void, void> {
  for (const kindOf of KINDS) {
    const kind = kindOf(named[named.length - 1]);
    const cards = new Set<number>();
    const row = [];
    for (let i = named.length - 1; i >= 0 && row.length === cards.size && row.length < CARDS; i--) {
      if (kindOf(named[i]) !== kind) continue;
      row.push(named[i]);
      cards.add(named[i].card);
    }
    if (cards.size === CARDS) yield row.reverse();
  }
}

/** Finds the boards in the lines of a text. It keeps few names, so its memory does not grow with the text. */
class BoardReader {
  #line = 1;
  #boards = 0; // also those with a mistake
  #named: NamedCard[] = []; // after the last board
  #wrong: WrongWord | undefined; // the first after the last board
  #abreast = 1; // boards side by side

  /** Reads a line, or a piece of a long one. */
  *read(text: string): Generator<Reading, void, void> {
    const { cards, others, isText, isGame = false, wrong } = readLine(text);
    const word = wrong ?? (isGame && this.#boards > 0 ? others[0] : undefined);
    if (word !== undefined) this.#wrong ??= { word, line: this.#line, isGame };
    this.#abreast = Math.max(this.#abreast, Math.ceil(cards.length / COLUMNS));
    for (const [i, card] of cards.entries()) {
      const abreast = Math.floor((i * this.#abreast) / cards.length);
      this.#named.push({ card, line: this.#line, isText, isFirst: i === 0, abreast });
      this.#named = yield* this.#boardsIn(this.#named, this.#named.length);
      if (this.#named.length > MOST_KEPT) yield* this.#shorten(MOST_KEPT);
    }
    if (/[\r\n]$/.test(text)) this.#line++;
  }

  /** Reads the end of the text, where a board that is not complete is refused. */
  *end(): Generator<Reading, void, void> {
    yield* this.#shorten(CARDS + MOST_LEFT_OUT);
    const isRemark = this.#wrong === undefined && this.#named.every(({ isText }) => isText);
    if (this.#boards === 0 || !isRemark) yield faulty(this.#named, this.#boards + 1, this.#wrong);
  }

  *#shorten(most: number): Generator<Reading, void, void> {
    this.#named = yield* this.#boardsIn(this.#named);
    while (this.#named.length > most) yield* this.#leaveOut(this.#named.splice(0, CARDS));
  }

  /**
   * Yields the boards among names, and returns the names after the last one.
   * @param end after how many names the first board ends, one that a deal has; undefined for any boards
   */
  *#boardsIn(named: NamedCard[], end?: number): Generator<Reading, NamedCard[], void> {
    // solvers print the states of a game after its board
    const game = this.#boards > 0 && this.#wrong?.isGame ? this.#wrong.line : Number.POSITIVE_INFINITY;
    for (let count = Math.max(CARDS, end ?? 0); count <= named.length; count++) {
      for (const row of rowsAtEnd(named.slice(0, count))) {
        const [cards, columns] = readingsOf(row.map(({ card }) => card));
        const deal = findDeal(cards) ?? findDeal(columns);
        const isBoard = end === undefined && row.every(({ isText, line }) => !isText && line <= game);
        if (deal === undefined && !isBoard) continue;
        const first = named.indexOf(row[0]);
        yield* this.#leaveOut(yield* this.#boardsIn(named.slice(0, first)));
        yield { cards, deal, before: deal === undefined ? named[first - 1]?.card : undefined };
        this.#boards++;
        if (this.#wrong !== undefined && this.#wrong.line <= row[CARDS - 1].line) this.#wrong = undefined;
        const among = named.slice(first, count).filter((name) => !row.includes(name));
        // labels, or another board beside this one
        const rest = [...(among.length > MOST_LEFT_OUT ? among : []), ...named.slice(count)];
        return yield* this.#boardsIn(rest, end && rest.length);
      }
    }
    return named;
  }

  /** Yields names that are left out as a board with a mistake, if they are enough and no state of a game. */
  *#leaveOut(named: readonly NamedCard[]): Generator<Reading, void, void> {
    const count = named.filter(({ isText }) => !isText).length;
    if (count > MOST_LEFT_OUT && !this.#wrong?.isGame) yield faulty(named, ++this.#boards, this.#wrong);
  }
}

/** Reads the boards of a text, as parseBoard does, and what is between and after them and is no board. */
export function* readBoards(text: string): Generator<Reading, void, void> {
  checkValue('text', text, required(TEXT));
  const reader = new BoardReader();
  for (const [line] of text.matchAll(LINE)) yield* reader.read(line);
  yield* reader.end();
}

/**
 * Reads the text of one board, and returns its 52 card bytes in dealing order. Other words and line breaks do not
 * matter. An InputError names what is wrong, also several boards, or a game in play.
 * @param options whether the text names rows or columns; findDealsInText looks up both
 */
export function parseBoard(text: string, options: ParseOptions = {}): Uint8Array {
  const [board, ...others] = parseBoards(text, options);
  if (others.length === 0) return board;
  throw new InputError(`the text has ${others.length + 1} boards; expected one`);
}

/** Reads boards one after another, as parseBoard does; throws an InputError after the boards before. */
export function* parseBoards(text: string, options: ParseOptions = {}): Generator<Uint8Array, void, void> {
  const isValid = (value: unknown) => value === 'rows' || value === 'columns';
  const { by } = checkOptions(options, { by: { expected: "'rows' or 'columns'", isValid } });
  for (const { cards, fault } of readBoards(text)) {
    if (fault !== undefined) throw fault;
    yield readingsOf(cards)[by === 'columns' ? 1 : 0];
  }
}

/** The first cards of a board, 1 to 52 in dealing order, as rows; an InputError names what is wrong. */
export function parseCards(text: string): Uint8Array {
  checkValue('text', text, required(TEXT));
  const cards = text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    const { cards, others } = readLine(line);
    if (others.length > 0) throw refusal({ word: others[0], line: i + 1 });
    return cards;
  });
  if (cards.length === 0) throw new InputError('the text names no card; expected the first row of a board');
  return copyOfCards(cards, false);
}

/** The deal of each board in a text, in rows or columns, undefined if no deal has it; InputErrors as of parseBoards. */
export function findDealsInText(text: string): (number | undefined)[] {
  return Array.from(readBoards(text), ({ deal, fault }) => {
    if (fault !== undefined) throw fault;
    return deal;
  });
}
