// Compares a chunk of an output with the bytes that a file has in its place.

import type { Engine } from '../engine/engine.js';
import { hasBytes } from '../io/positioned.js';
import { type EncodedChunk, encodeBatches } from './encode-chunk.js';

export interface CompareTask extends EncodedChunk {
  kind: 'compare';
  fd: number;
}

/** Whether the file has exactly these bytes. */
export function compareChunk(engine: Engine, task: CompareTask): boolean {
  for (const { encoded, done } of encodeBatches(engine, task)) {
    if (!hasBytes(task.fd, encoded, task.offset + done)) return false;
  }
  return true;
}
