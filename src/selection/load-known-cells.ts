// The fewest free cells, for Node: read from the disk when first asked for.

import { readKnownCells } from '../assets.js';
import { KnownCells } from '../game/known-cells.js';

let known: KnownCells | undefined;

/** Returns the fewest free cells that are known. */
export function knownCells(): KnownCells {
  known ??= new KnownCells(readKnownCells());
  return known;
}

/**
 * Loads the fewest free cells with which deals can be won, 226 KB.
 * Rejects with a DamageError where the file is damaged.
 */
export async function loadKnownCells(): Promise<KnownCells> {
  return knownCells();
}
