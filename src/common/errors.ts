// The errors of the library, and the messages of system errors: each names the cause and the remedy.

/** A wrong input: a number, a range, a format, a thread count. The message names the value. */
export class InputError extends RangeError {
  /** tells the class where instanceof cannot, as between two copies of the package */
  override name = 'InputError';
}

/** A filter cannot be loaded, throws, or returns something other than a boolean. The message names filter and deal. */
export class FilterError extends Error {
  /** tells the class where instanceof cannot, as between two copies of the package */
  override name = 'FilterError';
}

/** A chunk could not be written to the output's file. */
export class WriteError extends Error {
  override name = 'WriteError';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { message, code } = toFailure(cause);
    super(message, { cause });
    this.code = code;
  }
}

/** A worker thread ended before its task was done. */
export class WorkerError extends Error {
  override name = 'WorkerError';
}

/** What to do if the system has no addresses for the memory of a kernel. */
export const ADDRESS_REMEDY =
  'a kernel takes 10 GB of addresses; use fewer threads, raise ulimit -v, or set NODE_OPTIONS=--disable-wasm-trap-handler';

/** A failure as data, because an error loses its class, code and cause on the way out of a worker thread. */
export interface Failure {
  name?: string; // of its class
  message: string;
  code?: string; // the system's name for it, such as ENOSPC
}

export function toFailure(error: unknown): Failure {
  const { name, message, code } = Object(error) as NodeJS.ErrnoException; // null can be thrown, too
  return {
    ...(typeof name === 'string' && { name }),
    message: message ?? String(error),
    ...(typeof code === 'string' && { code }),
  };
}

/** Makes an error of a failure, of its class if it is one that tasks throw on purpose. */
export function toError(failure: Failure): Error {
  const { name, message, code } = failure;
  if (name === 'FilterError') return new FilterError(message);
  if (name === 'WriteError') return new WriteError(failure);
  return Object.assign(new Error(message), code !== undefined && { code });
}

/** The reader of a pipe has closed it, as `head` does: not a failure. */
export class ReaderClosedError extends Error {
  override name = 'ReaderClosedError';

  constructor() {
    super('the reader has closed the pipe');
  }
}

/** A file is damaged, cut off or wrong. The message says what is wrong. */
export class DamageError extends Error {
  /** tells the class where instanceof cannot, as between two copies of the package */
  override name = 'DamageError';
}

/** Adds the path to a DamageError; returns any other error as it is. */
export function nameDamaged(path: string, error: unknown): unknown {
  return error instanceof DamageError ? new DamageError(`${path}: ${error.message}`) : error;
}

/** The cause and the remedy of a system error, for the reader of a file. */
const READ_REMEDIES: Record<string, string> = {
  EACCES: 'permission denied; change the permissions',
  EBUSY: 'another program has it open; close it there',
  EIO: 'the device failed; check the disk',
  EISDIR: 'it is a folder; name a file in it',
  ENOENT: 'there is no such file; check the path',
  ENOTDIR: 'a part of the path is not a folder; check the path',
};

/** A failure to read `path`. The message is one line: path, cause, remedy. */
export class ReadError extends Error {
  /** tells the class where instanceof cannot, as between two copies of the package */
  override name = 'ReadError';
  /** the system's name of the error, such as ENOENT */
  readonly code: string | undefined;

  constructor(path: string, cause: unknown) {
    const { message, code } = toFailure(cause);
    super(`cannot read ${path}: ${READ_REMEDIES[code ?? ''] ?? message}`, { cause });
    this.code = code;
  }
}

/** The cause and the remedy of a system error, for the writer of a file. */
const WRITE_REMEDIES: Record<string, string> = {
  EACCES: 'permission denied; write elsewhere or change the permissions',
  EBUSY: 'another program has it open; close it there',
  EBADF: 'it is closed; give the command somewhere to write',
  EDQUOT: 'the disk quota is used up; free some space or write elsewhere',
  EFBIG: 'the file exceeds the size limit set here; raise it (ulimit -f) or write elsewhere',
  EIO: 'the device failed; check the disk',
  EISDIR: 'it is a folder; name a file in it',
  ELOOP: 'too many symbolic links; name the file itself',
  EMFILE: 'too many open files; raise the limit (ulimit -n)',
  ENAMETOOLONG: 'the name is too long; use a shorter one',
  ENOENT: 'its folder does not exist; create it first',
  ENOSPC: 'no space left on the device; free some or write elsewhere',
  ENOTDIR: 'a part of the path is not a folder; check the path',
  EPERM: 'the system does not permit it; write elsewhere',
  EROFS: 'the file system is read-only; write elsewhere',
};

/** Returns cause and remedy of a system error for the writer of a file; the message of any other error. */
export function describeWriteError(cause: unknown): string {
  const { message, code } = toFailure(cause);
  return cause instanceof OutputProblem ? message : (WRITE_REMEDIES[code ?? ''] ?? message);
}

/** A problem with an output, with a message for users and the system's name for its kind, such as EEXIST. */
export class OutputProblem extends Error {
  constructor(
    readonly code: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A failure to write `path`. The message is one line: path, cause, remedy.
 * It names the library's options, such as `resume: true`; the command shows them as flags.
 */
export class OutputError extends Error {
  /** tells the class where instanceof cannot, as between two copies of the package */
  override name = 'OutputError';
  /** the system's name of the error, such as ENOSPC; undefined if it has none */
  readonly code: string | undefined;

  constructor(path: string, cause: unknown, advice = '') {
    super(`cannot write ${path}: ${describeWriteError(cause)}${advice}`, { cause });
    this.code = toFailure(cause).code;
  }
}

/** Replaces the library's options in a message by flags of the command: `force: true` by --force. */
export function optionsAsFlags(message: string): string {
  return message
    .replace(/\b(force|resume|sync): true\b/g, '--$1')
    .replace(/\ballowGaps: true\b/g, '--allow-gaps')
    .replace(/\bthe option (\w+)/g, '--$1');
}

/** Formats 1234567 as "1,234,567"; Intl does the same but takes 10 ms to start. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}
