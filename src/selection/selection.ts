// Which deals: the options of a selection become a source of deal numbers.
//
// They apply in this order: ranges or a list; winnable or impossible; exclude; sample; shard; where; filter; limit. A sample
// comes before a shard, so that the shards of a sample are the sample. A condition and a filter come late, as they need deals to be
// dealt; a limit counts what they keep.

import { InputError } from '../common/errors.js';
import { DEFAULT_DEALS, type Deals, formatRanges, parseDeals } from '../game/deal-numbers.js';
import { joinConditions } from './condition/parse.js';
import {
  checkLimit,
  type DealSource,
  type ResolvedSelection,
  selectionOf,
  sourceOfSegments,
} from './deal-source.js';
import { type Filter, resolveFilter } from './filter.js';
import { impossibleIn, withoutImpossible } from './impossible.js';
import { countSource, type List, listSource, pathsOf } from './list/list.js';
import { type Sample, sampleSource } from './sample.js';
import { type Shard, shardOf } from './shard.js';

/** Which deals, and in which order; each option narrows down the ones before it. */
export interface Selection {
  /** deal numbers and ranges in their order; default 1..1000000 */
  deals?: Deals | undefined;
  /**
   * a list instead: the path of a text with numbers and ranges between blanks, commas and line ends, of a .bin, .numbers or
   * Parquet file of this program, or of NDJSON with a `deal` in each line; `-` for standard input; several paths; or the
   * numbers themselves
   */
  dealsFrom?: List | undefined;
  /** leave out the deals known to be impossible with four free cells; default false */
  winnable?: boolean | undefined;
  /** only the deals known to be impossible with four free cells; default false */
  impossible?: boolean | undefined;
  /** without the deals of a list, in any order; 8 bytes of memory for each of its numbers */
  exclude?: List | undefined;
  /** this many distinct deals of them at random, in the seed's order; not of a list */
  sample?: Sample | undefined;
  /** one of N contiguous parts of what is selected so far */
  shard?: Shard | undefined;
  /**
   * only deals for which a condition holds, or all of several: what a WHERE clause says of the columns of a Parquet file,
   * such as `pos_AC < 8 AND card_0 = '7D'`
   */
  where?: string | readonly string[] | undefined;
  /**
   * only deals for which a filter returns true: the path of a module whose default export is a Filter, or the text of an
   * arrow function, which run in worker threads; or a function, which runs on the calling thread
   */
  filter?: string | Filter | undefined;
  /** only the first so many of these deals; once there are as many, no more are dealt */
  limit?: number | undefined;
}

/**
 * Rejects with an InputError where the selection is wrong, with a ReadError where a filter or a list cannot be read, with
 * the signal's reason where that aborts while a list is counted.
 */
export async function resolveSelection(
  selection: Selection,
  signal?: AbortSignal,
): Promise<ResolvedSelection> {
  const { deals, dealsFrom, winnable, impossible, exclude, sample, shard, where, filter, limit } = selection;
  if (winnable && impossible) {
    throw new InputError('winnable and impossible exclude each other; leave one out');
  }
  if (deals !== undefined && dealsFrom !== undefined) {
    throw new InputError('deals and a list of deals are both given; leave one out');
  }
  const lists = [dealsFrom, exclude].flatMap((list) => (list === undefined ? [] : (pathsOf(list) ?? [])));
  if (lists.indexOf('-') !== lists.lastIndexOf('-')) {
    throw new InputError('standard input (-) is named twice; it can be read once');
  }
  if (limit !== undefined) checkLimit(limit);
  const condition = where === undefined ? undefined : joinConditions([where].flat());
  const known = winnable ? false : impossible ? true : undefined;
  const all = dealsFrom === undefined ? rangeSource(deals, known) : await listSource(dealsFrom, known);
  const source = exclude === undefined ? all : await without(all, exclude, signal);
  const sampled = sample === undefined ? source : sampleSource(source, sample);
  const sharded =
    shard === undefined ? sampled : shardOf(await countSource(sampled, dealsFrom, signal), shard);
  return selectionOf(sharded, {
    where: condition,
    filter: filter === undefined ? undefined : resolveFilter(filter),
    limit,
  });
}

async function without(source: DealSource, list: List, signal: AbortSignal | undefined): Promise<DealSource> {
  const { excludeFrom } = await import('./exclude.js'); // node:zlib, which others need not wait for
  return excludeFrom(source, list, signal);
}

/** The deals of ranges: all, or those known to be impossible (with `impossible` true), or all others (false). */
function rangeSource(deals: Deals = DEFAULT_DEALS, impossible: boolean | undefined): DealSource {
  const ranges = parseDeals(deals);
  const key = formatRanges(ranges);
  if (impossible === undefined) return sourceOfSegments(ranges, key);
  if (impossible) {
    const numbers = impossibleIn(ranges);
    return sourceOfSegments(numbers.length > 0 ? [numbers] : [], `${key} impossible`);
  }
  const winnable = withoutImpossible(ranges);
  if (winnable.length === 0) throw new InputError(`no deal of ${key} is known to be winnable`);
  return sourceOfSegments(winnable, `${key} winnable`);
}
