// The lines of FILE.run. Runs append to it and never change a line. A line is the CRC-32 of its JSON, a space, and the
// JSON:
//
//   {"writer":{"id":"a",...}}                            a run wants to write
//   {"ended":"a"}                                        this run has ended, or was found dead
//   {"begun":{...},"by":"a","words":[...]}               a new FILE.partial of this job, without a synced byte
//   {"begun":{...},"by":"b",...,"synced":{...}}          another run of the job goes on with it
//   {"synced":{"bytes":64,...,"file":"7"},"by":"a"}      how much of the FILE.partial with this identity is synced
//
// A synced line counts only if its run began last. A run begins one job, so its bytes never count for another job.
//
// A dying process can leave half a line, and a disk can flip a bit. A damaged line may have begun another job, or may
// hide a writer. Nothing after it is trusted until a writer line: a run appends that line only when it has found all
// earlier runs ended or dead.

import { crc32 } from '../common/crc32.js';
import { OutputProblem } from '../common/errors.js';
import type { OwnFile } from '../io/own-file.js';
import { readAt } from '../io/positioned.js';
import type { Checkpoint } from '../pipeline/chunks.js';
import type { Writer } from './lock.js';

/** More than any run writes: a line of 250 bytes every five seconds for a month. */
const MAX_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 10;

/** The beginning of each line of a run, after its CRC-32. */
const BEGINNING = /^\{"(writer":\{"id|begun":\{"version|ended|synced":\{"bytes)":/;

/** The remains of a power cut, or of a kill before the first line: nothing, zeros, or half of that line. */
const TORN = /^\n?(\0*|[\da-f]{8} \{"[^\n]*)$/;

/** The settings that a resumed run must match. */
export interface Job {
  version: string; // of the package: newer data can change which deals match
  selection: string; // its key
  format: string;
  bytes: number | null; // of the whole output; null if only its end tells
  isFixed: boolean; // whether `selection` determines the bytes: it reads no list, or only one to exclude (by digest)
}

export interface Line {
  writer?: Writer;
  ended?: string; // the id of a writer, as `by`
  begun?: Job;
  by?: string | undefined;
  words?: readonly string[] | undefined; // of the command that began FILE.partial
  synced?: (Checkpoint & { file: string }) | undefined; // file: identity of FILE.partial
}

/** Returns the text of a line without its line feed. */
export function textOf(json: string): string {
  return `${crc32(Buffer.from(json)).toString(16).padStart(8, '0')} ${json}`;
}

/** The state of an output, as the lines that are read so far tell it. */
export class RunLog {
  /** the runs that have not ended, by their ids, the earliest first */
  readonly running = new Map<string, Writer>();
  /** the last FILE.partial that a run has begun or has gone on with, as the lines that are trusted say */
  begun: (Pick<Line, 'by' | 'words' | 'synced'> & { job: Job }) | undefined;
  /** whether a writer line follows the last damaged line: then `begun` is right, and `running` has every live run */
  isTrusted = false;
  #bytes = 0; // that are read

  /** Reads the lines that were appended since the last call. Half a line at the end is read again. */
  read({ path, fd, bytes }: OwnFile): void {
    const isTooLong = this.#bytes === 0 && bytes > MAX_BYTES;
    const text = Buffer.from(readAt(fd, this.#bytes, isTooLong ? 0 : Math.max(0, bytes - this.#bytes)));
    const end = text.lastIndexOf(LINE_FEED) + 1;
    const lines = text.toString('utf8', 0, end).split('\n');
    const whole = lines.filter((line) => line !== '' && this.#add(line));
    if (isTooLong || (this.#bytes === 0 && whole.length === 0 && !TORN.test(text.toString()))) {
      const remedy = 'remove it, or name another file';
      throw new OutputProblem('EEXIST', `${path} is not a file of this program; ${remedy}`);
    }
    this.#bytes += end;
  }

  /** Applies a line. Returns false if it is damaged, or not of a run. */
  #add(text: string): boolean {
    const json = text.slice('01234567 '.length);
    if (!BEGINNING.test(json) || textOf(json) !== text) {
      this.isTrusted = false;
      return false;
    }
    const { writer, ended, begun, by, words, synced }: Line = JSON.parse(json);
    if (writer !== undefined) this.running.set(writer.id, writer);
    this.isTrusted ||= writer !== undefined;
    if (ended !== undefined) this.running.delete(ended);
    if (!this.isTrusted) return true;
    if (begun !== undefined) this.begun = { job: begun, by, words, synced };
    else if (synced !== undefined && this.begun && this.begun.by === by) this.begun.synced = synced;
    return true;
  }
}

/** Returns the checkpoint at which a run resumes FILE.partial; undefined if it begins anew. */
export function resumedAt({ begun }: RunLog, partial: OwnFile): Checkpoint | undefined {
  const { job, synced } = begun ?? {};
  // a copy of FILE.partial is not the file that was synced: it may have holes
  if (!job?.isFixed || synced?.file !== partial.identity) return undefined;
  // before the first deal, `bytes` counts a head that may not be written yet
  return synced.deals === 0 || synced.bytes <= partial.bytes ? synced : undefined;
}
