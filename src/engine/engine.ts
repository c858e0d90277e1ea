// An engine deals and encodes. It trusts deal numbers, which are checked where they come in.

import type { EncoderName } from '../formats/format.js';
import type { DealNumbers } from '../game/deal-numbers.js';
import type { Among } from '../selection/condition/tree.js';

/** The kernel with SIMD instructions, and the plain one. */
export type KernelName = 'simd' | 'scalar';

/** Deals in a column, a byte each. Where there are fewer deals, the values after the last one mean nothing. */
export const COLUMN_DEALS = 2048;

/** Among, for the `cards` cards from `card` on: if `holds`, all of them are dealt there; otherwise none of them. */
export type CardsAmong = Omit<Among, 'kind'> & { cards: number };

/** Columns of at most COLUMN_DEALS deals. A column is valid until the engine is used for anything but these columns. */
export interface Columns {
  /** 255 for each deal for which all of these conditions hold, 0 for the others; undefined if they hold for no deal */
  findAll(conditions: readonly CardsAmong[]): Uint8Array | undefined;
  position(card: number): Uint8Array; // the position of a card in dealing order
}

/** Turns deal numbers into bytes and columns. */
export interface Engine {
  /**
   * The bytes of deals as an encoder writes them, in order. They are valid until the engine's next call.
   * @param numbers deal numbers; the deals of all segments are encoded together
   */
  encode(encoder: EncoderName, numbers: readonly DealNumbers[]): Uint8Array;

  /**
   * The columns of at most COLUMN_DEALS deals, which are dealt when the first column is asked for.
   * @param depth cards of each deal that columns may show, one of DEPTHS in condition/tree.ts
   * @internal
   */
  columns(numbers: readonly DealNumbers[], depth: number): Columns;
}
