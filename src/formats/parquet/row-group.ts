// A row group: the deals of a chunk as 105 column chunks, one after another. The arithmetic of where each lies, and the
// reference implementation of its bytes; the kernels make the same bytes.

import { CARDS } from '../../game/constants.js';
import { dealCards } from '../../game/deal.js';
import { countOf, type Run as DealNumbers, sumOf } from '../../game/deal-numbers.js';
import {
  cardChunk,
  concat,
  consecutiveChunk,
  type IndexChunk,
  indexBytes,
  NUMBER_BYTES,
  plainHead,
  positionChunk,
} from './pages.js';

/** What of a row group's deal numbers its bytes and its metadata depend on. */
export interface RowGroup {
  deals: number; // rows, 1..122880
  min: number; // smallest deal number
  max: number; // largest deal number
  isConsecutive: boolean; // min, min + 1, .. max in this order
}

/** Where the column chunks lie: `deal`, then the 52 of cards, then the 52 of positions. Offsets count from the first byte. */
export interface RowGroupLayout {
  dealHead: Uint8Array; // all that stands before the deal numbers; where they are consecutive, the whole chunk
  dealBytes: number; // of the `deal` chunk
  card: IndexChunk;
  position: IndexChunk;
  bytes: number; // of the row group
}

/** Every number in order, whether a part is a range or a list. */
export function* eachNumber(numbers: readonly DealNumbers[]): Generator<number, void, void> {
  for (const part of numbers) {
    if (part instanceof Float64Array) yield* part;
    else for (let n = part.first; n <= part.last; n++) yield n;
  }
}

/** Describes deals, at least one, the same way however they are cut into parts. */
export function rowGroupOf(numbers: readonly DealNumbers[]): RowGroup {
  const group = { deals: sumOf(numbers), min: Infinity, max: 0, isConsecutive: true };
  let previous: number | undefined;
  const addRange = (first: number, last: number) => {
    group.isConsecutive &&= previous === undefined || first === previous + 1;
    group.min = Math.min(group.min, first);
    group.max = Math.max(group.max, last);
    previous = last;
  };
  for (const part of numbers) {
    if (part instanceof Float64Array) for (const n of part) addRange(n, n);
    else addRange(part.first, part.last);
  }
  return group;
}

// The chunks of indices follow from the number of rows, which is the same for all row groups of a file but its last one.
let indexChunks = { deals: 0, card: undefined as IndexChunk | undefined, position: undefined as IndexChunk | undefined };

export function layoutRowGroup({ deals, min, isConsecutive }: RowGroup): RowGroupLayout {
  const card = cardChunk(deals);
  const position = positionChunk(deals);
  const dealHead = isConsecutive ? consecutiveChunk(min, deals) : plainHead(deals);
  const dealBytes = dealHead.length + (isConsecutive ? 0 : deals * NUMBER_BYTES);
  return { dealHead, dealBytes, card, position, bytes: dealBytes + CARDS * (card.bytes + position.bytes) };
}
