// The pipeline: the numbers of a selection become portions, a condition and a filter keep some of them, and chunks of
// an output come out, in order and each with its offset.

import { InputError } from '../common/errors.js';
import { cardsRecord } from '../formats/binary.js';
import type { Format, Layout } from '../formats/format.js';
import { layOutRecords } from '../formats/records.js';
import { CARDS } from '../game/constants.js';
import { onlyRange } from '../game/deal-numbers.js';
import type { ResolvedSelection } from '../selection/deal-source.js';
import type { EncodeTask } from '../tasks/encode-chunk.js';
import type { Executor, Work } from '../threads/executor.js';
import { type Checkpoint, type Chunk, chunksOf, NO_CHECKPOINT } from './chunks.js';
import { keptPortions, nameFilter } from './filter-stage.js';

/** A few milliseconds of one thread: small enough to balance threads, large against the cost of a task. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Bytes of a chunk for lists and samples, and with a condition or a filter. */
const SMALL_CHUNK_BYTES = 1024 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/** A run before a card is dealt: which deals, where their bytes are, how much work that is. */
export interface Plan {
  selection: ResolvedSelection;
  layout: Layout;
  chunkDeals: number;
  totalBytes: number | undefined; // size of the whole output; undefined if only its end tells
  work: Work;
}

const cardsLayout = layOutRecords(cardsRecord); // the 52 cards of each deal and nothing else

/** Plans the output of a selection; throws an InputError if the chunk size is outside 1..2^30 bytes. */
export function planRun(
  selection: ResolvedSelection,
  layout: Layout = cardsLayout,
  chunkBytes = selection.whole?.segments === undefined ? SMALL_CHUNK_BYTES : CHUNK_BYTES,
): Plan {
  if (!Number.isInteger(chunkBytes) || chunkBytes < 1 || chunkBytes > MAX_CHUNK_BYTES) {
    throw new InputError(`chunk size ${chunkBytes} is outside 1..${MAX_CHUNK_BYTES} bytes`);
  }
  const { whole, source, where, filter } = selection;
  const totalBytes = whole?.segments && layout.totalBytes(whole.segments);
  // the cards dealt for a condition, unless a filter takes most of the time
  const isMatched = where !== undefined && filter === undefined && source.count !== undefined;
  const bytes = totalBytes ?? (isMatched ? (source.count as number) * CARDS : undefined);
  const hasForeignCode = typeof filter === 'object'; // a module, which must not run on the calling thread
  const work = { bytes, hasForeignCode };
  return { selection, layout, chunkDeals: layout.chunkDeals(chunkBytes), totalBytes, work };
}

export function layOut(format: Format, { whole, key }: ResolvedSelection, count = whole?.count): Layout {
  return format.layout({ first: onlyRange(whole?.segments)?.first, count, selection: key });
}

interface EncodeOptions {
  from?: Checkpoint | undefined; // how far an interrupted run has written the output
  signal?: AbortSignal | undefined; // ends the run with its reason, even if a list never yields another number
  fd?: number | undefined; // of a file that takes the bytes
  written?: number | undefined; // bytes that it has already; their chunks are neither encoded nor written again
}

/** Encodes the chunks of a plan's output after a checkpoint: yields their bytes in order, or writes them to a file. */
export async function* encodeChunks(
  { selection, layout, chunkDeals }: Plan,
  executor: Executor,
  { from = NO_CHECKPOINT, signal, fd, written = 0 }: EncodeOptions,
) {
  const { encoder } = layout;
  const toTask = (chunk: Chunk): EncodeTask => {
    const isWritten = chunk.offset + chunk.bytes <= written;
    const { numbers, bytes } = isWritten ? { numbers: [], bytes: 0 } : chunk;
    return { kind: 'encode', encoder, numbers, offset: chunk.offset, bytes, fd };
  };
  const portions = keptPortions(selection, executor, { from, signal, size: chunkDeals });
  try {
    yield* executor.map(chunksOf(portions, layout, chunkDeals, from), toTask, 'anywhere');
  } catch (error) {
    throw nameFilter(selection.filter, error);
  }
}
