// Which deals: the options of a selection become a source of deal numbers.
//
// They apply in this order: ranges or a list; winnable or impossible; sample; shard; filter. A sample comes before a shard,
// so that the shards of a sample are the sample. A filter comes last, as only it needs deals to be dealt.

import { InputError } from '../common/errors.js';
import {
  checkDealNumber,
  DEFAULT_DEALS,
  type DealNumbers,
  type Deals,
  formatRanges,
  parseDeals,
} from '../game/deal-numbers.js';
import { type DealSource, sourceOfList, sourceOfParts } from './deal-source.js';
import { type Filter, type FilterModule, resolveFilter } from './filter.js';
import { impossibleIn, isImpossible, withoutImpossible } from './impossible.js';
import { readListFile } from './list-file.js';
import { checkSample, type Sample, sampleOf } from './sample.js';
import { type Shard, shardOf } from './shard.js';

/** Which deals, and in which order; each option narrows down the ones before it. */
export interface Selection {
  /** deal numbers and ranges in their order; default 1..1000000 */
  deals?: Deals | undefined;
  /**
   * a list instead: the path of a text with numbers and ranges between blanks, commas and line ends, `-` for standard
   * input; or the numbers themselves
   */
  dealsFrom?: string | Iterable<number> | AsyncIterable<number> | undefined;
  /** leave out the deals known to be impossible with four free cells; default false */
  winnable?: boolean | undefined;
  /** only the deals known to be impossible with four free cells; default false */
  impossible?: boolean | undefined;
  /** this many distinct deals of them at random, in the seed's order; not of a list */
  sample?: Sample | undefined;
  /** one of N contiguous parts of what is selected so far */
  shard?: Shard | undefined;
  /**
   * only deals for which a filter returns true: the path of a module whose default export is a Filter, which runs in
   * worker threads; or a function, which runs on the calling thread
   */
  filter?: string | Filter | undefined;
}

/** A selection that has been looked up: the deals, and what filters them. */
export interface ResolvedSelection {
  source: DealSource;
  filter: FilterModule | Filter | undefined;
  /** the same for the same selection, but for what a list holds */
  key: string;
}

/** Numbers of an iterable that are handed on at a time. */
const BLOCK = 16384;

/** Rejects with an InputError where the selection is wrong, with a ReadError where a filter or a list cannot be read. */
export async function resolveSelection(selection: Selection): Promise<ResolvedSelection> {
  const { sample, shard, filter: given } = selection;
  if (selection.winnable && selection.impossible) {
    throw new InputError('winnable and impossible exclude each other; leave one out');
  }
  const { filter, key } = given === undefined ? { filter: undefined, key: '' } : resolveFilter(given);
  let source = selection.dealsFrom === undefined ? rangeSource(selection) : listSource(selection);
  if (sample !== undefined) source = sampleSource(source, sample);
  if (shard !== undefined) source = await shardSource(source, shard, selection);
  return { source, filter, key: `${source.key}${key}` };
}

function rangeSource({ deals, winnable, impossible }: Selection): DealSource {
  const ranges = parseDeals(deals ?? DEFAULT_DEALS);
  const key = formatRanges(ranges);
  if (impossible) {
    const numbers = impossibleIn(ranges);
    return sourceOfParts(numbers.length > 0 ? [numbers] : [], `${key} impossible`);
  }
  if (!winnable) return sourceOfParts(ranges, key);
  const winnableRanges = withoutImpossible(ranges);
  if (winnableRanges.length === 0) throw new InputError(`no deal of ${key} is known to be winnable`);
  return sourceOfParts(winnableRanges, `${key} winnable`);
}

function listSource({ deals, dealsFrom, sample, winnable, impossible }: Selection): DealSource {
  if (deals !== undefined) {
    throw new InputError('deals and a list of deals are both given; leave one out');
  }
  if (sample !== undefined) {
    throw new InputError('a sample is taken of ranges, not of a list; name ranges');
  }
  const list = dealsFrom as Exclude<Selection['dealsFrom'], undefined>;
  const read = () => (typeof list === 'string' ? readListFile(list) : numbersIn(list));
  if (winnable) return sourceOfList(() => filterNumbers(read(), false), 'a list winnable');
  if (impossible) return sourceOfList(() => filterNumbers(read(), true), 'a list impossible');
  return sourceOfList(read, 'a list');
}

function sampleSource(source: DealSource, sample: Sample): DealSource {
  const parts = source.parts as readonly DealNumbers[];
  const { count, seed } = checkSample(sample, source.count as number);
  return {
    count,
    key: `${source.key} sample ${count} seed ${seed}`,
    parts: undefined,
    isList: false,
    numbers: (from = 0, to = count) => sampleOf(parts, seed, from, Math.min(to, count)),
  };
}

function shardSource(source: DealSource, shard: Shard, { dealsFrom }: Selection): Promise<DealSource> {
  if (dealsFrom === '-') {
    throw new InputError('standard input cannot be read twice, which a shard of a list needs; name a file');
  }
  if (typeof dealsFrom === 'object' && !isReadableTwice(dealsFrom)) {
    throw new InputError('a shard of a list needs numbers that can be read twice; pass an array');
  }
  return shardOf(source, shard);
}

/** Whether each call of the iterator begins anew, as with an array; a generator hands itself out again. */
function isReadableTwice(list: Iterable<number> | AsyncIterable<number>): boolean {
  return Symbol.iterator in list && (list[Symbol.iterator]() as unknown) !== list;
}

/** Deal numbers out of a program; throws an InputError that names what is not one. */
async function* numbersIn(
  list: Iterable<number> | AsyncIterable<number>,
): AsyncGenerator<Float64Array, void, void> {
  const block = new Float64Array(BLOCK);
  let count = 0;
  for await (const n of list) {
    checkDealNumber(n);
    block[count++] = n;
    if (count < BLOCK) continue;
    yield block;
    count = 0;
  }
  if (count > 0) yield block.subarray(0, count);
}

/** The numbers that are known to be impossible, or those that are not. */
async function* filterNumbers(
  list: AsyncIterable<DealNumbers>,
  wantImpossible: boolean,
): AsyncGenerator<DealNumbers, void, void> {
  for await (const numbers of list) {
    if (numbers instanceof Float64Array) yield numbers.filter((n) => isImpossible(n) === wantImpossible);
    else if (wantImpossible) yield impossibleIn([numbers]);
    else yield* withoutImpossible([numbers]);
  }
}
