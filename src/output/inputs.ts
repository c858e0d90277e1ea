// The check that a run does not read a file that it writes: its output, or FILE.partial and FILE.run beside it.

import { type BigIntStats, closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { InputError, ReadError } from '../common/errors.js';
import { isSameIdentity } from '../io/platform.js';
import { standard } from '../io/standard.js';
import { realPath, type Target } from './open.js';
import { journalPathOf, partialPathOf } from './side-file.js';

/**
 * Throws an InputError if one of the files at `paths` (`-` for standard input) is one that the output writes, and a
 * ReadError if one cannot be opened. Call it before the output is opened.
 */
export function checkInputs({ path: output }: Target, paths: readonly string[]): void {
  const real = output === '-' ? '-' : realPath(output);
  const written = (real === '-' ? [real] : [real, partialPathOf(real), journalPathOf(real)]).map((path) => ({
    path: path === real ? output : path,
    stat: path === '-' ? statOf(standard.output) : statSync(path, { bigint: true, throwIfNoEntry: false }),
  }));
  for (const path of paths) {
    const stat = path === '-' ? statOf(standard.input) : openable(path);
    if (stat === undefined || !stat.isFile()) continue; // a device may be both
    const same = written.find((other) => other.stat !== undefined && isSameIdentity(other.stat, stat));
    if (same === undefined) continue;
    const [input, as] = [path, same.path].map((name, i) =>
      name === '-' ? `standard ${i ? 'out' : 'in'}put` : name,
    );
    throw new InputError(
      `${input} is read and${input === as ? '' : `, as ${as},`} written by this run; name another output`,
    );
  }
}

function openable(path: string): BigIntStats {
  try {
    const stat = statSync(path, { bigint: true });
    if (stat.isFile()) closeSync(openSync(path, constants.O_RDONLY));
    return stat;
  } catch (error) {
    throw new ReadError(path, error);
  }
}

function statOf(fd: number): BigIntStats | undefined {
  try {
    return fstatSync(fd, { bigint: true });
  } catch {
    return undefined;
  }
}
