// Compares a chunk of an output with the bytes that a file has in its place.

import type { Engine } from '../engine/engine.js';
import type { EncoderName } from '../formats/format.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import { hasBytes } from '../io/positioned.js';
import { encodeBatches } from './encode-chunk.js';

export interface CompareTask {
  kind: 'compare';
  encoder: EncoderName;
  numbers: readonly DealNumbers[];
  offset: number; // of the chunk in the file, bytes
  bytes: number; // of the chunk
  fd: number;
}

/** Whether the file has exactly these bytes. */
export function compareChunk(engine: Engine, task: CompareTask): boolean {
  for (const { encoded, done } of encodeBatches(engine, task)) {
    if (!hasBytes(task.fd, encoded, task.offset + done)) return false;
  }
  return true;
}
