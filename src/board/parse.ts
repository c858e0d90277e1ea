// Reads boards from texts that name cards: one board, several boards one after another, or the first cards of one.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions, checkValue, required, TEXT } from '../common/options.js';
import { cardName } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { cardsNamedIn, type NamedCard, type Remark, refusal, shown } from './named-cards.js';

/** Options of parseBoard and parseBoards. */
export interface ParseOptions {
  /** whether the text names the cards row by row or column by column; default rows */
  by?: 'rows' | 'columns' | undefined;
}

const PARSE_OPTIONS: Record<keyof ParseOptions, Check> = {
  by: { expected: "'rows' or 'columns'", isValid: (value) => value === 'rows' || value === 'columns' },
};

/** The cards of a board in the order of a text, and what is wrong with them. */
export interface Reading {
  cards: Uint8Array;
  line: number | undefined; // of the first card
  fault: InputError | undefined;
}

const MOST_NAMED = 6; // cards in a message

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
      return new InputError(`${twice}; expected once${without}`);
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
  return new InputError([held, ...why].join('; '));
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
  const { cards, fault } = readBoard(text);
  if (fault !== undefined) throw fault;
  return readingOf(cards, options);
}

/** Reads the cards of a text, `size` at a time; the last ones are fewer, and perhaps none. */
function* readingsIn(text: string, size: number, findFault = faultOf): Generator<Reading, void, void> {
  checkValue('text', text, required(TEXT));
  let placed: NamedCard[] = [];
  let remark: Remark | undefined; // left out before or after the cards: the first line, or the first doubtful one
  function take(): Reading {
    const cards = Uint8Array.from(placed, ({ card }) => card);
    const reading = { cards, line: placed[0]?.line, fault: findFault(placed, remark) };
    [placed, remark] = [[], undefined];
    return reading;
  }
  for (const named of cardsNamedIn(text)) {
    if (!('word' in named)) {
      if (placed.push(named) === size) yield take();
    } else if (remark === undefined || (named.isDoubtful && !remark.isDoubtful)) remark = named;
  }
  yield take();
}

/** Reads a text, or its first `size` cards, as one board. */
export function readBoard(text: string, size = Number.POSITIVE_INFINITY): Reading {
  const [reading] = readingsIn(text, size);
  return reading;
}

/** Reads boards one after another: every 52 cards are a board, each in any way that parseBoard reads. */
export function* readBoards(text: string): Generator<Reading, void, void> {
  let count = 0;
  for (const reading of readingsIn(text, CARDS)) {
    const { cards, line, fault } = reading;
    if (count > 0 && line === undefined) return;
    const isCutOff = count++ > 0 && cards.length < CARDS && fault !== undefined;
    const where = `board ${count}, from line ${line}`;
    yield isCutOff ? { ...reading, fault: new InputError(`${where}: ${fault.message}`) } : reading;
  }
}

/** Reads boards one after another, as parseBoard does; throws an InputError after the boards before. */
export function* parseBoards(text: string, options: ParseOptions = {}): Generator<Uint8Array, void, void> {
  checkOptions(options, PARSE_OPTIONS);
  for (const { cards, fault } of readBoards(text)) {
    if (fault !== undefined) throw fault;
    yield readingOf(cards, options);
  }
}

/** Says what is wrong with the cards of a text as the first cards of a board. */
function faultOfStart(placed: readonly NamedCard[], remark?: Remark): InputError | undefined {
  const count = placed.length;
  if (remark !== undefined && (remark.isDoubtful || count === 0)) return refusal(remark);
  if (count === 0) return new InputError('the text names no card; expected the first row of a board');
  if (count <= CARDS) return repeated(placed, 'there', []);
  return new InputError(`there are ${count} cards; expected the first 1 to ${CARDS} of a board`);
}

/**
 * The first cards of a board, 1 to 52 in dealing order, as rows.
 * An InputError names what is wrong: a word that is not a card and its line, a card that is there twice, too many cards.
 */
export function parseCards(text: string): Uint8Array {
  const [{ cards, fault }] = readingsIn(text, Number.POSITIVE_INFINITY, faultOfStart);
  if (fault !== undefined) throw fault;
  return cards;
}
