import type { Run } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Block } from './blocks.js';

/** The kernel's encoders, by the name of the export that writes records of that kind. */
export type Encoder = 'cards' | 'numbered' | 'ndjson' | 'text';

/** One deal's bytes in an output. Their number follows from the deal number alone: places are arithmetic. */
export interface RecordFormat {
  /** the kernel's export that writes such records */
  encoder: Encoder;
  /** largest size of a record, bytes */
  maxBytes: number;
  /** size of the records of all deals of a run, bytes */
  bytesOf(run: Run): number;
  /** the deal number that the record at `at` tells; undefined where it tells none */
  number(bytes: Uint8Array, at: number): number | undefined;
  /** the cards of the record at `at`, in dealing order and perhaps wrong; undefined where they can't be read */
  cards(bytes: Uint8Array, at: number): ArrayLike<number> | undefined;
  /** where the first record begins that begins in `bytes`, a part of a file from any place on */
  start(bytes: Uint8Array): number;
  /** where the record at `at` ends, also a damaged one; at most bytes.length */
  end(bytes: Uint8Array, at: number): number;
  /** what is wrong with the bytes of a record that is not the deal's */
  fault(record: Uint8Array): string;
  /** the record of one deal out of its 52 card bytes: plain TypeScript, the reference of the kernel's encoder */
  encode(n: number, cards: Uint8Array): Uint8Array;
}

/** As given to -f. */
export type FormatName = 'bin' | 'ndjson' | 'text';

/** What is known of an output's deals before they are dealt. */
export interface Outline {
  first: number | undefined; // where they are consecutive: the first deal number; otherwise it is a list
  count: number; // of records; 0 where only the end tells, and the header is written once more then
}

/** A kind of output: what stands before the records, and what a record is. */
export interface Format {
  name: FormatName;
  /** of file names, with the dot */
  ending: string;
  /** bytes that do not read as text in a terminal */
  isBinary: boolean;
  /** what stands before the first record; as many bytes for any outline */
  header(outline: Outline): Uint8Array;
  record(outline: Outline): RecordFormat;
  /** whether a file that begins with these bytes, the first 64 or all there are, is meant to be of this format */
  isBegunBy(head: Uint8Array): boolean;
  /** what threads check of a file, one block after another; throws a DamageError where the whole is wrong */
  blocks(input: Input): AsyncIterable<Block>;
}
