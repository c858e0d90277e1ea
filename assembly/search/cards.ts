// Ranks, colours, parents and twins of cards, and of whole sets of cards at once. A set is a u64 with a bit per card;
// the four bits of a rank are its suits, CDHS, so the twins of C and D are S and H.

import { NO_CARD } from './memory';

/** The cards of the first suit; those of the others follow by shifts. */
export const CLUBS: u64 = 0x1111111111111;
export const ALL: u64 = CLUBS * 15;

export function bit(card: u32): u64 {
  return (<u64>1) << card;
}

export function first(set: u64): u32 {
  return <u32>ctz(set);
}

export function rankOf(card: u32): u32 {
  return card >> 2;
}

export function suitOf(card: u32): u32 {
  return card & 3;
}

function isRed(card: u32): bool {
  return ((card ^ (card >> 1)) & 1) != 0;
}

/** The other card of the same rank and colour. */
export function twinOf(card: u32): u32 {
  return card ^ 3;
}

/** The twins of a set. */
export function twinsOf(set: u64): u64 {
  return ((set & CLUBS) << 3) | ((set & (CLUBS << 1)) << 1) | ((set >> 1) & (CLUBS << 1)) | ((set >> 3) & CLUBS);
}

/** Parent A (0) or B (1) of a card: D or H on a black card, C or S on a red one. Kings have none. */
export function parentOf(card: u32, which: u32): u32 {
  if (rankOf(card) == 12) return NO_CARD;
  return (card & ~3) + 4 + (isRed(card) ? 3 * which : 1 + which);
}

/** The cards that have a card of the set as parent A. */
export function childrenOfA(set: u64): u64 {
  const clubs = (set >> 4) & CLUBS, diamonds = (set >> 5) & CLUBS;
  return clubs * 6 | diamonds * 9;
}

/** The cards that have a card of the set as parent B. */
export function childrenOfB(set: u64): u64 {
  const hearts = (set >> 6) & CLUBS, spades = (set >> 7) & CLUBS;
  return hearts * 9 | spades * 6;
}

/** For a set moved up in rank: the cards of which both cards of lower rank and other colour are in the set. */
export function withBothOfOtherColour(set: u64): u64 {
  const both = set & twinsOf(set);
  return (both & CLUBS) * 6 | ((both >> 1) & CLUBS) * 9;
}
