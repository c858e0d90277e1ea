// A checkpoint: how far a run has come. The pipeline makes one with each chunk, FILE.run keeps the last that is synced, and a
// resumed run goes on there.

export interface Checkpoint {
  /** bytes from the start of the output that are written */
  bytes: number;
  /** deals in these bytes */
  deals: number;
  /** deals of the source, from its start, that are done: each is in these bytes or left out */
  consumed: number;
  /** deals after `consumed` that the condition and the filter keep and that are in these bytes, too */
  kept: number;
}

export const NO_CHECKPOINT: Checkpoint = { bytes: 0, deals: 0, consumed: 0, kept: 0 };
