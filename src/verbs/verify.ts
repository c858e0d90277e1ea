// Verifies a file: deals every record again and compares.

import { DamageError, InputError, ReadError, toError } from '../common/errors.js';
import { checkOptions, checkValue, PATH, required } from '../common/options.js';
import type { Block } from '../formats/blocks.js';
import type { Format } from '../formats/format.js';
import type { FormatName } from '../formats/registry.js';
import { FORMAT_NAMES, formatNamed, formatOfFile, formatOfHead, HEAD_BYTES } from '../formats/registry.js';
import type { DealRange } from '../game/deal-numbers.js';
import { type Input, isStream, openInput } from '../io/input.js';
import { appendRange, type BadRecord, type BlockReport } from '../tasks/block-report.js';
import type { Checked, CheckTask } from '../tasks/check-block.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { VERIFY } from './options.js';

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
export interface VerifyOptions {
  /** default: the format that the file extension implies; for standard input, the format of its first bytes */
  format?: FormatName | undefined;
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number | undefined;
  /** ends the check; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called each time a block has been checked */
  onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

/** The result of verify: the file is right if `bad` is 0. */
export interface VerifyResult {
  /** records in the file, also wrong ones; blank lines that follow each other count as one */
  records: number;
  /**
   * records that are not their deal's. In text, after 8 boards in succession that no deal has, verify looks up no other board
   * of the same MiB: right boards there count as bad, too, unless they continue the deals before
   */
  bad: number;
  /** the first bad record; undefined if all are right */
  firstBad?: BadRecord;
  /** the deals of the right records, in the order of the file; the first 64 ranges */
  ranges: DealRange[];
}

/**
 * Deals every record of a file again and compares every byte.
 * Memory, and time per byte, are bounded for any contents. An abort takes effect between two blocks, of a few milliseconds
 * each. Rejects with an InputError if the options are wrong, with a DamageError if the file as a whole is damaged or changes
 * while it is read, with a ReadError if it cannot be read.
 * @param path a file or a FIFO; `-` reads standard input to its end
 */
export async function verify(path: string, options: VerifyOptions = {}): Promise<VerifyResult> {
  checkValue('path', path, required(PATH));
  checkOptions(options, VERIFY);
  options.signal?.throwIfAborted();
  const threads = checkThreads(options.threads);
  const named = namedFormat(path, options.format);
  const input = await openInput(path);
  try {
    if ((await input.available(1)) === 0) throw new DamageError('it is empty');
    const format = named ?? formatOfHead(await input.read(0, HEAD_BYTES));
    if (format === undefined) {
      throw new InputError(
        `cannot infer the format of ${input.name}; pass the option format (${FORMAT_NAMES})`,
      );
    }
    const verified: VerifyResult = { records: 0, bad: 0, ranges: [] };
    let bytes = 0;
    let next: number | undefined; // deal expected at the start of the block
    await using executor = new Executor({ threads, bytes: input.expectedBytes });
    const toTask = (block: Block): CheckTask => {
      const source = input.take(block.offset, block.bytes);
      return { kind: 'check', block, source, bytes: block.bytes };
    };
    for await (const { item, task, result } of executor.map(format.blocks(input), toTask, 'anywhere')) {
      input.release(task.source);
      const report = reportOf(result, input);
      add(verified, report, item.offset, next);
      next = report.next;
      bytes += item.bytes;
      options.onProgress?.({ records: verified.records, bytes, totalBytes: input.expectedBytes });
      options.signal?.throwIfAborted();
    }
    input.checkSize();
    return verified;
  } finally {
    input.close();
  }
}

/** Returns the format of a name or of the file extension; undefined if the first bytes decide. */
function namedFormat(path: string, name: FormatName | undefined): Format | undefined {
  if (name !== undefined) return formatNamed(name);
  return isStream(path) ? undefined : formatOfFile(path);
}

function reportOf(checked: Checked, { name }: Input): BlockReport {
  if ('unreadable' in checked) throw new ReadError(name, toError(checked.unreadable));
  if ('report' in checked) return checked.report;
  throw new DamageError(`it was cut off at offset ${checked.cutOffAt} while it was read`);
}

/** Adds the report of the next block, at `offset`. At its start deal `next` is expected. */
function add(verified: VerifyResult, report: BlockReport, offset: number, next: number | undefined): void {
  verified.records += report.records;
  verified.bad += report.bad;
  for (const range of report.ranges) appendRange(verified.ranges, range);
  const { firstBad } = report;
  if (firstBad === undefined || verified.firstBad !== undefined) return;
  const deal = firstBad.deal ?? (firstBad.offset === offset ? next : undefined);
  verified.firstBad = { ...firstBad, deal };
}
