// The files of a list: the parts of one output are put in their order, and a file whose run has not ended is refused.

import { basename, resolve } from 'node:path';
import { InputError } from '../../common/errors.js';
import { quote } from '../../common/quote.js';
import { expandPatterns, matchesOf, pathsMatching } from '../../io/patterns.js';
import type { DealList, ListInput } from './list.js';

/** FILE.partial and FILE.run, which are beside FILE until the run that writes it has ended. */
const SIDE_FILE = /\.(partial|run)$/;

/** Resolves a list whose files may be in any order, and may lack parts. Throws an InputError for a side file. */
export function filesOf(
  list: DealList,
  flag: ListInput['flag'] = '--exclude',
  expand = completeMatchesOf,
): ListInput {
  const given = Array.isArray(list) ? list : [list];
  if (typeof given[0] !== 'string') return { numbers: list as ListInput['numbers'], flag };
  const paths = expandPatterns(given, expand);
  refuseSideFile(paths.find((path) => SIDE_FILE.test(path)));
  return { paths, numbers: [], flag };
}

function refuseSideFile(path: string | undefined): void {
  if (path === undefined) return;
  throw new InputError(`${path} belongs to a run that has not ended; resume the run, or remove ${path}`);
}

/**
 * Resolves a list whose files follow each other: parts whose names end in I-of-N are in the order of I.
 * All other files stay in the order given. Throws an InputError if a part is missing or given twice.
 */
export function partsOf(list: DealList): ListInput {
  const files = filesOf(list, '--deals-from', partsMatching);
  return { ...files, paths: files.paths && ordered(files.paths) };
}

/** The paths with the parts of each output, which are at the place of its first part, in the order of their numbers. */
function ordered(paths: readonly string[]): string[] {
  const parts = paths.map(partIn);
  // ./part-1-of-2.bin and part-2-of-2.bin are of one output
  const outputs = parts.map(({ total, series }, i) => (total === undefined ? i : resolve(series)));
  return [...new Set(outputs)].flatMap((output) => {
    const [part, ...others] = parts.filter((_, i) => outputs[i] === output);
    return others.length === 0 ? part.path : inOrder([part, ...others], 1, part.total ?? 1); // or a part alone
  });
}

/** The matches of a pattern; throws an InputError if a run that writes one of them has not ended. */
function completeMatchesOf(pattern: string): string[] {
  refuseSideFile(pathsMatching(pattern, SIDE_FILE.source.slice(0, -1))[0]);
  return matchesOf(pattern);
}

/** A file whose name may end in a number. */
interface Part {
  path: string;
  series: string; // the name with NUL in place of the number; the same for all parts of an output
  digits: string;
  total: number | undefined; // how many files there are, if the name says so, as part-3-of-8.bin does
}

function partIn(path: string): Part {
  const [, before = path, digits = '', of = '', total, after = ''] =
    /^(.*?)(\d+)([-_. ]?of[-_. ]?(\d+))?([^/\\\d]*)$/is.exec(path) ?? [];
  const series = `${before}\0${of}${after}`;
  return { path, series, digits, total: total === undefined ? undefined : Number(total) };
}

/**
 * The matches of a pattern, which must be all parts of one output.
 * A file of another name, such as all parts together, would add deals twice.
 */
function partsMatching(pattern: string): string[] {
  const parts = completeMatchesOf(pattern).map(partIn);
  // the parts of several machines may be in a folder each
  const isNumbered = parts.length === 1 || parts[0].digits !== '';
  if (!isNumbered || new Set(parts.map(({ series }) => basename(series))).size > 1) {
    const message = `${quote(pattern)} matches files that differ in more than their last number; name them one by one`;
    throw new InputError(message);
  }
  const [{ total }] = parts as [Part];
  if (total !== undefined) return inOrder(parts, 1, total);
  const numbers = parts.map(({ digits }) => Number(digits));
  return inOrder(parts, Math.min(...numbers), Math.max(...numbers));
}

/** The paths of parts in the order of their numbers; throws an InputError unless each number is there, once. */
function inOrder(parts: readonly Part[], first: number, last: number): string[] {
  const sorted = parts.toSorted((a, b) => Number(a.digits) - Number(b.digits));
  const { series, digits } = sorted[0];
  for (let i = 0, next = first; i < sorted.length || next <= last; i++, next++) {
    const index = i < sorted.length ? Number(sorted[i].digits) : Number.POSITIVE_INFINITY;
    const missing = series.replace('\0', String(next).padStart(digits.length, '0'));
    if (index > next && next <= last)
      throw new InputError(`${missing} is missing; add it, or rename the other files if none is missing`);
    if (index !== next || next > last)
      throw new InputError(`${sorted[i].path} is one part too many; name each part once`);
  }
  return sorted.map(({ path }) => path);
}
