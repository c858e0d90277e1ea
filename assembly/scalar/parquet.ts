// Cards -> the columns of a Parquet file, a column at a time: values below 52, packed into 6 bits, the first value lowest.

import { BATCH, CARD_ROWS, CARDS, POSITION_ROWS, ROW_BYTES } from '../memory';

const INDEX_BITS: u64 = 6;
/** Values that are packed together, and the bytes they take. */
const PACKED_VALUES: usize = 8;
const PACKED_BYTES: usize = 6;

/** See index.ts, `layRows`. */
export function layRows(count: u32, at: u32): void {
  for (let deal: usize = 0; deal < <usize>count; deal++) {
    for (let i: usize = 0; i < CARDS; i++) {
      const card = load<u8>(BATCH + deal * CARDS + i);
      store<u8>(CARD_ROWS + i * ROW_BYTES + at + deal, card);
      store<u8>(POSITION_ROWS + <usize>card * ROW_BYTES + at + deal, <u8>i);
    }
  }
}

/** Packs 52 rows of `count` values, a row to every `stride` bytes. */
export function packRows(rows: usize, count: u32, out: usize, stride: usize): void {
  for (let row = rows; row < rows + CARDS * ROW_BYTES; row += ROW_BYTES, out += stride) {
    let packed = out;
    for (let i: usize = 0; i < <usize>count; i += PACKED_VALUES, packed += PACKED_BYTES) {
      const values = min<usize>(PACKED_VALUES, <usize>count - i);
      let bits: u64 = 0;
      for (let k: usize = 0; k < values; k++) bits |= <u64>load<u8>(row + i + k) << (INDEX_BITS * <u64>k);
      store<u64>(packed, bits);
    }
  }
}
