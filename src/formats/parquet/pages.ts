// The pages of a column chunk. The number of rows, and in `cells` of those whose cells are known, determines
// everything in them except the rows' values, so that the size of a column chunk is known before a card is dealt.

import { cardName } from '../../game/cards.js';
import { CARDS } from '../../game/constants.js';
import { latin1Bytes } from '../lines.js';
import { structBytes, varint } from './thrift.js';

// the enumerations of Parquet that this program uses: parquet.thrift of apache/parquet-format
export const Type = { INT32: 1, INT64: 2, BYTE_ARRAY: 6 };
export const ConvertedType = { UTF8: 0 };
export const FieldRepetitionType = { REQUIRED: 0, OPTIONAL: 1 };
export const Encoding = { PLAIN: 0, RLE: 3, DELTA_BINARY_PACKED: 5, RLE_DICTIONARY: 8 };
export const CompressionCodec = { UNCOMPRESSED: 0 };
const PageType = { DATA_PAGE: 0, DICTIONARY_PAGE: 2 };

const INDEX_BITS = 6; // bits of an index into a dictionary of 52
/** Bits of an index into a dictionary of the cells 0..7: no deal needs more than six. */
export const CELLS_BITS = 3;
const PACKED_VALUES = 8; // values in a group of the bit-packed encoding
const DELTA_BLOCK = 128; // differences in a block of DELTA_BINARY_PACKED
const DELTA_MINIBLOCKS = 4; // in a block

export const NUMBER_BYTES = 8; // bytes of a deal number, an INT64

function concat(...all: ArrayLike<number>[]): Uint8Array {
  const joined = new Uint8Array(all.reduce((sum, bytes) => sum + bytes.length, 0));
  let offset = 0;
  for (const bytes of all) {
    joined.set(bytes, offset);
    offset += bytes.length;
  }
  return joined;
}

/** Makes the PageHeader of a data page. It names encodings of levels, although only `cells` has levels. */
function dataPageHeader(values: number, bytes: number, encoding: number): number[] {
  const header = { 1: values, 2: encoding, 3: Encoding.RLE, 4: Encoding.RLE };
  return structBytes({ 1: PageType.DATA_PAGE, 2: bytes /* uncompressed */, 3: bytes, 5: header });
}

/** Makes a dictionary page of the names of the cards, or of the integers 0, 1, ..: a card byte is an index. */
function dictionaryPage(kind: 'card' | 'integer', count: number): Uint8Array {
  const plain = Array.from({ length: count }, (_, i) =>
    kind === 'card' ? [2, 0, 0, 0, ...latin1Bytes(cardName(i))] : [i, 0, 0, 0],
  );
  const { length } = plain.flat();
  const header = {
    1: PageType.DICTIONARY_PAGE,
    2: length /* uncompressed */,
    3: length,
    7: { 1: count, 2: Encoding.PLAIN },
  };
  return concat(structBytes(header), ...plain);
}

const CARD_DICTIONARY = dictionaryPage('card', CARDS);
const POSITION_DICTIONARY = dictionaryPage('integer', CARDS);
const CELLS_DICTIONARY = dictionaryPage('integer', 2 ** CELLS_BITS);

export function packedBytes(count: number, bits = INDEX_BITS): number {
  return Math.ceil(count / PACKED_VALUES) * bits;
}

/** The header of a bit-packed run of the RLE hybrid encoding. */
function packedRun(count: number): number[] {
  return varint((Math.ceil(count / PACKED_VALUES) << 1) | 1);
}

/** Returns the index of a row from packed indices. */
export function indexAt(packed: Uint8Array, row: number): number {
  const offset = Math.floor((row * INDEX_BITS) / 8);
  const bits = packed[offset] | (packed[offset + 1] << 8);
  return (bits >> ((row * INDEX_BITS) % 8)) & ((1 << INDEX_BITS) - 1);
}

export interface ChunkLayout {
  head: Uint8Array; // the dictionary page, if there is one, and the data page up to its first value or level
  dataPage: number; // offset of the data page in the chunk, bytes; 0 if there is no dictionary
  bytes: number; // of the chunk
}

/** Lays out a column chunk of `count` cards or positions: one bit-packed run of the RLE hybrid encoding. */
export function layOutIndices(kind: 'card' | 'position', count: number): ChunkLayout {
  const dictionary = kind === 'card' ? CARD_DICTIONARY : POSITION_DICTIONARY;
  const start = [INDEX_BITS, ...packedRun(count)];
  const header = dataPageHeader(count, start.length + packedBytes(count), Encoding.RLE_DICTIONARY);
  const head = concat(dictionary, header, start);
  return { head, dataPage: dictionary.length, bytes: head.length + packedBytes(count) };
}

/** The values of `cells` that are not NULL, and a level for each row: 1 if its value is known. */
export interface PackedCells {
  levels: Uint8Array;
  values: Uint8Array;
}

/** Whether all levels are equal. Then they are one run, in the head. */
function areLevelsEqual(count: number, known: number): boolean {
  return known === 0 || known === count;
}

/** Lays out the cells of `count` deals, of which `known` are known. */
export function layOutCells(count: number, known: number): ChunkLayout {
  const isRun = areLevelsEqual(count, known);
  const run = isRun ? [...varint(count << 1), Math.sign(known)] : packedRun(count);
  const length = run.length + (isRun ? 0 : packedBytes(count, 1));
  const page = length + 4 + startOfCells(known).length + packedBytes(known, CELLS_BITS);
  const header = dataPageHeader(count, page, Encoding.RLE_DICTIONARY);
  const head = concat(CELLS_DICTIONARY, header, [length % 256, length >> 8, 0, 0], run);
  const dataPage = CELLS_DICTIONARY.length;
  return { head, dataPage, bytes: dataPage + header.length + page };
}

function startOfCells(known: number): number[] {
  return [CELLS_BITS, ...packedRun(known)];
}

/** Encodes the rest of a column chunk of cells after its head. */
export function cellsValues(count: number, known: number, { levels, values }: PackedCells): Uint8Array {
  return concat(areLevelsEqual(count, known) ? [] : levels, startOfCells(known), values);
}

/** A block of DELTA_BINARY_PACKED with all differences 1: the least one as a zigzag varint, and widths of 0 bits. */
const DIFFERENCE_1 = 2;
const CONSECUTIVE_BLOCK_BYTES = 1 + DELTA_MINIBLOCKS;

/** Lays out the numbers of `count` consecutive deals: one data page of DELTA_BINARY_PACKED. */
export function layOutConsecutive(first: number, count: number): ChunkLayout {
  const start = [DELTA_BLOCK, DELTA_MINIBLOCKS, count, 2 * first].flatMap((n) => varint(n)); // zigzag
  const bytes = Math.ceil((count - 1) / DELTA_BLOCK) * CONSECUTIVE_BLOCK_BYTES;
  const head = concat(dataPageHeader(count, start.length + bytes, Encoding.DELTA_BINARY_PACKED), start);
  return { head, dataPage: 0, bytes: head.length + bytes };
}

export function consecutiveValues({ bytes, head }: ChunkLayout): Uint8Array {
  const blocks = new Uint8Array(bytes - head.length);
  for (let at = 0; at < blocks.length; at += CONSECUTIVE_BLOCK_BYTES) blocks[at] = DIFFERENCE_1;
  return blocks;
}

/** Lays out the numbers of `count` deals in any order: one data page of PLAIN INT64. */
export function layOutPlain(count: number): ChunkLayout {
  const head = Uint8Array.from(dataPageHeader(count, count * NUMBER_BYTES, Encoding.PLAIN));
  return { head, dataPage: 0, bytes: head.length + count * NUMBER_BYTES };
}
