// Starts a worker of the page.

import type { Job } from './workers/worker.js';

export function startWorker(name: Job): Worker {
  return new Worker(new URL('./workers/worker.ts', import.meta.url), { type: 'module', name });
}
