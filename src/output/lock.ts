// Which run writes an output, and whether that run is still alive. The lock itself is the order of lines in the journal.
//
// Node has neither flock nor fcntl locks, so the journal identifies a run by what the system tells about it. For a run of
// the same boot and the same PID namespace, /proc decides: a thread is identified by its number and its start time, so that
// neither a reused number nor a terminated worker thread holds the lock. All other runs (another host, another container, a
// system without /proc) are judged by their heartbeat. A writer sets the journal's time of modification every two seconds,
// and network file systems pass that on at once. A writer whose journal does not change for ten seconds is dead. No clocks
// are compared.
//
// A run that was only paused for ten seconds is declared dead, too. It notices that before its next checkpoint and before it
// publishes the file, but it may write to its FILE.partial before. Its bytes may differ from those of the run that took the
// lock, because a list may have changed since. So the journal marks a run that only its heartbeat found dead, and the next run
// copies FILE.partial before it writes (open-file.ts). The journal ignores what the paused run still adds.

import { closeSync, fstatSync, futimesSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputProblem } from '../common/errors.js';
import { testSetting } from '../common/test-settings.js';
import { HAS_PROC } from '../io/platform.js';
import { warn } from '../io/warning.js';

/** Interval between heartbeats, ms. */
const HEARTBEAT = testSetting('HEARTBEAT') ?? 2000;
/** Intervals without a heartbeat after which a writer is dead. */
const MISSED_HEARTBEATS = 5;

/** Identifies a run. The last three are empty if the system does not tell them. */
export interface Writer {
  id: string; // unique to this run
  pid: number;
  host: string;
  space: string; // in which process numbers are unique
  thread: string; // its folder in /proc
  started: string; // start time of the thread, in the system's terms
}

let runs = 0;
/** Runs of this thread that have ended, even if the journal could not take the line that says so. */
const ended = new Set<string>();

export function createWriter(): Writer {
  const thread = readLink('/proc/thread-self');
  const started = thread === '' ? '' : startOf(`/proc/${thread}`);
  const host = hostname();
  return {
    id: `${host}-${process.pid}-${process.hrtime.bigint()}-${++runs}`,
    pid: process.pid,
    host,
    space: currentSpace(),
    thread,
    started,
  };
}

export function markEnded({ id }: Writer): void {
  ended.add(id);
}

/**
 * Returns the scope in which a process number is unique: boot and PID namespace on Linux, elsewhere the host.
 * Empty on Linux without /proc, and if /proc shows another namespace than that of this process.
 */
function currentSpace(): string {
  if (!HAS_PROC) return hostname();
  if (readLink('/proc/self') !== String(process.pid)) return '';
  const namespace = readLink('/proc/self/ns/pid');
  const boot = readText('/proc/sys/kernel/random/boot_id').trim();
  return boot === '' || namespace === '' ? '' : `${boot} ${namespace}`;
}

/** Returns a text that the system tells; empty if it does not. */
function textOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

const readLink = (path: string) => textOrEmpty(() => readlinkSync(path));
const readText = (path: string) => textOrEmpty(() => readFileSync(path, 'utf8'));

/** Returns when the process or thread at a path of /proc started; empty if it is dead or unknown. */
function startOf(path: string): string {
  // field 3 is the state, 22 the start in clock ticks since boot; field 2, a name in brackets, may contain anything
  const fields = readText(`${path}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return /^[ZX]$/.test(fields[0] ?? '') ? '' : (fields[19] ?? '');
}

/** Whether a run is alive; undefined if only its heartbeat can tell. */
function isAlive({ id, pid, space, thread, started }: Writer): boolean | undefined {
  if (ended.has(id)) return false;
  if (space === '' || space !== currentSpace()) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (started === '') return undefined;
  if (startOf(`/proc/${thread}`) === started) return true;
  // a later process has that number, or the thread has ended; but /proc may hide other users' processes
  return readText(`/proc/${pid}/stat`) === '' ? undefined : false;
}

/** Throws an OutputProblem if a writer of a journal is alive. Returns those that may be paused, not dead. */
export async function refuseAlive(writers: readonly Writer[], path: string): Promise<Writer[]> {
  const alive = writers.find((writer) => isAlive(writer) === true);
  if (alive !== undefined) throw lockedBy(alive);
  const silent = writers.filter((writer) => isAlive(writer) === undefined);
  const [unknown] = silent;
  if (unknown === undefined) return [];
  const seconds = Math.ceil((HEARTBEAT * MISSED_HEARTBEATS) / 1000);
  warn(
    `waiting up to ${seconds} s: process ${unknown.pid} on host ${unknown.host} may still be writing ${path}`,
  );
  if (await hasHeartbeat(path)) throw lockedBy(unknown);
  return silent;
}

export function lockedBy({ pid, host, space }: Writer): OutputProblem {
  const where = space === currentSpace() ? '' : ` on host ${host}, which cannot be seen from here,`;
  return new OutputProblem(
    'EBUSY',
    `process ${pid}${where} is writing it; wait until it ends, or name another file`,
  );
}

async function hasHeartbeat(path: string): Promise<boolean> {
  const before = modificationOf(path);
  for (let i = 0; i < 2 * MISSED_HEARTBEATS; i++) {
    await sleep(HEARTBEAT / 2);
    const now = modificationOf(path);
    if (now !== before) return now !== '';
  }
  return false;
}

/**
 * Returns what a heartbeat changes, empty if the writer has removed the file.
 * Opens the file, because network file systems may cache the results of stat.
 */
function modificationOf(path: string): string {
  return textOrEmpty(() => {
    const fd = openSync(path, 'r');
    try {
      const { mtimeNs, size, ino } = fstatSync(fd, { bigint: true });
      return `${mtimeNs} ${size} ${ino}`;
    } finally {
      closeSync(fd);
    }
  });
}

/** Sets the time of modification of an open journal at intervals; returns a function that stops it. */
export function startHeartbeat(fd: number): () => void {
  const timer = setInterval(() => {
    try {
      const now = Date.now() / 1000;
      futimesSync(fd, now, now);
    } catch {
      // this file system has no heartbeats
    }
  }, HEARTBEAT);
  timer.unref();
  return () => clearInterval(timer);
}
