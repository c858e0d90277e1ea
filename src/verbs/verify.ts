// Verifies a file: deals every record again and compares.

import { DamageError, InputError, ReadError, toError } from '../common/errors.js';
import { checkOptions, checkValue, PATH, required } from '../common/options.js';
import type { Block } from '../formats/format.js';
import type { FormatName } from '../formats/registry.js';
import { FORMAT_NAMES, formatOfHead, formatOfOutput, HEAD_BYTES } from '../formats/registry.js';
import { openInput } from '../io/input.js';
import { encodingOf } from '../io/text.js';
import type { CheckTask } from '../tasks/check-block.js';
import { addResult, MAX_RANGES, type VerifyResult } from '../tasks/verify-result.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { type RunOptions, VERIFY } from './options.js';

export type { VerifyResult };

/** How far a check has come. */
export interface VerifyProgress {
  /** records checked so far */
  records: number;
  /** bytes checked so far */
  bytes: number;
  /** size of the file; undefined for a pipe */
  totalBytes: number | undefined;
}

/** Options of verify. */
export interface VerifyOptions extends RunOptions {
  /** default: the format that the file extension implies; for standard input, the format of its first bytes */
  format?: FormatName | undefined;
  /** called each time a block has been checked */
  onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

/**
 * Deals every record of a file again and compares every byte. Memory, and time per byte, are bounded for any
 * contents. An abort takes effect between two blocks, of a few milliseconds each. Rejects with an InputError if the
 * options are wrong, with a ReadError if the file cannot be read, with a DamageError if it changes meanwhile, or if
 * its header, footer or size is wrong; a text that is cut off has a bad record instead.
 * @param path a file or a FIFO; `-` reads standard input to its end
 */
export async function verify(path: string, given: VerifyOptions = {}): Promise<VerifyResult> {
  checkValue('path', path, required(PATH));
  const options = checkOptions(given, VERIFY);
  options.signal?.throwIfAborted();
  const threads = checkThreads(options.threads);
  using input = await openInput(path);
  await encodingOf(input, 'verify -');
  const hasName = options.format !== undefined || input.size !== undefined;
  const named = hasName ? formatOfOutput(input.name, options.format) : undefined;
  if ((await input.available(1)) === 0) throw new DamageError('it is empty');
  const format = named ?? formatOfHead(await input.read(0, HEAD_BYTES));
  if (format === undefined)
    throw new InputError(`cannot infer the format of ${input.name}; pass --format (${FORMAT_NAMES})`);
  const verified: VerifyResult = { records: 0, bad: 0, ranges: [], rangeCount: 0 };
  let bytes = 0;
  await using executor = new Executor({ threads, bytes: input.expectedBytes });
  const toTask = (block: Block): CheckTask => {
    const source = input.take(block.offset, block.bytes);
    return { kind: 'check', block, source, bytes: block.bytes };
  };
  for await (const { item, result } of executor.map(format.blocks(input), toTask, 'anywhere')) {
    if ('unreadable' in result) throw new ReadError(input.name, toError(result.unreadable));
    if ('cutOffAt' in result)
      throw new DamageError(`it was cut off at offset ${result.cutOffAt} while it was read`);
    addResult(verified, result);
    bytes += item.bytes;
    options.onProgress?.({ records: verified.records, bytes, totalBytes: input.expectedBytes });
    options.signal?.throwIfAborted();
  }
  input.checkSize();
  return { ...verified, ranges: verified.ranges.slice(0, MAX_RANGES) };
}
