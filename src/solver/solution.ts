// Turns the steps of a search into the moves of a player.
//
// A step says that a card becomes loose, but not whether it goes to a cell or to an empty column. It moves one card.
// So the steps are played with single cards first. Then the positions that this meets are joined by as few moves as
// possible, of which one may move a run of cards, or skip positions in between.

import { fitsOn, isRed } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';

// Places of assembly/search/memory.ts.
const FOUND = 0;
const LOOSE = 1;
const BOTTOM = 2;
const ON_A = 3;

/** The moves of a win. */
export interface Solution {
  /** number of moves */
  moves: number;
  /**
   * the moves with blanks between them, as `fc-solve -snx` prints them: from and to, each 1..8 for a column, a..g for
   * a cell, h for the foundations. To a card moves the one run that fits; to an empty column one card, or with vN a run
   * of N cards (hexadecimal). No move is implied, so after the last one all cards are on the foundations.
   */
  solution: string;
}

/** A card, and the place to which it goes. */
export interface Step {
  card: number;
  to: number;
}

const rankOf = (card: number) => card >> 2;

/** A stack is a column, a cell with at most one card, or the foundations, whose last card does not count. */
type Stack = number[];

interface Move {
  from: number; // index of a stack
  to: number;
  cards: number;
}

const POWERS = Array.from({ length: CARDS }, (_, card) => 55n ** BigInt(card));

/** A game in play: columns, cells and foundations as one list of stacks, in this order. */
class Game {
  readonly stacks: Stack[];
  /** tells the position from others, by what each card lies on: columns and cells have no order in it */
  key = 0n;
  readonly home: number; // index of the foundations
  readonly #found = [0, 0, 0, 0]; // cards on the foundation of each suit

  constructor(cards: Uint8Array, cells: number) {
    this.stacks = Array.from({ length: COLUMNS + cells + 1 }, () => []);
    for (const [i, card] of cards.entries()) this.stacks[i % COLUMNS].push(card);
    this.home = COLUMNS + cells;
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

  move(move: Move): void {
    const { from, to, cards } = move;
    this.key = this.keyAfter(move);
    const moved = this.stacks[from].splice(-cards);
    if (to === this.home) this.#found[moved[0] & 3]++;
    this.stacks[to].push(...moved);
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
    const isEmpty = (from: number, to: number) =>
      stacks.slice(from, to).reduce((count, stack) => count + (stack.length === 0 ? 1 : 0), 0);
    const [emptyColumns, emptyCells] = [isEmpty(0, COLUMNS), isEmpty(COLUMNS, home)];
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

/** Plays the steps with single cards, then moves home the cards that are left. Returns the moves. */
function playSteps(game: Game, steps: readonly Step[]): Move[] {
  const { stacks } = game;
  const moves: Move[] = [];
  const loose = new Set<number>(); // cards in cells or alone in columns that may change places

  function put(card: number, to: number): void {
    const move = { from: game.stackOf(card), to, cards: 1 };
    game.move(move);
    moves.push(move);
  }

  steps.forEach(({ card, to }, at) => {
    /** Index of the step that needs a card in a column, if that is its next step. */
    const neededAt = (other: number) => {
      const next = steps.findIndex(
        (step, i) => i >= at + (other === card && to !== BOTTOM ? 1 : 0) && step.card === other,
      );
      return next >= 0 && steps[next].to === BOTTOM ? next : Number.POSITIVE_INFINITY;
    };

    /** Moves a card to an empty column. If there is none, the loose card that is needed last leaves its column. */
    const moveToColumn = (other: number): boolean => {
      if (game.emptyColumn() < 0) {
        const [last] = stacks
          .filter(
            (stack, i) => i < COLUMNS && stack.length === 1 && loose.has(stack[0]) && stack[0] !== other,
          )
          .map(([lone]) => lone)
          .sort((a, b) => neededAt(b) - neededAt(a));
        if (last === undefined || neededAt(last) < neededAt(other)) return false;
        put(last, game.emptyCell());
      }
      put(other, game.emptyColumn());
      return true;
    };

    const from = stacks[game.stackOf(card)];
    const isAlone = stacks.indexOf(from) < COLUMNS && from.length === 1;
    if (to === FOUND) put(card, game.home);
    else if (to >= ON_A)
      put(
        card,
        stacks.findIndex((stack, i) => i < COLUMNS && stack.at(-1) === parentOf(card, to - ON_A)),
      );
    else if (!isAlone) {
      // while there is room, the cards that are needed in columns go there, because this card may take the last place
      const waiting = stacks
        .filter(([other], i) => game.isCell(i) && other !== undefined && other !== card)
        .map(([other]) => other)
        .filter((other) => neededAt(other) < Number.POSITIVE_INFINITY)
        .sort((a, b) => neededAt(a) - neededAt(b));
      for (const other of waiting) if (!moveToColumn(other)) break;
      const isNeeded = neededAt(card) < Number.POSITIVE_INFINITY;
      if (!(isNeeded && moveToColumn(card))) {
        const cell = game.emptyCell();
        put(card, cell >= 0 ? cell : game.emptyColumn());
      }
    }
    if (to === LOOSE) loose.add(card);
    else loose.delete(card);
  });
  for (;;) {
    const from = stacks.findIndex(
      (stack, i) => i < game.home && stack.length > 0 && game.goesHome(stack.at(-1) as number),
    );
    if (from < 0) return moves;
    put(stacks[from].at(-1) as number, game.home);
  }
}

/** The first (0) or second (1) card that a card may be built on, as assembly/search/cards.ts has it. */
function parentOf(card: number, which: number): number {
  return (card & ~3) + 4 + (isRed(card) ? 3 * which : 1 + which);
}

/** Joins the positions of single moves by as few moves as possible. */
function joinPositions(cards: Uint8Array, cells: number, singles: readonly Move[]): string[] {
  const game = new Game(cards, cells);
  const indexOf = new Map<bigint, number>(); // the last position with a key
  const keys = [game.key];
  for (const move of singles) {
    game.move(move);
    keys.push(game.key);
  }
  for (const [i, key] of keys.entries()) indexOf.set(key, i);

  // fewest moves to each position, and the position before it
  const reached = keys.map(() => ({ moves: Number.POSITIVE_INFINITY, before: -1 }));
  reached[0].moves = 0;
  const walked = new Game(cards, cells);
  for (const [i, single] of singles.entries()) {
    const moves = reached[i].moves + 1;
    if (moves < Number.POSITIVE_INFINITY)
      for (const move of walked.moves()) {
        const next = indexOf.get(walked.keyAfter(move)) ?? -1;
        if (next > i && reached[next].moves > moves) reached[next] = { moves, before: i };
      }
    walked.move(single);
  }
  const path: bigint[] = [];
  for (let i = singles.length; i > 0; i = reached[i].before) path.unshift(keys[i]);

  // by now, columns and cells may have another order than in the single moves
  const played = new Game(cards, cells);
  return path.map((key) => {
    const move = [...played.moves()].find((other) => played.keyAfter(other) === key) as Move;
    const name = played.nameOf(move);
    played.move(move);
    return name;
  });
}

/** The solution of a deal, from the steps of a search that won. */
export function solutionOf(cards: Uint8Array, cells: number, steps: readonly Step[]): Solution {
  const singles = playSteps(new Game(cards, cells), steps);
  const moves = joinPositions(cards, cells, singles);
  return { moves: moves.length, solution: moves.join(' ') };
}
