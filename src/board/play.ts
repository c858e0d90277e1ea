// Plays the moves of a solution in the standard notation: from and to, each a column 1..8, a free cell a..g or the
// foundations h. Onto a card moves the one run that fits it; to an empty column one card, or with 12v3 three.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { fitsOn } from '../game/cards.js';
import { COLUMNS, RANKS, SUITS } from '../game/constants.js';

/** A position of a game. Cards are bytes. */
export interface Position {
  /** each from its first card to the exposed one */
  columns: number[][];
  /** from a on; undefined is empty */
  cells: (number | undefined)[];
  /** how many cards lie on the foundation of each suit, in the order of SUITS */
  foundations: number[];
}

/** A move that is played. */
export interface Played {
  /** after the move */
  position: Position;
  /** the cards that moved, the exposed one last */
  moved: number[];
}

const MOVE = /^(?:([1-8])|([a-g]))(?:([1-8])|([a-g])|h)(?:v([\da-f]+))?$/;

/** The position in which a game begins. */
export function startGame(cards: ArrayLike<number>, cells: number): Position {
  const columns = Array.from({ length: COLUMNS }, (_, column) =>
    Array.from(cards).filter((_, i) => i % COLUMNS === column),
  );
  return { columns, cells: Array(cells).fill(undefined), foundations: Array(SUITS.length).fill(0) };
}

/** Plays a move. Throws an InputError for one that the position does not allow. */
export function playMove(before: Position, move: string): Played {
  const position = structuredClone(before);
  const { columns, cells, foundations } = position;
  const [, column, cell, toColumn, toCell, count = '1'] = MOVE.exec(move) ?? [];
  const cellAt = (name: string) => Number.parseInt(name, 36) - 10;
  const source = column === undefined ? [cells[cellAt(cell ?? '')]] : columns[Number(column) - 1];
  const target = toColumn === undefined ? undefined : columns[Number(toColumn) - 1];
  const on = target?.at(-1);
  const top = source.at(-1) as number;
  const length = on === undefined ? Number.parseInt(count, 16) : (on >> 2) - (top >> 2);
  const moved = source.splice(-length) as number[];
  const free = cells.filter((card) => card === undefined).length;
  const empty = columns.filter((cards) => cards.length === 0 && cards !== target && cards !== source).length;
  const isRun = moved.every((card, i) => i === 0 || fitsOn(card, moved[i - 1]));
  let isAllowed = top !== undefined && length > 0 && moved.length === length && isRun && source !== target;
  if (column === undefined && isAllowed) cells[cellAt(cell)] = undefined;
  if (target !== undefined) {
    isAllowed &&= length <= (free + 1) * 2 ** empty && (on === undefined || fitsOn(moved[0], on));
    target.push(...moved);
  } else if (toCell !== undefined) {
    const at = cellAt(toCell);
    isAllowed &&= length === 1 && at < cells.length && cells[at] === undefined;
    cells[at] = top;
  } else {
    isAllowed &&= length === 1 && foundations[top & 3] === top >> 2;
    foundations[top & 3]++;
  }
  if (!isAllowed) throw new InputError(`the move ${quote(move)} is not possible`);
  return { position, moved };
}

/** Whether all cards lie on the foundations. */
export function isWon({ foundations }: Position): boolean {
  return foundations.every((count) => count === RANKS.length);
}
