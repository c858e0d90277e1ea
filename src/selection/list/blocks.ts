// Reads the deal numbers of a Parquet file that this program wrote: its column `deal`.

import { DamageError } from '../../common/errors.js';
import { layOutRowGroup, readPlainNumbers } from '../../formats/parquet/row-group.js';
import { readContents, rowGroupsOf } from '../../formats/parquet.js';
import { type DealNumbers, isDealNumber } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import type { FileDeals } from './lines.js';

/** Advice for a Parquet file of another program, to end a message. */
function adviceFor({ name }: Input): string {
  return `; write its numbers as CSV, in DuckDB: COPY (SELECT deal FROM '${name.replaceAll("'", "''")}') TO 'deals.csv'`;
}

export async function parquetDeals(input: Input): Promise<FileDeals> {
  const { groups, deals } = await readContents(input, adviceFor(input));
  const ranges = groups.map(({ min, max }) => ({ first: min, last: max }));
  return { count: deals, ranges: groups.every(({ isConsecutive }) => isConsecutive) ? ranges : undefined };
}

/** The numbers of a file, row group by row group. The footer alone tells those of consecutive deals. */
export async function* readDealColumn(input: Input): AsyncGenerator<DealNumbers, void, void> {
  for await (const { offset, group } of rowGroupsOf(input, adviceFor(input))) {
    const { deal } = layOutRowGroup(group);
    if (group.isConsecutive) yield { first: group.min, last: group.max };
    else {
      const { length } = deal.head;
      const numbers = readPlainNumbers(await input.read(offset + length, deal.bytes - length));
      const wrong = numbers.find((n) => !isDealNumber(n));
      if (wrong !== undefined) throw new DamageError(`the row group at offset ${offset} has deal ${wrong}`);
      yield numbers;
    }
  }
}
