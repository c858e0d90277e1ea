// The files of a list: patterns such as part-*.bin are expanded, and the parts of one output are put in their order.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { InputError } from '../../common/errors.js';
import { quote } from '../../common/quote.js';
import { type DealList, pathsOf } from './list.js';

/** FILE.partial and FILE.run, which are beside FILE until the run that writes it has ended. */
const SIDE_FILE = /\.(partial|run)$/;

/** Whether a path has * or ? in its last part. A file with this very name wins. */
function isPattern(path: string): boolean {
  return /[*?][^\\/]*$/.test(path) && !existsSync(path);
}

/** Paths, and in place of patterns the files that they match, in the order of the numbers in their names. */
export function expandPatterns(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (isPattern(path) ? matchesOf(path) : [path]));
}

/** A list whose files may be in any order: some parts of an output may be left out. */
export function filesOf(list: DealList): DealList {
  return expandWith(list, completeMatchesOf);
}

/**
 * A list whose files follow each other: parts whose names end in I-of-N are in the order of I.
 * All other files stay in the order given. Throws an InputError if a part is missing or given twice.
 */
export function partsOf(list: DealList): DealList {
  const expanded = expandWith(list, checkedMatchesOf);
  const paths = pathsOf(expanded);
  return paths === undefined ? expanded : inOrder(paths);
}

function expandWith(list: DealList, matches: (pattern: string) => string[]): DealList {
  const paths = pathsOf(list)?.flatMap((path) => (isPattern(path) ? matches(path) : [path]));
  const sideFile = paths?.find((path) => SIDE_FILE.test(path));
  if (sideFile === undefined) return paths ?? list;
  throw new InputError(`${sideFile} belongs to a run that has not ended; resume the run, and name its file`);
}

/** The names in a pattern's folder that match it, without hidden ones. With side files, also those of other matches. */
function namesOf(pattern: string, sideFiles = ''): string[] {
  const last = pattern.split(/[\\/]/).at(-1) as string;
  const source = last
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^(?!\\.)${source}${sideFiles}$`);
  const folder = dirname(pattern);
  return existsSync(folder) ? readdirSync(folder).filter((name) => expression.test(name)) : [];
}

function matchesOf(pattern: string): string[] {
  const names = namesOf(pattern);
  if (names.length === 0) throw new InputError(`no file matches ${quote(pattern)}; check the path`);
  // part-2 comes before part-10
  const keyOf = (name: string) => `${name.replace(/\d+/g, (digits) => digits.padStart(20, '0'))}\0${name}`;
  names.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return names.map((name) => join(dirname(pattern), name));
}

/** The matches of a pattern; throws an InputError if a run that writes one of them has not ended, so that it is incomplete. */
function completeMatchesOf(pattern: string): string[] {
  const [sideFile] = namesOf(pattern, SIDE_FILE.source.slice(0, -1));
  if (sideFile === undefined) return matchesOf(pattern);
  const path = join(dirname(pattern), sideFile);
  const file = path.replace(SIDE_FILE, '');
  throw new InputError(`${file} is not complete: ${path} is beside it; resume its run, or remove ${path}`);
}

/** A file whose name ends in a number. */
interface Part {
  path: string;
  /** the name without its number; the same for all parts of an output */
  series: string;
  index: number;
  /** how many files there are, if the name says so, as part-3-of-8.bin does */
  total: number | undefined;
  /** the name of another part */
  named(index: number): string;
}

function partIn(path: string): Part | undefined {
  // ./part-1.bin and part-2.bin are alike
  const found = /^(.*?)(\d+)(?:([-_. ]?of[-_. ]?)(\d+))?([^/\\\d]*)$/is.exec(normalize(path));
  if (found === null) return undefined;
  const [, before, digits, of, total, after] = found as unknown as string[];
  const end = of === undefined ? after : `${of}${total}${after}`;
  return {
    path,
    series: `${before}*${end}`,
    index: Number(digits),
    total: of === undefined ? undefined : Number(total),
    named: (index) => `${before}${String(index).padStart(digits.length, '0')}${end}`,
  };
}

/**
 * The matches of a pattern, which must be all parts of one output.
 * A file of another name, such as all parts together, would add deals twice.
 */
function checkedMatchesOf(pattern: string): string[] {
  const paths = completeMatchesOf(pattern);
  const parts = paths.flatMap((path) => partIn(path) ?? []);
  const [first, ...others] = parts;
  if (
    first === undefined ||
    parts.length < paths.length ||
    others.some(({ series }) => series !== first.series)
  ) {
    if (paths.length === 1) return paths;
    const message = `${quote(pattern)} matches files that differ in more than their last number; name them one by one`;
    throw new InputError(message);
  }
  if (first.total !== undefined) return pathsInOrder(parts, 1, first.total);
  const [least, most] = [first.index, (others.at(-1) ?? first).index];
  // numbers such as 20260131 and 20260201 do not count files
  return most - least >= 2 * parts.length ? paths : pathsInOrder(parts, least, most);
}

/** Paths, in which the parts of an output follow the first of them, in the order of their numbers. */
function inOrder(paths: readonly string[]): string[] {
  const parts = paths.map(partIn);
  const outputs = new Map<string | undefined, Part[]>();
  for (const part of parts)
    if (part !== undefined) outputs.set(part.series, [...(outputs.get(part.series) ?? []), part]);
  return paths.flatMap((path, i) => {
    const part = parts[i];
    const all = outputs.get(part?.series) ?? [];
    if (part?.total === undefined || all.length === 1) return [path]; // a part may be given alone
    return part === all[0] ? pathsInOrder(all, 1, part.total) : [];
  });
}

/** The paths of parts in the order of their numbers; throws an InputError unless each number is there, once. */
function pathsInOrder(parts: readonly Part[], first: number, last: number): string[] {
  const found = new Map<number, string>();
  for (const { path, index } of parts) {
    const same = found.get(index);
    if (same !== undefined)
      throw new InputError(`${same} and ${path} are the same part; name each part once`);
    if (index < first || index > last)
      throw new InputError(`${path} is not one of ${first} to ${last}; rename it`);
    found.set(index, path);
  }
  const ordered: string[] = [];
  for (let index = first; index <= last; index++) {
    const path = found.get(index);
    if (path !== undefined) ordered.push(path);
    else
      throw new InputError(
        `${parts[0].named(index)} is missing; add it, or rename the other files if none is missing`,
      );
  }
  return ordered;
}
