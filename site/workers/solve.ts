// Searches how many free cells a board needs, or how it is won, away from the page, which ends the worker to stop it.

import { type CellsVerdict, loadSolver, type WinVerdict } from 'freecell-deals/browser';

export interface SolveTask {
  cards: number[]; // 52 bytes in dealing order
  /** whether it is won with this number of free cells; undefined: the fewest free cells */
  cells?: number | undefined;
  solutions: boolean;
}

export type Found = Partial<Omit<CellsVerdict, 'states'> & Omit<WinVerdict, 'states'>>;

export async function solve({ cards, ...options }: SolveTask): Promise<Found> {
  return (await loadSolver()).solve(cards, options);
}
