// Reads the deals of every format without the code under test: with code written from docs/formats.md, or with another library.

import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import type { FormatName } from '../../src/formats/registry.js';
import { knownCells } from '../../src/selection/facts.js';

/** A deal in a file: its number and cards, if present. */
export interface ReadDeal {
  deal: number | undefined;
  cards: string | undefined; // 52 names separated by blanks, in dealing order
}

const NAMES = Array.from({ length: 52 }, (_, card) => 'A23456789TJQK'[card >> 2] + 'CDHS'[card & 3]);

/** The names of cards, separated by blanks. */
export function namesOf(cards: Uint8Array): string {
  return cards.reduce((names, card) => `${names} ${NAMES[card]}`, '').slice(1);
}

function readBinary(bytes: Buffer): ReadDeal[] {
  const [recordBytes, layout] = [bytes.readUInt16LE(12), bytes.readUInt16LE(14)];
  const [first, count] = [Number(bytes.readBigUInt64LE(16)), Number(bytes.readBigUInt64LE(24))];
  if (bytes.length !== 64 + count * recordBytes) throw new Error(`${bytes.length} bytes of ${count} records`);
  return Array.from({ length: count }, (_, i) => {
    const end = 64 + (i + 1) * recordBytes;
    const deal = layout === 1 ? first + i : Number(bytes.readBigUInt64LE(end - recordBytes));
    return { deal, cards: namesOf(bytes.subarray(end - 52, end)) };
  });
}

/** Splits a text into lines; each must end with a line feed. */
function linesOf(bytes: Buffer): string[] {
  const lines = bytes.toString('latin1').split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines;
}

function readText(bytes: Buffer): ReadDeal[] {
  const lines = linesOf(bytes).map((line) => line.split(' '));
  return Array.from({ length: lines.length / 8 }, (_, i) => {
    const columns = lines.slice(8 * i, 8 * i + 8);
    const cards = Array.from({ length: 52 }, (_, k) => columns[k % 8][Math.floor(k / 8)]);
    return { deal: undefined, cards: cards.join(' ') };
  });
}

/** Opens a file for hyparquet. */
export function fileBytes(path: string): ArrayBuffer {
  return Uint8Array.from(readFileSync(path)).buffer;
}

async function readParquet(path: string): Promise<ReadDeal[]> {
  const rows = await parquetReadObjects({ file: fileBytes(path) });
  return rows.map((row) => {
    if (Object.keys(row).length !== 106) throw new Error(`columns ${Object.keys(row)}; expected 106`);
    checkCells(row.deal, row.cells);
    const cards = Array.from({ length: 52 }, (_, i) => row[`card_${i}`]);
    const places = NAMES.map((name) => [row[`pos_${name}`] as number, name] as const);
    for (const [place, name] of places)
      if (cards[place] !== name) throw new Error(`deal ${row.deal}: pos_${name} is ${place}`);
    return { deal: Number(row.deal), cards: cards.join(' ') };
  });
}

function checkCells(deal: unknown, cells: unknown): void {
  const known = knownCells().cellsNeeded(Number(deal)) ?? null;
  if (cells !== known) throw new Error(`deal ${deal}: cells is ${cells}; expected ${known}`);
}

function readCsv(bytes: Buffer): ReadDeal[] {
  const [header, ...rows] = linesOf(bytes);
  const names = Array.from({ length: 52 }, (_, i) => `card_${i}`);
  if (header !== ['deal', 'cells', ...names].join()) throw new Error(`header ${header}`);
  return rows.map((row) => {
    const [deal, cells, ...cards] = row.split(',');
    checkCells(deal, cells === '' ? null : Number(cells));
    return { deal: Number(deal), cards: cards.join(' ') };
  });
}

const READERS: Record<Exclude<FormatName, 'parquet'>, (bytes: Buffer) => ReadDeal[]> = {
  bin: readBinary,
  text: readText,
  ndjson: (bytes) =>
    linesOf(bytes)
      .map((line) => JSON.parse(line))
      .map(({ deal, cards }) => ({ deal, cards: cards.join(' ') })),
  csv: readCsv,
  numbers: (bytes) => linesOf(bytes).map((line) => ({ deal: Number(line), cards: undefined })),
};

/** Reads all deals of a file. */
export async function readDeals(path: string, format: FormatName): Promise<ReadDeal[]> {
  return format === 'parquet' ? readParquet(path) : READERS[format](readFileSync(path));
}
