// The reference implementation of an engine, written to be read: tests compare the SIMD kernel with it. It takes the cards
// from a dealer, plain TypeScript or the scalar kernel.

import { type CardsAmong, COLUMN_DEALS, type Columns, type Engine } from '../../src/engine/engine.js';
import { encodeCsv } from '../../src/formats/csv.js';
import type { EncoderName } from '../../src/formats/format.js';
import { encodeNumbers } from '../../src/formats/numbers.js';
import { packedBytes } from '../../src/formats/parquet/pages.js';
import { encodeRowGroup } from '../../src/formats/parquet/row-group.js';
import { boardInColumns } from '../../src/formats/text.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { countAll, type DealNumbers, listNumbers } from '../../src/game/deal-numbers.js';

/** Deals numbers in order, 52 card bytes each in dealing order. */
type Dealer = (numbers: readonly DealNumbers[]) => Uint8Array;

/** Encodes the records of deals, from 52 cards per deal. */
function encodeRecords(encoder: EncoderName, numbers: readonly DealNumbers[], cards: Uint8Array): Uint8Array {
  const records = Array.from(listNumbers(numbers), (n, i) => {
    const dealt = cards.subarray(i * CARDS, (i + 1) * CARDS);
    if (encoder === 'text') return Buffer.from(boardInColumns(dealt));
    const names = Array.from(dealt, (card) => `"${cardName(card)}"`).join();
    if (encoder === 'ndjson') return Buffer.from(`{"deal":${n},"cards":[${names}]}\n`);
    const number = new DataView(new ArrayBuffer(encoder === 'numbered' ? 8 : 0));
    if (encoder === 'numbered') number.setBigUint64(0, BigInt(n), true);
    return Buffer.concat([new Uint8Array(number.buffer), dealt]);
  });
  return Buffer.concat(records);
}

/** Packs values 0..63 into 6 bits each, the first value lowest, with zeros up to a multiple of 8 values. */
function packIndices(values: Uint8Array): Uint8Array {
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

/** Encodes the row group of 1..122880 deals, from 52 cards per deal. */
function rowGroupFrom(numbers: readonly DealNumbers[], cards: Uint8Array): Uint8Array {
  const columns = { card: new Uint8Array(cards.length), position: new Uint8Array(cards.length) };
  const deals = cards.length / CARDS;
  for (let row = 0; row < deals; row++) {
    for (let i = 0; i < CARDS; i++) {
      const card = cards[row * CARDS + i];
      columns.card[i * deals + row] = card;
      columns.position[card * deals + row] = i;
    }
  }
  return encodeRowGroup(numbers, (chunks, bytes) => {
    const rowGroup = new Uint8Array(bytes);
    for (const { column, valuesOffset } of chunks) {
      if (column.kind !== 'card' && column.kind !== 'position') continue;
      const values = columns[column.kind].subarray(column.index * deals, (column.index + 1) * deals);
      rowGroup.set(packIndices(values), valuesOffset);
    }
    return rowGroup;
  });
}

/** Columns of the first `depth` cards of each deal. They are dealt once, when the first column is asked for. */
function columnsOf(deal: () => Uint8Array, depth: number): Columns {
  let dealt: Uint8Array | undefined;
  /** A column of what `value` makes of the first `depth` cards of each deal. */
  const column = (value: (cards: Uint8Array) => number) => {
    const column = new Uint8Array(COLUMN_DEALS);
    dealt ??= deal();
    for (let i = 0; i * CARDS < dealt.length; i++)
      column[i] = value(dealt.subarray(i * CARDS, i * CARDS + depth));
    return column;
  };
  const areAmong = (dealt: Uint8Array, { card, cards, first, last, holds }: CardsAmong) =>
    dealt.subarray(first, last + 1).filter((each) => each >= card && each < card + cards).length ===
    (holds ? cards : 0);
  return {
    findAll(conditions) {
      const found = column((cards) => (conditions.every((each) => areAmong(cards, each)) ? 255 : 0));
      return found.includes(255) ? found : undefined;
    },
    position: (card) => column((cards) => cards.indexOf(card)),
  };
}

export function engineOf(deal: Dealer): Engine {
  return {
    encode(encoder, numbers) {
      if (encoder === 'cards') return deal(numbers);
      if (encoder === 'numbers') return encodeNumbers(numbers);
      if (encoder === 'parquet') return rowGroupFrom(numbers, deal(numbers));
      if (encoder === 'csv') return encodeCsv(numbers, deal(numbers));
      return encodeRecords(encoder, numbers, deal(numbers));
    },
    columns: (numbers, depth) => columnsOf(() => deal(numbers), depth),
  };
}

/** The reference implementation: plain TypeScript deals as well. */
export const referenceEngine = engineOf((numbers) => {
  const cards = new Uint8Array(countAll(numbers) * CARDS);
  for (const [i, n] of listNumbers(numbers).entries()) cards.set(dealCards(n), i * CARDS);
  return cards;
});
