// Where the bytes go. A regular file is written as FILE.partial, with its journal FILE.run beside it, and gets its name
// when it is whole; what is not a regular file (a pipe, a device) is written to as it is.

import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fsyncSync,
  lstatSync,
  open,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  truncateSync,
  write,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { grouped, OutputError } from './errors.js';
import { type Job, type Journal, openJournal } from './journal.js';

const syncData = promisify(fdatasync);
const openLater = promisify(open);
const writeSome = promisify(write);

const STDOUT_FD = 1;
/** Opened by these names, a file behind standard output would be emptied and written from its start. */
const STDOUT_PATHS = ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];
const RETRY_AFTER = 2; // ms, where a pipe that is set to non-blocking takes no more
/** From one note in the journal to the next, ms; a shorter run makes none. The tests make more. */
const NOTE_AFTER = Number(process.env.FREECELL_DEALS_TEST_NOTE_AFTER ?? 5000);

export interface Output {
  name: string; // for messages
  howOn: string; // for messages: what to do once the cause of a failure is gone
  fd: number;
  /** takes writes at any place in any order, from any thread */
  isSeekable: boolean;
  /** bytes from the start that an earlier run left right */
  safe: number;
  /** bytes from the start that it left written, beyond `safe` perhaps wrongly */
  left: number;
  /** Tells that all bytes up to `bytes` are written; every few seconds that is made safe, in the background. */
  reached(bytes: number): void;
  /** Makes the whole output appear under its name. */
  publish(): Promise<void>;
  /** Closes it as it is; a file can be carried on with. Does nothing after publish. */
  leave(): Promise<void>;
  /** Closes it and removes the unfinished file, which nobody will carry on with. Does nothing after publish. */
  discard(): Promise<void>;
}

export interface OutputOptions {
  force: boolean; // a file that is there is replaced, what a stopped run left is begun anew
  resume: boolean; // what a stopped run left is carried on with
  sync: boolean; // the data is on the disk before the file appears under its name
}

/** A pipe, a terminal or a device: it takes the bytes as they come, as with cp. */
function stream(name: string, fd: number, close: () => void): Output {
  const end = async () => close();
  return {
    name,
    howOn: '',
    fd,
    isSeekable: isSeekable(fd),
    safe: 0,
    left: 0,
    reached() {},
    publish: end,
    leave: end,
    discard: end,
  };
}

function isSeekable(fd: number): boolean {
  try {
    writeSync(fd, new Uint8Array(0), 0, 0, 0);
    return true;
  } catch {
    return false; // ESPIPE
  }
}

/** Closes a file the first time it is called: the number may be another file's by the second. */
function closing(fd: number): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
}

/** FILE.partial for a job: new, or as a stopped run of the same job left it. */
function regular(path: string, job: Job, options: OutputOptions): Output {
  const partial = `${path}.partial`;
  const journal = openJournal(journalOf(path));
  try {
    const { safe, left } = takeOver(partial, journal, job, options);
    const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
    const fd = openSync(partial, O_RDWR | O_CREAT | O_NOFOLLOW, 0o666);
    const howOn = ', then carry on with --resume';
    return {
      name: path,
      howOn,
      fd,
      isSeekable: true,
      safe,
      left,
      ...keeping(path, partial, fd, journal, options),
    };
  } catch (error) {
    // nothing was begun, or it stays as it was found
    if (journal.noted === undefined) journal.remove();
    else journal.leave();
    throw error;
  }
}

/** Decides what becomes of what a stopped run left, and that there is room for the rest. */
function takeOver(partial: string, journal: Journal, job: Job, { force, resume }: OutputOptions) {
  const size = statSync(partial, { throwIfNoEntry: false })?.size;
  const begun = journal.noted?.job;
  if (size !== undefined && journal.noted === undefined && !force) {
    throw new Error(`${partial} is in the way and no run is known that left it; remove it, or use --force`);
  }
  if (size !== undefined && !force && !resume) {
    const of = begun === undefined ? '' : ` of ${grouped(begun.bytes)}`;
    throw new Error(
      `a run that was stopped left ${partial}, ${grouped(size)}${of} bytes; carry on with --resume, or start over with --force`,
    );
  }
  const carriesOn = size !== undefined && resume && journal.noted !== undefined;
  if (carriesOn && begun !== undefined) checkSame(begun, job);
  const left = carriesOn ? Math.min(size, job.bytes) : 0;
  checkSpace(dirname(partial), job.bytes - left);
  if (!carriesOn) {
    rmSync(partial, { force: true }); // not emptied: it might be a link to something
    journal.begin(job);
  } else if (size > job.bytes) {
    truncateSync(partial, job.bytes);
  }
  return { safe: carriesOn ? Math.min(journal.noted?.safe ?? 0, left) : 0, left };
}

function checkSame(begun: Job, job: Job): void {
  const shown = (value: unknown) => String(value).replace(/^(.{50}).+/, '$1...');
  const different = (Object.keys(job) as (keyof Job)[])
    .filter((key) => begun[key] !== job[key])
    .map((key) => `${key} ${shown(begun[key])}, not ${shown(job[key])}`);
  if (different.length === 0) return;
  throw new Error(
    `the run that was begun has ${different.join('; ')}; resume it as it was, or start over with --force`,
  );
}

/** Throws where a folder's disk has less room than `needed` bytes. */
function checkSpace(folder: string, needed: number): void {
  const { blocks, bavail, bsize } = statfsSync(folder);
  if (blocks === 0 || bavail * bsize >= needed) return; // some file systems do not tell
  throw new Error(
    `it needs ${grouped(needed)} bytes and the disk has ${grouped(bavail * bsize)} free; free some or write elsewhere`,
  );
}

/** What is done with FILE.partial while it is written and when it is whole. */
function keeping(
  path: string,
  partial: string,
  fd: number,
  journal: Journal,
  { force, sync }: OutputOptions,
) {
  const close = closing(fd);
  let isPublished = false;
  let lastNote = performance.now();
  let noting: Promise<void> | undefined;
  let failure: unknown;

  async function note(bytes: number): Promise<void> {
    try {
      await syncData(fd);
      journal.note(bytes);
    } catch (error) {
      failure = error;
    }
    lastNote = performance.now();
    noting = undefined;
  }

  return {
    reached(bytes: number) {
      if (failure !== undefined) throw failure;
      if (noting === undefined && performance.now() - lastNote > NOTE_AFTER) noting = note(bytes);
    },
    async publish() {
      await noting;
      if (sync) await syncData(fd);
      if (!force && existsSync(path))
        throw new Error('it appeared while it was written; use --force to replace it');
      close();
      renameSync(partial, path);
      isPublished = true;
      if (sync) syncFolder(dirname(path));
      journal.remove();
    },
    async leave() {
      if (isPublished) return;
      await noting;
      close();
      journal.leave();
    },
    async discard() {
      if (isPublished) return;
      await noting;
      close();
      rmSync(partial, { force: true });
      journal.remove();
    },
  };
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** What a path stands for now. */
export interface Target {
  path: string;
  found: Stats | undefined;
}

/** Looks at `path`, `-` being standard output; throws an OutputError where a file of that name can never be. */
export function targetOf(path: string): Target {
  if (path === '-' || STDOUT_PATHS.includes(path)) return { path: '-', found: undefined };
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      throw new Error('it is a symbolic link to nothing; remove it, or name the file itself');
    }
  } catch (error) {
    throw new OutputError(path, error);
  }
  if (found?.isDirectory()) throw new OutputError(path, { message: '', code: 'EISDIR' });
  return { path, found };
}

/** Opens a target for a job; throws an OutputError where that cannot be, or must not without `force` or `resume`. */
export async function openOutput({ path, found }: Target, job: Job, options: OutputOptions): Promise<Output> {
  try {
    if (path === '-') return stream('standard output', STDOUT_FD, () => {});
    if (found !== undefined && !found.isFile()) {
      const fd = await openLater(path, 'w'); // of a FIFO, this waits for a reader
      return stream(path, fd, closing(fd));
    }
    if (found !== undefined && !options.force) {
      throw new Error('it exists already; use --force to replace it, or name another file');
    }
    return regular(realPath(path), job, options);
  } catch (error) {
    throw new OutputError(path, error);
  }
}

/** Where a symbolic link points at: the link stays, and what it points at is written. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** The journal beside an output. */
export function journalOf(path: string): string {
  return `${realPath(path)}.run`;
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
