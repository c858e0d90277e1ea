import type { DealRange } from '../range.js';

/** The kernel's encoders, by the name of the export that writes records of that kind. */
export type Encoder = 'cards' | 'numbered' | 'ndjson' | 'text';

/** One deal's bytes in an output. Their number follows from the deal number alone: places are arithmetic. */
export interface RecordFormat {
  /** the kernel's export that writes such records */
  encoder: Encoder;
  /** largest size of a record, bytes */
  maxBytes: number;
  /** size of the records of all deals of a range, bytes */
  bytesOf(range: DealRange): number;
  /** the record of one deal out of its 52 card bytes: plain TypeScript, the reference of the kernel's encoder */
  encode(n: number, cards: Uint8Array): Uint8Array;
}

/** A kind of output: what stands before the records, and what a record is. */
export interface Format {
  /** as given to -f */
  name: string;
  /** of file names, with the dot */
  ending: string;
  /** bytes that do not read as text in a terminal */
  isBinary: boolean;
  /** what stands before the first record */
  header(ranges: readonly DealRange[]): Uint8Array;
  record(ranges: readonly DealRange[]): RecordFormat;
}
