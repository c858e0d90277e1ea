// Starts a worker of the page.

import type { Role } from './workers/worker.js';

/**
 * Returns the error of a worker's `error` event. Without a message, its file could not be loaded: a page that is open while a
 * new one is published asks for files that are gone.
 */
export function workerError({ message }: ErrorEvent): Error {
  return new Error(
    message || 'a part of this page cannot be loaded; reload the page, it may have a new version',
  );
}

/** Starts a worker. Throws an Error where the browser has no WebAssembly, which all roles but the search in boards need. */
export function startWorker(name: Role): Worker {
  if (name !== 'search' && typeof WebAssembly === 'undefined')
    throw new Error('this browser has no WebAssembly, or it is switched off; Deal and Find work without it');

  return new Worker(new URL('./workers/worker.ts', import.meta.url), { type: 'module', name });
}
