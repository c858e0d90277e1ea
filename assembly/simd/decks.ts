/**
 * Draws -> decks in memory, for the first 20 draws of 16 deals.
 *
 * Only the cards that are left matter here: draw k puts the last of them, at place 51 - k, where the drawn one lay. Which
 * card was drawn, shuffle.ts knows. This work needs loads and stores, that of shuffle.ts vector arithmetic, and a processor
 * does both at the same time: so the moves of 16 decks are made beside each four draws of the vectors.
 */
import { DECK_BYTES, DECKS, VECTOR_DEALS } from '../memory';

@inline
function layDeck(deck: usize, front: v128, middle: v128, back: v128): void {
  v128.store(deck, front);
  v128.store(deck, middle, 16);
  v128.store(deck, back, 32);
  store<u32>(deck, 0x33323130, 48);
}

/** Lays all decks in order. */
export function layDecks(): void {
  const front = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const middle = i8x16(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  const back = i8x16(32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47);
  for (let deck: usize = DECKS; deck < DECKS + VECTOR_DEALS * DECK_BYTES; deck += DECK_BYTES) {
    layDeck(deck, front, middle, back);
  }
}

@inline
function moveOne(last: usize, moves: usize, deal: usize): void {
  const place = <usize>load<u8>(moves + deal);
  store<u8>(place + (DECKS + DECK_BYTES * deal), load<u8>(last + (DECKS + DECK_BYTES * deal)));
}

/** Makes a draw of the eight decks from `deck` (0 or 8, constant) on: `moves` is its row of MOVES, `last` the last place. */
@inline
export function moveEight(last: usize, moves: usize, deck: usize): void {
  moveOne(last, moves, deck); moveOne(last, moves, deck + 1); moveOne(last, moves, deck + 2); moveOne(last, moves, deck + 3);
  moveOne(last, moves, deck + 4); moveOne(last, moves, deck + 5); moveOne(last, moves, deck + 6); moveOne(last, moves, deck + 7);
}

/** Copies the 52 cards of a deal. */
@inline
export function copyCards(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  store<u32>(to, load<u32>(from, 48), 48);
}
