// A checkpoint: how far a run has come. The pipeline makes one with each chunk, the journal keeps the last, a resumed run
// starts from it.

export interface Checkpoint {
  /** deals of the selection that are done: each is written or left out */
  consumed: number;
  /** checksum of these deals' numbers if the selection is a list; otherwise empty */
  checksum: string;
  /** deals after `consumed` that the filter kept and that are written already */
  skip: number;
  /** checksum of the numbers of these deals if the selection is a list; otherwise empty */
  skipped: string;
  /** bytes of the output from its start that are written */
  bytes: number;
  /** deals in these bytes */
  deals: number;
  /** facts of the output's frame since the checkpoint before; all facts in a checkpoint that a run resumes */
  facts: readonly number[];
}

export const NO_CHECKPOINT: Checkpoint = {
  consumed: 0,
  checksum: '',
  skip: 0,
  skipped: '',
  bytes: 0,
  deals: 0,
  facts: [],
};
