// Searches how many free cells a board needs, or how it is won, away from the page, which ends the worker to stop it.

import { type CellsVerdict, loadSolver, type WinVerdict } from 'freecell-deals/browser';

export interface SolveOrder {
  cards: number[]; // 52 bytes in dealing order
  /** whether it is won with this number of free cells; undefined: the fewest free cells */
  cells?: number | undefined;
  solutions: boolean;
}

type Found = Partial<Omit<CellsVerdict, 'states'> & Omit<WinVerdict, 'states'>>;

export type SolveResult = { found: Found } | { message: string };

async function solve({ cards, ...options }: SolveOrder): Promise<SolveResult> {
  const solver = await loadSolver();
  return { found: solver.solve(cards, options) };
}

export function startSolver(): void {
  addEventListener('message', ({ data }: MessageEvent<SolveOrder>) => {
    const fail = (error: unknown): SolveResult => ({ message: String((error as Error).message ?? error) });
    solve(data)
      .catch(fail)
      .then((result) => postMessage(result));
  });
}
