// The reference implementation as an engine: plain TypeScript, written to be read. The tests compare the kernels with it,
// and a handful of deals uses it, as it needs no start.

import type { EncoderName } from '../formats/format.js';
import { encodeRowGroup } from '../formats/parquet/row-group.js';
import { recordBytes } from '../formats/records.js';
import { recordTypeOf } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { countNumbers, type DealNumbers, numberAt } from '../game/deal-numbers.js';
import { columnsOf } from './columns.js';
import type { Engine } from './engine.js';

/** Deals that the reference implementation has dealt before a kernel is loaded. */
export const FEW_DEALS = 64;

function encodeRecords(
  encoder: EncoderName,
  numbers: readonly DealNumbers[],
  cards: Uint8Array | undefined,
): Uint8Array {
  const record = recordTypeOf(encoder);
  const bytes = new Uint8Array(recordBytes(record, numbers));
  let offset = 0;
  let deals = 0;
  for (const some of numbers) {
    for (let i = 0; i < countNumbers(some); i++, deals++) {
      const n = numberAt(some, i);
      const known = cards?.subarray(deals * CARDS, (deals + 1) * CARDS);
      const encoded = record.encode(n, known ?? dealCards(n));
      bytes.set(encoded, offset);
      offset += encoded.length;
    }
  }
  return bytes;
}

export const referenceEngine: Engine = {
  encode: (encoder, numbers, cards) =>
    encoder === 'parquet' ? encodeRowGroup(numbers) : encodeRecords(encoder, numbers, cards),
  columns: (numbers) => columnsOf(encodeRecords('cards', numbers, undefined)),
};
