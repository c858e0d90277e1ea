// An output format: its records, how it lays out chunks of deals, and the blocks of its files. The folders above know
// formats by these types alone.

import type { DealNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { RowGroup } from './parquet/row-group.js';

/** Encoders that every engine has. */
export type EncoderName = 'cards' | 'numbered' | 'ndjson' | 'text' | 'numbers' | 'csv' | 'parquet';

/** The bytes of one deal, and what they tell. */
export interface RecordType {
  encoder: Exclude<EncoderName, 'parquet'>;
  isLine: boolean; // whether it is a line of text; any other record has maxBytes
  maxBytes: number; // largest size of a record, bytes
  /** size of the records of these deals, bytes: the numbers alone determine it */
  bytesOf(numbers: DealNumbers): number;
  /** Returns the deal number in the record at `offset`, perhaps wrong; undefined if unreadable. A board has none. */
  number?(bytes: Uint8Array, offset: number): number | undefined;
  /** Returns the cards of the record at `offset` in dealing order, perhaps wrong; undefined if they are unreadable. */
  cards(bytes: Uint8Array, offset: number): ArrayLike<number> | undefined;
  fault(record: Uint8Array): string; // says what is wrong with the bytes of a record that is not the deal's
}

/** Whole records, except the last record of a file that is cut off. */
export interface RecordsBlock {
  offset: number; // of its first byte in the file
  bytes: number;
  encoder: EncoderName;
  first: number | undefined; // deal number of its first record, if the index of a record determines its deal
}

/** A row group of a Parquet file. */
export interface RowGroupBlock {
  offset: number; // of its first byte in the file
  bytes: number;
  index: number; // in the file, from 1
  group: RowGroup; // according to the footer
  version: string; // of the program that wrote it, according to the footer
}

/** A part of a file that one task checks: plain data, for worker threads. Its kind decides how it is checked. */
export type Block = RecordsBlock | RowGroupBlock;

/** The bytes after the chunks of an output. It sees each chunk, to keep what only the end of the run tells. */
interface Tail {
  /** Takes a chunk; to be called in the order of the output, also for what an interrupted run has written. */
  add(chunk: { numbers: readonly DealNumbers[]; deals: number }): void;
  bytes(): Iterable<Uint8Array>; // yields the bytes one after another, after the last chunk
}

/** The layout of one output. The size of every chunk is known before a card is dealt. */
export interface Layout {
  encoder: EncoderName;
  chunkDeals(wantedBytes: number): number; // deals of a chunk of about `wantedBytes`, at least 1
  mustFillChunks: boolean; // whether every chunk but the last must have exactly chunkDeals deals
  chunkBytes(numbers: readonly DealNumbers[]): number; // size of the chunk with these deals, bytes
  totalBytes(numbers: readonly DealNumbers[]): number; // size of a whole output of these deals, bytes
  /** Returns the bytes before the first chunk, of an output of `deals` deals; their size does not depend on it. */
  head(deals: number): Uint8Array;
  headComesLast: boolean; // whether only the end of the run determines the head: then the output cannot be a pipe
  tail?(): Tail; // a new tail, for one run of the program; absent if nothing comes after the chunks
}

/** The deals of an output, as far as they are known before they are dealt. */
export interface KnownDeals {
  first: number | undefined; // the first deal number if the deals are consecutive
  count: number | undefined; // number of deals; undefined if only the end tells
  selection: string; // which deals these are, in words
}

export interface Format {
  name: string; // as given to -f
  aliases?: readonly string[]; // other names, which are file extensions as well
  label: string; // a name for people who choose among formats
  extension: string; // of file names, with the dot
  records: readonly RecordType[]; // the types of its records; none if its chunks are not records one after another
  isBinary: boolean; // whether a terminal cannot show its bytes as text
  hasCells?: boolean; // whether its files have the column `cells`, whose data provideCells then gives
  /** number of deals beyond which one file is hard to use, and what to do instead; undefined if any number is fine */
  advice?: { deals: number; text: string };
  layout(known: KnownDeals): Layout;
  /** Whether a file that begins with these bytes, the first 64 or all there are, claims to have this format. */
  isBegunBy(head: Uint8Array): boolean;
  /** Yields the blocks of a file, which threads check; throws a DamageError if the file as a whole is wrong. */
  blocks(input: Input): AsyncIterable<Block>;
}
