// Whether a file is what its name promises: every record is dealt again and compared.

import { closeSync } from 'node:fs';
import { DamageError, ReadError, toFailure } from './common/errors.js';
import { readHeader } from './formats/binary.js';
import type { FormatName } from './formats/format.js';
import { lineRecord } from './formats/ndjson.js';
import { formatNamed, formatOfFile } from './formats/registry.js';
import { boardRecord } from './formats/text.js';
import type { DealRange } from './game/deal-numbers.js';
import { openRegular, readFully } from './io/positioned.js';
import { appendRun, type BadRecord, type CheckTask } from './tasks/check-block.js';
import { checkThreads, Executor } from './threads/executor.js';

/** Bytes of a block, before it is rounded to whole records. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** A line is looked for the end of so far, bytes; what has none is damaged, and cut anywhere. */
const LONGEST_LINE = 65536;

export interface VerifyOptions {
  /** default: what the ending of the file's name tells */
  format?: FormatName;
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number;
  /** ends the check; the promise rejects with the signal's reason */
  signal?: AbortSignal;
  /** called each time a block has been checked */
  onProgress?: (progress: { bytes: number; totalBytes: number }) => void;
}

export interface Verified {
  records: number;
  bad: number;
  /** the first bad record */
  worst?: BadRecord;
  /** the deals that are there and right, in the order of the file; the first 64 ranges */
  ranges: DealRange[];
}

/**
 * Deals every record of a file again and compares every byte; memory is bounded whatever the file says.
 * Rejects with an InputError where the options are wrong, with a DamageError where the file as a whole is not what it
 * should be, with a ReadError where it cannot be read.
 */
export async function verify(path: string, options: VerifyOptions = {}): Promise<Verified> {
  const threads = checkThreads(options.threads);
  const format = options.format === undefined ? formatOfFile(path) : formatNamed(options.format);
  const { fd, size } = openRegular(path);
  try {
    if (size === 0) throw new DamageError('it is empty');
    const verified: Verified = { records: 0, bad: 0, ranges: [] };
    let bytes = 0;
    await using executor = new Executor({ threads, bytes: size });
    for await (const { task, result } of executor.run(jobsOf(fd, size, format.name), 'anywhere')) {
      verified.records += result.records;
      verified.bad += result.bad;
      if (result.worst !== undefined) verified.worst ??= result.worst;
      for (const range of result.runs) appendRun(verified.ranges, range);
      bytes += task.bytes;
      options.onProgress?.({ bytes, totalBytes: size });
      options.signal?.throwIfAborted();
    }
    return verified;
  } catch (error) {
    throw toFailure(error).code === undefined ? error : new ReadError(path, error);
  } finally {
    closeSync(fd);
  }
}

function* jobsOf(fd: number, size: number, format: FormatName): Generator<{ task: CheckTask }> {
  for (const task of blocksOf(fd, size, format)) yield { task };
}

/** The blocks of a file, each of whole records. */
function blocksOf(fd: number, size: number, format: FormatName): Generator<CheckTask> {
  if (format === 'ndjson') return blocksOfLines(fd, size);
  if (format === 'text') return blocksOfBoards(fd, size);
  return blocksOfBinary(fd, size);
}

function* blocksOfBinary(fd: number, size: number): Generator<CheckTask> {
  const bytes = new Uint8Array(64);
  const { record, offset: at, first, count } = readHeader(bytes.subarray(0, readFully(fd, bytes, 0)), size);
  const { encoder, maxBytes } = record;
  const capacity = Math.floor(BLOCK_BYTES / maxBytes);
  for (let done = 0; done < count; done += capacity) {
    yield {
      kind: 'check',
      fd,
      at: at + done * maxBytes,
      bytes: Math.min(capacity, count - done) * maxBytes,
      encoder,
      ...(first === undefined ? { before: done > 0 ? maxBytes : 0 } : { first: first + done }),
    };
  }
}

function* blocksOfBoards(fd: number, size: number): Generator<CheckTask> {
  const { encoder, maxBytes } = boardRecord;
  const block = Math.floor(BLOCK_BYTES / maxBytes) * maxBytes;
  for (let at = 0; at < size; at += block) {
    const bytes = Math.min(block, size - at);
    yield { kind: 'check', fd, at, bytes, encoder, before: at > 0 ? maxBytes : 0 };
  }
}

function* blocksOfLines(fd: number, size: number): Generator<CheckTask> {
  const { encoder, maxBytes } = lineRecord;
  for (let at = 0; at < size; ) {
    const end = at + BLOCK_BYTES >= size ? size : startOfLine(fd, at + BLOCK_BYTES);
    yield {
      kind: 'check',
      fd,
      at,
      bytes: end - at,
      encoder,
      before: Math.min(at, 2 * maxBytes),
    };
    at = end;
  }
}

/** Where the first line begins that begins at or after `at`. */
function startOfLine(fd: number, at: number): number {
  const bytes = new Uint8Array(LONGEST_LINE);
  return at + lineRecord.start(bytes.subarray(0, readFully(fd, bytes, at)));
}
