// The fewest free cells, for Node: read from the disk when first asked for.

import { readAsset } from '../assets.js';
import { type DataSource, readSource } from '../common/data-source.js';
import { KnownCells } from '../game/known-cells.js';

let known: KnownCells | undefined;

export function knownCells(): KnownCells {
  known ??= new KnownCells(readAsset('known-cells.bin'));
  return known;
}

/**
 * Loads the fewest free cells with which deals can be won, about 220 KB.
 * Rejects with a ReadError where the file cannot be loaded, with a DamageError where it is damaged.
 * @param source the bytes of freecell-deals/known-cells.bin, or their URL; default: the file of the package
 */
export async function loadKnownCells(source?: DataSource): Promise<KnownCells> {
  return source === undefined ? knownCells() : new KnownCells(await readSource(source));
}

/**
 * Returns the fewest free cells with which a deal can be won.
 * Undefined for a deal whose number of cells is not known. The first call loads the data, as loadKnownCells does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export async function cellsNeeded(n: number): Promise<number | undefined> {
  return knownCells().cellsNeeded(n);
}
