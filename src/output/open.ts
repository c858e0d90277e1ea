// Opens the output that a path names: a regular file, standard output, a FIFO or a device.

import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { InputError, OutputError, OutputProblem } from '../common/errors.js';
import { faultOfName, nullDeviceOf } from '../io/platform.js';
import { openAtomicFile } from './open-file.js';
import { type Job, runPathOf } from './run-file.js';
import { openStream } from './stream.js';
import type { OutputOptions, OutputWriter } from './writer.js';

/** Names of standard output: opened by one, a file behind it would be truncated and written from its start. */
const STDOUT_NAMES = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

/** Returns what a path names, `-` for standard output; throws an OutputError if there can never be a file of that name. */
export function targetOf(path: string): string {
  if (STDOUT_NAMES.includes(path)) return '-';
  const nullDevice = nullDeviceOf(path);
  if (nullDevice !== undefined) return nullDevice;
  try {
    if (path === '') throw Object.assign(new Error(), { code: 'ENOENT' });
    const fault = faultOfName(path);
    if (fault !== undefined) throw new OutputProblem('EINVAL', `${fault}; name another file`);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (found !== undefined || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    throw new OutputProblem('ENOENT', 'it is a symbolic link to nothing; remove it, or name the file itself');
  } catch (error) {
    throw new OutputError(path, error);
  }
}

/** Opens what targetOf returned for a job. A failure leaves the file of that name as it was. */
export async function openOutput(path: string, job: Job, options: OutputOptions): Promise<OutputWriter> {
  if (path === '-' && options.resume) {
    throw new InputError('standard output cannot be resumed; name a file, or leave out resume: true');
  }
  try {
    const isStream = path === '-' || statSync(path, { throwIfNoEntry: false })?.isFile() === false;
    return await (isStream ? openStream(path) : openAtomicFile(realPath(path), job, options));
  } catch (error) {
    throw error instanceof OutputError ? error : new OutputError(path, error);
  }
}

/** Follows a symbolic link, which stays: the file is written beside its target. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Whether an interrupted run has left files beside an output with which it can be resumed. */
export function isResumable(path: string): boolean {
  return existsSync(runPathOf(realPath(path)));
}
