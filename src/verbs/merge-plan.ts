// Plans a merge: which files, in which order, and the layout of the output. It knows only the ends of the files.

import { normalize } from 'node:path';
import { InputError } from '../common/errors.js';
import type { Format, Layout, RecordType } from '../formats/format.js';
import { recordTypeOf } from '../formats/registry.js';
import { type DealRange, formatRanges } from '../game/deal-numbers.js';
import type { ShardFile } from '../reader/shard-file.js';

export interface MergePlan {
  /** the files that are not empty, in the order of the output */
  shards: readonly ShardFile[];
  /** whether `shards` are in the order given, or ascend with their deals */
  order: 'given' | 'ascending';
  range: DealRange | undefined;
  /** whether the names count the files, as part-3-of-8 does, so that none is missing */
  isCounted: boolean;
  /** why these files may not be the shards of one selection, in order */
  doubt: string | undefined;
  layout: Layout;
  record: RecordType; // of the output
  headBytes: number;
  totalBytes: number;
}

/**
 * Decides the order of the files and the layout of the output.
 * If ranges ascend in the order of the names (part-2 before part-10), the files are the shards of a range, and are merged in
 * that order, because a shell may give them in another order. All other files are joined in the order given.
 * Throws an InputError if ranges overlap, if ranges that ascend leave gaps, if names that count the files (part-3-of-8) do not
 * have all of them, or if the names given are sorted as text.
 */
export function planMerge(given: readonly ShardFile[], format: Format, allowGaps: boolean): MergePlan {
  const { missing, isSeries, hasCount } = countNames(given);
  if (missing !== undefined && hasCount && !allowGaps)
    throw new InputError(`${missing} is not given; add it, or merge with allowGaps: true`);
  const filled = given.filter(({ bytes }) => bytes > 0);
  const byName = filled.toSorted(byNameKey);
  const shards = byName.every(isAfter) ? byName : filled;
  const isAscending = shards.every(isAfter);
  checkRanges(filled, allowGaps || !isAscending);
  if (!isAscending) checkTextOrder(filled, byName);
  // for lines, which differ in length, the count is not used
  const count = shards.reduce((sum, { bytes, record }) => sum + Math.ceil(bytes / record.maxBytes), 0);
  const first = shards.every(isNext) ? shards[0]?.range?.first : undefined;
  const last = shards.at(-1)?.range?.last;
  const range = first === undefined || last === undefined ? undefined : { first, last };
  const layout = format.layout({ first, count, selection: 'merged' });
  const record = recordTypeOf(layout.encoder);
  const headBytes = layout.frame().head().length;
  const bytes = shards.reduce((sum, shard) => sum + outputBytes(shard, record), 0);
  const order = shards.every((shard, i) => shard === filled[i]) ? 'given' : 'ascending';
  const isMissing = missing !== undefined && range === undefined && !allowGaps;
  const doubt =
    doubtOf(shards, isSeries && filled.every((shard, i) => shard === byName[i])) ??
    (isMissing ? `${missing} is not given; check that it is not a shard` : undefined);
  const facts = { range, isCounted: hasCount && missing === undefined, doubt };
  return { shards, order, ...facts, layout, record, headBytes, totalBytes: headBytes + bytes };
}

/** Compares names by the numbers in them: part-2.bin before part-10.bin. */
function byNameKey(a: ShardFile, b: ShardFile): number {
  const keyOf = ({ path }: ShardFile) => path.replace(/\d+/g, (digits) => digits.padStart(20, '0'));
  const [x, y] = [keyOf(a), keyOf(b)];
  return x < y ? -1 : Number(x > y);
}

function isAfter({ range }: ShardFile, i: number, shards: readonly ShardFile[]): boolean {
  return range !== undefined && range.first > (shards[i - 1]?.range?.last ?? 0);
}

/** Whether a file has a range that continues the range before; true for a first range. */
function isNext({ range }: ShardFile, i: number, shards: readonly ShardFile[]): boolean {
  return range !== undefined && (i === 0 || range.first - 1 === shards[i - 1].range?.last);
}

/** Throws an InputError if ranges overlap, or have gaps between them that they must not have. */
function checkRanges(shards: readonly ShardFile[], mayHaveGaps: boolean): void {
  const ranges = shards.flatMap(({ path, range }) => (range === undefined ? [] : [{ path, ...range }]));
  const ascending = ranges.toSorted((a, b) => a.first - b.first);
  for (const [i, { path, first }] of ascending.entries()) {
    const before = ascending[i - 1];
    if (before === undefined) continue;
    const gap = { first: before.last + 1, last: first - 1 };
    if (gap.first > first)
      throw new InputError(`${before.path} and ${path} overlap at deal ${first}; name each deal once`);
    if (mayHaveGaps || gap.first === first) continue;
    const [deals, are] = gap.first === gap.last ? ['deal', 'is'] : ['deals', 'are'];
    throw new InputError(
      `${deals} ${formatRanges([gap])} ${are} missing between ${before.path} and ${path}; add the file with them, or merge with allowGaps: true`,
    );
  }
}

/** The last number in the name of a file, and how many files there are if the name says so: part-3.bin, part-3-of-8.bin. */
const NUMBERED = /(\d+)([-_. ]?of[-_. ]?\d+)?([^/\\\d]*)$/i;

function renumbered(path: string, number: string): string {
  return path.replace(NUMBERED, (_, _digits, of = '', rest) => `${number}${of}${rest}`);
}

interface Names {
  /** whether they are alike but for their last number */
  isSeries: boolean;
  /** whether they also say how many files there are */
  hasCount: boolean;
  /** the first name that is left out, such as part-2.bin between part-1.bin and part-3.bin */
  missing?: string;
}

function countNames(given: readonly ShardFile[]): Names {
  const paths = given.map(({ path }) => normalize(path)); // ./part-1.bin and part-2.bin are alike
  const [path] = paths;
  const [, digits, of] = NUMBERED.exec(path) ?? [];
  if (digits === undefined || new Set(paths.map((path) => renumbered(path, '#'))).size > 1)
    return { isSeries: false, hasCount: false };
  const hasCount = of !== undefined;
  const names: Names = { isSeries: true, hasCount };
  const numbers = new Set(paths.map((path) => Number(NUMBERED.exec(path)?.[1])));
  const first = hasCount ? 1 : Math.min(...numbers);
  const last = hasCount ? Number(/\d+/.exec(of)) : Math.max(...numbers);
  // numbers such as 20260131 and 20260201 do not count files
  if (!hasCount && last - first >= 2 * numbers.size) return names;
  let n = first;
  while (numbers.has(n)) n++;
  return n > last ? names : { ...names, missing: renumbered(path, String(n).padStart(digits.length, '0')) };
}

/**
 * Says what the ends of the files tell against them, in the order of the output: a file twice, or deals that do not ascend.
 * The deals of a list may be in any order. But if they seem to ascend in each file, the files should ascend, too.
 * @param isNumbered whether the names number the files in this order, which may then be that of ranges that descend
 */
function doubtOf(shards: readonly ShardFile[], isNumbered: boolean): string | undefined {
  const seen = new Map<string, string>();
  for (const { path, ends, bytes } of shards) {
    const key = `${ends?.first} ${ends?.last} ${bytes}`;
    const same = seen.get(key);
    if (same !== undefined)
      return `${same} and ${path} have the same size and the same first and last deal; check that neither is a copy`;
    seen.set(key, path);
  }
  const spans = shards.flatMap(({ path, ends }) => (ends === undefined ? [] : { path, ...ends }));
  if (!spans.every(({ first, last }) => first <= last)) return undefined;
  if (isNumbered) spans.sort((a, b) => a.first - b.first); // to find deals that overlap
  const i = spans.findIndex(({ first }, i) => first <= (spans[i - 1]?.last ?? 0));
  const [before, after] = [spans[i - 1], spans[i]];
  if (before === undefined || after === undefined) return undefined;
  return (
    `${after.path} begins at deal ${after.first}, but ${before.path} before it ends at deal ${before.last}; ` +
    'check that the order of the files is the one that you want'
  );
}

/** Throws an InputError if files joined as given are in the order of a shell's part-*.bin, hardly the one that was meant. */
function checkTextOrder(given: readonly ShardFile[], byName: readonly ShardFile[]): void {
  const isText = given.every(({ path }, i) => path > (given[i - 1]?.path ?? ''));
  const i = given.findIndex((shard, i) => shard !== byName[i]);
  if (!isText || i < 0) return;
  const [early, late] = [given[i], byName[i]] as [ShardFile, ShardFile];
  throw new InputError(
    `${early.path} is given before ${late.path}, as a shell sorts names, and the order of these files counts; ` +
      'name them in their order, as ls -v does, or rename one',
  );
}

/** Returns the bytes that a file's records take in the output, which may add a deal number to each record. */
function outputBytes({ bytes, record, range }: ShardFile, to: RecordType): number {
  return record === to || range === undefined ? bytes : to.bytesOf(range);
}
