// The moves of a state, and the steps that make a move.

import {
  ALL, bit, childrenOfA, childrenOfB, CLUBS, first, parentOf, rankOf, twinOf, twinsOf, withBothOfOtherColour,
} from './cards';
import { BOTTOM, BUILT_ON, CARDS, FOUND, LOOSE, MOVES, NO_CARD, ON_A, ON_B, ON_DEALT, SWAP } from './memory';
import { push, step, stepSwap, top } from './stack';
import { above, at, below, built, columnsWithoutBottom, freePlaces, placeOf, tops, withTwin } from './state';

const TO_COLUMN: u32 = 8; // the card on which a move puts its card goes to an empty column first

/** The cards that are next on the foundations: the lowest ones that are not there. */
export function nextCards(): u64 {
  const found = at(FOUND);
  return ((found << 4) | 15) & ~found & ALL;
}

/**
 * The cards that can go home and are not needed elsewhere: the cards that could be put on one can go home, and so can
 * the cards that could be put on those. A card that has a twin is not among them, because the twin may go in its place.
 */
function cardsToGoHome(): u64 {
  const found = at(FOUND);
  const otherColour = withBothOfOtherColour((found << 8) | 0xff);
  const sameColour = twinsOf((found << 12) | 0xfff);
  return nextCards() & (tops() | at(LOOSE)) & otherColour & sameColour & ~withTwin();
}

/** The card of the first suit. The order counts: a card that goes home may dig out a card that then has a twin. */
function firstBySuit(set: u64): u32 {
  let suit: u32 = 0;
  while (!(set & (CLUBS << suit))) suit++;
  return first(set & (CLUBS << suit));
}

/**
 * Makes all moves that lose nothing: cards go home, cards alone in a column become loose, and loose cards are put on a
 * parent at the end of a column, which frees a place. make() takes them off again where they are in the way.
 */
export function settle(): void {
  for (let home = cardsToGoHome(); home != 0; home = cardsToGoHome()) step(firstBySuit(home), FOUND);
  for (let before: usize = 0; before != top; ) {
    before = top;
    if (freePlaces() > 0) {
      for (let alone = at(BOTTOM) & tops(); alone != 0; alone &= alone - 1) step(first(alone), LOOSE);
    }
    // high ranks first, because lower ones may be put on them
    for (let lower: u64 = ~0; ; ) {
      const onA = childrenOfA(tops()), onB = childrenOfB(tops());
      const cards = at(LOOSE) & (onA | onB) & lower;
      if (cards == 0) break;
      const card = 63 - <u32>clz(cards);
      lower = bit(card) - 1;
      step(card, onA & bit(card) ? ON_A : ON_B);
    }
  }
}

/** Makes the cards loose that lie on a card. */
function clear(card: u32): void {
  let last = card;
  while (above(last) != NO_CARD) last = above(last);
  while (last != card) {
    const lower = below(last);
    step(last, LOOSE);
    last = lower;
  }
}

/** Makes a move, and settles. */
export function make(move: u32): void {
  const card = move & 255, to = (move >> 8) & 7;
  clear(card);
  if (to == SWAP) {
    stepSwap(card);
    step(twinOf(card), FOUND);
  } else {
    if (to == ON_A || to == ON_B) {
      const parent = parentOf(card, to - ON_A);
      clear(parent);
      if (move >> 8 & TO_COLUMN || at(LOOSE) & bit(parent)) step(parent, BOTTOM);
    }
    step(card, to);
  }
  settle();
}

/** The cards that can move once the cards built on them are loose. Sets the number of these for each card. */
function findMovable(): u64 {
  const most = freePlaces(), lying = built();
  let movable = at(LOOSE);
  for (let left = movable; left != 0; left &= left - 1) store<u8>(BUILT_ON + first(left), 0);
  for (let left = tops(); left != 0; left &= left - 1) {
    let card = first(left);
    for (let count: u32 = 0; ; count++) {
      store<u8>(BUILT_ON + card, count);
      movable |= bit(card);
      if (count == most || !(lying & bit(card))) break;
      card = below(card);
    }
  }
  return movable;
}

let count: usize = 0;

function list(card: u32, target: u32): void {
  store<u16>(MOVES + (count++ << 1), card | (target << 8));
}

/** Whether a twin may go to its foundation in place of a card, and whether a list had to leave out such a swap. */
let makesSwaps = false;
export let hasLeftOutSwaps = false;

export function allowSwaps(areAllowed: bool): void {
  makesSwaps = areAllowed;
  hasLeftOutSwaps = false;
}

/** Lists the moves of the state at MOVES, except those that settle() would undo. Returns their number. */
export function listMoves(): usize {
  const most = freePlaces(), hasColumn = columnsWithoutBottom() > 0, movable = findMovable();
  const lying = built(), loose = at(LOOSE), dealt = at(ON_DEALT), bottoms = at(BOTTOM);
  count = 0;
  for (let left = movable; left != 0; left &= left - 1) {
    const card = first(left), on = <u32>load<u8>(BUILT_ON + card), set = bit(card);
    if (on < most && (dealt & set || (lying & set && bottoms & bit(below(card))))) list(card, LOOSE);
    if (rankOf(card) == 12) continue; // kings have no parents
    for (let to = ON_A; to <= ON_B; to++) {
      const parent = parentOf(card, to - ON_A);
      if (!(movable & bit(parent))) continue;
      if (loose & bit(parent)) {
        if (hasColumn) list(card, to);
        continue;
      }
      const isThere = placeOf(card) == to;
      const both = <u32>load<u8>(BUILT_ON + parent) + (isThere ? 0 : on);
      if (!isThere && both <= most) list(card, to);
      if (lying & bit(parent) && hasColumn && both < most) list(card, to | TO_COLUMN);
    }
  }
  const next = nextCards(), twins = withTwin();
  for (let suit: u32 = 0; suit < 4; suit++) {
    const card = first(next & (CLUBS << suit));
    if (card >= CARDS) continue; // the suit is complete
    if (movable & bit(card)) list(card, FOUND);
    if (!(movable & twins & bit(twinOf(card)))) continue;
    if (makesSwaps) list(twinOf(card), SWAP);
    else hasLeftOutSwaps = true;
  }
  return count;
}
