// The values of the column `cells` in a row group.

import { type DealNumbers, onlyRange } from '../../game/deal-numbers.js';
import { boundsOf, cellsIn } from '../../game/known-cells.js';
import { CELLS_BITS, packedBytes } from './pages.js';

/** How many rows have known cells, and the least and the most cells of these rows; all 0 if there are none. */
export interface CellsFacts {
  known: number;
  min: number;
  max: number;
}

/** The values that are not NULL, and a level for each row: 1 if its value is known. */
interface PackedCells {
  facts: CellsFacts;
  levels: Uint8Array;
  values: Uint8Array;
}

function packCells(bounds: Uint8Array): PackedCells {
  const { length } = bounds;
  const levels = new Uint8Array(packedBytes(length, 1));
  const values = new Uint8Array(packedBytes(length, CELLS_BITS));
  let [known, seen] = [0, 0]; // in `seen` a bit for each number of cells
  let [waiting, bits, next] = [0, 0, 0]; // bits that wait for a whole byte, how many, and the index of the byte
  // one loop per byte of levels, because V8 optimizes a loop better that it has seen end
  for (let at = 0; at < levels.length; at++) {
    for (let row = 8 * at, end = Math.min(row + 8, length); row < end; row++) {
      const cells = cellsIn(bounds[row]);
      if (cells === undefined) continue;
      known++;
      seen |= 1 << cells;
      levels[at] |= 1 << (row & 7);
      waiting |= cells << bits;
      bits += CELLS_BITS;
    }
    for (; bits >= 8; bits -= 8) {
      values[next++] = waiting;
      waiting >>= 8;
    }
  }
  if (bits > 0) values[next] = waiting;
  const facts = { known, min: known && 31 - Math.clz32(seen & -seen), max: known && 31 - Math.clz32(seen) };
  return { facts, levels, values: values.subarray(0, packedBytes(known, CELLS_BITS)) };
}

const MAX_KEPT = 16;
/** The last row groups of ranges, by their first and last deal: a run asks four times for the same. */
const kept = new Map<string, PackedCells>();

export function cellsOf(numbers: readonly DealNumbers[]): PackedCells {
  const range = onlyRange(numbers);
  if (range === undefined) return packCells(boundsOf(numbers));
  const key = `${range.first}-${range.last}`;
  const found = kept.get(key) ?? packCells(boundsOf(numbers));
  if (kept.size === MAX_KEPT) kept.clear();
  kept.set(key, found);
  return found;
}
