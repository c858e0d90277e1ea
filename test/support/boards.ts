import { readFileSync } from 'node:fs';

/** The boards of deals 1 and 617 in Rosetta Code's "Deal cards for FreeCell". */
export const [GAME_1, GAME_617] = ['1', '617'].map((n) =>
  readFileSync(new URL(`../golden/rosetta/${n}.txt`, import.meta.url), 'utf8'),
) as [string, string];
