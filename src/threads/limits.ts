// The number of threads that the system has room for: memory of a container, addresses of a batch job (ulimit -v).

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { textOrEmpty } from '../io/process-alive.js';

const MIB = 2 ** 20;

/** Memory of a run, and of each thread while results wait for a slow reader: the measured bytes, rounded up. */
const RUN_MEMORY = 128 * MIB;
const THREAD_MEMORY = 80 * MIB;

/** Addresses of a thread: V8 reserves 10 GiB for a WASM memory, so that it need not check each access. */
const THREAD_ADDRESSES = 12 * 1024 * MIB;

export const isDeno = 'deno' in process.versions;

/** Returns one thread per processor, fewer in a container with little memory or under ulimit -v, one on Deno. */
export function defaultThreads(): number {
  if (isDeno) return 1;
  const memory = process.constrainedMemory?.() || Number.POSITIVE_INFINITY; // some runtimes do not tell
  const limits = textOrEmpty(() => readFileSync('/proc/self/limits', 'utf8'));
  const [, addresses = Number.POSITIVE_INFINITY] = /^Max address space +(\d+)/m.exec(limits) ?? [];
  const room = Math.min((memory - RUN_MEMORY) / THREAD_MEMORY, Number(addresses) / THREAD_ADDRESSES);
  return Math.max(1, Math.min(availableParallelism(), Math.floor(room)));
}
