#!/usr/bin/env node
// Makes src/game/known-cells.ts out of the records that examples/solve/cells writes of 1..32000, in any order:
//   examples/solve/cells records.ndjson 1..32000
//   node data/make-cells.mjs records.ndjson
// How they are packed is said in src/game/cells-needed.ts, which reads them.

import { readFileSync, writeFileSync } from 'node:fs';

const DEALS = 32_000;
const MOST = 5; // two values below 6 fit a digit of base 36

const [, , path] = process.argv;
if (path === undefined) throw new Error('name the file of records');
const needed = new Array(DEALS).fill(undefined);
for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
  const { deal, cells } = JSON.parse(line);
  if (cells > MOST) throw new Error(`deal ${deal} needs ${cells} cells; at most ${MOST} can be packed`);
  if (deal <= DEALS && cells !== undefined) needed[deal - 1] = cells;
}
const missing = needed.indexOf(undefined);
if (missing >= 0) throw new Error(`${path} does not have the cells of deal ${missing + 1}`);

let pairs = '';
for (let i = 0; i < DEALS; i += 2) pairs += (needed[i] * 6 + needed[i + 1]).toString(36);
const code = `// Made by data/make-cells.mjs.

export const KNOWN_CELLS: string =
  '${pairs}';
`;
writeFileSync(new URL('../src/game/known-cells.ts', import.meta.url), code);
