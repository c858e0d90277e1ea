// Turns the steps of a search into the moves of a player.
//
// A step says that a card becomes loose, but not whether it goes to a cell or to an empty column. It moves one card.
// So the steps are played with single cards first. Then the positions that this meets are joined by as few moves as
// possible, of which one may move a run of cards, or skip positions in between.

import { isRed } from '../game/cards.js';
import { COLUMNS } from '../game/constants.js';
import { Game, type Move, type Position, startGame } from './game.js';

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

/** Plays the steps with single cards, then moves home the cards that are left. Returns the moves. */
function playSteps(game: Game, steps: readonly Step[]): Move[] {
  const columns = game.stacks.slice(0, COLUMNS);
  const held = game.stacks.slice(COLUMNS, game.home);
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
      const from = other === card && to !== BOTTOM ? at + 1 : at;
      const next = steps.findIndex((step, i) => i >= from && step.card === other);
      return steps[next]?.to === BOTTOM ? next : Number.POSITIVE_INFINITY;
    };

    /** Moves a card to an empty column. If there is none, the loose card that is needed last leaves its column. */
    const moveToColumn = (other: number): boolean => {
      if (game.emptyColumn() < 0) {
        const alone = columns.filter(({ length }) => length === 1).flat();
        const [last] = alone
          .filter((lone) => loose.has(lone) && lone !== other)
          .sort((a, b) => neededAt(b) - neededAt(a));
        if (last === undefined || neededAt(last) < neededAt(other)) return false;
        put(last, game.emptyCell());
      }
      put(other, game.emptyColumn());
      return true;
    };

    const isAlone = columns[game.stackOf(card)]?.length === 1;
    if (to === FOUND) put(card, game.home);
    else if (to >= ON_A) put(card, game.stackOf(parentOf(card, to - ON_A)));
    else if (!isAlone) {
      // while there is room, the cards that are needed in columns go there, because this card may take the last place
      const isNeeded = (other: number) => neededAt(other) < Number.POSITIVE_INFINITY;
      const waiting = held.flat().filter((other) => other !== card && isNeeded(other));
      waiting.sort((a, b) => neededAt(a) - neededAt(b));
      for (const other of waiting) if (!moveToColumn(other)) break;
      if (!(isNeeded(card) && moveToColumn(card))) {
        const cell = game.emptyCell();
        put(card, cell >= 0 ? cell : game.emptyColumn());
      }
    }
    if (to === LOOSE) loose.add(card);
    else loose.delete(card);
  });
  for (;;) {
    const lasts = game.stacks.slice(0, game.home).flatMap((stack) => stack.slice(-1));
    const next = lasts.find((card) => game.goesHome(card));
    if (next === undefined) return moves;
    put(next, game.home);
  }
}

/** The first (0) or second (1) card that a card may be built on, as assembly/search/cards.ts has it. */
function parentOf(card: number, which: number): number {
  return (card & ~3) + 4 + (isRed(card) ? 3 * which : 1 + which);
}

/** Joins the positions of single moves by as few moves as possible. */
function joinPositions(start: Position, singles: readonly Move[]): string[] {
  const game = new Game(start);
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
  const walked = new Game(start);
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
  const played = new Game(start);
  return path.map((key) => {
    const move = [...played.moves()].find((other) => played.keyAfter(other) === key) as Move;
    const name = played.nameOf(move);
    played.move(move);
    return name;
  });
}

/** The solution of a deal, from the steps of a search that won. */
export function solutionOf(cards: Uint8Array, cells: number, steps: readonly Step[]): Solution {
  const start = startGame(cards, cells);
  const singles = playSteps(new Game(start), steps);
  const moves = joinPositions(start, singles);
  return { moves: moves.length, solution: moves.join(' ') };
}
