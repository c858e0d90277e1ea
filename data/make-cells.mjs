#!/usr/bin/env node
// Makes known-cells.bin out of records that freecell-deals solve writes, or that name a published list as their source:
//   node data/make-cells.mjs                               those of data/records
//   node data/make-cells.mjs RECORDS.ndjson MORE.xz        files of records; - is standard input
// Every deal of 1..1000000 needs a record. Where several records name a deal, the closest bounds count.
// src/game/known-cells.ts draws the layout of the file and reads it.

import { writeFileSync } from 'node:fs';
import { readRecords, recordFiles } from './read-records.mjs';

const LAST = 1_000_000;
const DEALS_PER_BYTE = 5;
const DIGITS = [1, 2, 3]; // cells of a deal that needs no exception
const MOST_CELLS = 15;
const MOST_DEALS_APART = 255; // one byte holds the distance between two exceptions

/** The bounds of each deal: atLeast, and 16 times atMost. */
const bounds = new Map();

function addRecord({ deal, cells, atLeast = cells, atMost = cells }) {
  if (atMost === undefined) throw new Error(`deal ${deal} has no atMost; search it with greater limits`);
  if (!(atLeast <= atMost && atMost <= MOST_CELLS))
    throw new Error(`deal ${deal} has the bounds ${atLeast}..${atMost}`);
  const known = bounds.get(deal) ?? MOST_CELLS * 16;
  const least = Math.max(atLeast, known & 15);
  const most = Math.min(atMost, known >> 4);
  if (least > most) throw new Error(`the records of deal ${deal} contradict each other`);
  bounds.set(deal, most * 16 + least);
}

const paths = process.argv.slice(2);
for await (const record of readRecords(paths.length > 0 ? paths : recordFiles())) addRecord(record);

/** Returns the fewest cells of a deal. */
function cellsOf(deal) {
  const known = bounds.get(deal) ?? MOST_CELLS * 16;
  const [atLeast, atMost] = [known & 15, known >> 4];
  if (atLeast < atMost) throw new Error(`deal ${deal} is open, with the bounds ${atLeast}..${atMost}`);
  return atLeast;
}

const digits = new Uint8Array(LAST / DEALS_PER_BYTE);
const exceptions = [];
for (let deal = 1, last = 0; deal <= LAST; deal++) {
  const cells = cellsOf(deal);
  const digit = DIGITS.indexOf(cells);
  if (digit < 0 || deal - last === MOST_DEALS_APART) {
    exceptions.push(deal - last, cells);
    last = deal;
  }
  digits[Math.floor((deal - 1) / DEALS_PER_BYTE)] += Math.max(digit, 0) * 3 ** ((deal - 1) % DEALS_PER_BYTE);
}

const file = Buffer.concat([digits, Buffer.from(exceptions)]);
writeFileSync(new URL('known-cells.bin', import.meta.url), file);
console.log(`${file.length} bytes, ${exceptions.length / 2} exceptions`);
