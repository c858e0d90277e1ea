// The columns of a Parquet file and of conditions are one list; here it is compared with another reader of the file.

import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { DEAL_COLUMNS } from '../../src/game/columns.js';
import { generate } from '../../src/verbs/generate.js';
import { temporaryFolder } from '../support/command.js';
import { fileBytes } from '../support/readers.js';
import { numbersOf } from '../support/selection.js';

const DEALS = '611..625,4294967290..4294967300';

it('a Parquet file has the columns of the list, and a condition on a column keeps the deals with its value', async () => {
  const output = join(temporaryFolder(), 'deals.parquet');
  await generate({ deals: DEALS, output, threads: 1 });
  const rows = await parquetReadObjects({ file: fileBytes(output) });
  expect(Object.keys(rows[0])).toEqual(DEAL_COLUMNS.map(({ name }) => name));
  for (const { name } of DEAL_COLUMNS) {
    const value = rows[6][name]; // of deal 617
    const where = `${name} = ${typeof value === 'string' ? `'${value}'` : value}`;
    const wanted = rows.filter((row) => row[name] === value).map(({ deal }) => Number(deal));
    expect(await numbersOf({ deals: DEALS, where }), where).toEqual(wanted);
  }
});
