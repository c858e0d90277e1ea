// Makes files of deals for the tests, and reads the binary format, with which the tests compare Parquet.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKnownCells } from '../../../dist/index.js';

export const CLI = fileURLToPath(new URL('../../../bin/freecell-deals.cjs', import.meta.url));
const CARDS = 52;

/** The fewest free cells, which Parquet files have in the column `cells`. */
export const knownCells = await loadKnownCells();

export const CARD_NAMES = [...'A23456789TJQK'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));

export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'freecell-deals-sql-'));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** Runs `freecell-deals generate`. */
export function generate(folder, output, deals) {
  execFileSync(process.execPath, [CLI, 'generate', ...deals, '-o', output, '-q'], { cwd: folder });
}

/** Reads the deal numbers and the 52 card bytes per deal of a binary file; docs/formats.md describes it. */
export function readBinary(path) {
  const bytes = readFileSync(path);
  const recordBytes = bytes.readUInt16LE(12);
  const isList = bytes.readUInt16LE(14) === 2;
  const count = Number(bytes.readBigUInt64LE(24));
  const numbers = new Float64Array(count);
  const cards = new Uint8Array(count * CARDS);
  for (let i = 0, offset = 64; i < count; i++, offset += recordBytes) {
    numbers[i] = isList ? Number(bytes.readBigUInt64LE(offset)) : Number(bytes.readBigUInt64LE(16)) + i;
    const end = offset + recordBytes;
    cards.set(bytes.subarray(end - CARDS, end), i * CARDS);
  }
  return { count, numbers, cards };
}

/** Returns the position of each card of a deal, by card byte. */
export function positionsOf({ cards }, i) {
  const positions = new Uint8Array(CARDS);
  for (let position = 0; position < CARDS; position++) positions[cards[i * CARDS + position]] = position;
  return positions;
}
