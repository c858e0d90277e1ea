// Parquet: a table with one row per deal, which databases read. A chunk is a row group; parquet/ makes its bytes.

import { DamageError, InputError } from '../common/errors.js';
import { VERSION } from '../common/version.js';
import { splitNumbers } from '../game/deal-numbers.js';
import type { Input } from '../io/input.js';
import type { Format, KnownDeals, Layout, RowGroupBlock } from './format.js';
import { footer, MAGIC, TRAILER_BYTES } from './parquet/footer.js';
import { type DealsFooter, footerOffset, readFooter } from './parquet/read-footer.js';
import { layOutRowGroup, ROW_GROUP_DEALS, type RowGroup, rowGroupOf } from './parquet/row-group.js';

const ADVISED_DEALS = 200_000_000; // deals whose footer has 8 MB: 4.9 KB per row group

function endOf(groups: readonly RowGroup[]): number {
  return groups.reduce((sum, group) => sum + layOutRowGroup(group).bytes, MAGIC.length);
}

function layOut({ selection }: KnownDeals): Required<Layout> {
  const origin = { selection, version: VERSION };
  return {
    encoder: 'parquet',
    chunkDeals: () => ROW_GROUP_DEALS,
    mustFillChunks: true,
    chunkBytes: (numbers) => layOutRowGroup(rowGroupOf(numbers)).bytes,
    totalBytes(numbers) {
      const groups = Array.from(splitNumbers(numbers, ROW_GROUP_DEALS), rowGroupOf);
      return [...footer(groups, origin)].reduce((sum, { length }) => sum + length, endOf(groups));
    },
    head: () => MAGIC,
    headComesLast: false,
    tail() {
      const groups: RowGroup[] = [];
      return {
        add({ numbers, deals }) {
          if (deals > 0) groups.push(rowGroupOf(numbers));
        },
        bytes: () => footer(groups, origin),
      };
    },
  };
}

/** Reads the footer of a file that this program wrote; throws a DamageError for any other file. */
export async function readContents(input: Input): Promise<DealsFooter> {
  const { size } = input;
  if (size === undefined)
    throw new InputError(`the footer of a Parquet file is at its end; read a file, not ${input.name}`);
  const head = await input.read(0, MAGIC.length);
  if (!isMagic(head)) throw new DamageError('it does not begin as a Parquet file does');
  const offset = footerOffset(await input.read(Math.max(0, size - TRAILER_BYTES), TRAILER_BYTES), size);
  const contents = readFooter(await input.read(offset, size - TRAILER_BYTES - offset));
  const expected = endOf(contents.groups);
  if (offset === expected) return contents;
  throw new DamageError(
    `its footer begins at offset ${offset}; expected ${expected}, where its row groups end`,
  );
}

function isMagic(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

async function* blocks(input: Input): AsyncGenerator<RowGroupBlock, void, void> {
  const { groups, origin } = await readContents(input);
  let offset = MAGIC.length;
  for (const [i, group] of groups.entries()) {
    const { bytes } = layOutRowGroup(group);
    yield { offset, bytes, index: i + 1, group, version: origin.version };
    offset += bytes;
  }
}

export const parquet = {
  name: 'parquet',
  label: 'Parquet',
  extension: '.parquet',
  records: [],
  isBinary: true,
  hasCells: true,
  advice: {
    deals: ADVISED_DEALS,
    text:
      'readers load the whole footer of a Parquet file, here 10 MB and more; ' +
      '--shard makes several files, which they read as one table',
  },
  layout: layOut,
  isBegunBy: isMagic,
  blocks,
} as const satisfies Format;
