// The options that verbs share, and the check of each option's value. A new option is a line here; tsc reports a
// missing line.

import { type Check, FLAG, isObject, NUMBER, objectOf, PATH, required, TEXT } from '../common/options.js';
import { SEARCH } from '../solver/solver.js';

/** How a verb runs. */
export interface RunOptions {
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number | undefined;
  /** ends the run, which rejects with the signal's reason */
  signal?: AbortSignal | undefined;
}

/** Whether a value is an array whose elements all pass a test. A hole of a sparse array does not: every() skips it. */
function isArrayOf(value: unknown, isValid: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.findIndex((element) => !isValid(element)) < 0;
}

const CALLBACK: Check = { expected: 'a function', isValid: (value) => typeof value === 'function' };

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
    PATH.isValid(value) ||
    isArrayOf(value, PATH.isValid) ||
    (isObject(value) &&
      [value[Symbol.iterator], value[Symbol.asyncIterator]].some(CALLBACK.isValid) &&
      !(Array.isArray(value) && TEXT.isValid(value[0]))),
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
  filter: {
    expected: 'the path of a module, or a function',
    isValid: (value: unknown) => PATH.isValid(value) || CALLBACK.isValid(value),
  },
  limit: NUMBER,
};

const SIGNAL: Check = {
  expected: 'an AbortSignal',
  isValid: (value) => isObject(value) && CALLBACK.isValid(value.throwIfAborted),
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

export const VERDICTS = { ...SELECTION, ...RUN, ...SEARCH };

export const SOLVE = { ...VERDICTS, ...OUTPUT, onProgress: CALLBACK };

export const VERIFY = { ...RUN, format: TEXT, onProgress: CALLBACK };
