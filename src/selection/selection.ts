// Which deals were asked for: what the options say becomes runs of deal numbers, made as they are wanted.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { InputError, ReadError } from '../common/errors.js';
import {
  countAllNumbers,
  DEFAULT_DEALS,
  type DealNumbers,
  type DealRange,
  type Deals,
  formatRanges,
  parseDeals,
} from '../game/deal-numbers.js';
import type { FilterModule } from '../tasks/filter-chunk.js';
import { isImpossible, withoutImpossible } from './impossible.js';
import { listedIn } from './list-file.js';
import { checkSample, type Sample, sampleOf } from './sample.js';

/** Which deals; all of these narrow down the ones before. */
export interface Asked {
  /** what to deal; default 1..1000000 */
  deals?: Deals;
  /** path of a list to deal instead, `-` for standard input: numbers and ranges between blanks, commas and lines */
  dealsFrom?: string;
  /** leave out the deals known to be impossible with four free cells; default false */
  winnable?: boolean;
  /** so many distinct deals of them at random, in the seed's order; not of a list */
  sample?: Sample;
  /** path of a module whose default export is a Filter: only deals for which it returns true */
  filter?: string;
}

export interface Source {
  runs: Iterable<DealNumbers> | AsyncIterable<DealNumbers>; // each good until the next one is asked for
  deals: number | undefined; // in all runs together; undefined where only the end of a list tells
  ranges: readonly DealRange[] | undefined; // where it is nothing but these
  words: string; // the same for the same deals, but for what a list holds
  filter: FilterModule | undefined;
}

/** Throws an InputError where what was asked for is wrong, a ReadError where a filter is not there. */
export function sourceOf({ deals, dealsFrom, winnable = false, sample, filter }: Asked): Source {
  const { module, words: filterWords } = filter === undefined ? noFilter : filterOf(filter);
  const words = (what: string) => `${what}${winnable ? ' winnable' : ''}${filterWords}`;
  if (dealsFrom !== undefined) {
    if (deals !== undefined)
      throw new InputError('deals come from a list or are named, not both; leave one out');
    if (sample !== undefined) throw new InputError('a sample is taken of ranges, not of a list; name ranges');
    const listed = listedIn(dealsFrom);
    const runs = winnable ? winnableOf(listed) : listed;
    return { runs, deals: undefined, ranges: undefined, words: words('a list'), filter: module };
  }
  const named = parseDeals(deals ?? DEFAULT_DEALS);
  const ranges = winnable ? withoutImpossible(named) : named;
  if (ranges.length === 0) throw new InputError(`no deal of ${formatRanges(named)} is known to be winnable`);
  if (sample === undefined) {
    return {
      runs: ranges,
      deals: countAllNumbers(ranges),
      ranges,
      words: words(formatRanges(named)),
      filter: module,
    };
  }
  const checked = checkSample(sample, ranges);
  return {
    runs: sampleOf(ranges, checked),
    deals: checked.count,
    ranges: undefined,
    words: words(`${formatRanges(named)} sample ${checked.count} seed ${checked.seed}`),
    filter: module,
  };
}

const noFilter = { module: undefined, words: '' };

/** A filter by its path; its words tell one text of the module from another. */
function filterOf(path: string): { module: FilterModule; words: string } {
  try {
    const words = ` filter ${path} ${crc32(readFileSync(path)).toString(16)}`;
    return { module: { name: path, url: pathToFileURL(resolve(path)).href }, words };
  } catch (error) {
    throw new ReadError(path, error);
  }
}

async function* winnableOf(runs: AsyncIterable<DealNumbers>): AsyncGenerator<DealNumbers, void, void> {
  for await (const run of runs) {
    if (run instanceof Float64Array) yield run.filter((n) => !isImpossible(n));
    else yield* withoutImpossible([run]);
  }
}

/**
 * A number that tells lists apart: of all deals of some runs, and of those in `before`.
 * Of consecutive deals only the ends count, so the runs must be cut at the same places.
 */
export function markOf(runs: readonly DealNumbers[], before: number): number {
  return runs.reduce((mark, run) => {
    const numbers = run instanceof Float64Array ? run : Float64Array.of(run.first, run.last);
    return crc32(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), mark);
  }, before);
}
