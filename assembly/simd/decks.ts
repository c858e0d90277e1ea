/**
 * Draws -> decks in memory, for the first 20 draws of 16 deals.
 *
 * Only the cards left in the deck matter here: draw k moves the card of the last place, 51 - k, to place j.
 * shuffle.ts finds which card was at place j. This work takes loads and stores, that of shuffle.ts takes vector
 * arithmetic, and a processor does both at the same time. So shuffle.ts calls moveEight between its own steps.
 */
import { DECK_BYTES, DECKS, VECTOR_DEALS } from '../memory';

/** The first 48 cards of a deck in order, three vectors. */
export const ORDER = memory.data<u64>([
  0x0706050403020100, 0x0f0e0d0c0b0a0908, 0x1716151413121110,
  0x1f1e1d1c1b1a1918, 0x2726252423222120, 0x2f2e2d2c2b2a2928,
], 16);

/** Lays a deck in order: the three vectors of ORDER, loaded by the caller once for all decks, and four cards more. */
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

/**
 * Makes a draw in the eight decks from `deck` (0 or 8, constant) on.
 * @param last the place of the card that moves
 * @param moves address of the draw's row of MOVES
 */
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
