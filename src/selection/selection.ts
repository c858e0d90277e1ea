// Which deals: the options of a selection become a source of deal numbers, in the order of the fields of Selection.
//
// The sample comes before the shard, so that the shards of a sample together are the sample. A condition and a filter
// come late because they need the cards. A limit counts the deals that they keep.

import { InputError } from '../common/errors.js';
import { DEFAULT_DEALS, type Deals, parseDeals } from '../game/deal-numbers.js';
import { needsCells } from './condition/may-hold.js';
import { joinConditions, parseCondition } from './condition/parse.js';
import { checkLimit, type ResolvedSelection, selectionOf, sourceOfRanges } from './deal-source.js';
import { leaveOut, withKnownCells } from './exclude.js';
import { type DealFilter, isFunctionText, resolveFilter } from './filter.js';
import { filesOf, partsOf } from './list/files.js';
import { countSource, type DealList, keepSource, listSource } from './list/list.js';
import { type SampleOptions, sampleSource } from './sample.js';
import { type ShardOptions, shardOf } from './shard.js';

/** Which deals, in which order. Each option applies to the deals that the options before it leave. */
export interface Selection {
  /** deal numbers and ranges, in this order; default 1..1000000 */
  deals?: Deals | undefined;
  /**
   * a list of deals instead of `deals`: the path of a file, `-` for standard input, an array of paths, or the numbers
   * themselves. A file is text with a number or range per line, or any number of them on one line; a .bin, .numbers or
   * Parquet file of this program; or JSON or CSV with a `deal` in each object or line. Files follow each other as
   * given, a pattern's in the order of the numbers in their names; parts whose names end in I-of-N, such as
   * part-3-of-8.bin, in the order of I.
   */
  dealsFrom?: DealList | undefined;
  /** leaves out the deals that are impossible with four free cells; default false */
  winnable?: boolean | undefined;
  /** only the deals that are impossible with four free cells; default false */
  impossible?: boolean | undefined;
  /** leaves out the deals of a list, which takes at most 12 bytes of memory per number */
  exclude?: DealList | undefined;
  /** distinct deals at random, of ranges: of `deals`, or of files that have consecutive deals */
  sample?: SampleOptions | undefined;
  /** one of N contiguous shards of the deals */
  shard?: ShardOptions | undefined;
  /**
   * only deals for which a condition holds, or all of several conditions: an SQL WHERE clause over the columns of a
   * Parquet file, such as `pos_AC < 8 AND card_0 = '7D' AND cells >= 3`
   */
  where?: string | readonly string[] | undefined;
  /**
   * only deals for which a filter returns true: the path of a module whose default export is a DealFilter, the text of
   * an arrow function, or a function. A module and a text run in worker threads, a function on the calling thread.
   */
  filter?: string | DealFilter | undefined;
  /** at most this many deals, the first ones; no more are dealt once they are found */
  limit?: number | undefined;
}

/**
 * Checks the options of a selection and makes its source; `inputs` are the files that it reads.
 * Rejects with an InputError if an option is wrong, with a ReadError if a filter or a list cannot be read, with the
 * signal's reason if it aborts while a list is read.
 * @param isKept whether a list is kept in memory, with a digest in its key, so that a run can be resumed in it
 */
export async function resolveSelection(
  selection: Selection,
  signal?: AbortSignal,
  isKept = false,
): Promise<ResolvedSelection & { inputs: string[] }> {
  const { deals = DEFAULT_DEALS, winnable, impossible, sample, shard, where, filter, limit } = selection;
  const dealsFrom = selection.dealsFrom === undefined ? undefined : partsOf(selection.dealsFrom);
  const exclude = selection.exclude === undefined ? undefined : filesOf(selection.exclude);
  if (winnable && impossible)
    throw new InputError('winnable and impossible exclude each other; leave one out');
  if (selection.deals !== undefined && dealsFrom !== undefined)
    throw new InputError('deals and a list are both given; leave one out, or quote a pattern of files');
  const paths = [dealsFrom, exclude].flatMap((list) => list?.paths ?? []);
  if (paths.indexOf('-') !== paths.lastIndexOf('-'))
    throw new InputError('standard input (-) is given twice, but can be read only once');
  if (limit !== undefined) checkLimit(limit);
  const condition = where === undefined ? undefined : joinConditions([where].flat());
  const all = dealsFrom === undefined ? sourceOfRanges(parseDeals(deals)) : await listSource(dealsFrom);
  const source = await leaveOut(all, { winnable, impossible, exclude }, signal);
  const sampled = sample === undefined ? source : sampleSource(source, sample);
  const sharded =
    shard === undefined ? sampled : shardOf(await countSource(sampled, dealsFrom, signal), shard);
  const kept = isKept && !sharded.isFixed ? await keepSource(sharded, signal) : sharded;
  const isOfKnown = condition !== undefined && needsCells(parseCondition(condition));
  const { source: asked, countUnknown } = isOfKnown ? withKnownCells(kept) : { source: kept };
  const resolved = selectionOf(asked, {
    where: condition,
    filter: filter === undefined ? undefined : resolveFilter(filter),
    limit,
    countUnknown,
  });
  const isModule = typeof filter === 'string' && !isFunctionText(filter);
  return { ...resolved, inputs: [...paths, ...(isModule ? [filter] : [])] };
}
