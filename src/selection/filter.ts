// A filter as it is given: the path of a module, the text of a function, or a function.

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from '../common/crc32.js';
import { ReadError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import type { DealView } from '../game/deal-view.js';

/** Whether a deal is wanted. A module's filter runs in several threads at once, on deals in no particular order. */
export type Filter = (deal: DealView) => boolean;

/** A module whose default export is a filter: a file, or one made of the text of an arrow function. */
export interface FilterModule {
  name: string; // as it was given, for messages
  url: string;
}

export interface ResolvedFilter {
  filter: FilterModule | Filter;
  /** what tells it from another filter: its name and a checksum of its text, without what a module imports; or all its text */
  key: string;
}

/** Looks a filter up; throws a ReadError where its module cannot be read. */
export function resolveFilter(filter: string | Filter): ResolvedFilter {
  if (typeof filter === 'function') {
    return {
      filter,
      key: `filter function ${checksumOf(new TextEncoder().encode(Function.prototype.toString.call(filter)))}`,
    };
  }
  if (filter.includes('=>')) {
    const url = `data:text/javascript,${encodeURIComponent(`export default (${filter}\n)`)}`;
    return { filter: { name: quote(filter), url }, key: ` filter ${filter}` };
  }
  try {
    // a FIFO would be waited for, and read twice
    if (statSync(filter).isFIFO()) throw new Error('it is a FIFO; a module is a file');
    const key = `filter ${filter} ${checksumOf(readFileSync(filter))}`;
    return { filter: { name: filter, url: pathToFileURL(resolve(filter)).href }, key };
  } catch (error) {
    throw new ReadError(filter, error);
  }
}

function checksumOf(text: Uint8Array): string {
  return crc32(text).toString(16);
}
