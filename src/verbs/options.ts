// The options of the verbs, each with a check of its value. A new option is a line here; tsc reports a missing line.

import {
  CALLBACK,
  type Check,
  FLAG,
  isArrayOf,
  NUMBER,
  objectOf,
  PATH,
  PATH_OR_CALLBACK,
  PATH_OR_ITERABLE,
  PATHS,
  required,
  SIGNAL,
  TEXT,
} from '../common/options.js';

const DEALS: Check = {
  expected: 'deal numbers and ranges, such as 617 or 1..1000',
  isValid: (value) => ['string', 'number', 'object'].includes(typeof value) && value !== null,
};

const CONDITIONS: Check = {
  expected: 'a condition, or an array of conditions',
  isValid: (value) => TEXT.isValid(value) || isArrayOf(value, TEXT.isValid),
};

const LIST: Check = {
  expected: 'the path of a file, an array of paths, or an iterable of numbers',
  isValid: (value) =>
    PATHS.isValid(value) ||
    (PATH_OR_ITERABLE.isValid(value) && !(Array.isArray(value) && TEXT.isValid(value[0]))),
};

const SELECTION = {
  deals: DEALS,
  dealsFrom: LIST,
  winnable: FLAG,
  impossible: FLAG,
  exclude: LIST,
  sample: objectOf({ count: required(NUMBER), seed: NUMBER }),
  shard: objectOf({ index: required(NUMBER), count: required(NUMBER) }),
  where: CONDITIONS,
  filter: PATH_OR_CALLBACK,
  limit: NUMBER,
};

const RUN = { threads: NUMBER, signal: SIGNAL };

const OUTPUT = {
  output: required({ ...PATH, expected: 'the path of a file, or - for standard output' }),
  format: TEXT,
  force: FLAG,
  resume: FLAG,
  sync: FLAG,
};

export const GENERATE = { ...SELECTION, ...RUN, ...OUTPUT, chunkBytes: NUMBER, onProgress: CALLBACK };

export const DEALS_IN_BATCHES = { ...SELECTION, ...RUN, chunkBytes: NUMBER };

export const COUNT = { ...SELECTION, ...RUN, onProgress: CALLBACK };

export const VERIFY = { ...RUN, format: TEXT, onProgress: CALLBACK };

export const MERGE = {
  ...OUTPUT,
  files: required(PATHS),
  allowGaps: FLAG,
  signal: SIGNAL,
  onProgress: CALLBACK,
};
