// A filter as the user gives it: the path of a module, the text of an arrow function, or a function.

import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { InputError, ReadError, toFailure } from '../common/errors.js';
import { quote } from '../common/quote.js';
import type { DealView } from '../game/deal-view.js';
import { digestOf } from './digest.js';

/** Returns whether to keep a deal. The filter of a module runs in several threads at once, on deals in any order. */
export type DealFilter = (deal: DealView) => boolean;

/** A module whose default export is a filter: a file, or a data URL with the text of an arrow function. */
export interface FilterModule {
  name: string; // as the user gave it, for messages
  url: string;
}

export interface ResolvedFilter {
  filter: FilterModule | DealFilter;
  /** identifies the filter: its name and a checksum of its text, or all of its text; not what a module imports */
  key: string;
}

const NO_SUCH_FILE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** The form of a module's path. Anything else may be a function that was not written as one. */
const MODULE_NAME = /\.[cm]?[jt]s$/;

/** Whether a filter is the text of an arrow function; otherwise it is the path of a module. */
export function isFunctionText(filter: string): boolean {
  return filter.includes('=>');
}

/**
 * Finds the module of a filter and makes its key. Throws a ReadError if the module cannot be read, an InputError if
 * the text is neither a module nor an arrow function.
 */
export function resolveFilter(filter: string | DealFilter): ResolvedFilter {
  if (typeof filter === 'function')
    return { filter, key: `filter function ${digestOf(Function.prototype.toString.call(filter))}` };
  if (isFunctionText(filter)) {
    const url = `data:text/javascript,${encodeURIComponent(`export default (${filter}\n)`)}`;
    return { filter: { name: quote(filter), url }, key: `filter ${filter}` };
  }
  try {
    // reading a FIFO waits for a writer, and the module is read twice: here and when it is imported
    if (statSync(filter).isFIFO()) throw new Error('it is a FIFO; expected a file');
    const key = `filter ${filter} ${digestOf(readFileSync(filter))}`;
    return { filter: { name: filter, url: pathToFileURL(filter).href }, key };
  } catch (error) {
    const isPath = MODULE_NAME.test(filter) || !NO_SUCH_FILE.includes(toFailure(error).code ?? '');
    if (isPath) throw new ReadError(filter, error);
    const remedy = "write deal => ..., such as 'deal => deal.number > 3'";
    throw new InputError(`${quote(filter)} is neither an arrow function nor a module; ${remedy}`);
  }
}
