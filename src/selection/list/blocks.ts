// Reads the deal numbers of a file that this program alone writes, binary or Parquet. They are those of its blocks.

import { DamageError } from '../../common/errors.js';
import type { Block, Format } from '../../formats/format.js';
import { NUMBER_BYTES } from '../../formats/parquet/pages.js';
import { firstChunk, layOutRowGroup, readPlainNumbers } from '../../formats/parquet/row-group.js';
import { recordTypeOf } from '../../formats/registry.js';
import { LAST_DEAL } from '../../game/constants.js';
import { type DealNumbers, type DealRange, isDealNumber } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';

/** The facts about a file's deals that can be told without reading their numbers. */
export interface FileDeals {
  count: number;
  ranges: DealRange[] | undefined; // undefined unless all deals are in these ranges
}

export async function dealsOfBlocks(format: Format, input: Input): Promise<FileDeals> {
  const deals: FileDeals = { count: 0, ranges: [] };
  for await (const block of format.blocks(input)) {
    deals.count += countIn(block);
    const range = rangeOf(block);
    if (range === undefined) deals.ranges = undefined;
    else deals.ranges?.push(range);
  }
  return deals;
}

/** The numbers of a file, block by block. Header and footer alone tell those of consecutive deals. */
export async function* readBlocks(format: Format, input: Input): AsyncGenerator<DealNumbers, void, void> {
  for await (const block of format.blocks(input)) {
    const source = input.take(block.offset, block.bytes); // also of a range: a stream goes on after it
    const taken = 'bytes' in source ? source.bytes : undefined;
    if (countIn(block) > 0) yield rangeOf(block) ?? (await listedIn(block, input, taken));
  }
}

function countIn(block: Block): number {
  if ('group' in block) return block.group.deals;
  return Math.floor(block.bytes / recordTypeOf(block.encoder).maxBytes); // the last record may be cut off
}

/** The deals of a block if header or footer say that they are consecutive. */
function rangeOf(block: Block): DealRange | undefined {
  if ('group' in block) {
    const { isConsecutive, min, max } = block.group;
    return isConsecutive ? { first: min, last: max } : undefined;
  }
  const { first } = block;
  return first === undefined ? undefined : { first, last: first + countIn(block) - 1 };
}

/** Reads the numbers that a block has; throws a DamageError that names the offset of one that is no deal's. */
async function listedIn(block: Block, input: Input, taken: Uint8Array | undefined): Promise<Float64Array> {
  const count = countIn(block);
  let numbers: Float64Array;
  let [start, stride] = [block.offset, NUMBER_BYTES]; // the first number in the file, and from one to the next
  if ('group' in block) {
    start += firstChunk(layOutRowGroup(block.group).chunks, 'deal').valuesOffset;
    numbers = readPlainNumbers(await input.read(start, count * stride));
  } else {
    const record = recordTypeOf(block.encoder);
    const bytes = taken ?? (await input.read(start, block.bytes));
    stride = record.maxBytes;
    numbers = Float64Array.from({ length: count }, (_, i) => record.number?.(bytes, i * stride) ?? 0);
  }
  const wrong = numbers.findIndex((n) => !isDealNumber(n));
  if (wrong < 0) return numbers;
  const offset = start + wrong * stride;
  throw new DamageError(`the deal number at offset ${offset} is ${numbers[wrong]}; expected 1..${LAST_DEAL}`);
}
