// A game in play: the position, the moves that the rules allow, and how players write them.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { fitsOn } from '../game/cards.js';
import { CARDS, COLUMNS, RANKS, SUITS } from '../game/constants.js';

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

/** The position in which a game begins. */
export function startGame(cards: ArrayLike<number>, cells: number): Position {
  const columns = Array.from({ length: COLUMNS }, (_, column) =>
    Array.from(cards).filter((_, i) => i % COLUMNS === column),
  );
  return { columns, cells: Array(cells).fill(undefined), foundations: Array(SUITS.length).fill(0) };
}

/** Whether all cards lie on the foundations. */
export function isWon({ foundations }: Position): boolean {
  return foundations.every((count) => count === RANKS.length);
}

/** Plays a move of a solution. Throws an InputError for one that the position does not allow. */
export function playMove(before: Position, name: string): Played {
  const game = new Game(before);
  const move = [...game.moves()].find((other) => game.nameOf(other) === name);
  if (move === undefined) throw new InputError(`the move ${quote(name)} is not possible`);
  const moved = game.move(move);
  return { position: game.position, moved };
}

const rankOf = (card: number) => card >> 2;

export interface Move {
  from: number; // index of a stack
  to: number;
  cards: number;
}

const POWERS = Array.from({ length: CARDS }, (_, card) => 55n ** BigInt(card));

/** Columns, cells and foundations as one list of stacks, in this order. */
export class Game {
  readonly stacks: number[][];
  /** tells the position from others, by what each card lies on: columns and cells have no order in it */
  key = 0n;
  readonly home: number; // index of the foundations
  readonly #found: number[]; // cards on the foundation of each suit

  constructor({ columns, cells, foundations }: Position) {
    const held = cells.map((card) => (card === undefined ? [] : [card]));
    this.stacks = [...columns.map((cards) => cards.slice()), ...held, []];
    this.home = COLUMNS + cells.length;
    this.#found = foundations.slice();
  }

  get position(): Position {
    const { stacks, home } = this;
    const cells = stacks.slice(COLUMNS, home).map(([card]) => card);
    return { columns: stacks.slice(0, COLUMNS), cells, foundations: this.#found };
  }

  isCell(stack: number): boolean {
    return stack >= COLUMNS && stack < this.home;
  }

  goesHome(card: number): boolean {
    return this.#found[card & 3] === rankOf(card);
  }

  emptyColumn(): number {
    return this.stacks.findIndex((stack, i) => i < COLUMNS && stack.length === 0);
  }

  emptyCell(): number {
    return this.stacks.findIndex((stack, i) => this.isCell(i) && stack.length === 0);
  }

  /** The stack of which a card is the last, or -1. */
  stackOf(card: number): number {
    return this.stacks.findIndex((stack, i) => i < this.home && stack.at(-1) === card);
  }

  /** Plays a move; returns the cards that moved. */
  move(move: Move): number[] {
    const { from, to, cards } = move;
    this.key = this.keyAfter(move);
    const moved = this.stacks[from].splice(-cards);
    if (to === this.home) this.#found[moved[0] & 3]++;
    this.stacks[to].push(...moved);
    return moved;
  }

  /** The key of the position after a move. */
  keyAfter({ from, to, cards }: Move): bigint {
    const height = this.stacks[from].length - cards;
    const change = this.#under(to, this.stacks[to].length) - this.#under(from, height);
    return this.key + BigInt(change) * POWERS[this.stacks[from][height]];
  }

  /** A digit for what a card at a height of a stack lies on. */
  #under(stack: number, height: number): number {
    if (stack === this.home) return 54;
    return height > 0 ? this.stacks[stack][height - 1] : this.isCell(stack) ? 53 : 52;
  }

  /** All moves, but only one of those that differ by which empty column or cell they take. */
  *moves(): Generator<Move, void, void> {
    const { stacks, home } = this;
    const [column, cell] = [this.emptyColumn(), this.emptyCell()];
    const emptyIn = (from: number, to: number) =>
      stacks.slice(from, to).filter((stack) => stack.length === 0).length;
    const [emptyColumns, emptyCells] = [emptyIn(0, COLUMNS), emptyIn(COLUMNS, home)];
    for (let from = 0; from < home; from++) {
      const stack = stacks[from];
      if (stack.length === 0) continue;
      const last = stack[stack.length - 1];
      if (this.goesHome(last)) yield { from, to: home, cards: 1 };
      if (cell >= 0 && from < COLUMNS) yield { from, to: cell, cards: 1 };
      let run = 1;
      while (run < stack.length && fitsOn(stack[stack.length - run], stack[stack.length - run - 1])) run++;
      const most = Math.min(run, (emptyCells + 1) * 2 ** emptyColumns);
      for (let to = 0; to < COLUMNS; to++) {
        const on = stacks[to].at(-1);
        if (on === undefined || to === from) continue;
        const cards = rankOf(on) - rankOf(last);
        if (cards >= 1 && cards <= most && fitsOn(stack[stack.length - cards], on)) yield { from, to, cards };
      }
      if (column < 0) continue;
      const mostToEmpty = Math.min(most, (emptyCells + 1) * 2 ** (emptyColumns - 1));
      for (let cards = 1; cards <= mostToEmpty && cards < stack.length + (from < COLUMNS ? 0 : 1); cards++)
        yield { from, to: column, cards };
    }
  }

  /** A move as players write it. */
  nameOf({ from, to, cards }: Move): string {
    const name = (i: number) =>
      i < COLUMNS ? `${i + 1}` : i < this.home ? String.fromCharCode(97 + i - COLUMNS) : 'h';
    const isRun = cards > 1 && this.stacks[to].length === 0;
    return `${name(from)}${name(to)}${isRun ? `v${cards.toString(16)}` : ''}`;
  }
}
