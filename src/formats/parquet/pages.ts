// The pages of a column chunk. The number of rows, and in `cells` of those whose cells are known, determines everything in them
// except the rows' values, so that the size of a column chunk is known before a card is dealt.

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

/** Bits of an index into a dictionary of 52. */
const INDEX_BITS = 6;
/** Bits of an index into a dictionary of the cells 0..7: no deal needs more than six. */
export const CELLS_BITS = 3;
/** Values in a group of the bit-packed encoding. */
const PACKED_VALUES = 8;
/** Differences in a block of DELTA_BINARY_PACKED, and miniblocks in a block. */
const DELTA_BLOCK = 128;
const DELTA_MINIBLOCKS = 4;

/** Bytes of a deal number, an INT64. */
export const NUMBER_BYTES = 8;

export function concat(...pieces: ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** Makes the PageHeader of a data page. It names encodings of levels, although only `cells` has levels. */
function dataPageHeader(values: number, bytes: number, encoding: number): number[] {
  const header = { 1: values, 2: encoding, 3: Encoding.RLE, 4: Encoding.RLE };
  return structBytes({ 1: PageType.DATA_PAGE, 2: bytes /* uncompressed */, 3: bytes, 5: header });
}

/** Makes a dictionary page: of the names of the cards, or of the integers 0, 1, .. An index is a card byte or the integer. */
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

/** Returns the bytes of `count` packed values. */
export function packedBytes(count: number, bits = INDEX_BITS): number {
  return Math.ceil(count / PACKED_VALUES) * bits;
}

/** Packs values 0..63 into 6 bits each, the first value lowest, with zeros up to a multiple of 8 values. */
export function packIndices(values: Uint8Array): Uint8Array {
  const packed = new Uint8Array(packedBytes(values.length));
  for (let i = 0, offset = 0; i < values.length; i += 4, offset += 3) {
    // four values are three bytes; those after the last value are undefined, which shifts to 0
    const bits = values[i] | (values[i + 1] << 6) | (values[i + 2] << 12) | (values[i + 3] << 18);
    packed[offset] = bits;
    packed[offset + 1] = bits >> 8;
    packed[offset + 2] = bits >> 16;
  }
  return packed;
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

/** A column chunk of indices: its layout, and the bytes before the indices. */
export interface IndexChunk {
  count: number; // of indices
  head: Uint8Array; // the dictionary page, and the data page up to its first index
  dataPage: number; // offset of the data page in the chunk, bytes
  bytes: number; // of the chunk
}

/** Lays out a column chunk of `count` cards or positions: one bit-packed run of the RLE hybrid encoding. */
export function indexChunk(kind: 'card' | 'position', count: number): IndexChunk {
  const dictionary = dictionaryPage(kind === 'card' ? kind : 'integer', CARDS);
  const start = [INDEX_BITS, ...packedRun(count)];
  const header = dataPageHeader(count, start.length + packedBytes(count), Encoding.RLE_DICTIONARY);
  const head = concat(dictionary, header, start);
  return { count, head, dataPage: dictionary.length, bytes: head.length + packedBytes(count) };
}

/** The `cells` column chunk: its layout, and the bytes before its definition levels and before its values. */
export interface CellsChunk {
  head: Uint8Array; // the dictionary page, and the data page up to its first level
  levels: number; // bytes of the levels
  middle: Uint8Array; // up to the first value
  dataPage: number; // offset of the data page in the chunk, bytes
  bytes: number; // of the chunk
}

/** Lays out the cells of `count` deals, of which `known` are known: the level of a row is 1 if its cells are, otherwise 0. */
export function cellsChunk(count: number, known: number): CellsChunk {
  const dictionary = dictionaryPage('integer', 2 ** CELLS_BITS);
  const areLevelsEqual = known === 0 || known === count; // then they are one run
  const levels = areLevelsEqual ? 0 : packedBytes(count, 1);
  const run = areLevelsEqual ? [...varint(count << 1), Math.sign(known)] : packedRun(count);
  const length = run.length + levels;
  const start = [length % 256, length >> 8, 0, 0, ...run];
  const middle = Uint8Array.of(CELLS_BITS, ...packedRun(known));
  const after = levels + middle.length + packedBytes(known, CELLS_BITS);
  const header = dataPageHeader(count, start.length + after, Encoding.RLE_DICTIONARY);
  const head = concat(dictionary, header, start);
  return { head, levels, middle, dataPage: dictionary.length, bytes: head.length + after };
}

/** The `deal` column chunk: its size, and the bytes before the deal numbers. */
export interface DealChunk {
  head: Uint8Array;
  bytes: number; // of the chunk
}

/**
 * A block of DELTA_BINARY_PACKED whose differences are all 1: the least difference as a zigzag varint, and a bit width of 0
 * for each miniblock.
 */
const DIFFERENCE_1 = 2;
const CONSECUTIVE_BLOCK_BYTES = 1 + DELTA_MINIBLOCKS;

/** Lays out the numbers of `count` consecutive deals: one data page of DELTA_BINARY_PACKED. */
export function consecutiveChunk(first: number, count: number): DealChunk {
  const start = [DELTA_BLOCK, DELTA_MINIBLOCKS, count, 2 * first].flatMap((n) => varint(n)); // zigzag
  const bytes = Math.ceil((count - 1) / DELTA_BLOCK) * CONSECUTIVE_BLOCK_BYTES;
  const head = concat(dataPageHeader(count, start.length + bytes, Encoding.DELTA_BINARY_PACKED), start);
  return { head, bytes: head.length + bytes };
}

/** Fills `out` with the blocks of consecutive deal numbers. */
export function writeConsecutiveBlocks(out: Uint8Array): void {
  out.fill(0);
  for (let offset = 0; offset < out.length; offset += CONSECUTIVE_BLOCK_BYTES) out[offset] = DIFFERENCE_1;
}

/** Lays out the numbers of `count` deals in any order: one data page of PLAIN INT64. */
export function plainChunk(count: number): DealChunk {
  const head = Uint8Array.from(dataPageHeader(count, count * NUMBER_BYTES, Encoding.PLAIN));
  return { head, bytes: head.length + count * NUMBER_BYTES };
}
