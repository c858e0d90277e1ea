// The errors of the library, and the messages for system errors. Each message names the cause and the remedy. The name
// of an error tells its class where instanceof cannot, for example between two copies of the package. An option is
// named as the flag of the command: --force is force: true in the library.

import { oneLine, quote, textIn } from './quote.js';

/** An input is wrong, such as a number, a format or a list. The message names the value. */
export class InputError extends RangeError {
  /** tells the class where instanceof cannot */
  override name = 'InputError';
}

/** A filter cannot be loaded, throws, or does not return a boolean. The message names the filter and the deal. */
export class FilterError extends Error {
  /** tells the class where instanceof cannot */
  override name = 'FilterError';
}

/** Bytes cannot be written. Who opened the output names it. */
export class WriteError extends Error {
  override name = 'WriteError';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { message, code } = toFailure(cause);
    super(message, { cause });
    this.code = code;
  }
}

/** A worker thread ended before its task was done; or no worker, or no kernel, starts. */
export class WorkerError extends Error {
  override name = 'WorkerError';
}

/** Throws a WorkerError where no kernel can run. */
export function checkWebAssembly(): void {
  if (typeof WebAssembly === 'undefined')
    throw new WorkerError('WebAssembly is switched off; start Node without --jitless');
}

/** The remedy if the system has no addresses for the memory of a kernel. */
export const ADDRESS_REMEDY =
  'a kernel takes 10 GB of addresses; use fewer threads, raise ulimit -v, or set ' +
  'NODE_OPTIONS=--disable-wasm-trap-handler';

/** Explains that a worker or a kernel does not start; names the limit and the remedy if there is no room for it. */
export function describeStartError(error: unknown): string {
  const { message } = toFailure(error);
  if (/\bEAGAIN\b/.test(message))
    return 'no more threads are allowed; use fewer or raise the limit (ulimit -u)';
  if (/\bE[MN]FILE\b/.test(message))
    return 'too many open files; use fewer threads or raise the limit (ulimit -n)';
  return message;
}

/** The number of EDQUOT in Linux, for which Node has no name. */
const EDQUOT = -122;

/** An error as data, because an error that leaves a worker thread loses its class, code and cause. */
export interface Failure {
  name: string | undefined; // of its class
  message: string;
  code: string | undefined; // the system's name for it, such as ENOSPC
}

export function toFailure(error: unknown): Failure {
  const [name, message = quote(error), code] = ['name', 'message', 'code'].map((key) => textIn(error, key));
  const isQuota = (error as NodeJS.ErrnoException | null | undefined)?.errno === EDQUOT;
  return { name, message, code: isQuota ? 'EDQUOT' : code };
}

/** Makes the error again. It has its class if tasks throw that class on purpose. */
export function toError(failure: Failure): Error {
  const { name, message, code } = failure;
  if (name === 'FilterError') return new FilterError(message);
  if (name === 'WriteError') return new WriteError(failure);
  return Object.assign(new Error(message), code !== undefined && { code });
}

/** The reader of a pipe has closed it, as `head` does. This is a normal end, not a failure. */
export class ReaderClosedError extends Error {
  override name = 'ReaderClosedError';
  override message = 'the reader has closed the pipe';
}

/** A file is damaged, cut off or wrong. The message says what is wrong. */
export class DamageError extends Error {
  /** tells the class where instanceof cannot */
  override name = 'DamageError';
}

/** Adds the path to the message of a DamageError; returns any other error unchanged. */
export function nameDamaged(path: string, error: unknown): unknown {
  return error instanceof DamageError ? new DamageError(`${path}: ${error.message}`) : error;
}

/** The meaning and the remedy of each system error. */
const REMEDIES: Record<string, [why: string, remedy: string]> = {
  EACCES: ['permission denied', 'change the permissions, or name another file'],
  EBADF: ['it is closed', 'name a file'],
  EBUSY: ['another program has it open', 'close it there'],
  EDQUOT: ['the disk quota is used up', 'free some space or write elsewhere'],
  EEXIST: ['another run has begun it', 'wait until that ends'],
  EFBIG: ['the file exceeds the size limit set here', 'raise it (ulimit -f) or write elsewhere'],
  EIO: ['the device failed', 'check the disk'],
  EISDIR: ['it is a folder', 'name a file in it'],
  ELOOP: ['a symbolic link is in the way', 'name the file itself'],
  EMFILE: ['too many open files', 'raise the limit (ulimit -n)'],
  ENAMETOOLONG: ['the name is too long', 'use a shorter one'],
  ENOENT: ['its folder does not exist', 'create it first'],
  ENXIO: ['it is not a regular file', 'name another file'],
  ENOSPC: ['no space left on the device', 'free some or write elsewhere'],
  ENOTDIR: ['a part of the path is not a folder', 'check the path'],
  EPERM: ['the system does not permit it', 'change that, or name another file'],
  EROFS: ['the file system is read-only', 'make it writable or write elsewhere'],
};
const READ_REMEDIES = { ...REMEDIES, ENOENT: ['there is no such file', 'check the path'] };

/** The meaning and the remedy of a system error, by default on writing; the message alone of any other error. */
export function explain(cause: unknown, remedies: Record<string, string[]> = REMEDIES): string[] {
  const { message, code = '' } = toFailure(cause);
  return remedies[code] ?? [oneLine(message)];
}

/** Joins a path and why it failed. The system has no error of its own for a path without characters. */
function withCause(path: string, why: string): string {
  return path === '' ? "'': the path is empty; name a file" : `${oneLine(path)}: ${why}`;
}

/** A file cannot be read. The message names the path, the cause and the remedy, in one line. */
export class ReadError extends Error {
  /** tells the class where instanceof cannot */
  override name = 'ReadError';
  /** the system's name of the error, such as ENOENT */
  readonly code: string | undefined;

  constructor(path: string, cause: unknown) {
    super(`cannot read ${withCause(path, explain(cause, READ_REMEDIES).join('; '))}`, { cause });
    this.code = toFailure(cause).code;
  }
}

/** A problem with an output that has its final message, and perhaps the system's name for its kind, such as EEXIST. */
export class OutputProblem extends Error {
  override name = 'OutputProblem';

  constructor(
    readonly code: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** An output cannot be written. The message names the path, the cause and the remedy, in one line. */
export class OutputError extends Error {
  /** tells the class where instanceof cannot */
  override name = 'OutputError';
  /** the system's name of the error, such as ENOSPC; undefined if there is none */
  readonly code: string | undefined;

  /** @internal */
  constructor(path: string, cause: unknown, advice = '') {
    const [reason, remedy = advice && 'remove the cause'] = explain(cause);
    const why = cause instanceof OutputProblem ? cause.message : reason + (remedy && `; ${remedy}`) + advice;
    super(`cannot write ${withCause(path, why)}`, { cause });
    this.code = toFailure(cause).code;
  }
}
