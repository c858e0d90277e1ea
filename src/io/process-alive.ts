// Whether another process is alive, for the lock of an output. A process of the same boot and namespaces is known by
// its number and start time, so that a number that is used again is not taken for the process that had it.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { toFailure } from '../common/errors.js';
import { HAS_PROC } from './platform.js';

/** Identifies a process. The last two are empty if the system does not tell them. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  space: string; // in which a number and a start time belong to one process
  started: string; // start time, in the system's terms
}

/** Returns a text that the system tells; empty if it does not. */
export function textOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/**
 * Boot, PID namespace and time namespace on Linux, because a time namespace shifts all start times; elsewhere the host.
 * Empty if /proc is missing, or shows another namespace than ours.
 */
function currentSpace(): string {
  if (!HAS_PROC) return hostname();
  return textOrEmpty(() => {
    if (readlinkSync('/proc/self') !== String(process.pid)) return '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const time = textOrEmpty(() => readlinkSync('/proc/self/ns/time')); // Linux 5.6
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${time}`;
  });
}

function startOf(pid: number): string {
  // field 3 is the state, 22 the start in clock ticks since boot; field 2, a name in brackets, may contain anything
  const stat = textOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat.split(') ').at(-1)?.split(' ') ?? [];
  // Z or X: it is dead, and its parent has not noticed that yet
  return /^[ZX]$/.test(fields[0] ?? '') ? 'never' : (fields[19] ?? '');
}

export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { pid, host: hostname(), space: currentSpace(), started: startOf(pid) };
}

/** Whether the run of a process is alive; undefined if this process cannot tell. Its own runs may have ended. */
export function isAlive({ pid, space, started }: ProcessIdentity): boolean | undefined {
  if (space === '' || space !== currentSpace()) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (toFailure(error).code === 'ESRCH') return false;
  }
  const now = startOf(pid); // empty if /proc hides the processes of other users
  const isAlive = now === started;
  return now === '' || started === '' || (isAlive && pid === process.pid) ? undefined : isAlive;
}
