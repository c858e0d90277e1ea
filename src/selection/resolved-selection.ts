// A selection that has been looked up: all that the steps behind it ask of it is said here, once.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { DealSource } from './deal-source.js';
import type { Filter, FilterModule, ResolvedFilter } from './filter.js';

export interface ResolvedSelection {
  /** the deals before the filter */
  source: DealSource;
  /** asked for each deal of the source; undefined where all are wanted */
  filter: FilterModule | Filter | undefined;
  /** the same for the same selection, but for what a list holds */
  key: string;
  /** number of deals; undefined where only reading a list or asking the filter tells */
  count: number | undefined;
  /** the deals as ranges or numbers in memory; undefined where they are computed, read or filtered */
  parts: readonly DealNumbers[] | undefined;
  /** whether a module of the user's runs: it stays off the calling thread */
  hasForeignCode: boolean;
}

/** The selection of a source's deals, or of those that a filter keeps. */
export function selectionOf(source: DealSource, resolved?: ResolvedFilter): ResolvedSelection {
  const { count, parts, key } = source;
  if (resolved === undefined) {
    return { source, filter: undefined, key, count, parts, hasForeignCode: false };
  }
  const { filter, key: filterKey } = resolved;
  return {
    source,
    filter,
    key: `${key}${filterKey}`,
    count: undefined,
    parts: undefined,
    hasForeignCode: typeof filter === 'object',
  };
}
