// A selection that has been looked up: all that the steps behind it ask of it is said here, once.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { DealSource } from './deal-source.js';
import type { Filter, FilterModule, ResolvedFilter } from './filter.js';

export interface ResolvedSelection {
  /** the deals before the condition and the filter */
  source: DealSource;
  /** a condition, checked; undefined where all deals are wanted */
  where: string | undefined;
  /** asked for each deal for which the condition holds; undefined where all are wanted */
  filter: FilterModule | Filter | undefined;
  /** the same for the same selection, but for what a list holds */
  key: string;
  /** number of deals; undefined where only reading a list, the condition or the filter tells */
  count: number | undefined;
  /** the deals as ranges or numbers in memory; undefined where they are computed, read, matched or filtered */
  parts: readonly DealNumbers[] | undefined;
  /** whether a module of the user's runs: it stays off the calling thread */
  hasForeignCode: boolean;
}

/** The selection of a source's deals, or of those for which a condition holds and that a filter keeps. */
export function selectionOf(
  source: DealSource,
  { where, filter }: { where?: string | undefined; filter?: ResolvedFilter | undefined } = {},
): ResolvedSelection {
  const isNarrowed = where !== undefined || filter !== undefined;
  return {
    source,
    where,
    filter: filter?.filter,
    key: `${source.key}${where === undefined ? '' : ` where ${where}`}${filter?.key ?? ''}`,
    count: isNarrowed ? undefined : source.count,
    parts: isNarrowed ? undefined : source.parts,
    hasForeignCode: typeof filter?.filter === 'object',
  };
}
