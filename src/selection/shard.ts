// A shard: one of N contiguous parts of a selection, for programs that set an index and a count (a cluster's job array).

import { InputError } from '../common/errors.js';
import { type CountedSource, sliceSource } from './deal-source.js';

/** The `index`-th of `count` parts, whose sizes differ by at most one deal; together they are the selection, in order. */
export interface Shard {
  /** which part: 1..count, so the first is 1 */
  index: number;
  /** number of parts, 1..2^53-1; with more parts than deals, some have none */
  count: number;
}

/** A shard as it is typed: I/N. Throws an InputError that says what is wrong. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,15})\/(\d{1,15})$/.exec(text) ?? [];
  if (index === undefined) throw new InputError(`shard '${text}' is not valid; expected I/N, such as 3/8`);
  return checkShard({ index: Number(index), count: Number(count) });
}

/** Throws an InputError unless these are whole numbers and 1 <= index <= count. */
function checkShard({ index, count }: Shard): Shard {
  const isValid = Number.isSafeInteger(index) && Number.isSafeInteger(count) && index >= 1 && index <= count;
  if (isValid) return { index, count };
  throw new InputError(`shard ${index}/${count} is not valid; expected I/N with 1 <= I <= N, such as 3/8`);
}

/** Index of the first deal of each shard's part: the first `total mod count` shards have one deal more than the others. */
function startOf(index: number, { count }: Shard, total: number): number {
  const larger = total % count;
  return (index - 1) * Math.floor(total / count) + Math.min(index - 1, larger);
}

/** The part of a source whose number of deals is known. */
export function shardOf(source: CountedSource, shard: Shard): CountedSource {
  const { index, count } = checkShard(shard);
  const [start, end] = [startOf(index, shard, source.count), startOf(index + 1, shard, source.count)];
  return { ...sliceSource(source, start, end, `shard ${index}/${count}`), count: end - start };
}
