// Shards: a selection cut into N contiguous parts, for example for the tasks of a cluster's job array.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { type CountedSource, sliceSource } from './deal-source.js';

/** The `index`-th of `count` shards. Their sizes differ by at most one deal. In order, they are the selection. */
export interface ShardOptions {
  /** which shard: 1..count */
  index: number;
  /** number of shards, 1..2^53-1; if there are more shards than deals, the last ones are empty */
  count: number;
}

export function parseShard(text: string): ShardOptions {
  const [, index, count] = /^(\d{1,15})\/(\d{1,15})$/.exec(text) ?? [];
  if (index === undefined)
    throw new InputError(`shard ${quote(text)} is not valid; expected I/N, such as 3/8`);
  return checkShard({ index: Number(index), count: Number(count) });
}

/** Throws an InputError unless index and count are whole numbers and 1 <= index <= count. */
function checkShard({ index, count }: ShardOptions): ShardOptions {
  const isValid = Number.isSafeInteger(index) && Number.isSafeInteger(count) && index >= 1 && index <= count;
  if (isValid) return { index, count };
  throw new InputError(`shard ${index}/${count} is not valid; expected I/N with 1 <= I <= N, such as 3/8`);
}

export function shardOf(source: CountedSource, shard: ShardOptions): CountedSource {
  const { index, count } = checkShard(shard);
  // the first shards have one deal more than the others
  const startOf = (i: number) => i * Math.floor(source.count / count) + Math.min(i, source.count % count);
  const [start, end] = [startOf(index - 1), startOf(index)];
  return { ...sliceSource(source, start, end, `shard ${index}/${count}`), count: end - start };
}
