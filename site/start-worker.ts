// Starts a worker of the page.

import type { Role } from './workers/worker.js';

export function startWorker(name: Role): Worker {
  return new Worker(new URL('./workers/worker.ts', import.meta.url), { type: 'module', name });
}
