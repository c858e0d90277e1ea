// The tasks that encode the chunks of an output.

import type { EncoderName } from '../formats/format.js';
import type { EncodeTask, SharedFile } from '../tasks/encode-chunk.js';
import type { Chunk } from './chunks.js';

/** A chunk and the task that encodes it. */
export interface EncodeJob {
  task: EncodeTask;
  chunk: Chunk;
}

/** The tasks that encode chunks, made as the chunks come. */
export async function* encodeJobs(
  chunks: AsyncIterable<Chunk>,
  encoder: EncoderName,
  file?: SharedFile,
): AsyncGenerator<EncodeJob, void, void> {
  for await (const chunk of chunks) {
    const { numbers, offset, bytes } = chunk;
    yield { task: { kind: 'encode', encoder, numbers, offset, bytes, file }, chunk };
  }
}
