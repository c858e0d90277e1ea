// Opens the output that a path names: a regular file, standard output, a FIFO or a device.

import { existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { InputError, OutputError, OutputProblem } from '../common/errors.js';
import { faultOfName, nullDeviceOf } from '../io/platform.js';
import type { Job } from './journal-lines.js';
import { existsAlready, finishPublication, openAtomicFile } from './open-file.js';
import { journalPathOf, partialPathOf } from './side-file.js';
import { openSpool } from './spool.js';
import { openStream } from './stream.js';
import type { OutputOptions, OutputWriter } from './writer.js';

/** Names of standard output: opened by one, a file behind it would be truncated and written from its start. */
const STDOUT_PATHS = ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

export interface Target {
  path: string; // `-` for standard output
  found: Stats | undefined;
}

/** Examines `path`, `-` for standard output; throws an OutputError if there can never be a file of that name. */
export function targetOf(path: string): Target {
  if (path === '-' || STDOUT_PATHS.includes(path)) return { path: '-', found: undefined };
  const nullDevice = nullDeviceOf(path);
  if (nullDevice !== undefined) return { path: nullDevice, found: statSync(nullDevice) };
  let found: Stats | undefined;
  try {
    const fault = faultOfName(path);
    if (fault !== undefined) throw new OutputProblem('EINVAL', `${fault}; name another file`);
    statSync(partialPathOf(path), { throwIfNoEntry: false }); // a name may be too long for what is written beside it
    found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      throw new OutputProblem(
        'ENOENT',
        'it is a symbolic link to nothing; remove it, or name the file itself',
      );
    }
  } catch (error) {
    throw new OutputError(path, error);
  }
  if (found?.isDirectory()) throw new OutputError(path, { message: '', code: 'EISDIR' });
  return { path, found };
}

/** Opens a target for a job. Without a job, the output cannot be resumed. A failure changes no file. */
export async function openOutput(
  { path, found }: Target,
  job: Job | undefined,
  options: OutputOptions,
): Promise<OutputWriter> {
  if (path === '-' && options.resume) {
    throw new InputError('standard output cannot be resumed; name a file, or leave out resume: true');
  }
  try {
    if (path === '-' || (found !== undefined && !found.isFile())) {
      const stream = await openStream(path);
      if (!options.headComesLast || stream.shared !== undefined) return stream;
      return await openSpool(stream);
    }
    if (found !== undefined && !options.force) {
      await tidyPublished({ path, found });
      throw existsAlready();
    }
    return await openAtomicFile(realPath(path), job, options);
  } catch (error) {
    throw error instanceof OutputError ? error : new OutputError(path, error);
  }
}

/** Removes the side files of a run that published a file and then died. */
export async function tidyPublished({ path }: Target): Promise<void> {
  await finishPublication(realPath(path)).catch(() => {}); // the published file is right in any case
}

/** Follows a symbolic link, which stays: the file is written beside its target. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Returns the path of an output's checkpoint journal; if it exists, an interrupted run can be resumed. */
export function journalOf(path: string): string {
  return journalPathOf(realPath(path));
}
