// The records of solve: a line of NDJSON or CSV per deal.

import { InputError } from '../common/errors.js';
import type { CellsVerdict, Search, WinVerdict } from './solver.js';

/** The name of a format of records. */
export type RecordFormat = 'ndjson' | 'csv';

/** Returns a name as the name of a format of records, or throws an InputError. */
export function recordFormat(name: string): RecordFormat {
  if (name === 'ndjson' || name === 'csv') return name;
  throw new InputError(`solve writes ndjson or csv, not ${name}`);
}

const COLUMNS_OF_CELLS = ['deal', 'cells', 'at_least', 'at_most', 'states'];
const COLUMNS_OF_WIN = ['deal', 'with_cells', 'winnable', 'states'];
const COLUMNS_OF_SOLUTION = ['moves', 'solution'];

/** The first line of a file of records, empty for NDJSON. */
export function headOf(format: RecordFormat, { cells, solutions }: Search): string {
  if (format === 'ndjson') return '';
  const columns = cells === undefined ? COLUMNS_OF_CELLS : COLUMNS_OF_WIN;
  return `${[...columns, ...(solutions ? COLUMNS_OF_SOLUTION : [])].join()}\n`;
}

/** The record of a deal, with its line feed. In CSV, nothing stands for what the verdict does not have. */
export function recordOf(
  deal: number,
  verdict: CellsVerdict | WinVerdict,
  format: RecordFormat,
  { solutions }: Search,
) {
  if (format === 'ndjson') return `${JSON.stringify({ deal, ...verdict })}\n`;
  const { states, moves, solution } = verdict;
  const found =
    'withCells' in verdict
      ? [verdict.withCells, verdict.winnable, states]
      : [verdict.cells, verdict.atLeast, verdict.atMost, verdict.states.reduce((sum, some) => sum + some, 0)];
  return `${[deal, ...found, ...(solutions ? [moves, solution] : [])].join()}\n`;
}

/** Counts of deals by what was found: the number of cells, or `true` and `false` where one number was asked for. */
export type Tally = Record<string, number>;

const FOUND = /"(?:cells|winnable)":(\d|true|false)/;

/** Adds the whole lines of a text of records to a tally, under `open` those that are not decided. */
export function tallyRecords(tally: Tally, text: string, format: RecordFormat, { cells }: Search): void {
  for (const line of text.split('\n').slice(0, -1)) {
    const column = cells === undefined ? 1 : 2;
    const found = format === 'csv' ? line.split(',', 3)[column] : FOUND.exec(line)?.[1];
    const name = found || 'open';
    tally[name] = (tally[name] ?? 0) + 1;
  }
}
