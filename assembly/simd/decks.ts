/**
 * Draws -> decks in memory, for the first 20 draws of 16 deals.
 *
 * Only the cards that are left matter here: draw k puts the last of them, at place 51 - k, where the drawn one lay. Which
 * card was drawn, shuffle.ts knows. This work needs loads and stores, that of shuffle.ts vector arithmetic, and a processor
 * does both at the same time: so the moves of 16 decks are made beside each four draws of the vectors.
 */
import { DECK_BYTES, DECKS, VECTOR_DEALS } from '../memory';

/** The first 48 cards of a deck in order, three vectors. */
export const ORDER = memory.data<u64>([
  0x0706050403020100, 0x0f0e0d0c0b0a0908, 0x1716151413121110,
  0x1f1e1d1c1b1a1918, 0x2726252423222120, 0x2f2e2d2c2b2a2928,
], 16);

/** Lays a deck in order: the three vectors of ORDER, which the caller has loaded for all decks, and four cards more. */
@inline
export function layDeck(deck: usize, order0: v128, order1: v128, order2: v128): void {
  v128.store(deck, order0);
  v128.store(deck, order1, 16);
  v128.store(deck, order2, 32);
  store<u32>(deck, 0x33323130, 48);
}

/** Lays all decks in order. */
export function layDecks(): void {
  for (let deck: usize = DECKS; deck < DECKS + VECTOR_DEALS * DECK_BYTES; deck += DECK_BYTES) {
    layDeck(deck, v128.load(ORDER), v128.load(ORDER, 16), v128.load(ORDER, 32));
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
  moveOne(last, moves, deck); moveOne(last, moves, deck + 1); moveOne(last, moves, deck + 2);
  moveOne(last, moves, deck + 3); moveOne(last, moves, deck + 4); moveOne(last, moves, deck + 5);
  moveOne(last, moves, deck + 6); moveOne(last, moves, deck + 7);
}

/** Copies the 52 cards of a deal. */
@inline
export function copyCards(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  store<u32>(to, load<u32>(from, 48), 48);
}
