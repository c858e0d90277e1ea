#!/usr/bin/env node
// Makes known-cells.bin out of records that examples/solve/cells writes, or that name a published list as their source:
//   node data/make-cells.mjs                               those of data/records
//   node data/make-cells.mjs RECORDS.ndjson MORE.xz        files of records; - is standard input
// The file covers 1..N, where N + 1 is the first deal without a record. Where several records name a deal, the closest
// bounds count. src/game/known-cells.ts draws the layout of the file and reads it.

import { writeFileSync } from 'node:fs';
import { readRecords, recordFiles } from './read-records.mjs';

const HEADER_BYTES = 8;
const DEALS_PER_BYTE = 5;
const DIGITS = [0x11, 0x22, 0x33]; // bounds of a deal that needs 1, 2 or 3 cells
const MOST_CELLS = 15; // four bits hold a bound
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

let deals = 0;
while (bounds.has(deals + 1)) deals++;

const fives = new Uint8Array(Math.ceil(deals / DEALS_PER_BYTE));
const exceptions = [];
for (let deal = 1, last = 0; deal <= deals; deal++) {
  const packed = bounds.get(deal);
  const digit = DIGITS.indexOf(packed);
  if (digit < 0 || deal - last === MOST_DEALS_APART) {
    exceptions.push(deal - last, packed);
    last = deal;
  }
  fives[Math.floor((deal - 1) / DEALS_PER_BYTE)] += Math.max(digit, 0) * 3 ** ((deal - 1) % DEALS_PER_BYTE);
}

const header = Buffer.alloc(HEADER_BYTES);
header.writeUInt32LE(deals, 0);
header.writeUInt32LE(exceptions.length / 2, 4);
writeFileSync(
  new URL('known-cells.bin', import.meta.url),
  Buffer.concat([header, fives, Buffer.from(exceptions)]),
);
console.log(`1..${deals}, ${HEADER_BYTES + fives.length + exceptions.length} bytes`);
