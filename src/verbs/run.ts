// A run of generate once its options have been looked up: to write an output, or to compare one that is there.

import type { Layout } from '../formats/format.js';
import type { ResolvedSelection } from '../selection/deal-source.js';
import type { Executor } from '../threads/executor.js';

/** How far generate is. */
export interface Progress {
  /** deals written so far */
  deals: number;
  /** bytes of the output so far, with its header */
  bytes: number;
  /** deals dealt so far: more than written where some were left out */
  dealt: number;
  /** deals to be dealt in all; not known for a list */
  totalDeals?: number;
  /** bytes of the whole output; not known for a list, a sample, or with a condition or a filter */
  totalBytes?: number;
}

export interface Run {
  selection: ResolvedSelection;
  layout: Layout;
  /** of the whole output; undefined where only its end tells */
  totalBytes: number | undefined;
  executor: Executor;
  options: {
    chunkBytes?: number | undefined;
    signal?: AbortSignal | undefined;
    onProgress?: ((progress: Progress) => void) | undefined;
  };
}

/** Tells the caller how far a run has come. */
export function reportProgress(
  { selection, totalBytes, options }: Run,
  { deals, bytes, dealt }: { deals: number; bytes: number; dealt: number },
): void {
  const { count: totalDeals } = selection.source;
  options.onProgress?.({
    deals,
    bytes,
    dealt,
    ...(totalDeals !== undefined && { totalDeals }),
    ...(totalBytes !== undefined && { totalBytes }),
  });
}
