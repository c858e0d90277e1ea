// The program of every worker. The worker's name selects its role. All workers share one file, so that it is loaded once.

import { startEncoder } from './encode.js';
import { startRacer } from './race.js';
import { startSearch } from './search.js';
import { startSolver } from './solve.js';

export type Role = 'encode' | 'race' | 'search' | 'solve';

const starters: Record<Role, () => void> = {
  encode: startEncoder,
  race: startRacer,
  search: startSearch,
  solve: startSolver,
};

starters[self.name as Role]();
