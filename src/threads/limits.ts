// The number of threads that the system has room for: memory of a container, addresses of a batch job (ulimit -v).

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Memory of a run, and of each thread while results wait for a slow reader: the measured bytes, rounded up. */
const RUN_MEMORY = 64 * MIB;
const THREAD_MEMORY = 80 * MIB;

export const isDeno = 'deno' in process.versions;

/** Returns one thread per processor, fewer in a container with little memory, one on Deno. */
export function defaultThreads(): number {
  if (isDeno) return 1;
  const memory = process.constrainedMemory?.() || Number.POSITIVE_INFINITY; // some runtimes do not tell
  const room = Math.floor((memory - RUN_MEMORY) / THREAD_MEMORY);
  return Math.max(1, Math.min(availableParallelism(), room));
}

/** Addresses that V8 reserves for a WASM memory, so that it need not check each access. */
const WASM_ADDRESSES = 10 * GIB;
/** Other addresses of a worker, and addresses to spare for this thread. */
const WORKER_ADDRESSES = GIB;

/**
 * Returns the number of workers for which the limit on addresses has room.
 * More workers cannot be tried, because V8 ends the process if it has no addresses for a thread. Call it when this thread has
 * a kernel: then the addresses in use tell whether a WASM memory reserves addresses (Node's --disable-wasm-trap-handler).
 */
export function workersWithinLimit(): number {
  const limit = numberIn('/proc/self/limits', /^Max address space +(\d+)/m);
  const used = limit === undefined ? undefined : numberIn('/proc/self/status', /^VmSize:\s+(\d+) kB/m);
  if (limit === undefined || used === undefined) return Number.POSITIVE_INFINITY;
  const usedBytes = used * 1024;
  const each = WORKER_ADDRESSES + (usedBytes > WASM_ADDRESSES ? WASM_ADDRESSES : 0);
  return Math.max(0, Math.floor((limit - usedBytes - WORKER_ADDRESSES) / each));
}

function numberIn(path: string, expression: RegExp): number | undefined {
  try {
    const digits = expression.exec(readFileSync(path, 'utf8'))?.[1];
    return digits === undefined ? undefined : Number(digits);
  } catch {
    return undefined;
  }
}
