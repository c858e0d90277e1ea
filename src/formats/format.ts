// An output format: how it lays out chunks of deals, and the bytes around them. Everything above this folder
// knows formats by these types alone.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Block, Records } from './blocks.js';
import type { EncoderName, RecordType } from './record-type.js';

export type { EncoderName, RecordType } from './record-type.js';

/** A chunk as a frame sees it: whole, with its deals and where its bytes are in the output. */
interface FramedChunk {
  numbers: readonly DealNumbers[];
  deals: number;
  offset: number; // bytes
  bytes: number;
}

/**
 * The bytes around the chunks of one output. `add` is called for each chunk, in order, so that the frame can write what only
 * the end of the run tells.
 */
export interface Frame {
  /** the first bytes of the output, before any chunk */
  head: Uint8Array;
  /** takes a chunk that is complete; called in the order of the output */
  add(chunk: FramedChunk): void;
  /** what `add` has learned since the last call, for the checkpoint journal */
  facts(): number[];
  /**
   * Takes the place of `add` for the chunks that an interrupted run has completed.
   * @param facts all that facts() returned for them, in order
   * @param deals how many they hold
   */
  restore(facts: readonly number[], deals: number): void;
  /** what follows the last chunk, part by part; nothing in most formats */
  tail(): Iterable<Uint8Array>;
  /** the head once more, where it holds something that only the end of the run tells; as long as `head` */
  finalHead(): Uint8Array | undefined;
}

/** How one output of a format is laid out. The size of every chunk is known before a card is dealt. */
export interface Layout {
  encoder: EncoderName;
  /** deals of a chunk that has about `wantedBytes`, at least 1 */
  chunkDeals(wantedBytes: number): number;
  /** whether every chunk but the last must have exactly chunkDeals deals */
  mustFillChunks: boolean;
  /** size of the chunk with these deals, bytes */
  chunkBytes(numbers: readonly DealNumbers[]): number;
  /** size of a whole output of these deals, bytes; undefined where only its end tells */
  totalBytes(numbers: readonly DealNumbers[]): number | undefined;
  /** whether finalHead() will be needed: then what takes no second write at offset 0 needs a spool file */
  rewritesHead: boolean;
  /** a new frame, for one run of the program */
  frame(): Frame;
}

/** An output's deals, as far as they are known before they are dealt. */
export interface KnownDeals {
  /** where the deals are consecutive: the first deal number */
  first: number | undefined;
  /** number of deals; undefined where only the end tells */
  count: number | undefined;
  /** which deals these are, in words */
  selection: string;
}

/** A kind of output. */
export interface Format {
  /** as given to -f */
  name: string;
  /** other names for it, which are file extensions as well */
  aliases?: readonly string[];
  /** for people who choose among formats */
  label: string;
  /** of file names, with the dot */
  extension: string;
  /** the types of its records; none where its chunks are no records one after another */
  records: readonly RecordType[];
  /** bytes that do not read as text in a terminal */
  isBinary: boolean;
  /** deals from which on one file gets hard to handle, and what to do instead; undefined where any number is fine */
  advice?: { deals: number; text: string };
  layout(known: KnownDeals): Layout;
  /** whether a file that begins with these bytes, the first 64 or all there are, is meant to be of this format */
  isBegunBy(head: Uint8Array): boolean;
  /**
   * Where the records of a file are, by its first 64 bytes and its size; throws a DamageError where these are wrong. Not
   * for formats whose files are not records one after another.
   */
  recordsIn?(head: Uint8Array, size: number): Records;
  /** what threads check of a file, one block after another; throws a DamageError where the whole is wrong */
  blocks(input: Input): AsyncIterable<Block>;
}
