// Whether a file is already what a run would write: so that a job which a scheduler starts again ends well.

import { closeSync } from 'node:fs';
import { startKernel } from '../engine/load.js';
import type { Layout } from '../formats/format.js';
import { openRegular, readFully } from '../io/positioned.js';
import { type Chunk, chunksOf } from '../pipeline/chunks.js';
import { noChecksum, portionsOf } from '../pipeline/portions.js';
import type { DealSource } from '../selection/deal-source.js';

/** A part of a file. */
interface Part {
  offset: number;
  bytes: Uint8Array;
}

/** What a run would write, as far as it is known without dealing; and its first and its last chunk. */
interface ExpectedOutput {
  bytes: number;
  deals: number;
  frame: readonly Part[];
  chunks: readonly Chunk[];
}

/**
 * The number of deals and the size of the file at `path`, if its size, its head, its tail and its first and last chunk are
 * those of the output; otherwise undefined. A list is read for it; what a filter keeps is not known.
 */
export async function findCompleteOutput(
  path: string,
  source: DealSource,
  layout: Layout,
  wantedBytes: number,
): Promise<{ deals: number; bytes: number } | undefined> {
  const { fd, size } = openRegular(path);
  try {
    const { bytes, deals, frame, chunks } = await expectOutput(source, layout, wantedBytes);
    if (size !== bytes || !frame.every((part) => hasPart(fd, part))) return undefined;
    const kernel = await startKernel();
    const areRight = chunks.every(({ offset, numbers }) =>
      hasPart(fd, { offset, bytes: kernel.encode(layout.encoder, numbers) }),
    );
    return areRight ? { deals, bytes } : undefined;
  } finally {
    closeSync(fd);
  }
}

async function expectOutput(
  source: DealSource,
  layout: Layout,
  wantedBytes: number,
): Promise<ExpectedOutput> {
  const frame = layout.frame();
  const portions = portionsOf(source.numbers(), { index: 0, checksum: 0 }, noChecksum);
  let [bytes, deals] = [frame.head.length, 0];
  let first: Chunk | undefined;
  let last: Chunk | undefined;
  for await (const chunk of chunksOf(portions, { layout, wantedBytes, offset: bytes })) {
    frame.add(chunk);
    bytes += chunk.bytes;
    deals += chunk.deals;
    first ??= chunk;
    if (last !== first) last?.release();
    last = chunk;
  }
  const parts: Part[] = [];
  for (const part of frame.tail()) {
    parts.push({ offset: bytes, bytes: part });
    bytes += part.length;
  }
  parts.push({ offset: 0, bytes: frame.finalHead() ?? frame.head });
  return { bytes, deals, frame: parts, chunks: first === undefined ? [] : [first, last as Chunk] };
}

function hasPart(fd: number, { offset, bytes }: Part): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  return readFully(fd, found, offset) === bytes.length && found.equals(bytes);
}
