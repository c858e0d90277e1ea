// Encoders and columns in plain TypeScript, written to be read. They take the cards from a dealer: one of the kernels,
// or in the tests, which compare the kernels with this reference implementation, plain TypeScript, too.

import type { RecordType } from '../formats/format.js';
import { encodeNumbers } from '../formats/numbers.js';
import { encodeRowGroup } from '../formats/parquet/row-group.js';
import { recordBytes } from '../formats/records.js';
import { recordTypeOf } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import { type DealNumbers, listNumbers } from '../game/deal-numbers.js';
import { type CardsAmong, COLUMN_DEALS, type Columns, type Engine } from './engine.js';

/** Deals numbers in order, 52 card bytes each in dealing order. The bytes are valid until the next call. */
export type Dealer = (numbers: readonly DealNumbers[]) => Uint8Array;

function encodeRecords(record: RecordType, numbers: readonly DealNumbers[], cards: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(recordBytes(record, numbers));
  let offset = 0;
  listNumbers(numbers).forEach((n, i) => {
    offset = record.write(n, cards.subarray(i * CARDS, (i + 1) * CARDS), bytes, offset);
  });
  return bytes;
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
      if (encoder === 'parquet') return encodeRowGroup(numbers, deal(numbers));
      return encodeRecords(recordTypeOf(encoder), numbers, deal(numbers));
    },
    columns: (numbers, depth) => columnsOf(() => deal(numbers), depth),
  };
}
