// The check that a run does not read a file that it writes: its output, or FILE.partial and FILE.run beside it.

import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { InputError, ReadError } from '../common/errors.js';
import { isSameIdentity } from '../io/platform.js';
import { standard } from '../io/standard.js';
import { realPath } from '../output/open.js';
import { partialPathOf, runPathOf } from '../output/run-file.js';

/**
 * Throws an InputError if one of the files at `paths` (`-` for standard input) is one that the output writes, and a
 * ReadError if there is none. Call it before the output is opened.
 */
export function checkInputs(output: string, paths: readonly string[]): void {
  const real = realPath(output);
  const written = (output === '-' ? ['-'] : [real, partialPathOf(real), runPathOf(real)]).map((path) => ({
    name: path === '-' ? 'standard output' : path === real ? output : path,
    stat: statOf(path, standard.output),
  }));
  for (const path of paths) {
    const stat = statOf(path, standard.input);
    if (stat === undefined && path !== '-') throw new ReadError(path, { message: '', code: 'ENOENT' });
    if (!stat?.isFile()) continue; // a device may be both
    const same = written.find((other) => other.stat !== undefined && isSameIdentity(other.stat, stat));
    if (same === undefined) continue;
    const input = path === '-' ? 'standard input' : path;
    const as = same.name === input ? '' : `, as ${same.name},`;
    throw new InputError(`${input} is read and${as} written by this run; name another output`);
  }
}

/** The state of a file, or of a standard stream for `-`; undefined if there is none, or if the stream is closed. */
function statOf(path: string, fd: number): BigIntStats | undefined {
  try {
    return path === '-' ? fstatSync(fd, { bigint: true }) : statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
