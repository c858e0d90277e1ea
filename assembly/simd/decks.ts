/**
 * Draws -> cards in memory, as the rule says, for the 16 deals of a group's last quarter.
 *
 * This work needs loads and stores, that of shuffle.ts vector arithmetic, and a processor does both at the same time. So
 * shuffle.ts makes one draw of eight decks after each four of its own, 54 in all.
 *
 * A deck lies in memory back to front and a draw is a swap: place p of the rule is the byte 51 - p, so that draw k swaps
 * byte k, the last card that is left, with byte 51 - j. After 52 draws the deck holds its cards in dealing order.
 */
import { CARDS, DECK_BYTES, DECK_DRAWS, DECKS, DRAWS, DRAWS_QUARTER, VECTOR_DEALS } from '../memory';

/** Where row k holds 51 - j of draw k. */
export const DECK_ROWS: usize = DRAWS + 3 * DRAWS_QUARTER;

export function initDecks(): void {}

/** Lays all decks in order. */
export function layDecks(): void {
  for (let deck: usize = DECKS; deck < DECKS + VECTOR_DEALS * DECK_BYTES; deck += DECK_BYTES) {
    v128.store(deck, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    v128.store(deck, i8x16(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31), 16);
    v128.store(deck, i8x16(32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47), 32);
    store<u32>(deck, 0x33323130, 48);
  }
}

@inline
function moveOne(last: usize, row: usize, deal: usize): void {
  store<u8>(<usize>load<u8>(row + deal) + (DECKS + DECK_BYTES * deal), load<u8>(last + (DECKS + DECK_BYTES * deal)));
}

@inline
export function moveEight(last: usize, row: usize, deck: usize): void {
  moveOne(last, row, deck); moveOne(last, row, deck + 1); moveOne(last, row, deck + 2); moveOne(last, row, deck + 3);
  moveOne(last, row, deck + 4); moveOne(last, row, deck + 5); moveOne(last, row, deck + 6); moveOne(last, row, deck + 7);
}

/** Copies the 52 cards of a deal. */
@inline
export function copyCards(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  store<u32>(to, load<u32>(from, 48), 48);
}
