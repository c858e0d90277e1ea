// Searches deals, and returns their records as text.

import { sharedSolver } from '../engine/load.js';
import { type DealNumbers, listNumbers } from '../game/deal-numbers.js';
import { type RecordFormat, recordOf } from '../solver/records.js';
import type { Search } from '../solver/solver.js';

export interface SolveTask {
  kind: 'solve';
  numbers: readonly DealNumbers[];
  bytes: number; // about the bytes of the records
  search: Search;
  format: RecordFormat;
}

export function solveDeals({ numbers, search, format }: SolveTask): Uint8Array<ArrayBuffer> {
  const solver = sharedSolver();
  const records = Array.from(listNumbers(numbers), (n) =>
    recordOf(n, solver.solve(n, search), format, search),
  );
  return new TextEncoder().encode(records.join(''));
}
