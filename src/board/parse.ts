// Reads boards from texts that name cards: one board, several boards one after another, or the first cards of one.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions, checkValue, required, TEXT } from '../common/options.js';
import { cardName } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import {
  cardsNamedIn,
  countLines,
  endOfLines,
  LINE_BREAK,
  type NamedCard,
  type Remark,
  refusal,
  shown,
} from './named-cards.js';

/** Options of parseBoard and parseBoards. */
export interface ParseOptions {
  /** whether the text names the cards row by row or column by column; default rows */
  by?: 'rows' | 'columns' | undefined;
}

const PARSE_OPTIONS: Record<keyof ParseOptions, Check> = {
  by: { expected: "'rows' or 'columns'", isValid: (value) => value === 'rows' || value === 'columns' },
};

/** A text whose cards are not those of one board. */
export class FaultyBoard extends InputError {
  readonly #placed: readonly NamedCard[]; // private, so that a printed error does not show it

  constructor(message: string, placed: readonly NamedCard[]) {
    super(message);
    this.#placed = placed;
  }

  /** card bytes in the order of the text */
  get cards(): Uint8Array {
    return cardsOf(this.#placed);
  }
}

function cardsOf(placed: readonly NamedCard[]): Uint8Array {
  return Uint8Array.from(placed, ({ card }) => card);
}

const MOST_NAMED = 6; // cards in a message
const MAX_LENGTH = 1024 * 1024; // characters of a board; a drawing has 10,000

function namesOf(cards: readonly number[]): string {
  const names = cards.slice(0, MOST_NAMED).map(cardName).join(' ');
  return cards.length > MOST_NAMED ? `${names} and ${cards.length - MOST_NAMED} more` : names;
}

/** Says which card is there twice, if one is. */
function repeated(placed: readonly NamedCard[], of: string, missing: readonly number[]) {
  const lineOf = new Map<number, number>();
  for (const { card, line } of placed) {
    const first = lineOf.get(card);
    if (first !== undefined) {
      const before = first === line ? '' : `, first in line ${first}`;
      const without = missing.length > 0 ? `; missing: ${namesOf(missing)}` : '';
      const twice = `line ${line}: ${cardName(card)} is ${of} twice${before}`;
      return new FaultyBoard(`${twice}; expected once${without}`, placed);
    }
    lineOf.set(card, line);
  }
  return undefined;
}

/** The place in the dealing order of the i-th card of a text that names columns: 7, 7, 7, 7, 6, 6, 6 and 6 cards. */
const BY_COLUMNS = Array.from({ length: CARDS }, (_, i) => i).sort((a, b) => (a % COLUMNS) - (b % COLUMNS));

/**
 * Says what is wrong with the cards of a text; undefined if they are those of one board.
 * @param remark a line that was left out
 */
function faultOf(placed: readonly NamedCard[], remark?: Remark): InputError | undefined {
  const count = placed.length;
  if (count === CARDS && new Set(placed.map(({ card }) => card)).size === CARDS) return undefined;
  if (remark !== undefined && (remark.isDoubtful || count === 0)) return refusal(remark);
  if (count === 0) return new InputError(`the text names no card; expected a board of ${CARDS}`);
  if (count > CARDS && count % CARDS === 0) {
    return new InputError(
      `there are ${count} cards, ${count / CARDS} boards; expected one board of ${CARDS}`,
    );
  }
  const counts = new Uint32Array(CARDS);
  for (const { card } of placed) counts[card]++;
  const cardsWith = (isWanted: (count: number) => boolean) =>
    [...counts.keys()].filter((card) => isWanted(counts[card]));
  const missing = cardsWith((times) => times === 0);
  if (count === CARDS) return repeated(placed, 'on the board', missing);
  const twice = cardsWith((times) => times > 1);
  const why = [
    ...(twice.length > 0 ? [`twice: ${namesOf(twice)}`] : []),
    ...(missing.length > 0 ? [`missing: ${namesOf(missing)}`] : []),
    ...(remark !== undefined ? [`left out: line ${remark.line} (${shown(remark.word)})`] : []),
  ];
  const held = `the board has ${count === 1 ? '1 card' : `${count} cards`}; expected ${CARDS}`;
  return new FaultyBoard([held, ...why].join('; '), placed);
}

/** The boards that 52 cards in the order of a text can be: read row by row, and column by column. */
export function readingsOf(inOrder: ArrayLike<number>): readonly [rows: Uint8Array, columns: Uint8Array] {
  const byColumns = new Uint8Array(CARDS);
  for (let i = 0; i < CARDS; i++) byColumns[BY_COLUMNS[i]] = inOrder[i];
  return [Uint8Array.from(inOrder), byColumns];
}

function readingOf(inOrder: ArrayLike<number>, { by }: ParseOptions): Uint8Array {
  return readingsOf(inOrder)[by === 'columns' ? 1 : 0];
}

/**
 * Reads the text of one board, and returns its 52 card bytes in dealing order. Line breaks do not matter.
 * An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, cards that are
 * missing, several boards, a game in play.
 * @param options whether the text names rows or columns; findDealsInText looks up both
 */
export function parseBoard(text: string, options: ParseOptions = {}): Uint8Array {
  checkOptions(options, PARSE_OPTIONS);
  const { placed, remark } = readCards(text);
  const fault = faultOf(placed, remark);
  if (fault !== undefined) throw fault;
  return readingOf(cardsOf(placed), options);
}

/** The remark that makes the reading of a text doubtful, or the first one. */
function worseOf(before: Remark | undefined, remark: Remark): Remark {
  return before === undefined || (remark.isDoubtful && !before.isDoubtful) ? remark : before;
}

/** All cards of a text, and the line that was left out: the first one, or the first doubtful one. */
function readCards(text: string): { placed: NamedCard[]; remark: Remark | undefined } {
  checkValue('text', text, required(TEXT));
  let remark: Remark | undefined;
  const placed = [
    ...cardsNamedIn(text, (line) => {
      remark = worseOf(remark, line);
    }),
  ];
  return { placed, remark };
}

/**
 * Reads boards one after another from a text that comes bit by bit, in bounded memory. Every 52 cards are a board, each in
 * any way that parseBoard reads.
 */
export class BoardReader {
  #held = ''; // a line or a drawing that is not complete yet
  #line = 1; // the line in which #held begins
  #length = 0; // characters since the last board
  #placed: NamedCard[] = [];
  #remark: Remark | undefined; // a line left out since the last board
  #count = 0;

  /**
   * The cards of each board that this part completes, in the order of the text, or an error if a card is there twice.
   * Throws an InputError as parseBoard does.
   */
  *read(part: string): Generator<Uint8Array | FaultyBoard, void, void> {
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

  /** The boards that the end of the text completes; throws an InputError if one is not complete, or there is none. */
  *end(): Generator<Uint8Array | FaultyBoard, void, void> {
    yield* this.#parse(this.#held);
    const [first] = this.#placed;
    const fault = this.#count > 0 && first === undefined ? undefined : faultOf(this.#placed, this.#remark);
    if (fault === undefined) return;
    if (this.#count === 0 || !(fault instanceof FaultyBoard)) throw fault;
    throw new FaultyBoard(
      `board ${this.#count + 1}, from line ${first.line}: ${fault.message}`,
      this.#placed,
    );
  }

  *#parse(text: string): Generator<Uint8Array | FaultyBoard, void, void> {
    const onRemark = (remark: Remark) => {
      this.#remark = worseOf(this.#remark, remark);
    };
    for (const placed of cardsNamedIn(text, onRemark, this.#line, this.#placed.length)) {
      this.#placed.push(placed);
      if (this.#placed.length < CARDS) continue;
      const fault = faultOf(this.#placed, this.#remark);
      if (fault !== undefined && !(fault instanceof FaultyBoard)) throw fault;
      yield fault ?? cardsOf(this.#placed);
      this.#placed = [];
      this.#remark = undefined;
      this.#count++;
      this.#length = this.#held.length;
    }
    this.#line += countLines(text);
  }
}

/** The cards of each board of a text, in its order; throws an InputError after the boards before. */
export function* boardsIn(text: string): Generator<Uint8Array, void, void> {
  checkValue('text', text, required(TEXT));
  const reader = new BoardReader();
  for (const read of [() => reader.read(text), () => reader.end()]) {
    for (const board of read()) {
      if (board instanceof FaultyBoard) throw board;
      yield board;
    }
  }
}

/** Reads boards one after another, as parseBoard does; throws an InputError after the boards before. */
export function* parseBoards(text: string, options: ParseOptions = {}): Generator<Uint8Array, void, void> {
  checkOptions(options, PARSE_OPTIONS);
  for (const inOrder of boardsIn(text)) yield readingOf(inOrder, options);
}

/**
 * The first cards of a board, 1 to 52 in dealing order, as rows.
 * An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, too many cards.
 */
export function parseCards(text: string): Uint8Array {
  checkValue('text', text, required(TEXT));
  const { placed, remark } = readCards(text);
  if (remark !== undefined && (remark.isDoubtful || placed.length === 0)) throw refusal(remark);
  if (placed.length === 0) throw new InputError('the text names no card; expected the first row of a board');
  if (placed.length > CARDS) {
    throw new InputError(`there are ${placed.length} cards; expected the first 1 to ${CARDS} of a board`);
  }
  const fault = repeated(placed, 'there', []);
  if (fault !== undefined) throw fault;
  return cardsOf(placed);
}
