// The lines of the checkpoint journal: the job, the runs that write it, how much of the output is on disk. Without the
// journal, a resumed run would have to run slow filters again for all deals that are written.
//
// Lines are only appended. Each line is the CRC-32 of its JSON, a space, and the JSON. A line that a dying process or a power
// cut left incomplete is ignored:
//
//   {"writer":{"id":"a",...}}                    a run wants to write; the first run that is alive writes
//   {"ended":"a"}                                this run has ended, or was found dead
//   {"ended":"a","isPaused":true}                the same, but the run may only be paused and have FILE.partial open
//   {"copied":true,"by":"b"}                     no paused run has this FILE.partial open
//   {"job":{...},"journal":4,"by":"a"}           begins a job, without any checkpoint; 4 is the version of the journal.
//                                                Without "job", the output is never resumed
//   {"checkpoint":{...,"facts":[7]},"after":12}  the output is on disk up to the checkpoint; the frame's facts are the first
//                                                12 facts of the lines before, and then these; also with "by"
//
// A line "by" a run that is not the first of the runs that write is ignored: a paused run did not know that it lost the lock.

import { crc32Hex } from '../common/crc32.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { Writer } from './lock.js';

export const JOURNAL_VERSION = 4;

const CRC_LENGTH = 9; // with the space

/** The settings that a resumed run must match. */
export interface Job {
  version: number; // of the formats and of the selections' keys
  selection: string; // its key
  format: string;
  encoder: string;
  bytes: number | null; // of the whole output; null if unknown before its end
}

/** The record of a line. The checksum of the line and the version of the journal vouch for the types of its fields. */
export interface Line {
  writer?: Writer;
  ended?: string;
  isPaused?: boolean;
  copied?: boolean;
  journal?: number;
  job?: Job;
  checkpoint?: Checkpoint;
  after?: number;
  by?: string;
}

/** The state that results from all lines of a journal. */
export interface Lines {
  version: number | undefined; // of the last job line
  job: Job | undefined; // undefined without a job line of this version
  checkpoint: Checkpoint; // with all facts of the frame
  writers: Writer[]; // runs that have not ended, the earliest first
  isShared: boolean; // whether a paused run may have FILE.partial open, and continue to write
}

export function encodeLine(record: Line): string {
  const json = JSON.stringify(record);
  return `${crc32Hex(json)} ${json}\n`;
}

/** The records of the lines that are not damaged. */
export function decodeLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const json = line.slice(CRC_LENGTH);
    return line.slice(0, CRC_LENGTH) === `${crc32Hex(json)} ` ? [JSON.parse(json)] : [];
  });
}

export function stateOf(records: readonly Line[]): Lines {
  const lines: Lines = {
    version: undefined,
    job: undefined,
    checkpoint: NO_CHECKPOINT,
    writers: [],
    isShared: false,
  };
  let facts: number[] = [];
  for (const { journal, job, checkpoint, after, writer, ended, isPaused, copied, by } of records) {
    if (by !== undefined && by !== lines.writers[0]?.id) continue;
    if (journal !== undefined) {
      facts = [];
      lines.version = journal;
      lines.job = journal === JOURNAL_VERSION ? job : undefined;
      lines.checkpoint = NO_CHECKPOINT;
      lines.isShared = false;
    }
    // after a damaged line facts are missing, and no later checkpoint can be resumed
    if (checkpoint !== undefined && after !== undefined && after <= facts.length) {
      facts.length = after;
      for (const fact of checkpoint.facts) facts.push(fact);
      lines.checkpoint = { ...checkpoint, facts };
    }
    if (writer !== undefined) lines.writers.push(writer);
    if (ended !== undefined) lines.writers = lines.writers.filter(({ id }) => id !== ended);
    if (isPaused) lines.isShared = true;
    if (copied) lines.isShared = false;
  }
  return lines;
}
