// FILE.run, beside an unfinished FILE.partial: which runs write it, and how much of it is synced. The first run in it that is
// alive is the writer. Lines are only appended. Each is the CRC-32 of its JSON, a space, and the JSON; a line that a dying
// process or a power cut left incomplete is ignored:
//
//   {"writer":{"id":"a",...},"job":{...}}    a run wants to write
//   {"ended":"a"}                            this run has ended, or was found dead
//   {"begun":{...},"by":"a"}                 a new FILE.partial of this job, without a synced byte
//   {"synced":{"bytes":64,...,"file":"7"}}   how much of FILE.partial with this identity is synced

import { constants, existsSync, fdatasyncSync, futimesSync, writeSync } from 'node:fs';
import { crc32Hex } from '../common/crc32.js';
import { OutputProblem } from '../common/errors.js';
import { findOwnFile, type OwnFile, removePath } from '../io/own-file.js';
import { readAt } from '../io/positioned.js';
import type { Checkpoint } from '../pipeline/chunks.js';
import { createWriter, endWriter, lockedBy, refuseAlive, type Writer } from './lock.js';

/** More than any run writes: a line of 200 bytes every five seconds for a month. */
const MAX_BYTES = 128 * 1024 * 1024;
const CRC_LENGTH = 9; // with the space
const REMEDY = 'remove it, or name another file';

/** The remains of a power cut, or of a kill before the first line: nothing, zeros, or half of that line. */
const TORN = /^(\0*|[\da-f]{8} \{"[^\n]*)$/;

export const partialPathOf = (path: string): string => `${path}.partial`;
export const runPathOf = (path: string): string => `${path}.run`;

/** The settings that a resumed run must match. */
export interface Job {
  version: string; // of the package: with newer facts, `--winnable` and `cells` keep other deals
  selection: string; // its key
  format: string;
  bytes: number | null; // of the whole output; null if only its end tells
  isFixed: boolean; // whether the selection determines the bytes: it reads no list
}

interface Synced extends Checkpoint {
  file: string; // identity of FILE.partial
}

interface Line {
  writer?: Writer;
  job?: Job;
  ended?: string;
  begun?: Job;
  by?: string; // the id of the writer that has begun
  synced?: Synced;
}

/** The job of a FILE.partial, and how much of it is synced. */
type Found = Pick<Line, 'begun' | 'synced'>;

function foundIn(lines: readonly Line[]): Found {
  const start = lines.findLastIndex(({ begun }) => begun);
  return { ...lines[start], ...lines.slice(start + 1).findLast(({ synced }) => synced) };
}

/** The runs that have not ended, the earliest first. */
function writersIn(lines: readonly Line[]): Writer[] {
  const ended = new Set(lines.map((line) => line.ended));
  return lines.flatMap(({ writer }) => (writer === undefined || ended.has(writer.id) ? [] : [writer]));
}

/**
 * Opens FILE.run of the file at `path`, or creates it, and becomes the writer: the first in it that is alive.
 * Throws an OutputProblem if another run is the writer, or if FILE.run is a file that cannot be used.
 */
export async function openRunFile(path: string, job: Job): Promise<RunFile> {
  const runPath = runPathOf(path);
  const isNew = !existsSync(runPath);
  const file = findOwnFile(runPath, REMEDY, constants.O_CREAT | constants.O_APPEND) as OwnFile;
  const run = new RunFile(file, createWriter(), job);
  try {
    const old = run.read();
    const before = writersIn(old);
    const isTorn = old.length === 0 && !isNew;
    // there is no other await before the first line: no run of this process meets a new FILE.run without one
    if (isTorn || before.length > 0) await refuseAlive(before, runPath, isTorn);
    const ends = before.map(({ id }) => ({ ended: id }));
    // the line feed ends a line that a dying process left incomplete
    run.append([...ends, { writer: run.writer, job }], file.bytes > 0 ? '\n' : '');
    if (!file.isAt()) {
      if (!isNew || !existsSync(runPath)) throw lockedBy(undefined); // the run that had it has removed it
      await removePath(runPath);
      const fault = 'this file system does not keep file identities (inode numbers)';
      throw new OutputProblem(
        undefined,
        ({ stdout }) => `${fault}; write elsewhere, or to standard output (${stdout})`,
      );
    }
    const lines = run.read();
    const [first] = writersIn(lines);
    run.found = foundIn(lines);
    if (first?.id === run.writer.id) return run;
    run.append([{ ended: run.writer.id }]);
    throw lockedBy(first);
  } catch (error) {
    if (file.bytes === 0) await file.remove(); // a full disk did not take the line
    run.close();
    throw error;
  }
}

/** FILE.run of an output, whose writer this run is until release. */
export class RunFile {
  /** what it said when this run opened it */
  found: Found = {};

  constructor(
    readonly file: OwnFile,
    readonly writer: Writer,
    readonly job: Job,
  ) {}

  /** Reads the whole lines; throws an OutputProblem if no run has made the file. */
  read(): Line[] {
    const { path, fd, bytes } = this.file;
    const text = Buffer.from(readAt(fd, 0, bytes > MAX_BYTES ? 0 : bytes)).toString();
    const lines = text.split('\n').flatMap((line): Line[] => {
      const json = line.slice(CRC_LENGTH);
      return line.slice(0, CRC_LENGTH) === `${crc32Hex(json)} ` ? [JSON.parse(json)] : [];
    });
    if (bytes <= MAX_BYTES && (lines.length > 0 || TORN.test(text))) return lines;
    throw new OutputProblem('EEXIST', `${path} is not a file of this program; ${REMEDY}`);
  }

  /** Appends lines in one call, so that lines of two runs do not mix. */
  append(lines: readonly Line[], start = ''): void {
    const text = lines.map((line) => JSON.stringify(line)).map((json) => `${crc32Hex(json)} ${json}\n`);
    const bytes = Buffer.from(start + text.join(''));
    if (writeSync(this.file.fd, bytes) < bytes.length) throw Object.assign(new Error(), { code: 'ENOSPC' });
  }

  /** Notes that a new FILE.partial begins: to be called before the old one is removed. */
  begin(): void {
    this.append([{ begun: this.job, by: this.writer.id }]);
    // a power cut that lost this line could let the new file pass for the synced one
    if (this.found.synced !== undefined) fdatasyncSync(this.file.fd);
  }

  /** Shows the runs on other hosts that this one is alive. */
  touch(): void {
    const now = Date.now() / 1000;
    futimesSync(this.file.fd, now, now);
  }

  /** Returns the jobs for which later runs have begun a new FILE.partial, because this run did not respond. */
  #laterJobs(): Job[] {
    const lines = this.read();
    const own = lines.findIndex(({ writer }) => writer?.id === this.writer.id);
    return lines.slice(own).flatMap(({ begun, by }) => (begun && by !== this.writer.id ? [begun] : []));
  }

  /** Throws an OutputProblem if a later run has begun another job, which only `force` lets it. */
  refuseOtherJob(): void {
    const own = JSON.stringify(this.job);
    if (this.#laterJobs().every((job) => JSON.stringify(job) === own)) return;
    throw new OutputProblem('EBUSY', 'another run took it over, as this one did not respond');
  }

  /** Whether a later run has begun a new FILE.partial, and has not published it. */
  isTakenOver(): boolean {
    return this.file.isAt() && this.#laterJobs().length > 0;
  }

  /** Leaves FILE.run, if it is still there, to the run that resumes this one. */
  release(): void {
    try {
      this.append([{ ended: this.writer.id }]);
    } catch {
      // the disk is full; other runs will see that the process has ended
    }
    this.close();
  }

  close(): void {
    endWriter(this.writer);
    this.file.close();
  }
}
