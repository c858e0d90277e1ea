// The deals known to be impossible with four free cells, for Node. data/NOTICE says where the list comes from.

import { readAsset } from '../assets.js';
import { type DataSource, readSource } from '../common/data-source.js';
import { ImpossibleDeals } from './impossible-deals.js';

let known: ImpossibleDeals | undefined; // read when it is first needed

export function impossibleDeals(): ImpossibleDeals {
  known ??= new ImpossibleDeals(readAsset('impossible-4-freecells.bin'));
  return known;
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
