// A run of generate once its options are resolved: it writes an output, or compares one that exists.

import type { Plan } from '../pipeline/pipeline.js';
import type { Executor } from '../threads/executor.js';

/** How far generate is. */
export interface GenerateProgress {
  /** deals written so far */
  deals: number;
  /** bytes of the output so far, with its header */
  bytes: number;
  /** deals dealt so far: more than are written if some are left out */
  dealt: number;
  /** deals to be dealt in all; unknown for a list */
  totalDeals?: number;
  /** bytes of the whole output; unknown for a list, a sample, or with a condition or a filter */
  totalBytes?: number;
}

export interface Run {
  plan: Plan;
  executor: Executor;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: GenerateProgress) => void) | undefined;
}

export function reportProgress(
  { plan: { selection, totalBytes }, onProgress }: Run,
  { deals, bytes, dealt }: { deals: number; bytes: number; dealt: number },
): void {
  const { count: totalDeals } = selection.source;
  onProgress?.({
    deals,
    bytes,
    dealt,
    ...(totalDeals !== undefined && { totalDeals }),
    ...(totalBytes !== undefined && { totalBytes }),
  });
}
