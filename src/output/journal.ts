// What stands beside an unfinished file, as FILE.run: what it will be, who writes it, how far it is safe on disk.
// A line of JSON for each fact, only ever appended: a process that dies leaves at worst a line without an end, which
// is not read.
//
//   {"job":{...}}                           what is begun; nothing of it is safe yet
//   {"writer":"...","pid":1,"started":"2"}  somebody wants to write; the first of them that lives does
//   {"left":"..."}                          that writer stopped, or was refused
//   {"safe":{"bytes":123,...}}              so many bytes from the start of the file are right and on the disk

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** What a run writes: a resumed run must be about the same. */
export interface Job {
  version: number; // of this file and of what the formats write
  deals: string;
  format: string;
  records: string; // their encoder: the layouts of a binary file differ in it
  chunkBytes: number | null; // where places are known only when what is before has been dealt: bytes of a chunk
  bytes: number | null; // of the whole output; null where only its end tells
}

/** How far a run has come. */
export interface Reached {
  bytes: number; // of the output, from its start
  deals: number; // whose records these are
  dealt: number; // deals of the source up to there, also those that a filter left out
  mark: number; // of their numbers, where they come from a list (see source.ts); otherwise 0
}

export const NOTHING: Reached = { bytes: 0, deals: 0, dealt: 0, mark: 0 };

/** What a stopped run noted. */
interface Noted {
  job: Job | undefined; // undefined where it died before it said
  safe: Reached; // what is on the disk
}

/** The right to write an output, and the notes about it. */
export interface Journal {
  /** What an earlier run noted; undefined where there was none. */
  noted: Noted | undefined;
  /** Begins a job; nothing of it is safe yet. */
  begin(job: Job): void;
  /** Notes that all up to there is on the disk. */
  note(reached: Reached): void;
  /** Lets the next run have it. */
  leave(): void;
  /** The output is whole, or nothing of it is left: the journal goes. */
  remove(): void;
}

interface Writer {
  writer: string; // of this run alone
  pid: number;
  started: string; // when the process started, as the system tells it
}

interface Lines extends Noted {
  writers: Writer[]; // those who have not left, the earliest first
}

function parse(text: string): Lines {
  const lines: Lines = { job: undefined, safe: NOTHING, writers: [] };
  for (const line of text.split('\n').slice(0, -1)) {
    let fact: Record<string, unknown>;
    try {
      fact = JSON.parse(line);
    } catch {
      continue; // half a line of a process that died, which the next one ended
    }
    if (fact.job !== undefined) {
      lines.job = fact.job as Job;
      lines.safe = NOTHING;
    }
    if (fact.safe !== undefined) lines.safe = fact.safe as Reached;
    if (typeof fact.writer === 'string') lines.writers.push(fact as unknown as Writer);
    if (typeof fact.left === 'string')
      lines.writers = lines.writers.filter(({ writer }) => writer !== fact.left);
  }
  return lines;
}

/**
 * When a process started, in the system's own terms: its number may be another process's by now. Empty where there is no
 * such process, or it is dead and only waits for somebody to ask how it ended, or the system does not tell (no /proc).
 */
function startOf(pid: number): string {
  try {
    // field 3 is the state, 22 the start; the second one, a name in brackets, may hold anything
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return /^[ZX]$/.test(fields[0] ?? '') ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** Writers of this process that have left, also where the journal could not take it. */
const gone = new Set<string>();

function lives({ writer, pid, started }: Writer): boolean {
  if (gone.has(writer)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startOf(pid) === started;
}

function readWhole(fd: number): string {
  const bytes = Buffer.alloc(fstatSync(fd).size);
  return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
}

/** Takes the journal at `path`, and with it the right to write the output; throws where somebody who lives has it. */
export function openJournal(path: string): Journal {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  const writer = `${process.pid}-${process.hrtime.bigint()}`;
  for (;;) {
    const fd = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o644);
    const wasThere = fstatSync(fd).size > 0;
    const append = (fact: Partial<Writer> | { job: Job } | { safe: Reached } | { left: string }) =>
      writeSync(fd, `${JSON.stringify(fact)}\n`);
    if (wasThere) writeSync(fd, '\n'); // ends half a line, if a process died in one
    append({ writer, pid: process.pid, started: startOf(process.pid) });
    const { job, safe, writers } = parse(readWhole(fd));
    // a run that ended since this was opened has removed it, and what is written here now counts for nobody
    if (statSync(path, { throwIfNoEntry: false })?.ino !== fstatSync(fd).ino) {
      closeSync(fd);
      continue;
    }
    const holder = writers.find((other) => other.writer === writer || lives(other));
    if (holder !== undefined && holder.writer !== writer) {
      append({ left: writer });
      closeSync(fd);
      throw new Error(`process ${holder.pid} is writing it; wait for that, or name another file`);
    }
    return {
      noted: wasThere ? { job, safe } : undefined,
      begin(job) {
        append({ job });
        // or a power cut might keep what was noted of the run before, and lose that this one began anew
        if (safe.bytes > 0) fdatasyncSync(fd);
      },
      note: (reached) => append({ safe: reached }),
      leave() {
        gone.add(writer);
        try {
          append({ left: writer });
        } catch {
          // the disk is full; that the process ends will tell
        }
        closeSync(fd);
      },
      remove() {
        rmSync(path, { force: true });
        closeSync(fd);
      },
    };
  }
}
