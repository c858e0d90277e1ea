// Reads boards from texts that name cards: one board, several boards one after another, or the first cards of one.
//
// 52 different names in a row are a board, whatever stands before, between and after them. A name too many is always
// one that the board has as well, so the row begins after it. Only where there is no such row are the words around the
// names looked at.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions, checkValue, required, TEXT } from '../common/options.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { faultOf, type Placed, type Remark, refusal, repeated } from './faults.js';
import { type Line, LineReader } from './named-cards.js';

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
interface NamedCard extends Placed {
  index: number; // among all names
  isRemark: boolean; // in a line that is text around a board
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

/** Finds the boards in the lines of a text. It keeps few names, so its memory does not grow with the text. */
class BoardReader {
  readonly #lines = new LineReader();
  #line = 1;
  #count = 0; // of names
  #boards = 0; // also those with a mistake
  /** the names after the last board, and the first lines there that are text, wrong, or of a game in play */
  #named: NamedCard[] = [];
  #remark: Remark | undefined;
  #wrong: { line: number; error: InputError; isGame: boolean } | undefined;
  /** the last different names in a row: of all, of those written alike, behind labels, and of boards side by side */
  readonly #rows = new Map<string, NamedCard[]>();
  #abreast = 1; // boards side by side
  /** a row that no deal has: if it overlaps with one that a deal has, that one is the board */
  #pending: readonly NamedCard[] | undefined;

  /** Reads a line, or a piece of a long one. */
  *read(text: string): Generator<Reading, void, void> {
    const line = this.#lines.read(text);
    this.#judge(line);
    const names = line.words.flatMap(({ cards }) => cards);
    if (this.#named.length === 0) this.#abreast = 1;
    this.#abreast = Math.min(4, Math.max(this.#abreast, Math.ceil(names.length / COLUMNS)));
    const isAbreast = this.#abreast > 1 && names.length % this.#abreast === 0;
    for (const [i, { card, style }] of names.entries()) {
      const named = { card, line: this.#line, index: this.#count++, isRemark: line.remark !== undefined };
      if (this.#named.push(named) > MOST_KEPT) yield* this.#leaveOut();
      const place = `board ${Math.floor((i * this.#abreast) / names.length)} of ${this.#abreast}`;
      const kinds = ['all', style, ...(i > 0 ? ['behind labels'] : []), ...(isAbreast ? [place] : [])];
      for (const kind of kinds) {
        const row = this.#rows.get(kind) ?? [];
        row.splice(0, row.findIndex((other) => other.card === card) + 1);
        this.#rows.set(kind, row);
        if (row.push(named) === CARDS) yield* this.#complete([...row]);
        if (!this.#named.includes(named)) break; // it is a card of a board
      }
    }
    if (/[\r\n]$/.test(text)) this.#line++;
  }

  /** Reads the end of the text, where a board that is not complete is refused. */
  *end(): Generator<Reading, void, void> {
    if (this.#pending !== undefined) yield* this.#board(this.#pending);
    const named = this.#named.filter(({ isRemark }) => !isRemark);
    if (this.#boards > 0 && named.length === 0 && this.#wrong === undefined) return;
    do yield this.#faulty(named.splice(0, named.length > 1.5 * CARDS ? CARDS : named.length));
    while (named.length > 0);
  }

  #judge({ remark, wrong, inPlay }: Line): void {
    const line = this.#line;
    const isGame = inPlay !== undefined;
    if (wrong !== undefined || (isGame && this.#boards > 0))
      this.#wrong ??= { line, error: refusal(inPlay ?? wrong ?? '', line, isGame), isGame };
    if (
      remark !== undefined &&
      (this.#remark === undefined || (remark.isDoubtful && !this.#remark.isDoubtful))
    )
      this.#remark = { ...remark, line };
  }

  /** Takes 52 different names in a row for a board, unless no deal has them and they are something else. */
  *#complete(row: readonly NamedCard[]): Generator<Reading, void, void> {
    const deal = findDealInOrder(row.map(({ card }) => card));
    const pending = this.#pending;
    const overlaps = pending?.some((named) => row.includes(named)) === true;
    // solvers print the states of a game after its board
    const isState = this.#boards > 0 && this.#wrong?.isGame;
    if (deal === undefined && (overlaps || isState || row.some(({ isRemark }) => isRemark))) return;
    if (pending !== undefined && !overlaps) yield* this.#board(pending);
    this.#pending = deal === undefined ? row : undefined;
    if (deal !== undefined) yield* this.#board(row, deal);
  }

  /** Yields a board, and before it one with a mistake, if one stands there. */
  *#board(row: readonly NamedCard[], deal?: number): Generator<Reading, void, void> {
    const [first, last] = [row[0].index, row[CARDS - 1].index];
    const before = this.#named.filter(({ index, isRemark }) => index < first && !isRemark);
    yield* this.#refuse(before);
    yield { cards: Uint8Array.from(row, ({ card }) => card), deal };
    this.#boards++;
    this.#pending = undefined;
    const others = this.#named.filter((named) => named.index > first && !row.includes(named));
    const among = others.filter(({ index }) => index < last); // labels, or another board beside this one
    this.#keep(among.length > MOST_LEFT_OUT ? others : others.slice(among.length));
    const { line } = row[CARDS - 1];
    if (this.#remark !== undefined && this.#remark.line <= line) this.#remark = undefined;
    if (this.#wrong !== undefined && this.#wrong.line <= line) this.#wrong = undefined;
  }

  /** Yields names that are left out as a board with a mistake, if they are enough and no state of a game. */
  *#refuse(named: readonly NamedCard[]): Generator<Reading, void, void> {
    if (named.length > MOST_LEFT_OUT && !this.#wrong?.isGame) yield this.#faulty(named);
  }

  /** Leaves out the first names. */
  *#leaveOut(): Generator<Reading, void, void> {
    if (this.#pending !== undefined) return yield* this.#board(this.#pending);
    const named = this.#named.slice(0, CARDS).filter(({ isRemark }) => !isRemark);
    yield* this.#refuse(named);
    this.#keep(this.#named.slice(CARDS));
  }

  #keep(named: NamedCard[]): void {
    this.#named = named;
    for (const row of this.#rows.values())
      row.splice(0, CARDS, ...row.filter((other) => named.includes(other)));
  }

  /** The names of a board that is not complete. With a wrong word, no other mistake is looked for. */
  #faulty(named: readonly NamedCard[]): Reading {
    const cards = this.#wrong === undefined ? named.map(({ card }) => card) : [];
    let fault = this.#wrong?.error ?? faultOf(named, this.#remark);
    if (this.#boards++ > 0 && !namesLine(fault))
      fault = new InputError(`board ${this.#boards}, from line ${named[0]?.line}: ${fault.message}`);
    return { cards: Uint8Array.from(cards), fault };
  }
}

function namesLine({ message }: InputError): boolean {
  return message.startsWith('line ');
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
  const faulty = readings.find(({ fault }) => fault !== undefined && namesLine(fault));
  if (readings.length === 1 || faulty !== undefined) return faulty ?? readings[0];
  const cards = Uint8Array.from(readings.flatMap(({ cards }) => [...cards]));
  const { length } = cards;
  if (length % CARDS > 0) return { cards, fault: faultOf(Array.from(cards, (card) => ({ card, line: 0 }))) };
  const boards = `there are ${length} cards, ${length / CARDS} boards; expected one board of ${CARDS}`;
  return { cards, fault: new InputError(boards) };
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
 * An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, too many
 * cards.
 */
export function parseCards(text: string): Uint8Array {
  checkValue('text', text, required(TEXT));
  const lines = new LineReader();
  const named = text.split(/\r\n|\n|\r/).flatMap((content, i) => {
    const { words, inPlay } = lines.read(content);
    const wrong = inPlay ?? words.find(({ isWhole }) => !isWhole)?.text;
    if (wrong !== undefined) throw refusal(wrong, i + 1);
    return words.flatMap(({ cards }) => cards.map(({ card }) => ({ card, line: i + 1 })));
  });
  const count = named.length;
  if (count === 0) throw new InputError('the text names no card; expected the first row of a board');
  if (count > CARDS) {
    throw new InputError(`there are ${count} cards; expected the first 1 to ${CARDS} of a board`);
  }
  const fault = repeated(named, 'there', []);
  if (fault !== undefined) throw fault;
  return Uint8Array.from(named, ({ card }) => card);
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
