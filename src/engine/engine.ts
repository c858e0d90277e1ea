// An engine deals and encodes. It trusts deal numbers, which are checked where they come in.

import type { EncoderName } from '../formats/format.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import type { Columns } from './columns.js';

/** Deals and encodes. */
export interface Engine {
  /**
   * The bytes of deals as an encoder writes them, in order. They are valid until the engine's next call.
   * @param numbers deal numbers; the deals of all segments are encoded together
   */
  encode(encoder: EncoderName, numbers: readonly DealNumbers[]): Uint8Array;

  /**
   * The columns of at most COLUMN_DEALS deals, which are dealt when the first column is asked for.
   * @param depth cards of each deal that columns may show, one of DEPTHS
   * @internal
   */
  columns(numbers: readonly DealNumbers[], depth: number): Columns;
}
