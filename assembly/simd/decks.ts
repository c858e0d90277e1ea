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

/** Sets the rows of the last draw, which is always 0, and of the two behind it: each swaps a byte with itself. Runs once. */
export function initDecks(): void {
  for (let k = CARDS - 1; k < DECK_DRAWS; k++) v128.store(DECK_ROWS + k * VECTOR_DEALS, i8x16.splat(<i8>k));
}

/** Lays all decks in order. */
export function layDecks(): void {
  for (let deck: usize = DECKS; deck < DECKS + VECTOR_DEALS * DECK_BYTES; deck += DECK_BYTES) {
    v128.store(deck, i8x16(51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36));
    v128.store(deck, i8x16(35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20), 16);
    v128.store(deck, i8x16(19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4), 32);
    store<u32>(deck, 0x00010203, 48);
  }
}

@inline
function drawOne(k: usize, row: usize, deal: usize): void {
  const place = <usize>load<u8>(row + deal);
  const card = load<u8>(place + (DECKS + DECK_BYTES * deal));
  store<u8>(place + (DECKS + DECK_BYTES * deal), load<u8>(k + (DECKS + DECK_BYTES * deal)));
  store<u8>(k + (DECKS + DECK_BYTES * deal), card);
}

/** Makes draw k (0..53) of the eight decks from `deck` (0 or 8, constant) on. */
@inline
export function drawEight(k: usize, deck: usize): void {
  const row = DECK_ROWS + k * VECTOR_DEALS;
  drawOne(k, row, deck); drawOne(k, row, deck + 1); drawOne(k, row, deck + 2); drawOne(k, row, deck + 3);
  drawOne(k, row, deck + 4); drawOne(k, row, deck + 5); drawOne(k, row, deck + 6); drawOne(k, row, deck + 7);
}

/** Writes the 52 cards of each deck, `stride` bytes apart. */
export function writeDecks(out: usize, stride: usize): void {
  for (let deck: usize = DECKS; deck < DECKS + VECTOR_DEALS * DECK_BYTES; deck += DECK_BYTES) {
    copyCards(deck, out);
    out += stride;
  }
}

/** Copies the 52 cards of a deal. */
@inline
export function copyCards(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  store<u32>(to, load<u32>(from, 48), 48);
}
