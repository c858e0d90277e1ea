// The program of every worker: its name says which job it does. One file for all of them is sent once.

import { startEncoder } from './encode.js';
import { startNear } from './near.js';
import { startRacer } from './race.js';
import { startSearch } from './search.js';

export type Job = 'encode' | 'near' | 'race' | 'search';

const jobs: Record<Job, () => void> = {
  encode: startEncoder,
  near: startNear,
  race: startRacer,
  search: startSearch,
};

jobs[self.name as Job]();
