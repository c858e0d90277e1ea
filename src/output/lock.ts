// Whether a run that FILE.run names is still alive. Node has neither flock nor fcntl locks. A run of another host or
// container is judged by FILE.run: a writer touches it every five seconds, and counts as dead after 30 seconds without
// that. No clocks are compared.

import { closeSync, fstatSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputProblem } from '../common/errors.js';
import { testSetting } from '../common/test-settings.js';
import { isAlive, type ProcessIdentity, textOrEmpty } from '../io/process-alive.js';
import { warn } from '../io/standard.js';

export const HEARTBEAT = testSetting('HEARTBEAT') ?? 5000; // interval at which a writer touches FILE.run, ms
export const SILENCE = 6 * HEARTBEAT; // time without a touch after which a writer is dead, ms

export type Writer = ProcessIdentity & { id: string }; // unique to this run

/** Throws an OutputProblem if a writer in FILE.run is alive. A damaged FILE.run may not name all writers. */
export async function refuseAlive(writers: readonly Writer[], path: string, hasGaps: boolean): Promise<void> {
  const alive = writers.find((writer) => isAlive(writer) === true);
  if (alive !== undefined) throw lockedBy(alive);
  const unknown = writers.find((writer) => isAlive(writer) === undefined);
  if (unknown === undefined && !hasGaps) return;
  const before = traceOf(path);
  warn(`waiting up to ${Math.ceil(SILENCE / 1000)} s: ${nameOf(unknown)} may still be writing ${path}`);
  for (let waited = 0; waited < SILENCE; waited += HEARTBEAT / 2) {
    await sleep(HEARTBEAT / 2);
    if (traceOf(path) !== before) throw lockedBy(unknown);
  }
}

/** Returns what a touch changes. It opens the file, because network file systems may cache the results of stat. */
function traceOf(path: string): string {
  return textOrEmpty(() => {
    const fd = openSync(path, 'r');
    const { mtimeNs, size, ino } = fstatSync(fd, { bigint: true });
    closeSync(fd);
    return `${mtimeNs} ${size} ${ino}`;
  });
}

export function nameOf(writer: Writer | undefined): string {
  return writer === undefined ? 'another run' : `process ${writer.pid} on host ${writer.host}`;
}

export function lockedBy(writer: Writer | undefined): OutputProblem {
  const remedy = 'wait until it ends, or name another file';
  return new OutputProblem('EBUSY', `${nameOf(writer)} is writing it; ${remedy}`);
}
