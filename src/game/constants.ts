// The numbers of the Microsoft FreeCell deal, read by tsc and by asc: only literals stand here.
// Source: Freecell Solver, gen_ms_boards__rand.h and range_solvers_gen_ms_boards.h. The generator is the
// rand() of Microsoft's C library; FreeCell Pro carried the numbers on beyond 2^31.

/** state = state * MULTIPLIER + INCREMENT mod 2^32 */
export const MULTIPLIER = 214013;
export const INCREMENT = 2531011;

/** A draw is read from bit 16 of the state upwards. */
export const DRAW_SHIFT = 16;

/** Below FIRST_HIGH_DEAL a draw is the 15 bits of rand(): 0..32767. */
export const DRAW_MASK = 0x7fff;

/** From 2^31 on, bit 15 of the draw is set: 32768..65535. */
export const FIRST_HIGH_DEAL = 2147483648;
export const HIGH_DRAW_BIT = 0x8000;

/** From 2^32 on, a draw is 16 bits plus one: 1..65536. */
export const FIRST_WIDE_DEAL = 4294967296;
export const WIDE_DRAW_MASK = 0xffff;

/** The lowest deal number: 1. */
export const FIRST_DEAL = 1;
/** The highest deal number: 2^33 - 1. */
export const LAST_DEAL = 8589934591;

/** Cards in a deck; a card is the byte rank * 4 + suit, 0 = AC .. 51 = KS. */
export const CARDS = 52;
export const RANKS = 'A23456789TJQK';
export const SUITS = 'CDHS';

/** The i-th dealt card, counted from 0, lies in column i mod COLUMNS, row i div COLUMNS. */
export const COLUMNS = 8;
