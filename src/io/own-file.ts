// Files of this program in a folder where any user may put something else under their names. They are opened without
// following links, examined through the descriptor, and renamed or removed only if the name is still theirs.

import {
  close,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { explain, OutputProblem, toFailure } from '../common/errors.js';
import { isSameIdentity, retryWhileHeld } from './platform.js';

const closeLater = promisify(close);

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

export class OwnFile implements Disposable {
  readonly [Symbol.dispose] = () => this.close();

  constructor(
    readonly path: string,
    readonly fd: number,
  ) {}

  get bytes(): number {
    return fstatSync(this.fd).size;
  }

  /** Tells this file from all others on the machine, also from a later one with the same inode number. */
  get identity(): string {
    const { dev, ino, birthtimeNs } = fstatSync(this.fd, { bigint: true });
    return `${dev} ${ino} ${birthtimeNs}`;
  }

  /** Whether a path names this file; default: the path by which it was opened. */
  isAt(path = this.path): boolean {
    const named = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return named !== undefined && isSameIdentity(named, fstatSync(this.fd, { bigint: true }));
  }

  /** Removes the file if its path still names it; throws an OutputProblem if that fails. */
  async remove(): Promise<void> {
    if (this.isAt()) await removePath(this.path, 'remove it');
  }

  /** Rejects unless the file has these bytes, or with what closing it would: NFS reports a full quota only then. */
  async checkComplete(bytes: number): Promise<void> {
    if (!this.isAt()) throw replaced(this.path);
    const cut = `${this.path} has ${this.bytes} bytes of ${bytes}: another program has changed it; start over`;
    if (this.bytes !== bytes) throw new OutputProblem(undefined, cut);
    await closeLater(openSync(this.path, O_RDWR | O_NOFOLLOW | O_NONBLOCK));
  }

  /**
   * Gives the file another name, and checks that it was this file: this run may have been paused, and taken over by
   * another, whose FILE.partial then goes back. Only `force` replaces another file; otherwise an OutputProblem.
   */
  async publish(name: string, force: boolean, hasLaterRun = () => false): Promise<void> {
    if (!this.isAt()) throw replaced(this.path);
    if (force) this.#takeOverMode(name);
    await retryWhileHeld(() => {
      if (force || !this.#link(name)) renameSync(this.path, name);
    });
    if (this.isAt(name)) return;
    if (areSame(name, this.path)) unlinkSync(name);
    else if (hasLaterRun() && !existsSync(this.path)) renameSync(name, this.path);
    throw replaced(this.path);
  }

  /** Links a name to the file: unlike a rename, this replaces no file. Returns false if there are no hard links. */
  #link(name: string): boolean {
    try {
      linkSync(this.path, name);
      return true;
    } catch {
      if (this.isAt(name)) return true; // a run of the same job has published it
      if (!existsSync(name)) return false; // a file may still appear, in the microseconds before the rename
      const remedy = 'to replace it, resume with --resume and --force';
      throw new OutputProblem('EEXIST', `it appeared while it was written; ${remedy}`);
    }
  }

  /** Keeps the permissions of the file that is replaced, but not its owner, ACLs, other attributes and hard links. */
  #takeOverMode(name: string): void {
    try {
      fchmodSync(this.fd, statSync(name).mode & 0o777);
    } catch {
      // there is no such file, or its file system has no permissions
    }
  }

  close(): void {
    closeSync(this.fd);
  }
}

export function areSame(path: string, other: string): boolean {
  const [a, b] = [path, other].map((name) => lstatSync(name, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && isSameIdentity(a, b);
}

export function replaced(path: string): OutputProblem {
  return new OutputProblem('EBUSY', `another run has replaced ${path}; wait until that ends`);
}

/** Opens a file, with `flags` added to O_RDWR; undefined if there is none, an OutputProblem if it cannot be used. */
export function findOwnFile(path: string, flags = 0): OwnFile | undefined {
  const unusable = (fault: string, code = 'EEXIST') =>
    new OutputProblem(code, `${path} ${fault}; remove it, or name another file`);
  let fd: number;
  try {
    // without O_NONBLOCK, opening a FIFO could wait
    fd = openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | flags, 0o644);
  } catch (error) {
    const { code = '' } = toFailure(error);
    if (code === 'ENOENT' && (flags & O_CREAT) === 0) return undefined;
    const isMissing = lstatSync(path, { throwIfNoEntry: false }) === undefined;
    // these are not the fault of the file
    if (isMissing || ['EMFILE', 'ENFILE', 'EROFS'].includes(code)) throw error;
    throw unusable(`cannot be opened (${explain(error)[0]})`, code);
  }
  const fault = faultOf(fstatSync(fd));
  if (fault === undefined) return new OwnFile(path, fd);
  closeSync(fd);
  throw unusable(fault);
}

function faultOf(stat: Stats): string | undefined {
  if (!stat.isFile()) return 'is not a regular file';
  if (stat.nlink > 1) return 'has more than one hard link';
  const user = process.geteuid?.();
  return user === undefined || stat.uid === user ? undefined : `belongs to another user (${stat.uid})`;
}

/** Creates a file for reading and writing; throws EEXIST if anything has its name. */
export function createOwnFile(path: string, mode: number): OwnFile {
  return new OwnFile(path, openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode));
}

/** Removes whatever file has a path, if any. Throws an OutputProblem that ends with the remedy. */
export async function removePath(path: string, remedy = 'remove it, or name another file'): Promise<void> {
  try {
    const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder) throw Object.assign(new Error(), { code: 'EISDIR' });
    await retryWhileHeld(() => unlinkSync(path));
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'ENOENT') return;
    throw new OutputProblem(code, `${path} cannot be removed (${explain(error)[0]}); ${remedy}`);
  }
}
