// The facts about deals that the package holds, for Node: each file is read from the disk when it is first needed.
// data/NOTICE says where they come from.

import { readAsset } from '../assets.js';
import { type DataSource, readSource } from '../common/data-source.js';
import { ImpossibleDeals } from '../game/impossible-deals.js';
import { KnownCells } from '../game/known-cells.js';

let impossible: ImpossibleDeals | undefined;
let cells: KnownCells | undefined;

export function impossibleDeals(): ImpossibleDeals {
  impossible ??= new ImpossibleDeals(readAsset('impossible-4-freecells.bin'));
  return impossible;
}

export function knownCells(): KnownCells {
  cells ??= new KnownCells(readAsset('known-cells.bin'), impossibleDeals());
  return cells;
}

/**
 * Loads the list of the deals that are impossible with four free cells, 233 KB.
 * Rejects with a ReadError where it cannot be loaded, with a DamageError where it is cut off.
 * Other damage is not noticed.
 * @param source the bytes of freecell-deals/impossible-4-freecells.bin, or their URL; default: the file of the package
 */
export async function loadImpossibleDeals(source?: DataSource): Promise<ImpossibleDeals> {
  return source === undefined ? impossibleDeals() : new ImpossibleDeals(await readSource(source));
}

/**
 * Whether a deal is impossible with four free cells: one of 102,075, of which eight are in 1..1000000.
 * The first call loads the list, as loadImpossibleDeals does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export async function isImpossible(n: number): Promise<boolean> {
  return impossibleDeals().has(n);
}

/**
 * Loads the fewest free cells with which deals can be won, about 220 KB, and the list of impossible deals.
 * Rejects with a ReadError where a file cannot be loaded, with a DamageError where known-cells.bin has
 * another size or the list is cut off. Other damage is not noticed.
 * @param source the bytes of freecell-deals/known-cells.bin, or their URL; default: the file of the package
 * @param impossible what loadImpossibleDeals takes
 */
export async function loadKnownCells(source?: DataSource, impossible?: DataSource): Promise<KnownCells> {
  if (source === undefined && impossible === undefined) return knownCells();
  const bytes = source === undefined ? readAsset('known-cells.bin') : await readSource(source);
  return new KnownCells(bytes, await loadImpossibleDeals(impossible));
}

/**
 * Returns the fewest free cells with which a deal can be won.
 * Undefined for a deal whose number of cells is not known. The first call loads the data, as loadKnownCells does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export async function cellsNeeded(n: number): Promise<number | undefined> {
  return knownCells().cellsNeeded(n);
}
