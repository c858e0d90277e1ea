// Where the bytes go. A regular file is written as FILE.partial, with its journal FILE.run beside it, and gets its name
// when it is whole; what is not a regular file (a pipe, a device) is written to as it is.

import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
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
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { grouped, OutputError } from '../common/errors.js';
import { readAt } from '../io/positioned.js';
import { writeNext } from '../io/stream.js';
import { type Job, type Journal, NOTHING, openJournal, type Reached } from './journal.js';

const syncData = promisify(fdatasync);
const openLater = promisify(open);

const STDOUT_FD = 1;
/** Opened by these names, a file behind standard output would be emptied and written from its start. */
const STDOUT_PATHS = ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];
const SPOOL_BLOCK = 1024 * 1024;
/** Texts are gathered to so many characters, or so many ms, to a write. */
const TEXT_BATCH = 64 * 1024;
const TEXT_WITHIN = 50;
const EXISTS = 'it exists already; use --force to replace it, or name another file';
/** From one note in the journal to the next, ms; a shorter run makes none. The tests make more. */
const NOTE_AFTER = Number(process.env.FREECELL_DEALS_TEST_NOTE_AFTER ?? 5000);

export interface Output {
  name: string; // for messages
  howOn: string; // for messages: what to do once the cause of a failure is gone
  fd: number;
  /** takes writes at any place in any order, from any thread */
  isSeekable: boolean;
  /** what an earlier run left right */
  safe: Reached;
  /** bytes from the start that it left written, beyond `safe` perhaps wrongly */
  left: number;
  /** Tells that all up to there is written; every few seconds that is made safe, in the background. */
  reached(reached: Reached): void;
  /** Makes the output, now whole and `bytes` long, appear under its name; false where a pipe's reader has gone. */
  publish(bytes: number): Promise<boolean>;
  /** Closes it as it is; a file can be carried on with. Does nothing after publish. */
  leave(): Promise<void>;
  /**
   * Closes it and removes the unfinished file, which nobody can carry on with; but for one that is noted to be safe in
   * parts, which took so long that it is left. Does nothing after publish.
   */
  discard(): Promise<void>;
}

export interface OutputOptions {
  force: boolean; // a file that is there is replaced, what a stopped run left is begun anew
  resume: boolean | 'never'; // what a stopped run left is carried on with; never: nor would this one be
  sync: boolean; // the data is on the disk before the file appears under its name
  seekable: boolean; // the start is written last: what is no file takes its bytes out of one that has no name
}

/** A pipe, a terminal or a device: it takes the bytes as they come, as with cp. */
function stream(name: string, fd: number, close: () => void): Output {
  const end = async () => close();
  return {
    name,
    howOn: '',
    fd,
    isSeekable: isSeekable(fd),
    safe: NOTHING,
    left: 0,
    reached() {},
    async publish() {
      close();
      return true;
    },
    leave: end,
    discard: end,
  };
}

/** A file without a name, which goes to a stream when it is whole. */
function spooled(to: Output): Output {
  const path = join(tmpdir(), `freecell-deals-${process.pid}-${process.hrtime.bigint()}`);
  const fd = openSync(path, 'wx+', 0o600);
  rmSync(path); // it goes with this process, however that ends
  const spool = stream(to.name, fd, closing(fd));
  return {
    ...spool,
    isSeekable: true,
    async publish(bytes) {
      const block = Buffer.allocUnsafe(SPOOL_BLOCK);
      for (let at = 0; at < bytes; at += block.length) {
        const some = block.subarray(0, readAt(fd, block, at));
        if (!(await writeNext(to.fd, some))) return false;
      }
      return to.publish(bytes);
    },
    async leave() {
      await spool.leave();
      await to.leave();
    },
    async discard() {
      await spool.leave();
      await to.discard();
    },
  };
}

function isSeekable(fd: number): boolean {
  try {
    // a file behind standard output has a place where this process begins, and another may go on where it ends
    if (fstatSync(fd).isFile()) return false;
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
  if (size !== undefined && !force && resume !== true) {
    const of = begun?.bytes ? ` of ${grouped(begun.bytes)}` : '';
    const how = resume === 'never' ? '' : 'carry on with --resume, or ';
    throw new Error(
      `a run that was stopped left ${partial}, ${grouped(size)}${of} bytes; ${how}start over with --force`,
    );
  }
  const carriesOn = size !== undefined && resume === true && journal.noted !== undefined;
  if (carriesOn && begun !== undefined) checkSame(begun, job);
  const left = carriesOn ? Math.min(size, job.bytes ?? size) : 0;
  if (job.bytes !== null) checkSpace(dirname(partial), job.bytes - left);
  if (!carriesOn) {
    rmSync(partial, { force: true }); // not emptied: it might be a link to something
    journal.begin(job);
  } else if (size > left) {
    truncateSync(partial, left);
  }
  const safe = (carriesOn && journal.noted?.safe) || NOTHING;
  return { safe: safe.bytes <= left ? safe : NOTHING, left };
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
  let isOver = false; // published or discarded
  let isNoted = (journal.noted?.safe.bytes ?? 0) > 0;
  let lastNote = performance.now();
  let noting: Promise<void> | undefined;
  let failure: unknown;

  async function note(reached: Reached): Promise<void> {
    try {
      await syncData(fd);
      journal.note(reached);
      isNoted = true;
    } catch (error) {
      failure = error;
    }
    lastNote = performance.now();
    noting = undefined;
  }

  async function leave(): Promise<void> {
    if (isOver) return;
    await noting;
    close();
    isOver = true;
    journal.leave();
  }

  return {
    reached(reached: Reached) {
      if (failure !== undefined) throw failure;
      if (noting === undefined && performance.now() - lastNote > NOTE_AFTER) noting = note(reached);
    },
    async publish(bytes: number) {
      await noting;
      if (fstatSync(fd).size > bytes) ftruncateSync(fd, bytes); // an earlier run may have come further
      if (sync) await syncData(fd);
      if (!force && existsSync(path))
        throw new Error('it appeared while it was written; use --force to replace it');
      close();
      renameSync(partial, path);
      isOver = true;
      if (sync) syncFolder(dirname(path));
      journal.remove();
      return true;
    },
    leave,
    async discard() {
      if (isOver) return;
      await noting;
      if (isNoted) return leave();
      close();
      isOver = true;
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
    if (path === '-' || (found !== undefined && !found.isFile())) {
      const to = await openStream(path);
      return options.seekable && !to.isSeekable ? spooled(to) : to;
    }
    if (found !== undefined && !options.force) throw new Error(EXISTS);
    return regular(realPath(path), job, options);
  } catch (error) {
    throw new OutputError(path, error);
  }
}

async function openStream(path: string): Promise<Output> {
  if (path === '-') return stream('standard output', STDOUT_FD, () => {});
  const fd = await openLater(path, 'w'); // of a FIFO, this waits for a reader
  return stream(path, fd, closing(fd));
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
 * Writes parts one after another to `path`, `-` being standard output. A file appears under its name when it is whole,
 * and nothing stays of what fails: nobody carries on with it. Ends quietly where the reader of a pipe has had enough.
 * Throws an OutputError where that cannot be, or must not without `force`; what the parts throw, or the reason of the
 * signal, as it is.
 */
export async function writeParts(
  path: string,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const job: Job = {
    version: 0,
    deals: path,
    format: 'parts',
    records: 'parts',
    chunkBytes: null,
    bytes: null,
  };
  const output = await openOutput(targetOf(path), job, {
    force,
    resume: 'never',
    sync: false,
    seekable: false,
  });
  const written = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw new OutputError(output.name, error);
    });
  try {
    let bytes = 0;
    for await (const part of parts) {
      if (!(await written(writeNext(output.fd, part)))) return;
      bytes += part.length;
      signal?.throwIfAborted();
    }
    await written(output.publish(bytes));
  } finally {
    await output.discard();
  }
}

/** Writes texts as writeParts does, many of them at a time. */
export async function writeTexts(
  path: string,
  texts: Iterable<string>,
  force: boolean,
  signal?: AbortSignal,
): Promise<void> {
  await writeParts(path, batchesOf(texts), force, signal);
}

function* batchesOf(texts: Iterable<string>): Generator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let [batch, since] = ['', 0];
  for (const text of texts) {
    batch += text;
    if (batch.length < TEXT_BATCH && performance.now() - since < TEXT_WITHIN) continue;
    yield encoder.encode(batch);
    [batch, since] = ['', performance.now()];
  }
  if (batch !== '') yield encoder.encode(batch);
}
