// Merges the shards of a selection into one file. It examines only the ends of the files, and copies their bytes.

import { closeSync, fstatSync } from 'node:fs';
import { InputError } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import type { Format, RecordType } from '../formats/format.js';
import { FORMAT_NAMES, type FormatName, formatNamed, formatOfFile } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import type { DealRange } from '../game/deal-numbers.js';
import { statInput } from '../io/input.js';
import { isSameIdentity } from '../io/platform.js';
import { warn } from '../io/warning.js';
import { checkInputs } from '../output/inputs.js';
import { openOutput, targetOf } from '../output/open.js';
import { completeOutput } from '../output/write-all.js';
import type { OutputWriter } from '../output/writer.js';
import { NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import {
  checkUnchanged,
  isMergeable,
  type MergeableFormat,
  openShard,
  readShard,
  type ShardFile,
} from '../reader/shard-file.js';
import { digestOf } from '../selection/digest.js';
import type { GenerateOptions } from './generate.js';
import { type MergePlan, planMerge } from './merge-plan.js';
import { MERGE } from './options.js';

/** Version of the bytes that a merge writes: a run is resumed only by a program that writes the same bytes. */
const MERGE_VERSION = 5;

/** Bytes copied at a time, before they are cut to whole records. */
const COPY_BYTES = 4 * 1024 * 1024;

/** How far a merge has come. */
export interface MergeProgress {
  /** bytes of the output so far */
  bytes: number;
  /** bytes of the whole output */
  totalBytes: number;
}

/** Options of merge. */
export interface MergeOptions extends Pick<GenerateOptions, 'output' | 'force' | 'sync' | 'signal'> {
  /** paths of the files to join */
  files: readonly string[];
  /** format of all files; default: the format that their extensions imply */
  format?: FormatName | undefined;
  /** accept deals missing between ranges, and names missing that others count (part-3-of-8); default false */
  allowGaps?: boolean | undefined;
  /** resume an interrupted run of the same files, if there is one; default false */
  resume?: boolean | undefined;
  /** called after each copy of about 4 MiB */
  onProgress?: ((progress: MergeProgress) => void) | undefined;
}

/** The result of merge. */
export interface MergeResult {
  /** files that were merged */
  files: number;
  /** bytes of the whole output */
  bytes: number;
  /** the deals if they are consecutive */
  range?: DealRange;
  /** whether the names say how many files there are, as part-3-of-8 does, and none of them is missing */
  isCounted: boolean;
  /** the order in which the files were joined; `ascending` if their deals ascend in another order than the given one */
  order: 'given' | 'ascending';
  /** `reader-closed` if the reader of a pipe left early, which is not an error */
  status: 'written' | 'reader-closed';
}

/**
 * Merges files of one format into one file: byte for byte what one run would have written.
 * The shards of a range, whose ranges ascend in the order of the numbers in their names, may be given in any order. All other
 * files are joined as given: lists, samples, the output of a filter, and ranges such as 1001..2000,1..1000. The file is
 * written atomically.
 * Warns if the ends of the files or their names suggest that one is missing, a copy or out of order.
 * Rejects with an InputError if ranges overlap or leave gaps, if names that count the files leave one out, if files joined as
 * given are sorted as text (part-10 before part-2), if formats differ, or if the output is one of the files. Rejects with a
 * DamageError or ReadError if a file is damaged, cannot be read or changes meanwhile. Rejects with an OutputError if the
 * output cannot be written, or if an interrupted run had other files, or the same files in another state. Nothing is written
 * then.
 */
export async function merge(options: MergeOptions): Promise<MergeResult> {
  checkOptions(options, MERGE);
  const { output, files, signal } = options;
  const format = commonFormat(options);
  const target = targetOf(output);
  const shards: ShardFile[] = [];
  try {
    for (const file of files) shards.push(openShard(file, format));
    checkDistinct(shards);
    checkInputs(target, files);
    const plan = planMerge(shards, format, options.allowGaps ?? false);
    if (plan.doubt !== undefined) warn(plan.doubt);
    signal?.throwIfAborted();
    const job = {
      version: MERGE_VERSION,
      selection: keyOf(plan.shards),
      format: format.name,
      encoder: plan.layout.encoder,
      bytes: plan.totalBytes,
    };
    const writer = await openOutput(target, job, options);
    return await writeMerged(plan, writer, options);
  } finally {
    for (const { fd } of shards) closeSync(fd);
  }
}

function keyOf(shards: readonly ShardFile[]): string {
  const states = shards.map(({ path, state }) => `${path} ${state}\n`).join('');
  return `merge of files in state ${digestOf(states)}: ${shards.map(({ path }) => path).join(' ')}`;
}

/** Returns the format of all files and the output; throws an InputError if formats differ. */
function commonFormat({ output, files, format: name }: MergeOptions): MergeableFormat {
  const [first] = files;
  if (first === undefined)
    throw new InputError('there is no file to merge; name the shards after the output');
  if (name !== undefined) return checkMergeable(formatNamed(name));
  const format = checkMergeable(formatOfInput(first));
  for (const file of output === '-' ? files : [...files, output]) {
    const other = file === output ? formatOfFile(file) : formatOfInput(file);
    if (other !== format) {
      throw new InputError(
        `${first} is ${format.name} and ${file} is ${other.name}; merge files of one format, one of ${FORMAT_NAMES}`,
      );
    }
  }
  return format;
}

/** Returns the format that a file's extension implies; throws a ReadError if it implies none and the file is missing. */
function formatOfInput(path: string): Format {
  try {
    return formatOfFile(path);
  } catch (error) {
    statInput(path);
    throw error;
  }
}

function checkMergeable(format: Format): MergeableFormat {
  if (isMergeable(format)) return format;
  throw new InputError(
    `${format.label} files are not merged, because databases read many as one table; ask DuckDB, for example: FROM 'deals-*${format.extension}'`,
  );
}

function checkDistinct(shards: readonly ShardFile[]): void {
  const files = shards.map(({ path, fd }) => ({ path, stat: fstatSync(fd, { bigint: true }) }));
  for (const [i, { path, stat }] of files.entries()) {
    const same = files
      .slice(0, i)
      .find((other) => other.stat.dev === stat.dev && isSameIdentity(other.stat, stat));
    if (same !== undefined)
      throw new InputError(`${path} is given twice, also as ${same.path}; name each file once`);
  }
}

/** Copies all files, after the bytes that an interrupted run wrote. */
async function writeMerged(
  { shards, order, range, isCounted, layout, record, headBytes, totalBytes }: MergePlan,
  output: OutputWriter,
  { signal, onProgress }: MergeOptions,
): Promise<MergeResult> {
  const done = Math.max(headBytes, output.resumed.bytes);
  let bytes = headBytes;
  const write = async () => {
    await output.write(layout.frame().head(), 0);
    for (const shard of shards) {
      for await (const copy of copiesOf(shard, record, done - bytes)) {
        if (copy.bytes !== undefined) await output.write(copy.bytes, bytes);
        bytes += copy.length;
        output.checkpoint({ ...NO_CHECKPOINT, bytes });
        onProgress?.({ bytes, totalBytes });
        signal?.throwIfAborted();
      }
    }
    for (const shard of shards) checkUnchanged(shard);
    return totalBytes;
  };
  const status = await completeOutput(output, write, signal);
  return { files: shards.length, bytes, order, isCounted, ...(range && { range }), status };
}

/** Yields the bytes that a file adds to the output, about 4 MiB at a time; undefined for the first `written` bytes. */
async function* copiesOf(shard: ShardFile, to: RecordType, written: number) {
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
      const bytes = await readShard(shard, start, size);
      const first = (range?.first ?? 0) + start / record.maxBytes;
      yield { bytes: isConverted ? convert(bytes, record, to, first) : bytes, length };
    }
  }
}

/** Converts records of consecutive deals from `first` on to another type of record. */
function convert(bytes: Uint8Array, from: RecordType, to: RecordType, first: number): Uint8Array {
  const count = bytes.length / from.maxBytes;
  const converted = new Uint8Array(count * to.maxBytes);
  for (let i = 0; i < count; i++) {
    const cards = bytes.subarray(i * CARDS, (i + 1) * CARDS);
    converted.set(to.encode(first + i, cards), i * to.maxBytes);
  }
  return converted;
}
