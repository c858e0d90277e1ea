// A selection that has been looked up: all that the steps behind it ask of it is said here, once.

import { InputError } from '../common/errors.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import { type DealSource, sliceSource } from './deal-source.js';
import type { Filter, FilterModule, ResolvedFilter } from './filter.js';

export interface ResolvedSelection {
  /** the deals before the condition and the filter */
  source: DealSource;
  /** a condition, checked; undefined where all deals are wanted */
  where: string | undefined;
  /** asked for each deal for which the condition holds; undefined where all are wanted */
  filter: FilterModule | Filter | undefined;
  /** of the deals that the condition and the filter keep, so many; a source without these is cut off itself */
  limit: number | undefined;
  /** the same for the same selection, but for what a list holds */
  key: string;
  /** number of deals; undefined where only reading a list, the condition or the filter tells */
  count: number | undefined;
  /** the deals as ranges or numbers in memory; undefined where they are computed, read, matched or filtered */
  parts: readonly DealNumbers[] | undefined;
  /** whether a module of the user's runs: it stays off the calling thread */
  hasForeignCode: boolean;
}

/** The deals of a source that are left: those for which a condition holds and that a filter keeps, the first so many. */
interface Narrowing {
  where?: string | undefined;
  filter?: ResolvedFilter | undefined;
  limit?: number | undefined;
}

/** Throws an InputError unless a limit is a whole number, 1 or more. */
export function checkLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new InputError(`limit ${limit} is not a number of deals; expected a whole number, 1 or more`);
}

/** The selection of a source's deals, or of what is left of them. */
export function selectionOf(source: DealSource, narrowing: Narrowing = {}): ResolvedSelection {
  const { where, filter, limit } = narrowing;
  const isNarrowed = where !== undefined || filter !== undefined;
  const limitKey = limit === undefined ? '' : `limit ${limit}`;
  if (limit !== undefined && !isNarrowed) return selectionOf(sliceSource(source, 0, limit, limitKey));
  const whereKey = where === undefined ? '' : `where ${where}`;
  return {
    source,
    where,
    filter: filter?.filter,
    limit,
    key: [source.key, whereKey, filter?.key ?? '', limitKey].filter((key) => key !== '').join(' '),
    count: isNarrowed ? undefined : source.count,
    parts: isNarrowed ? undefined : source.parts,
    hasForeignCode: typeof filter?.filter === 'object',
  };
}
