// The numbers of the Microsoft FreeCell deal. tsc and asc both compile this file, so it holds only literals.
// Source: Freecell Solver, gen_ms_boards__rand.h and range_solvers_gen_ms_boards.h. The generator is the rand() of
// Microsoft's C library. FreeCell Pro continued the deal numbers beyond 2^31.

/** state = state * MULTIPLIER + INCREMENT mod 2^32; the first state is the deal number mod 2^32 */
export const MULTIPLIER = 214013;
export const INCREMENT = 2531011;

/** A draw reads the state from this bit upwards. */
export const DRAW_SHIFT = 16;

// The draw rule. A regime is a range of deal numbers that read their draws from the state in the same way:
//
//     draw = (state >>> DRAW_SHIFT) mod 2^bits + addend
//
//     regime   first deal   bits   addend   draws
//     0                 1     15        0       0..32767, as rand() returns them
//     1              2^31     15    32768   32768..65535
//     2              2^32     16        1       1..65536
//
// The next three lines are this table, a value per regime. All other code derives its regimes from them. The SIMD
// kernel takes regimes of 15 or 16 bits whose draws are at most 65536, the first of them without an addend.
export const REGIME_FIRST_DEALS = [1, 2147483648, 4294967296];
export const REGIME_BITS = [15, 15, 16];
export const REGIME_ADDENDS = [0, 32768, 1];

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
