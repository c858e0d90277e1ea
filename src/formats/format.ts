// An output format: how it lays out chunks of deals, and the bytes before and after them. The folders above know formats by
// these types alone.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Block, EncoderName, RecordType } from './blocks.js';

export type { EncoderName, RecordType } from './blocks.js';

/** Reads bytes of an output that are written already, from `offset` on. */
export type ReadWritten = (offset: number, length: number) => Uint8Array;

/** The bytes around the chunks of one output. It sees each chunk, so that it can hold what only the end of the run tells. */
export interface Frame {
  /** the bytes before the first chunk; if the layout says headComesLast, only their number is right before the last chunk */
  head(): Uint8Array;
  /** Takes a complete chunk; to be called in the order of the output. */
  add(chunk: { numbers: readonly DealNumbers[]; deals: number }): void;
  /** Takes the place of `add` for the chunks that an interrupted run has written. */
  restore(written: { bytes: number; deals: number }, read: ReadWritten): void;
  /** the bytes after the last chunk, in pieces; none in most formats */
  tail(): Iterable<Uint8Array>;
}

/** The layout of one output. The size of every chunk is known before a card is dealt. */
export interface Layout {
  encoder: EncoderName;
  /** deals of a chunk of about `wantedBytes`, at least 1 */
  chunkDeals(wantedBytes: number): number;
  /** whether every chunk but the last must have exactly chunkDeals deals */
  mustFillChunks: boolean;
  /** size of the chunk with these deals, bytes */
  chunkBytes(numbers: readonly DealNumbers[]): number;
  /** size of a whole output of these deals, bytes; undefined if only its end tells */
  totalBytes(numbers: readonly DealNumbers[]): number | undefined;
  /** whether only the end of the run determines the head: then the output cannot be a pipe */
  headComesLast: boolean;
  /** Returns a new frame, for one run of the program. */
  frame(): Frame;
}

/** The deals of an output, as far as they are known before they are dealt. */
export interface KnownDeals {
  /** the first deal number if the deals are consecutive */
  first: number | undefined;
  /** number of deals; undefined if only the end tells */
  count: number | undefined;
  /** which deals these are, in words */
  selection: string;
}

/** A kind of output. */
export interface Format {
  /** as given to -f */
  name: string;
  /** other names, which are file extensions as well */
  aliases?: readonly string[];
  /** a name for people who choose among formats */
  label: string;
  /** of file names, with the dot */
  extension: string;
  /** the types of its records; none if its chunks are not records one after another */
  records: readonly RecordType[];
  /** whether a terminal cannot show its bytes as text */
  isBinary: boolean;
  /** whether its files have the column `cells`, whose data provideCells then gives */
  hasCells?: boolean;
  /** number of deals beyond which one file is hard to use, and what to do instead; undefined if any number is fine */
  advice?: { deals: number; text: string };
  layout(known: KnownDeals): Layout;
  /** Whether a file that begins with these bytes, the first 64 or all there are, claims to have this format. */
  isBegunBy(head: Uint8Array): boolean;
  /** Yields the blocks of a file, which threads check; throws a DamageError if the file as a whole is wrong. */
  blocks(input: Input): AsyncIterable<Block>;
}
