// The lines of FILE.run. Runs append to it and never change a line. A line is the CRC-32 of its JSON, a space, and the
// JSON:
//
//   {"writer":{"id":"a",...},"job":{...},"damaged":0}    a run wants to write, and has found this many damaged lines
//   {"ended":"a"}                                        this run has ended, or was found dead
//   {"begun":{...},"by":"a","words":[...]}             a new FILE.partial of this job, without a synced byte
//   {"synced":{"bytes":64,...,"file":"7"},"of":"0a1b.."} how much of the FILE.partial with this identity is synced
//
// `of` is the CRC-32 of a `begun` line, which has the job and the id of the run that began. So synced bytes never pass
// for those of another job.
//
// A dying process can leave half a line, and a disk can flip a bit. The lines after a damaged line are not trusted,
// because the damaged line may have begun another job. The next run says how many damaged lines it has found. Its line
// and the lines after it are trusted again. All whole lines together tell which runs may be alive.

import { crc32Hex } from '../common/crc32.js';
import { OutputProblem } from '../common/errors.js';
import type { OwnFile } from '../io/own-file.js';
import { readAt } from '../io/positioned.js';
import type { Checkpoint } from '../pipeline/chunks.js';
import type { Writer } from './lock.js';

/** More than any run writes: a line of 250 bytes every five seconds for a month. */
const MAX_BYTES = 128 * 1024 * 1024;
const CRC_LENGTH = 8;
const LINE_FEED = 10;
const IS_LINE = /^[\da-f]{8} \{/;

/** The remains of a power cut, or of a kill before the first line: nothing, zeros, or half of that line. */
const TORN = /^\n?(\0*|[\da-f]{8} \{"[^\n]*)$/;

/** The settings that a resumed run must match. */
export interface Job {
  version: string; // of the package: newer data can change which deals match
  selection: string; // its key
  format: string;
  bytes: number | null; // of the whole output; null if only its end tells
  isFixed: boolean; // whether the selection determines the bytes: it reads no list
}

interface Synced extends Checkpoint {
  file: string; // identity of FILE.partial
}

export interface Line {
  writer?: Writer;
  job?: Job; // of the writer
  damaged?: number;
  ended?: string;
  begun?: Job;
  by?: string; // the id of the writer that has begun
  words?: readonly string[] | undefined; // of the command that has begun it
  synced?: Synced;
  of?: string;
}

/** The last FILE.partial that a run has begun. */
export interface Begun {
  id: string; // of the line that says so
  job: Job;
  words: readonly string[] | undefined; // of the command
  synced?: Synced;
}

/** Returns the text of a line, with its line feed. */
export function textOf(line: Line): string {
  const json = JSON.stringify(line);
  return `${crc32Hex(json)} ${json}\n`;
}

/** Returns the CRC-32 of a line, by which other lines name it. */
export function idOf(text: string): string {
  return text.slice(0, CRC_LENGTH);
}

/** What the lines that are read so far say. */
export class RunLog {
  /** the runs that have not ended, by their ids, the earliest first */
  readonly running = new Map<string, Writer>();
  /** FILE.partial according to the lines that are trusted */
  begun: Begun | undefined;
  /** damaged lines; half a line at the end counts */
  damaged = 0;
  #half = 0; // 1 if the file ends with half a line, which is read again when the rest of it is there
  #whole = 0; // lines that are not damaged
  #isTrusted = true;
  #bytes = 0; // that are read

  /** Whether all runs that may be alive are known: none of them can have a damaged line. */
  get isClear(): boolean {
    return this.#whole > 0 && this.#isTrusted;
  }

  /** Reads the lines that were appended since the last call. Returns those that are not damaged. */
  read({ path, fd, bytes }: OwnFile): Line[] {
    const isTooLong = this.#bytes === 0 && bytes > MAX_BYTES;
    const text = Buffer.from(readAt(fd, this.#bytes, isTooLong ? 0 : Math.max(0, bytes - this.#bytes)));
    const end = text.lastIndexOf(LINE_FEED) + 1;
    this.damaged -= this.#half;
    const lines = text
      .toString('utf8', 0, end)
      .split('\n')
      .flatMap((line) => this.#add(line));
    this.#half = end < text.length ? 1 : 0;
    this.damaged += this.#half;
    this.#whole += lines.length;
    if (isTooLong || (this.#bytes === 0 && lines.length === 0 && !TORN.test(text.toString()))) {
      const remedy = 'remove it, or name another file';
      throw new OutputProblem('EEXIST', `${path} is not a file of this program; ${remedy}`);
    }
    this.#bytes += end;
    return lines;
  }

  #add(text: string): Line[] {
    if (text === '') return [];
    const json = text.slice(CRC_LENGTH + 1);
    if (!IS_LINE.test(text) || crc32Hex(json) !== idOf(text)) {
      this.damaged++;
      this.#isTrusted = false;
      return [];
    }
    const line: Line = JSON.parse(json);
    const { writer, ended, begun, synced } = line;
    if (writer !== undefined) {
      this.running.set(writer.id, writer);
      this.#isTrusted ||= line.damaged === this.damaged;
    }
    if (ended !== undefined) this.running.delete(ended);
    if (!this.#isTrusted) return [line];
    if (begun !== undefined) this.begun = { job: begun, words: line.words, id: idOf(text) };
    if (synced !== undefined && this.begun && this.begun.id === line.of) this.begun.synced = synced;
    return [line];
  }
}

/** Returns the checkpoint at which a run resumes FILE.partial; undefined if it begins anew. */
export function resumedAt({ begun }: RunLog, partial: OwnFile): Checkpoint | undefined {
  const { job, synced } = begun ?? {};
  // a copy of FILE.partial is not the file that was synced: it may have holes
  if (!job?.isFixed || synced?.file !== partial.identity) return undefined;
  // a head that comes last is not written yet
  return synced.deals === 0 || synced.bytes <= partial.bytes ? synced : undefined;
}
