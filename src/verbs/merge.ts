// Merges the shards of a selection into one file. Only their ends are looked at; the rest is copied.

import { closeSync, fstatSync, statSync } from 'node:fs';
import { DamageError, InputError, ReadError, ReaderClosedError } from '../common/errors.js';
import type { Format, Layout, RecordType } from '../formats/format.js';
import type { FormatName } from '../formats/registry.js';
import { FORMAT_NAMES, formatNamed, formatOfFile, recordTypeOf } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, type DealRange } from '../game/deal-numbers.js';
import { readFullyAsync } from '../io/positioned.js';
import { openOutput, targetOf } from '../output/open.js';
import type { OutputWriter } from '../output/writer.js';
import { openShard, type ShardFile } from '../reader/shard-file.js';

/** Version of what a merge writes: a run is resumed by a program that writes the same. */
const VERSION = 3;

/** Bytes copied at a time, before they are cut to whole records. */
const COPY_BYTES = 4 * 1024 * 1024;

export interface MergeOptions {
  /** of all files; default: what their extensions imply */
  format?: FormatName | undefined;
  /** accept ranges with deals missing between them; default false */
  allowGaps?: boolean | undefined;
  /** replace an existing file, and start over instead of resuming an interrupted run; default false */
  force?: boolean | undefined;
  /** resume an interrupted run of the same files, if there is one; default false */
  resume?: boolean | undefined;
  /** fsync the data before the file gets its name; default false */
  sync?: boolean | undefined;
  /** ends the run, which can be resumed; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called each time some MiB have been copied */
  onProgress?: ((progress: { bytes: number; totalBytes: number }) => void) | undefined;
}

export interface Merged {
  /** files that were merged */
  files: number;
  /** bytes of the whole output */
  bytes: number;
  /** false where the reader of a pipe closed it early, which is no error */
  isComplete: boolean;
}

/** What will be written. */
interface MergePlan {
  shards: readonly ShardFile[]; // in the order of the output
  layout: Layout;
  record: RecordType; // of the output
  headBytes: number;
  totalBytes: number;
}

/**
 * Merges files of one format into one file, written atomically. Ranges are put in ascending order, and consecutive ones
 * become one range, byte for byte what one run would have written; lists, samples and what a filter kept are put one after
 * another as they are given, and so are ranges among them. Rejects with an InputError where ranges overlap or leave gaps,
 * where formats differ or the output is one of the files; with a DamageError or ReadError where a file is damaged or
 * cannot be read; with an OutputError where the output cannot be written. Nothing is written then.
 */
export async function merge(
  output: string,
  files: readonly string[],
  options: MergeOptions = {},
): Promise<Merged> {
  const { force = false, resume = false, sync = false, signal } = options;
  const format = commonFormat(output, files, options.format);
  const target = targetOf(output);
  const shards: ShardFile[] = [];
  try {
    for (const file of files) shards.push(openShard(file, format));
    checkOutput(output, shards);
    const plan = planMerge(shards, format, options.allowGaps ?? false);
    signal?.throwIfAborted();
    const job = {
      version: VERSION,
      selection: `merge ${plan.shards.map(({ path, bytes }) => `${path} ${bytes}`).join(' ')}`,
      format: format.name,
      encoder: plan.layout.encoder,
      bytes: plan.totalBytes,
    };
    const writer = await openOutput(target, job, { force, resume, sync, rewritesHead: false });
    return await writeMerged(plan, writer, options);
  } finally {
    for (const { fd } of shards) closeSync(fd);
  }
}

/** The format of all files and the output; throws an InputError where they differ. */
function commonFormat(output: string, files: readonly string[], name: FormatName | undefined): Format {
  const [first] = files;
  if (first === undefined)
    throw new InputError('there is no file to merge; name the shards after the output');
  if (name !== undefined) return checkMergeable(formatNamed(name));
  const format = checkMergeable(formatOfFile(first));
  for (const file of output === '-' ? files : [...files, output]) {
    const other = formatOfFile(file);
    if (other !== format) {
      throw new InputError(
        `${first} is ${format.name} and ${file} is ${other.name}; merge files of one format, one of ${FORMAT_NAMES}`,
      );
    }
  }
  return format;
}

/** Throws an InputError for a format whose files are not records one after another. */
function checkMergeable(format: Format): Format {
  if (format.name !== 'parquet') return format;
  throw new InputError(
    "Parquet files are not merged, as databases read many as one table; ask DuckDB, for example: FROM 'deals-*.parquet'",
  );
}

/** Throws an InputError where a file is given twice, or is the output. */
function checkOutput(output: string, shards: readonly ShardFile[]): void {
  const identity = (stat: { dev: number; ino: number }) => `${stat.dev} ${stat.ino}`;
  const seen = new Map<string, string>();
  for (const { path, fd } of shards) {
    const key = identity(fstatSync(fd));
    const same = seen.get(key);
    if (same !== undefined)
      throw new InputError(`${path} is given twice, also as ${same}; name each file once`);
    seen.set(key, path);
  }
  const existing = output === '-' ? undefined : statSync(output, { throwIfNoEntry: false });
  if (existing !== undefined && seen.has(identity(existing))) {
    throw new InputError(`${output} is the output and one of the files; name another output`);
  }
}

/** The order of the files and the layout of the output; throws an InputError where ranges overlap or leave gaps. */
function planMerge(given: readonly ShardFile[], format: Format, allowGaps: boolean): MergePlan {
  const filled = given.filter(({ bytes }) => bytes > 0);
  const ranges = filled.flatMap(({ range }) => (range === undefined ? [] : [range]));
  const areRanges = ranges.length === filled.length;
  const shards = areRanges ? filled.toSorted(byFirst) : filled;
  checkOverlaps(filled.filter(({ range }) => range !== undefined).toSorted(byFirst));
  if (areRanges && !allowGaps) checkGaps(shards);
  const isOneRange = areRanges && shards.length > 0 && shards.every(followsUpon);
  const count = shards.reduce((sum, shard) => sum + countRecords(shard), 0);
  const first = isOneRange ? shards[0]?.range?.first : undefined;
  const layout = format.layout({ first, count, selection: 'merged' });
  const record = recordTypeOf(layout.encoder);
  const headBytes = layout.frame().head.length;
  const bytes = shards.reduce((sum, shard) => sum + outputBytes(shard, record), 0);
  return { shards, layout, record, headBytes, totalBytes: headBytes + bytes };
}

function byFirst(a: ShardFile, b: ShardFile): number {
  return (a.range as DealRange).first - (b.range as DealRange).first;
}

function followsUpon({ range }: ShardFile, i: number, shards: readonly ShardFile[]): boolean {
  return i === 0 || range?.first === (shards[i - 1]?.range?.last ?? Number.NaN) + 1;
}

function checkOverlaps(ascending: readonly ShardFile[]): void {
  for (const [i, { path, range }] of ascending.entries()) {
    const before = ascending[i - 1];
    if (before?.range === undefined || range === undefined || range.first > before.range.last) continue;
    throw new InputError(`${before.path} and ${path} overlap at deal ${range.first}; name each deal once`);
  }
}

function checkGaps(ascending: readonly ShardFile[]): void {
  const i = ascending.findIndex((shard, i) => !followsUpon(shard, i, ascending));
  if (i < 0) return;
  const [before, after] = [ascending[i - 1], ascending[i]] as [ShardFile, ShardFile];
  const [first, last] = [(before.range?.last ?? 0) + 1, (after.range?.first ?? 0) - 1];
  const missing = first === last ? `deal ${first} is` : `deals ${first}..${last} are`;
  throw new InputError(
    `${missing} missing between ${before.path} and ${after.path}; add the file with them, or merge with allowGaps: true`,
  );
}

/** Records of a file, where they are of equal size; of lines, nobody counts them. */
function countRecords({ record, bytes, range }: ShardFile): number {
  return range === undefined ? Math.ceil(bytes / record.maxBytes) : countNumbers(range);
}

/** Bytes that a file's records take in the output, which may have the deal number with each. */
function outputBytes({ bytes, record, range }: ShardFile, to: RecordType): number {
  return record === to || range === undefined ? bytes : to.bytesOf(range);
}

/** Copies all files, from where an interrupted run got to. */
async function writeMerged(
  { shards, layout, record, headBytes, totalBytes }: MergePlan,
  output: OutputWriter,
  { signal, onProgress }: MergeOptions,
): Promise<Merged> {
  const merged: Merged = { files: shards.length, bytes: headBytes, isComplete: false };
  const done = Math.max(headBytes, output.resumed.bytes);
  try {
    await output.write(layout.frame().head, 0);
    for (const shard of shards) {
      for await (const { bytes, length } of copiesOf(shard, record, done - merged.bytes)) {
        if (bytes !== undefined) await output.write(bytes, merged.bytes);
        merged.bytes += length;
        output.checkpoint({ bytes: merged.bytes, deals: 0, consumed: 0, skip: 0, checksum: 0, facts: [] });
        onProgress?.({ bytes: merged.bytes, totalBytes });
        signal?.throwIfAborted();
      }
    }
    await output.commit(totalBytes);
    merged.isComplete = true;
  } catch (error) {
    if (error instanceof DamageError || error instanceof ReadError) await output.abort();
    if (!(error instanceof ReaderClosedError)) throw signal?.aborted ? signal.reason : error;
  } finally {
    await output.suspend();
  }
  return merged;
}

/**
 * What a file adds to the output, part by part; without bytes where an interrupted run has written them.
 * @param written bytes of the output from the start of this file's that are written
 */
async function* copiesOf(
  shard: ShardFile,
  to: RecordType,
  written: number,
): AsyncGenerator<{ bytes: Uint8Array | undefined; length: number }, void, void> {
  const { record, range } = shard;
  const isConverted = record !== to && range !== undefined;
  const step = isConverted ? Math.floor(COPY_BYTES / to.maxBytes) * record.maxBytes : COPY_BYTES;
  let outputOffset = 0;
  for (let start = 0; start < shard.bytes; start += step) {
    const size = Math.min(step, shard.bytes - start);
    const length = isConverted ? (size / record.maxBytes) * to.maxBytes : size;
    outputOffset += length;
    if (outputOffset <= written) {
      yield { bytes: undefined, length };
    } else {
      const bytes = await readPart(shard, start, size);
      const first = (range?.first ?? 0) + start / record.maxBytes;
      yield { bytes: isConverted ? convert(bytes, record, to, first) : bytes, length };
    }
  }
}

async function readPart({ path, fd, offset }: ShardFile, start: number, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  const read = await readFullyAsync(fd, bytes, offset + start).catch((error) => {
    throw new ReadError(path, error);
  });
  if (read === size) return bytes;
  throw new DamageError(`${path}: it was cut off at offset ${offset + start + read} while it was read`);
}

/** Records of consecutive deals from `first` on, with the same cards as another type of record. */
function convert(bytes: Uint8Array, from: RecordType, to: RecordType, first: number): Uint8Array {
  const count = bytes.length / from.maxBytes;
  const converted = new Uint8Array(count * to.maxBytes);
  for (let i = 0; i < count; i++) {
    const cards = bytes.subarray(i * CARDS, (i + 1) * CARDS);
    converted.set(to.encode(first + i, cards), i * to.maxBytes);
  }
  return converted;
}
