// Patterns of paths such as part-*.bin, which the command and the library expand as a shell does.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError, ReadError } from '../common/errors.js';
import { quote } from '../common/quote.js';

/** Whether a path is a pattern, with * or ?. A file that has this very name is that file. */
function isPattern(path: string): boolean {
  return /[*?]/.test(path) && !existsSync(path);
}

/** Paths, and in place of patterns the files that they match, in the order of the numbers in their names. */
export function expandPatterns(paths: readonly string[], expand = matchesOf): string[] {
  return paths.flatMap((path) => (isPattern(path) ? expand(path) : [path]));
}

/** The paths that match a pattern, without hidden files; with `ending`, an expression, files whose names go on so. */
export function pathsMatching(pattern: string, ending = ''): string[] {
  const folder = dirname(pattern);
  const last = pattern.split(/[\\/]/).at(-1) as string;
  const source = last
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/[*?]/g, (sign) => (sign === '*' ? '.*' : '.'));
  const expression = new RegExp(`^(?!\\.)${source}${ending}$`);
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const folders = isPattern(folder) ? pathsMatching(folder).filter(isFolder) : [folder];
  return folders.flatMap((folder) => {
    try {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names.filter((name) => expression.test(name)).map((name) => join(folder, name));
    } catch (error) {
      throw new ReadError(folder, error);
    }
  });
}

/** The paths that match a pattern, of which there is at least one. */
export function matchesOf(pattern: string): string[] {
  const paths = pathsMatching(pattern);
  if (paths.length === 0) throw new InputError(`no file matches ${quote(pattern)}; check the path`);
  // part-2 comes before part-10
  const keyOf = (path: string) => `${path.replace(/\d+/g, (digits) => digits.padStart(20, '0'))}\0${path}`;
  return paths.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
