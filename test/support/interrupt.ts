// Interrupts a run, so that it can be resumed.

import { expect } from 'vitest';
import { type GenerateOptions, generate } from '../../src/verbs/generate.js';

/** Runs until `isEnough` holds; leaves a run that can be resumed. Checkpoints must be taken all the time. */
export async function interruptWhen(options: GenerateOptions, isEnough: () => boolean): Promise<void> {
  const stop = new AbortController();
  const run = generate({
    ...options,
    signal: stop.signal,
    onProgress() {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10); // the disk gets time to sync
      if (isEnough()) stop.abort(new Error('enough'));
    },
  });
  await expect(run).rejects.toThrow('enough');
}
