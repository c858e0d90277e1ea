// Parquet: a table with one row per deal, which databases read. A chunk is a row group; parquet/ makes its bytes.

import { DamageError, InputError } from '../common/errors.js';
import { VERSION } from '../common/version.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import { splitNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Block } from './blocks.js';
import type { Format, Frame, KnownDeals, Layout } from './format.js';
import { footer, footerBytes, MAGIC, type Origin } from './parquet/footer.js';
import { type DealsFooter, footerOffset, readFooter, TRAILER_BYTES } from './parquet/read-footer.js';
import { layOutRowGroup, ROW_GROUP_DEALS, type RowGroup, rowGroupOf } from './parquet/row-group.js';

/** Deals whose footer has 8 MB: 4.9 KB per row group. */
const ADVISED_DEALS = 200_000_000;

/** Numbers of a RowGroup in the checkpoint journal. */
const FACTS = 4;

function factsOf({ deals, min, max, isConsecutive }: RowGroup): number[] {
  return [deals, min, max, Number(isConsecutive)];
}

function rowGroupFrom(facts: readonly number[]): RowGroup {
  const [deals, min, max, isConsecutive] = facts as [number, number, number, number];
  return { deals, min, max, isConsecutive: isConsecutive === 1 };
}

class ParquetFrame implements Frame {
  readonly #origin: Origin;
  readonly #groups: RowGroup[] = [];
  #reported = 0; // row groups that facts() has returned

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  head(): Uint8Array {
    return MAGIC;
  }

  add({ numbers, deals }: { numbers: readonly DealNumbers[]; deals: number }): void {
    if (deals > 0) this.#groups.push(rowGroupOf(numbers));
  }

  facts(): number[] {
    const facts = this.#groups.slice(this.#reported).flatMap(factsOf);
    this.#reported = this.#groups.length;
    return facts;
  }

  restore(facts: readonly number[]): void {
    for (let i = 0; i < facts.length; i += FACTS) this.#groups.push(rowGroupFrom(facts.slice(i, i + FACTS)));
    this.#reported = this.#groups.length;
  }

  tail(): Iterable<Uint8Array> {
    return footer(this.#groups, this.#origin);
  }
}

function rowGroupBytes(numbers: readonly DealNumbers[]): number {
  return layOutRowGroup(rowGroupOf(numbers)).bytes;
}

function layOut({ selection }: KnownDeals): Layout {
  const origin = { selection, version: VERSION };
  return {
    encoder: 'parquet',
    chunkDeals: () => ROW_GROUP_DEALS,
    mustFillChunks: true,
    chunkBytes: rowGroupBytes,
    totalBytes(numbers) {
      const groups = Array.from(splitNumbers(numbers, ROW_GROUP_DEALS), rowGroupOf);
      const data = groups.reduce((sum, group) => sum + layOutRowGroup(group).bytes, 0);
      return MAGIC.length + data + footerBytes(groups, origin);
    },
    headComesLast: false,
    frame: () => new ParquetFrame(origin),
  };
}

/**
 * Reads the footer of a file that this program wrote; throws a DamageError for any other file.
 * @param advice what to do with a file of another program, to end the message
 */
export async function readContents(input: Input, advice?: string): Promise<DealsFooter> {
  const { size } = input;
  if (size === undefined) {
    throw new InputError(
      `the footer of a Parquet file is at its end; read it from a file, not from ${input.name}`,
    );
  }
  const head = await input.read(0, MAGIC.length);
  if (!isMagic(head)) throw new DamageError('it does not begin as a Parquet file does');
  const offset = footerOffset(await input.read(Math.max(0, size - TRAILER_BYTES), TRAILER_BYTES), size);
  const contents = readFooter(await input.read(offset, size - offset), advice);
  checkOffset(contents, offset);
  return contents;
}

function isMagic(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** Throws a DamageError unless the footer follows the last row group. */
function checkOffset({ groups }: DealsFooter, offset: number): void {
  const expected = groups.reduce((sum, group) => sum + layOutRowGroup(group).bytes, MAGIC.length);
  if (offset !== expected) {
    throw new DamageError(
      `its footer begins at offset ${offset}; expected ${expected}, where its row groups end`,
    );
  }
}

async function* blocks(input: Input): AsyncGenerator<Block, void, void> {
  const { groups } = await readContents(input);
  let offset = MAGIC.length;
  for (const group of groups) {
    const { bytes } = layOutRowGroup(group);
    yield { check: 'row-group', offset, bytes, group };
    offset += bytes;
  }
}

export const parquet = {
  name: 'parquet',
  label: 'Parquet',
  extension: '.parquet',
  records: [],
  isBinary: true,
  advice: {
    deals: ADVISED_DEALS,
    text: 'readers load the whole footer of a Parquet file, here 10 MB and more; --shard makes several files, which they read as one table',
  },
  layout: layOut,
  isBegunBy: isMagic,
  blocks,
} as const satisfies Format;
