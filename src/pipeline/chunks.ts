// Chunks: which deals make which bytes of an output. This is arithmetic, before a card is dealt.

import { grouped, OutputProblem } from '../common/errors.js';
import type { Layout } from '../formats/format.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import type { Checksum } from '../selection/checksum.js';
import { type DealSource, sliceSegments } from '../selection/deal-source.js';
import type { Checkpoint } from './checkpoint.js';
import { NumberGatherer, type NumberGroup } from './gatherer.js';
import { noChecksum, type Portion } from './portions.js';

/** A part of an output that one task encodes. */
export interface Chunk extends NumberGroup {
  offset: number; // of its first byte in the output
  bytes: number;
  /** deals of the selection that are dealt with this chunk: more than are written if a filter leaves some out */
  dealt: number;
  /** how far the run has come once this chunk and all chunks before it are written; without the frame's facts */
  checkpoint: Checkpoint;
}

/**
 * Cuts portions into chunks of `size` deals.
 * A chunk ends with each portion, even if it is empty, so that progress and checkpoints go on. If a filter leaves out deals
 * and the layout has full chunks only, the open chunk grows on and an empty chunk reports the progress.
 * @param from leaves out the deals of the first portion that are written already
 * Throws an OutputProblem if these are not the deals that are written.
 * @param areNarrowed whether a condition or a filter leaves out deals; otherwise all portions but the last have `size` deals
 * @param newChecksum makes a checksum of a list's numbers
 */
export async function* chunksOf(
  portions: AsyncIterable<Portion>,
  layout: Layout,
  size: number,
  from: Checkpoint,
  areNarrowed: boolean,
  newChecksum: DealSource['newChecksum'] = () => noChecksum,
): AsyncGenerator<Chunk, void, void> {
  const gatherer = new NumberGatherer(size);
  let { consumed, checksum, skip, deals } = from;
  let offset = Math.max(layout.frame().head().length, from.bytes);
  let position = { consumed, checksum, skip, skipped: from.skipped }; // everything before it is in chunks
  const written = newChecksum(); // of the deals that are left out

  function chunkOf(group: NumberGroup, dealt: number): Chunk {
    const bytes = group.deals === 0 ? 0 : layout.chunkBytes(group.numbers);
    deals += group.deals;
    const checkpoint = { ...position, bytes: offset + bytes, deals, facts: [] };
    const chunk = { ...group, offset, bytes, dealt, checkpoint };
    offset += bytes;
    return chunk;
  }

  for await (const portion of portions) {
    const { numbers, consumed: dealt, release } = portion;
    let taken = Math.min(skip, portion.deals);
    const begun = newChecksum(); // of this portion's deals in chunks
    addSlice(begun, numbers, 0, taken);
    if (skip > 0) {
      addSlice(written, numbers, 0, taken);
      skip -= taken;
      if (skip === 0 && written.value !== from.skipped) throw otherDeals(from);
    }
    let open = gatherer.deals; // of the portions before
    for (const group of gatherer.fill(sliceSegments(numbers, taken, portion.deals))) {
      const end = taken + group.deals - open;
      open = 0;
      if (end < portion.deals) {
        addSlice(begun, numbers, taken, end);
        position = { consumed, checksum, skip: end, skipped: begun.value };
      } else {
        position = { consumed: dealt, checksum: portion.checksum, skip: 0, skipped: '' };
      }
      taken = end;
      yield chunkOf(group, dealt);
    }
    release();
    ({ consumed, checksum } = portion);
    if (gatherer.deals > 0 && areNarrowed && layout.mustFillChunks) {
      yield chunkOf({ numbers: [], deals: 0, release() {} }, dealt);
    } else if (gatherer.deals > 0 || (skip === 0 && position.consumed < consumed)) {
      position = { consumed, checksum, skip: 0, skipped: '' };
      yield chunkOf(gatherer.take(), dealt);
    }
  }
  if (skip > 0) throw otherDeals(from);
  if (gatherer.deals === 0) return;
  position = { consumed, checksum, skip: 0, skipped: '' };
  yield chunkOf(gatherer.take(), consumed);
}

function addSlice(checksum: Checksum, numbers: readonly DealNumbers[], from: number, to: number): void {
  for (const segment of sliceSegments(numbers, from, to)) checksum.add(segment);
}

function otherDeals({ consumed }: Checkpoint): OutputProblem {
  return new OutputProblem(
    undefined,
    `the deals after the first ${grouped(consumed)} are not those of the interrupted run; resume it with the same list, or start over with force: true`,
  );
}
