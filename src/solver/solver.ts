// Starts the search kernel, and decides deals with it: the one file that touches its memory. assembly/search.ts has the
// exports.

import { InputError } from '../common/errors.js';
import { checkOptions, FLAG, NUMBER } from '../common/options.js';
import { quote } from '../common/quote.js';
import { type Board, bytesOfBoard, copyOfCards } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { type Solution, type Step, solutionOf } from './solution.js';

/** The most free cells with which a game is played. */
export const MOST_CELLS = 7;

/** How a deal is searched. */
export interface SearchOptions {
  /** states after which a search with a number of cells ends open, 1 or more; default: until its memory ends */
  maxStates?: number | undefined;
  /** whether to return the moves of a win; default false */
  solutions?: boolean | undefined;
}

/** How the deals of a run are searched. */
export interface Search extends SearchOptions {
  /** number of cells of which is asked whether they win, 0..7; default: the fewest that win are searched */
  cells?: number | undefined;
}

/** The fewest free cells with which a deal can be won, as far as a search has decided it. */
export interface CellsVerdict extends Partial<Solution> {
  /** fewest free cells, 0..7; absent if a search ended open, or if seven are not enough */
  cells?: number;
  /** without `cells`: the deal cannot be won with fewer */
  atLeast?: number;
  /** without `cells`: the deal can be won with this number; absent if no search has won */
  atMost?: number;
  /** states searched with 0 cells, with 1, 2 and so on */
  states: number[];
}

/** Whether a deal can be won with a number of free cells. */
export interface WinVerdict extends Partial<Solution> {
  /** the number of cells that was asked for */
  withCells: number;
  /** null if the search ended open */
  winnable: boolean | null;
  /** states searched */
  states: number;
}

/** Decides deals on the calling thread. A search takes milliseconds for most deals, and minutes for a few. */
export interface Solver {
  /**
   * Finds the fewest free cells with which a deal can be won, by exhaustive searches with 0 cells, 1, 2 and so on.
   * @param deal a deal number, 1..8589934591, or any board of 52 cards; anything else throws an InputError
   */
  solve(deal: number | Board, options?: SearchOptions): CellsVerdict;
  /**
   * Decides whether a deal can be won with a number of free cells.
   * @param options `cells` is this number, 0..7
   */
  solve(deal: number | Board, options: SearchOptions & { cells: number }): WinVerdict;
  /** Does one or the other, as `cells` says. */
  solve(deal: number | Board, options?: Search): CellsVerdict | WinVerdict;
}

/** The check of each option. */
export const SEARCH = { cells: NUMBER, maxStates: NUMBER, solutions: FLAG };

/** Exports of the kernel. */
interface Exports {
  memory: WebAssembly.Memory;
  DEAL: WebAssembly.Global; // address of the cards
  search(cells: number, most: number): number; // an outcome
  states(): number; // of the last search
  previousStep(): number; // after a win: card and 256 times the place that it went to; -1 at the deal
}

/** The result of a search: the outcome's index here is what the kernel returns. */
const OUTCOMES = [false, true, null] as const;

/** Bytes of a memory that is kept for the next deal. The memory of a larger search is given back. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Throws an InputError unless the values are a number of cells and a limit of states. */
export function checkSearch({ cells = 0, maxStates = 1 }: Search): void {
  if (!Number.isInteger(cells) || cells < 0 || cells > MOST_CELLS)
    throw new InputError(`number of cells ${quote(cells)} is outside 0..${MOST_CELLS}`);
  if (!(maxStates >= 1)) throw new InputError(`limit of states ${quote(maxStates)} is not 1 or more`);
}

class SearchKernel {
  #exports: Exports;

  constructor(private readonly module: WebAssembly.Module) {
    this.#exports = this.#start();
  }

  #start(): Exports {
    return new WebAssembly.Instance(this.module).exports as unknown as Exports;
  }

  solve(deal: number | Board, given: Search = {}): CellsVerdict | WinVerdict {
    const options = checkOptions(given, SEARCH);
    checkSearch(options);
    const cards = typeof deal === 'number' ? dealCards(deal) : copyOfCards(bytesOfBoard(deal));
    try {
      return options.cells === undefined
        ? this.#findFewest(cards, options)
        : this.#decide(cards, options.cells, options);
    } finally {
      if (this.#exports.memory.buffer.byteLength > KEPT_BYTES) this.#exports = this.#start();
    }
  }

  /** With fewer cells, fewer states can be reached, so the searches before the one that wins cost little. */
  #findFewest(cards: Uint8Array, options: SearchOptions): CellsVerdict {
    const states: number[] = [];
    let atLeast = 0;
    for (let cells = 0; cells <= MOST_CELLS; cells++) {
      const { winnable, states: searched, withCells, ...solution } = this.#decide(cards, cells, options);
      states.push(searched);
      if (winnable === false) atLeast = cells + 1;
      if (!winnable) continue;
      return atLeast === cells ? { cells, states, ...solution } : { atLeast, atMost: cells, states };
    }
    return { atLeast, states };
  }

  #decide(cards: Uint8Array, cells: number, options: SearchOptions): WinVerdict {
    const { maxStates = Number.POSITIVE_INFINITY, solutions = false } = options;
    const { memory, DEAL, search, states } = this.#exports;
    new Uint8Array(memory.buffer, DEAL.value, CARDS).set(cards);
    const winnable = OUTCOMES[search(cells, maxStates)];
    const verdict = { withCells: cells, winnable, states: states() };
    return winnable && solutions ? { ...verdict, ...solutionOf(cards, cells, this.#readSteps()) } : verdict;
  }

  /** The steps of a win, from the deal on. */
  #readSteps(): Step[] {
    const steps: Step[] = [];
    const { previousStep } = this.#exports;
    for (let step = previousStep(); step >= 0; step = previousStep()) {
      steps.push({ card: step & 255, to: step >> 8 });
    }
    return steps.reverse();
  }
}

/**
 * Starts the search kernel of a compiled module.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function newSolver(module: WebAssembly.Module): Solver {
  return new SearchKernel(module) as Solver;
}
