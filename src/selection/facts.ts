// The facts about deals that the package holds, for Node: each file is read from the disk when it is first needed. data/NOTICE
// says where they come from.

import { readAsset } from '../assets.js';
import { type DataSource, readSource } from '../common/data-source.js';
import { KnownCells } from '../game/known-cells.js';
import { ImpossibleDeals } from './impossible-deals.js';

let impossible: ImpossibleDeals | undefined;
let cells: KnownCells | undefined;

export function impossibleDeals(): ImpossibleDeals {
  impossible ??= new ImpossibleDeals(readAsset('impossible-4-freecells.bin'));
  return impossible;
}

export function knownCells(): KnownCells {
  cells ??= new KnownCells(readAsset('known-cells.bin'));
  return cells;
}

/**
 * Loads the list of the deals known to be impossible with four free cells, 233 KB.
 * Rejects with a ReadError where it cannot be loaded, with a DamageError where it is cut off.
 * @param source the bytes of freecell-deals/impossible-4-freecells.bin, or their URL; default: the file of the package
 */
export async function loadImpossibleDeals(source?: DataSource): Promise<ImpossibleDeals> {
  return source === undefined ? impossibleDeals() : new ImpossibleDeals(await readSource(source));
}

/**
 * Whether a deal is known to be impossible with four free cells. Exact for 1..1000000, which has eight such deals. Beyond,
 * the best list known is used: it has 102,075 deals, 25,765 of them below 2^31. Other deals may be impossible, too.
 * The first call loads the list, as loadImpossibleDeals does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export async function isImpossible(n: number): Promise<boolean> {
  return impossibleDeals().has(n);
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
