#!/usr/bin/env node
// Makes known-cells.bin out of the records of all deals from 1 on that it has, each with its cells:
//   freecell-deals solve 1..1000000 -o million.csv && node data/make-cells.mjs million.csv
// src/game/known-cells.ts draws the layout of the file and reads it.

import { readFileSync, writeFileSync } from 'node:fs';

const LAST = 1_000_000;
const DEALS_PER_BYTE = 5;
const DIGITS = [1, 2, 3]; // cells of a deal that needs no exception
const MOST_DEALS_APART = 255; // one byte holds the distance between two exceptions

const records = readFileSync(process.argv[2], 'utf8').trim().split('\n').slice(1);
if (records.length !== LAST) throw new Error(`${records.length} records; expected ${LAST}`);

const digits = new Uint8Array(LAST / DEALS_PER_BYTE);
const exceptions = [];
let last = 0; // deal with an exception
for (const [i, record] of records.entries()) {
  const deal = i + 1;
  const [number, cells] = record.split(',');
  if (number !== `${deal}` || !cells) throw new Error(`'${record}' does not tell the cells of deal ${deal}`);
  const digit = DIGITS.indexOf(Number(cells));
  if (digit < 0 || deal - last === MOST_DEALS_APART) {
    exceptions.push(deal - last, Number(cells));
    last = deal;
  }
  digits[Math.floor(i / DEALS_PER_BYTE)] += Math.max(digit, 0) * 3 ** (i % DEALS_PER_BYTE);
}

const file = Buffer.concat([digits, Buffer.from(exceptions)]);
writeFileSync(new URL('known-cells.bin', import.meta.url), file);
console.log(`${file.length} bytes, ${exceptions.length / 2} exceptions`);
