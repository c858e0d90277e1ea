// Measures how long Parquet takes to write, compared with the other formats and with DuckDB converting NDJSON to Parquet. Then
// measures DuckDB's queries over both formats. DuckDB comes with npm install --prefix examples/sql.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from './measure.js';
import { type Group, ROOT } from './results.js';

/** The functions of run.ts that this bench uses. */
interface Tools {
  folder: string;
  million: number;
  isQuick: boolean;
  measure(title: string, unit: Group['unit'], deals: number, contestants: (Contestant | undefined)[]): Group;
  command(name: string, args: string[], bytes: number, file: string): Contestant;
  /** arguments of the command that writes 1..deals */
  generate(deals: number, output: string): string[];
}

const DUCKDB = join(ROOT, 'bench/peers/duckdb.mjs');
const QUESTIONS = join(ROOT, 'examples/sql/questions');

const CARDS = [...'A23456789TJQK'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));
const LINES = "read_ndjson('deals.ndjson', columns = {deal: 'BIGINT', cards: 'VARCHAR[]'})";

/** Selects the columns of a Parquet file from NDJSON. */
const TABLE = [
  'SELECT deal',
  ...CARDS.map((_, i) => `cards[${i + 1}] AS card_${i}`),
  ...CARDS.map((name) => `(list_position(cards, '${name}') - 1)::INTEGER AS pos_${name}`),
].join(', ');

function positionsOf(rank: string): string {
  return [...'CDHS'].map((suit) => `list_position(cards, '${rank}${suit}') - 1`).join(', ');
}

/** The questions of examples/sql that need only the deals, asked of NDJSON. */
const LINE_QUESTIONS: Record<string, string> = {
  'aces-in-first-row': `SELECT deal FROM ${LINES} WHERE greatest(${positionsOf('A')}) < 8 ORDER BY deal`,
  'aces-in-last-rows': `SELECT count(*) FROM ${LINES} WHERE least(${positionsOf('A')}) >= 40`,
  'depth-of-deepest-ace': `SELECT (51 - least(${positionsOf('A')})) // 8 AS depth, count(*) FROM ${LINES} GROUP BY depth ORDER BY depth`,
  'kings-exposed': `SELECT count(*) FROM ${LINES} WHERE least(${positionsOf('K')}) >= 44`,
  'first-column-red': `SELECT count(*) FROM ${LINES} WHERE array_to_string(cards[1:49:8], '') NOT SIMILAR TO '.*[CS].*'`,
  'same-first-row': `SELECT list(deal) FROM ${LINES} GROUP BY cards[1:8] HAVING count(*) > 1`,
};

/** Measures writing files of 1..deals, then DuckDB's queries over the million. */
export function measureParquet(tools: Tools): Group[] {
  const { million } = tools;
  const groups = [measureFiles(tools, million), measureFiles(tools, 10 * million)];
  if (!existsSync(join(ROOT, 'examples/sql/node_modules'))) {
    console.error('no DuckDB (npm install --prefix examples/sql): its rows are skipped');
    return groups;
  }
  return [...groups, measureQuestions(tools, million)];
}

function measureFiles({ folder, million, isQuick, measure, command, generate }: Tools, deals: number): Group {
  const contestant = (name: string, file: string, bytes: number) =>
    command(name, generate(deals, join(folder, file)), deals * bytes, join(folder, file));
  const lines = join(folder, 'deals.ndjson');
  execFileSync(process.execPath, [...generate(deals, lines), '--force'].slice(1));
  const hasDuckDb = existsSync(join(ROOT, 'examples/sql/node_modules')) && !(isQuick && deals > million);
  return measure(`1..${deals} as Parquet, start to exit`, 's', deals, [
    contestant('freecell-deals, Parquet', 'a.parquet', 78.4),
    contestant('freecell-deals, binary', 'a.bin', 52),
    contestant('freecell-deals, NDJSON', 'a.ndjson', 285),
    hasDuckDb
      ? command(
          'DuckDB, Parquet from NDJSON',
          [
            process.execPath,
            DUCKDB,
            folder,
            `COPY (${TABLE} FROM ${LINES}) TO '${join(folder, 'b.parquet')}'`,
          ],
          deals * 78.4,
          join(folder, 'b.parquet'),
        )
      : undefined,
  ]);
}

/** Asks DuckDB twice; returns the answer and the second query's time. */
function ask(folder: string, sql: string): { ms: number; answer: string } {
  const [ms, answer] = execFileSync(process.execPath, [DUCKDB, folder, sql], { encoding: 'utf8' }).split(
    '\n',
  );
  return { ms: Number(ms), answer: answer as string };
}

function measureQuestions({ folder, measure, generate }: Tools, deals: number): Group {
  for (const file of ['deals.parquet', 'deals.ndjson']) {
    execFileSync(process.execPath, [...generate(deals, join(folder, file)), '--force'].slice(1));
  }
  const contestants = Object.entries(LINE_QUESTIONS).flatMap(([name, lineSql]) => {
    const sql = readFileSync(join(QUESTIONS, `${name}.sql`), 'utf8');
    if (ask(folder, sql).answer !== ask(folder, lineSql).answer) throw new Error(`${name}: answers differ`);
    const title = name.replaceAll('-', ' ');
    return [
      {
        name: `${title}, Parquet`,
        command: `examples/sql/questions/${name}.sql`,
        run: () => ask(folder, sql).ms,
      },
      { name: `${title}, NDJSON`, command: lineSql, run: () => ask(folder, lineSql).ms },
    ];
  });
  return measure(`DuckDB's queries over the deals 1..${deals}`, 'ms per call', deals, contestants);
}
