// Checks a block of a file: reads its bytes, and checks them as records or as a row group.

import { type Failure, toFailure } from '../common/errors.js';
import type { Engine } from '../engine/engine.js';
import type { Block } from '../formats/format.js';
import type { BlockBytes } from '../io/input.js';
import { readFully } from '../io/positioned.js';
import { checkRecords } from './check-records.js';
import { checkRowGroup } from './check-row-group.js';
import type { VerifyResult } from './verify-result.js';

export interface CheckTask {
  kind: 'check';
  block: Block;
  source: BlockBytes; // where its bytes are
  bytes: number; // of work
}

/** The result for a block; or the offset at which the file ends within it, or why it cannot be read. */
export type Checked = VerifyResult | { cutOffAt: number } | { unreadable: Failure };

/** Memory kept from block to block: to touch new memory costs more than to read into it. */
let buffer = Buffer.alloc(0);

export function checkBlock(engine: Engine, { block, source }: CheckTask): Checked {
  let bytes: Buffer;
  try {
    bytes = bytesOf(block, source);
  } catch (error) {
    return { unreadable: toFailure(error) };
  }
  if (bytes.length < block.bytes) return { cutOffAt: block.offset + bytes.length };
  return 'group' in block ? checkRowGroup(engine, block, bytes) : checkRecords(engine, block, bytes);
}

/** Returns the bytes of a block, fewer if the file ends; valid until the next call. */
function bytesOf({ offset, bytes: size }: Block, source: BlockBytes): Buffer {
  if ('bytes' in source)
    return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.length);
  if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size);
  const bytes = buffer.subarray(0, size);
  return bytes.subarray(0, readFully(source.fd, bytes, offset));
}
