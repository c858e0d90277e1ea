// Compares an existing file with what a run would write, so that a run which a scheduler starts again ends well.

import { closeSync } from 'node:fs';
import { OutputProblem, ReadError, toFailure } from '../common/errors.js';
import { hasBytes, openRegular } from '../io/positioned.js';
import type { Chunk } from '../pipeline/chunks.js';
import { pipeline } from '../pipeline/pipeline.js';
import { spansOf } from '../pipeline/spans.js';
import type { CompareTask } from '../tasks/encode-chunk.js';
import { type Run, reportProgress } from './run.js';

/** Deals again what a run would write; returns deals and bytes of the file at `path` unless something differs. */
export async function findCompleteOutput(
  path: string,
  run: Run,
): Promise<{ deals: number; bytes: number } | undefined> {
  const { totalBytes } = run.plan;
  const { fd, size } = openRegular(path);
  try {
    if (totalBytes !== undefined && totalBytes !== size) return undefined;
    return await compareOutput(fd, size, run);
  } catch (error) {
    throw toFailure(error).code === undefined ? error : new ReadError(path, error);
  } finally {
    closeSync(fd);
  }
}

export function otherOutput(): OutputProblem {
  return new OutputProblem(
    'EEXIST',
    'it exists already, and is not what this run would write: a complete file of another selection or format, or a damaged one; name another file, or use force: true to replace it',
  );
}

async function compareOutput(fd: number, size: number, run: Run) {
  const { plan, executor, signal } = run;
  const { layout } = plan;
  const toTask = ({ numbers, offset, bytes }: Chunk): CompareTask => {
    return { kind: 'compare', encoder: layout.encoder, numbers, offset, bytes, fd };
  };
  const found = { deals: 0, bytes: 0 };
  const compared = executor.map(pipeline(plan, { executor, signal }), toTask, 'anywhere');
  for await (const { content, offset, bytes, deals, dealt, checkpoint } of spansOf(layout, compared)) {
    const isSame = typeof content === 'boolean' ? content : hasBytes(fd, content, offset);
    if (!isSame) return undefined;
    Object.assign(found, { deals, bytes });
    if (checkpoint !== undefined) reportProgress(run, { deals, bytes, dealt });
    signal?.throwIfAborted();
  }
  return size === found.bytes ? found : undefined;
}
