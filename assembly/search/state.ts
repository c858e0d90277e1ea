// The state of a search: where each card is. Only place() and swapTwins() change it.

import { ALL, bit, parentOf, rankOf, suitOf, twinOf, twinsOf } from './cards';
import {
  ABOVE, AT, BOTTOM, BURIED, CARDS, COLUMNS, DEAL, FOUND, KEY, LOOSE, NO_CARD, ON_A, ON_B, ON_DEALT, PLACE_OF, ROW,
  ROWS, ROWS_OF_CARD, TOPS, UNDER, UNDER_ROW,
} from './memory';

let cells: u32 = 0; // the free cells of the game
export let twins: u64 = 0; // cards that may change places with their twins once both are dug out

export function setTwins(set: u64): void {
  twins = set;
}

export function placeOf(card: u32): u32 {
  return load<u8>(PLACE_OF + card);
}

export function above(card: u32): u32 {
  return load<u8>(ABOVE + card);
}

/** The set of the cards at a place. */
export function at(place: u32): u64 {
  return load<u64>(AT + (place << 3));
}

export function tops(): u64 {
  return load<u64>(TOPS);
}

/** The card under a card that is in a column and not its bottom. */
export function below(card: u32): u32 {
  return under(card, placeOf(card));
}

function under(card: u32, place: u32): u32 {
  return load<u8>(UNDER + <usize>card * UNDER_ROW + place);
}

export function rowOf(card: u32, place: u32): usize {
  return ROWS + <usize>card * ROWS_OF_CARD + <usize>place * ROW;
}

export function columnsWithoutBottom(): u32 {
  return COLUMNS - <u32>popcnt(at(BOTTOM));
}

/** Cells and columns that can take another card. */
export function freePlaces(): u32 {
  return cells + columnsWithoutBottom() - <u32>popcnt(at(LOOSE));
}

/** Cards that lie on a parent, so that they can be put there again. */
export function built(): u64 {
  return at(ON_A) | at(ON_B);
}

/** The cards that may change places with their twins: both are dug out, and neither is on its foundation. */
export function withTwin(): u64 {
  const ready = twins & ~(at(FOUND) | load<u64>(BURIED));
  return ready & twinsOf(ready);
}

/** Puts a card to a place. The card is the last of a column, or loose, or goes back to an earlier place. */
export function place(card: u32, to: u32): void {
  const from = placeOf(card), set = bit(card);
  const left = rowOf(card, from), entered = rowOf(card, to);
  store<u8>(PLACE_OF + card, to);
  store<u64>(AT + (from << 3), at(from) ^ set);
  store<u64>(AT + (to << 3), at(to) ^ set);
  store<u8>(ABOVE + under(card, from), NO_CARD);
  store<u8>(ABOVE + under(card, to), card);
  const uncovered = (tops() | load<u64>(left, 16)) & ~set;
  store<u64>(TOPS, (uncovered & ~load<u64>(entered, 16)) | (to >= BOTTOM ? set : 0));
  store<u64>(BURIED, load<u64>(BURIED) ^ load<u64>(left, 24) ^ load<u64>(entered, 24));
  store<u64>(KEY, load<u64>(KEY) + load<u64>(entered) - load<u64>(left));
  store<u64>(KEY, load<u64>(KEY, 8) + load<u64>(entered, 8) - load<u64>(left, 8), 8);
}

/** Lets a card and its twin change places. The cards on them stay where they are, so the other twin has them then. */
export function swapTwins(card: u32): void {
  const twin = twinOf(card);
  const here = placeOf(card), there = placeOf(twin);
  const onCard = above(card), onTwin = above(twin);
  lift(onCard);
  lift(onTwin);
  lift(card);
  place(twin, here);
  place(card, there);
  putOn(onCard, twin);
  putOn(onTwin, card);
}

/** Takes a card away from under the cards on it, which keep their places. */
function lift(card: u32): void {
  if (card != NO_CARD) place(card, FOUND);
}

/** Puts a card that was lifted on a parent. */
function putOn(card: u32, parent: u32): void {
  if (card == NO_CARD) return;
  place(card, parentOf(card, 0) == parent ? ON_A : ON_B);
  if (above(card) != NO_CARD) store<u64>(TOPS, tops() & ~bit(card));
}

export function cardsOn(card: u32): u32 {
  let count: u32 = 0;
  for (let next = above(card); next != NO_CARD; next = above(next)) count++;
  return count;
}

/** Deals the cards at DEAL for a game with a number of free cells. */
export function dealCards(cellCount: u32): void {
  cells = cellCount;
  memory.fill(PLACE_OF, <u8>FOUND, 64);
  memory.fill(ABOVE, <u8>NO_CARD, 64);
  memory.fill(AT, 0, KEY + 16 - AT);
  store<u64>(AT + (FOUND << 3), ALL);
  store<u64>(KEY, 1); // so that no key is 0: all digits of cards on the foundations are
  layRows();
  for (let i: u32 = 0; i < CARDS; i++) {
    const card = <u32>load<u8>(DEAL + i);
    place(card, firstPlace(card, dealtOn(i)));
  }
}

/** The card on which the i-th card is dealt. */
function dealtOn(i: u32): u32 {
  return i < COLUMNS ? NO_CARD : <u32>load<u8>(DEAL + i - COLUMNS);
}

/** The place of a card that is dealt on another card. */
function firstPlace(card: u32, on: u32): u32 {
  if (on == NO_CARD) return BOTTOM;
  if (parentOf(card, 0) == on) return ON_A;
  return parentOf(card, 1) == on ? ON_B : ON_DEALT;
}

/**
 * Fills the tables of the deal. A key has a digit for the place of each card, in a mixed radix: those of clubs and
 * diamonds in its first half, those of hearts and spades in its second. A place where the card cannot be has no digit.
 * An ace has two places, a king at most four, any other card at most six. So a half is less than
 * 6^22 * 2^2 * 4^2 < 2^63.
 */
function layRows(): void {
  memory.fill(UNDER, <u8>NO_CARD, 64 * UNDER_ROW);
  memory.fill(ROWS, 0, <usize>CARDS * ROWS_OF_CARD);
  let low: u64 = 1, high: u64 = 1;
  for (let i: u32 = 0; i < CARDS; i++) {
    const card = <u32>load<u8>(DEAL + i), on = dealtOn(i), start = firstPlace(card, on), rank = rankOf(card);
    const isLow = suitOf(card) < 2;
    const unit = isLow ? low : high;
    let digit: u64 = 0;
    for (let to = FOUND; to <= ON_DEALT; to++) {
      const canBeBuilt = rank < 12 && (to == ON_A || to == ON_B);
      const isPossible = to == FOUND || to == start || (rank > 0 && (to == LOOSE || to == BOTTOM || canBeBuilt));
      if (isPossible) store<u64>(rowOf(card, to) + (isLow ? 0 : 8), unit * digit++);
      const lower = to == ON_DEALT ? on : to >= ON_A ? parentOf(card, to - ON_A) : NO_CARD;
      if (lower == NO_CARD) continue;
      store<u8>(UNDER + <usize>card * UNDER_ROW + to, lower);
      store<u64>(rowOf(card, to), bit(lower), 16);
    }
    if (isLow) low *= digit;
    else high *= digit;
    if (start == ON_DEALT) store<u64>(rowOf(card, ON_DEALT), buriedBy(i), 24);
  }
}

/** The i-th card and the cards under it, down to the next one that buries cards itself. */
function buriedBy(i: u32): u64 {
  let set: u64 = 0;
  for (let lower = <i32>i; lower >= 0; lower -= COLUMNS) {
    const card = <u32>load<u8>(DEAL + lower);
    if (lower < <i32>i && firstPlace(card, dealtOn(lower)) == ON_DEALT) break;
    set |= bit(card);
  }
  return set;
}
