// The values of the column `cells` in a row group.

import { countAll, type DealNumbers, onlyRange } from '../../game/deal-numbers.js';
import { type KnownCells, providedCells } from '../../game/known-cells.js';
import { CELLS_BITS, type PackedCells, packedBytes } from './pages.js';

/** How many rows have known cells, and the least and the most cells of these rows; all 0 if there are none. */
export interface CellsFacts {
  known: number;
  min: number;
  max: number;
}

type Cells = PackedCells & { facts: CellsFacts };

function packCells(numbers: readonly DealNumbers[]): Cells {
  const deals = countAll(numbers);
  const levels = new Uint8Array(packedBytes(deals, 1));
  const values = new Uint8Array(packedBytes(deals, CELLS_BITS));
  let [known, seen] = [0, 0]; // in `seen` a bit for each number of cells
  providedCells().visit(numbers, (row, cells) => {
    levels[row >> 3] |= 1 << (row & 7);
    const bit = CELLS_BITS * known;
    values[bit >> 3] |= cells << (bit & 7);
    values[(bit >> 3) + 1] |= (cells << (bit & 7)) >> 8; // a write past the end is ignored
    seen |= 1 << cells;
    known++;
  });
  const facts = { known, min: known && 31 - Math.clz32(seen & -seen), max: known && 31 - Math.clz32(seen) };
  return { facts, levels, values: values.subarray(0, packedBytes(known, CELLS_BITS)) };
}

const MAX_KEPT = 16;
/** Row groups of ranges with many known cells, by first and last deal: a run asks four times for the same. */
const kept = new Map<string, Cells>();
let source: KnownCells | undefined; // of the cells that are kept

export function cellsOf(numbers: readonly DealNumbers[]): Cells {
  const range = onlyRange(numbers);
  if (range === undefined) return packCells(numbers);
  const provided = providedCells();
  if (source !== provided) kept.clear();
  source = provided;
  const key = `${range.first}-${range.last}`;
  const found = kept.get(key) ?? packCells(numbers);
  if (2 * found.facts.known < countAll(numbers)) return found; // quick to pack again
  if (kept.size === MAX_KEPT) kept.clear();
  kept.set(key, found);
  return found;
}
