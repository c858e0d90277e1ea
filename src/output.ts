// Where the bytes go. A regular file is written beside its name and gets the name when it is whole; what is not a
// regular file (a pipe, a device) is written to as it is.

import {
  closeSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  write,
  writeSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OutputError } from './errors.js';

const writeSome = promisify(write);

const STDOUT_FD = 1;
const RETRY_AFTER = 2; // ms, where a pipe that is set to non-blocking takes no more

export interface Output {
  name: string; // for messages
  fd: number;
  /** takes writes at any place in any order, from any thread */
  isSeekable: boolean;
  /** Makes the whole output appear under its name. */
  publish(): void;
  /** Leaves nothing behind; what the name stood for before stays. Does nothing after publish. */
  discard(): void;
}

/** Standard output, in order. */
function stdout(): Output {
  return { name: 'standard output', fd: STDOUT_FD, isSeekable: false, publish() {}, discard() {} };
}

/** What is there and is no regular file takes the bytes as they come, as with cp. */
function existing(path: string): Output {
  const fd = openSync(path, 'w');
  const close = closing(fd);
  return { name: path, fd, isSeekable: isSeekable(fd), publish: close, discard: close };
}

function isSeekable(fd: number): boolean {
  try {
    writeSync(fd, new Uint8Array(0), 0, 0, 0);
    return true;
  } catch {
    return false; // ESPIPE
  }
}

function regular(path: string): Output {
  const partial = `${path}.partial`;
  const fd = openSync(partial, 'w');
  const close = closing(fd);
  let isPublished = false;
  return {
    name: path,
    fd,
    isSeekable: true,
    publish() {
      close();
      renameSync(partial, path);
      isPublished = true;
    },
    discard() {
      close();
      if (!isPublished) rmSync(partial, { force: true });
    },
  };
}

/** Closes a file the first time it is called: the number may be another file's by the second. */
function closing(fd: number): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
}

/** What a path stands for now. */
export interface Target {
  path: string;
  found: Stats | undefined;
}

/** Looks at `path`, `-` being standard output; throws an OutputError where a file of that name can never be. */
export function targetOf(path: string): Target {
  let found: Stats | undefined;
  try {
    if (path !== '-') found = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new OutputError(path, error);
  }
  if (found?.isDirectory()) throw new OutputError(path, { message: '', code: 'EISDIR' });
  return { path, found };
}

/** Opens a target for writing; throws an OutputError where a file is there already, unless `force`. */
export function openOutput({ path, found }: Target, force: boolean): Output {
  try {
    if (path === '-') return stdout();
    if (found === undefined) return regular(path);
    if (!found.isFile()) return existing(path);
    if (!force) throw new Error('it exists already; use --force to replace it, or name another file');
    // a symbolic link stays, and what it points at is replaced
    return regular(realpathSync(path));
  } catch (error) {
    throw new OutputError(path, error);
  }
}

/**
 * Writes all bytes where the output stands, off the main thread: a reader that does not read stops nobody else.
 * Returns false where the reader has closed the pipe, which is a normal end.
 */
export async function writeNext(fd: number, bytes: Uint8Array): Promise<boolean> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += (await writeSome(fd, bytes, done, bytes.length - done, null)).bytesWritten;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      await sleep(RETRY_AFTER);
    }
  }
  return true;
}
