// The program of every worker. The worker's name selects its job. All workers share one file, so that it is loaded once.

import { startEncoder } from './encode.js';
import { startRacer } from './race.js';
import { startSearch } from './search.js';

export type Job = 'encode' | 'race' | 'search';

const jobs: Record<Job, () => void> = { encode: startEncoder, race: startRacer, search: startSearch };

jobs[self.name as Job]();
