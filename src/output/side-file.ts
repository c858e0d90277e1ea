// FILE.partial and FILE.run. Anybody who may write to the folder can have put something else under these names, so they
// are opened without following links, and looked at through the descriptor.

import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats, unlinkSync } from 'node:fs';
import { describeWriteError, OutputProblem, toFailure } from '../common/errors.js';
import { isSameIdentity, retryWhileHeld } from '../io/platform.js';

/** The journal beside the file at a path. */
export function journalPathOf(path: string): string {
  return `${path}.run`;
}

export function partialPathOf(path: string): string {
  return `${path}.partial`;
}

/** A file as it was found. */
export interface SideFile {
  fd: number | undefined; // open for reading and writing; undefined if it has a fault
  bytes: number; // 0 if it has a fault
  fault: string | undefined; // what keeps it from being used, to stand after its name
  code: string | undefined; // of the fault
}

const OPEN_FAULTS: Record<string, string> = {
  EISDIR: 'is a folder',
  ELOOP: 'is a symbolic link',
  ENXIO: 'is not a regular file',
};

/** Opens a file that exists, `flags` being added to O_RDWR; undefined if there is none. */
export function openSideFile(path: string, flags = 0): SideFile | undefined {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
  let fd: number;
  try {
    // without O_NONBLOCK, a FIFO could be waited for
    fd = openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | flags);
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'ENOENT') return undefined;
    const fault = OPEN_FAULTS[code ?? ''] ?? `cannot be opened (${describeWriteError(error)})`;
    return { fd: undefined, bytes: 0, fault, code };
  }
  const stat = fstatSync(fd);
  const fault = faultOf(stat);
  if (fault === undefined) return { fd, bytes: stat.size, fault, code: undefined };
  closeSync(fd);
  return { fd: undefined, bytes: 0, fault, code: 'EEXIST' };
}

function faultOf(stat: Stats): string | undefined {
  if (!stat.isFile()) return 'is not a regular file';
  if (stat.nlink > 1) return 'has more than one hard link';
  const user = process.geteuid?.();
  return user === undefined || stat.uid === user ? undefined : `belongs to another user (${stat.uid})`;
}

/**
 * Creates a file that nothing may be in the way of, open for reading and writing.
 * Throws an OutputProblem where nobody could tell later whether it is still the file under its name.
 */
export function createSideFile(path: string, mode: number, flags = 0): number {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  const fd = openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | flags, mode);
  if (isSameFile(path, fd)) return fd;
  closeSync(fd);
  unlinkSync(path);
  throw noIdentities();
}

/** The path of a file that was opened by it names another file, again and again. */
export function noIdentities(): OutputProblem {
  return new OutputProblem(
    undefined,
    'this file system does not keep file identities (inode numbers); write elsewhere, or to standard output (-o -)',
  );
}

/** Removes a file, whatever it is, if there is one. Throws an OutputProblem that ends with the remedy. */
export async function removeSideFile(
  path: string,
  remedy = 'remove it, or name another file',
): Promise<void> {
  try {
    if (isFolder(path)) throw Object.assign(new Error(), { code: 'EISDIR' });
    await retryWhileHeld(path, () => unlinkSync(path));
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'ENOENT') return;
    const why = REMOVE_FAULTS[code ?? ''];
    throw new OutputProblem(
      code,
      `${path} cannot be removed (${why ?? describeWriteError(error)}); ${remedy}`,
    );
  }
}

const REMOVE_FAULTS: Record<string, string> = {
  EACCES: 'permission denied',
  EBUSY: 'another program has it open',
  EISDIR: 'it is a folder',
  EPERM: 'it belongs to another user',
};

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether a path names an open file. */
export function isSameFile(path: string, fd: number): boolean {
  const named = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const open = fstatSync(fd, { bigint: true });
  return named !== undefined && isSameIdentity(named, open);
}
