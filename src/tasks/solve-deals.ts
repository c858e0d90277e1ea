// Searches deals, and returns their records as text.

import { once } from '../common/once.js';
import { loadSolver } from '../engine/load.js';
import { type DealNumbers, listNumbers } from '../game/deal-numbers.js';
import { type RecordFormat, recordOf, type Search } from '../solver/records.js';

export interface SolveTask {
  kind: 'solve';
  numbers: readonly DealNumbers[];
  bytes: number; // about the bytes of the records
  search: Search;
  format: RecordFormat;
}

const solver = once(loadSolver);

export async function solveDeals({ numbers, search, format }: SolveTask): Promise<Uint8Array<ArrayBuffer>> {
  const kernel = await solver();
  const records: string[] = [];
  for (const n of listNumbers(numbers)) {
    records.push(recordOf(n, kernel.solve(n, search), format, search));
  }
  return new TextEncoder().encode(records.join(''));
}
