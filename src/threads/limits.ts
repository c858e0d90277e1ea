// How many threads the system has room for: the memory of a container, the addresses of a batch job (ulimit -v).

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Memory of a run, and of each of its threads where results wait for a slow reader: measured, and some more. */
const RUN_MEMORY = 64 * MIB;
const THREAD_MEMORY = 80 * MIB;

export const isDeno = 'deno' in process.versions;

/** A thread for each processor, one on Deno, as far as the memory of a container has room for them. */
export function defaultThreads(): number {
  if (isDeno) return 1;
  const memory = process.constrainedMemory?.() || Number.POSITIVE_INFINITY; // not every runtime tells
  const room = Math.floor((memory - RUN_MEMORY) / THREAD_MEMORY);
  return Math.max(1, Math.min(availableParallelism(), room));
}

/** Addresses that V8 reserves for a WASM memory, so that no access to it needs a check. */
const WASM_ADDRESSES = 10 * GIB;
/** Addresses of a worker besides, and as many to spare for this thread. */
const WORKER_ADDRESSES = GIB;

/**
 * The workers that the limit on addresses has room for. A worker beyond cannot be tried: V8 ends the process where it
 * has no addresses for a thread. To be called when this thread has a kernel, so that the addresses in use tell whether a
 * WASM memory reserves any (Node's --disable-wasm-trap-handler).
 */
export function workersWithinLimit(): number {
  const limit = numberIn('/proc/self/limits', /^Max address space +(\d+)/m);
  const used = limit === undefined ? undefined : numberIn('/proc/self/status', /^VmSize:\s+(\d+) kB/m);
  if (limit === undefined || used === undefined) return Number.POSITIVE_INFINITY;
  const usedBytes = used * 1024;
  const each = WORKER_ADDRESSES + (usedBytes > WASM_ADDRESSES ? WASM_ADDRESSES : 0);
  return Math.max(0, Math.floor((limit - usedBytes - WORKER_ADDRESSES) / each));
}

/** The number that an expression finds in a file of /proc; undefined where there is none. */
function numberIn(path: string, expression: RegExp): number | undefined {
  try {
    const digits = expression.exec(readFileSync(path, 'utf8'))?.[1];
    return digits === undefined ? undefined : Number(digits);
  } catch {
    return undefined;
  }
}
