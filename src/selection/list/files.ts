// Expands patterns such as deals-*.bin, because the shells of Windows do not.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../common/errors.js';
import { quote } from '../../common/quote.js';

/** The files that paths name, or that match * or ? in the last part of a path, ordered by name. */
export function expandPatterns(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (/[*?][^\\/]*$/.test(path) && !existsSync(path) ? matchesOf(path) : [path]));
}

function matchesOf(pattern: string): string[] {
  const last = pattern.split(/[\\/]/).at(-1) as string;
  const source = last
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^(?!\\.)${source}$`);
  const folder = dirname(pattern);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => expression.test(name)) : [];
  if (names.length === 0) throw new InputError(`no file matches ${quote(pattern)}; check the path`);
  return names.sort().map((name) => join(folder, name));
}
