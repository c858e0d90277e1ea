// Cards -> the columns of a Parquet file, a column at a time: values below 52, packed into 6 bits, the first value lowest.

import { BATCH, CARD_ROWS, CARDS, POSITION_ROWS, ROW_BYTES } from '../memory';

const INDEX_BITS: u64 = 6;
/** Values that are packed together, and the bytes they take. */
const PACKED_VALUES: usize = 8;
const PACKED_BYTES: usize = 6;

function packRows(rows: usize, count: u32, out: usize, stride: usize): void {
  for (let row = rows; row < rows + CARDS * ROW_BYTES; row += ROW_BYTES, out += stride) {
    let packed = out;
    for (let i: usize = 0; i < <usize>count; i += PACKED_VALUES, packed += PACKED_BYTES) {
      const values = load<u64>(row + i);
      let bits: u64 = 0;
      for (let k: u64 = 0; k < 8; k++) bits |= ((values >> (8 * k)) & 63) << (INDEX_BITS * k);
      store<u64>(packed, bits);
    }
  }
}

/** See index.ts, `columns`. */
export function packColumns(count: u32, cards: usize, cardStride: usize, positions: usize, positionStride: usize): void {
  // the values beyond the last deal have to be 0: those of 8 deals are packed together
  memory.fill(CARD_ROWS, 0, CARDS * ROW_BYTES);
  memory.fill(POSITION_ROWS, 0, CARDS * ROW_BYTES);
  for (let deal: usize = 0; deal < <usize>count; deal++) {
    for (let i: usize = 0; i < CARDS; i++) {
      const card = load<u8>(BATCH + deal * CARDS + i);
      store<u8>(CARD_ROWS + i * ROW_BYTES + deal, card);
      store<u8>(POSITION_ROWS + <usize>card * ROW_BYTES + deal, <u8>i);
    }
  }
  packRows(CARD_ROWS, count, cards, cardStride);
  packRows(POSITION_ROWS, count, positions, positionStride);
}
