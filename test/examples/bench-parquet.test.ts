// The rows of DuckDB in the bench, on few deals. No figure is tested.

import { spawnSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import { CLI, temporaryFolder } from '../support/command.js';
import { peer } from '../support/peer.js';

peer('the packages of examples/sql', 'ls examples/sql/node_modules')(
  'the bench has DuckDB write and ask the same deals as Parquet and as NDJSON',
  async () => {
    vi.doMock('../../bench/results.js', () => ({ ROOT: process.cwd() }));
    const { measureParquet } = await import('../../bench/parquet.js');
    const folder = temporaryFolder();
    const groups = measureParquet({
      folder,
      million: 16_000, // in 15260, the kings are last cards, and one is at 44
      isQuick: true,
      measure: (title, unit, deals, contestants) => {
        const present = contestants.filter((one) => one !== undefined);
        const measured = present.map(({ name, command, run }, i) => ({
          name,
          command: command.replaceAll(`${folder}/`, '').slice(0, 60),
          times: i === 0 || name.startsWith('DuckDB') ? [run()] : [],
        }));
        return { title, unit, deals, contestants: measured };
      },
      command: (name, [program = '', ...args]) => ({
        name,
        command: args.at(-1) as string,
        run: () => spawnSync(program, args).status as number,
      }),
      generate: (deals, output) => [process.execPath, CLI, 'generate', `1..${deals}`, '-q', '-o', output],
    });
    expect(groups.map(({ title, unit, deals }) => [title, unit, deals])).toEqual([
      ['1..16000 as Parquet, start to exit', 's', 16_000],
      ['1..160000 as Parquet, start to exit', 's', 160_000],
      ["DuckDB's queries over the deals 1..16000", 'ms per call', 16_000],
    ]);
    const [files, more, questions] = groups.map(({ contestants }) => contestants);
    expect(files?.map(({ times }) => times)).toEqual([[0], [], [], [0]]);
    expect(more).toHaveLength(3);
    expect(questions?.[0]?.times[0]).toBeGreaterThan(0);
    expect(questions).toHaveLength(12);
    expect(questions?.slice(-2).map(({ name, command }) => `${name}: ${command}`)).toEqual([
      'same first row, Parquet: examples/sql/questions/same-first-row.sql',
      "same first row, NDJSON: SELECT list(deal) FROM read_ndjson('deals.ndjson', columns =",
    ]);
    const sql = "FROM (SELECT * EXCLUDE (cells) FROM 'a.parquet' EXCEPT FROM 'b.parquet') SELECT count(*)";
    const { stdout } = spawnSync(process.execPath, ['bench/peers/duckdb.mjs', folder, sql]);
    expect(String(stdout)).toMatch(/^[\d.]+\n\[\["0"\]\]\n$/);
  },
);
