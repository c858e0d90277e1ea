// FILE.partial and FILE.run. Any user who may write to the folder can put something else under these names, so they are
// opened without following links, and examined through the descriptor.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { crc32Hex } from '../common/crc32.js';
import { describeCause, OutputProblem, toFailure } from '../common/errors.js';
import { isSameIdentity, retryWhileHeld } from '../io/platform.js';

export function journalPathOf(path: string): string {
  return `${path}.run`;
}

export function partialPathOf(path: string): string {
  return `${path}.partial`;
}

/** The path of a file that only the run with an `id` makes, for a moment: another name, or a copy, of FILE.partial. */
export function ownPathOf(path: string, id: string): string {
  return `${partialPathOf(path)}.${crc32Hex(id)}`;
}

export class SideFile {
  constructor(
    readonly path: string,
    readonly fd: number,
  ) {}

  get bytes(): number {
    return fstatSync(this.fd).size;
  }

  isInPlace(): boolean {
    const named = lstatSync(this.path, { bigint: true, throwIfNoEntry: false });
    const open = fstatSync(this.fd, { bigint: true });
    return named !== undefined && isSameIdentity(named, open);
  }

  /** Removes the file if the path still names it; throws an OutputProblem if that fails. */
  async remove(): Promise<void> {
    if (this.isInPlace()) await removePath(this.path, 'remove it');
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** Something that cannot be used in place of a side file. */
export interface Unusable {
  fault: string; // to stand after its name
  code: string | undefined;
}

const OPEN_FAULTS: Record<string, string> = {
  EISDIR: 'is a folder',
  ELOOP: 'is a symbolic link',
  ENXIO: 'is not a regular file',
};

/** Opens a file that exists, with `flags` added to O_RDWR; returns undefined if there is none. */
export function findSideFile(path: string, flags = 0): SideFile | Unusable | undefined {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
  let fd: number;
  try {
    // without O_NONBLOCK, opening a FIFO could wait
    fd = openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | flags);
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'EMFILE' || code === 'ENFILE') throw error; // the file may not even exist
    return { fault: OPEN_FAULTS[code ?? ''] ?? `cannot be opened (${describeCause(error)})`, code };
  }
  const fault = faultOf(fstatSync(fd));
  if (fault === undefined) return new SideFile(path, fd);
  closeSync(fd);
  return { fault, code: 'EEXIST' };
}

function faultOf(stat: Stats): string | undefined {
  if (!stat.isFile()) return 'is not a regular file';
  if (stat.nlink > 1) return 'has more than one hard link';
  const user = process.geteuid?.();
  return user === undefined || stat.uid === user ? undefined : `belongs to another user (${stat.uid})`;
}

/** Creates a file for reading and writing; throws EEXIST if anything has its name. */
export function createSideFile(path: string, mode: number, flags = 0): SideFile {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  const file = new SideFile(path, openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | flags, mode));
  if (file.isInPlace()) return file;
  file.close();
  if (!existsSync(path))
    throw new OutputProblem('EBUSY', `another run has removed ${path}; wait until that ends`);
  unlinkSync(path);
  throw noIdentities();
}

/** The problem that a path names another file than the one it has just opened, again and again. */
export function noIdentities(): OutputProblem {
  return new OutputProblem(
    undefined,
    'this file system does not keep file identities (inode numbers); write elsewhere, or to standard output (-o -)',
  );
}

/** Removes whatever file has a path, if any. Throws an OutputProblem that ends with the remedy. */
export async function removePath(path: string, remedy = 'remove it, or name another file'): Promise<void> {
  try {
    const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder) throw Object.assign(new Error(), { code: 'EISDIR' });
    await retryWhileHeld(path, () => unlinkSync(path));
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'ENOENT') return;
    throw new OutputProblem(code, `${path} cannot be removed (${describeCause(error)}); ${remedy}`);
  }
}
