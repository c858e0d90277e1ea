// The memory of the search kernel, in address order.
//
// Words, each with one meaning in assembly/search/:
//
//     place    where a card is: one of the places below
//     parent   one of the two cards on which a card may be built, A or B
//     twin     the other card of the same rank and colour
//     set      cards as a u64 with a bit per card
//     row      the bytes of a table that belong to one card at one place

import { CARDS as CARD_COUNT, COLUMNS as COLUMN_COUNT } from '../../src/game/constants';

export const CARDS: u32 = CARD_COUNT;
export const COLUMNS: u32 = COLUMN_COUNT;

export const NO_CARD: u32 = CARDS; // the absence of a card: the bit and the rows after those of the cards

// The places: on its foundation; loose, which is in a cell or alone in a column; at the bottom of a column; on parent A
// or B; and on the card that it was dealt on, unless that is a parent.
export const FOUND: u32 = 0;
export const LOOSE: u32 = 1;
export const BOTTOM: u32 = 2;
export const ON_A: u32 = 3;
export const ON_B: u32 = 4;
export const ON_DEALT: u32 = 5;
/** Not a place, but the target of a move: the twin of a card goes to its foundation in place of the card. */
export const SWAP: u32 = 6;

// The state: all that place() and swapTwins() change.

export const PLACE_OF: usize = 64; // u8 per card: its place
export const ABOVE: usize = PLACE_OF + 64; // u8 per card: the card on it
export const AT: usize = ABOVE + 64; // u64 per place: the cards there
export const TOPS: usize = AT + 48; // u64: the last cards of columns, except loose cards
/** u64: the cards that are not dug out: they or cards dealt on them are still on the cards they were dealt on */
export const BURIED: usize = TOPS + 8;
export const KEY: usize = BURIED + 8; // two u64: the key, as if no twins had changed places

// Tables of the deal.

export const DEAL: usize = 512; // the cards in dealing order, u8, from the caller
export const UNDER: usize = DEAL + 64; // per card and place, the card under it, u8, or NO_CARD
export const UNDER_ROW: usize = 8;
/** Per card and place: digits of the key, two u64; the set of the card under it; that of the cards it buries. */
export const ROWS: usize = UNDER + 64 * UNDER_ROW;
export const ROW: usize = 32;
export const ROWS_OF_CARD: usize = 8 * ROW;

// Buffers of a step of the search.

export const BUILT_ON: usize = ROWS + 52 * ROWS_OF_CARD; // u8 per card that can move: the cards built on it
const MAX_MOVES: usize = 52 * 6; // most moves of a state: of each card to six targets
export const MOVES: usize = BUILT_ON + 64; // u16 per move of the state
export const KEYS: usize = MOVES + 640; // two u64 per move: the key of the state that it leads to
/** u32 per move, in order of the scores: the score, and the index of the move */
export const ORDER: usize = KEYS + 16 * MAX_MOVES;

/** The stack (stack.ts), and the table of states after it (known.ts). Both grow. */
export const STACK: usize = (ORDER + 4 * MAX_MOVES + 4095) & ~4095;
