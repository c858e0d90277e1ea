// Whether a file is already what a run would write: so that a job which a scheduler starts again ends well.

import { closeSync } from 'node:fs';
import { ReadError, toFailure } from '../common/errors.js';
import { hasBytes, openRegular } from '../io/positioned.js';
import type { Chunk } from '../pipeline/chunks.js';
import { pipeline } from '../pipeline/pipeline.js';
import type { CompareTask } from '../tasks/compare-chunk.js';
import { type Run, reportProgress } from './run.js';

/**
 * The number of deals and the size of the file at `path` if every byte is as the run would write it; otherwise undefined.
 * All that the run would write is dealt again and compared, until something differs.
 */
export async function findCompleteOutput(
  path: string,
  run: Run,
): Promise<{ deals: number; bytes: number } | undefined> {
  const { fd, size } = openRegular(path);
  try {
    if (run.totalBytes !== undefined && run.totalBytes !== size) return undefined;
    return await compareOutput(fd, size, run);
  } catch (error) {
    throw toFailure(error).code === undefined ? error : new ReadError(path, error);
  } finally {
    closeSync(fd);
  }
}

async function compareOutput(fd: number, size: number, run: Run) {
  const { selection, layout, executor, options } = run;
  const frame = layout.frame();
  const found = { deals: 0, bytes: frame.head.length };

  async function* jobs() {
    for await (const chunk of pipeline(selection, layout, { executor, ...options })) {
      const { numbers, offset, bytes } = chunk;
      const task: CompareTask = { kind: 'compare', encoder: layout.encoder, numbers, offset, bytes, fd };
      yield { task, chunk };
    }
  }

  for await (const { chunk, result: isSame } of executor.run<
    CompareTask,
    { task: CompareTask; chunk: Chunk }
  >(jobs(), 'anywhere')) {
    if (!isSame) return undefined;
    frame.add(chunk);
    found.bytes += chunk.bytes;
    found.deals += chunk.deals;
    chunk.release();
    reportProgress(run, { ...found, dealt: chunk.dealt });
    options.signal?.throwIfAborted();
  }
  for (const part of frame.tail()) {
    if (!hasBytes(fd, part, found.bytes)) return undefined;
    found.bytes += part.length;
  }
  const isWhole = size === found.bytes && hasBytes(fd, frame.finalHead() ?? frame.head, 0);
  return isWhole ? found : undefined;
}
