// The search kernel: decides whether a deal can be won with a number of free cells, through all states that can be
// reached if need be. docs/search.md has the rules, the proof, and the reasons for the states and the moves.
//
// The search is depth first and tries good moves first. It makes attempts: the first one makes no swaps of twins, and
// wins sooner; the second makes them. If that wins by swaps, the next two do without these twins, and so on.
//
// The caller writes the cards of a deal, 52 bytes in dealing order, to DEAL.

import { bit, first, twinsOf } from './search/cards';
import { computeKey, keyHigh, keyLow } from './search/key';
import { add, clearKnown, count, reserve } from './search/known';
import { FOUND, KEYS, MOVES, NO_CARD, ON_DEALT, ORDER, PLACE_OF, STACK, SWAP } from './search/memory';
import { allowSwaps, hasLeftOutSwaps, listMoves, make, nextCards, settle } from './search/moves';
import {
  beginWalk, clearStack, hasFrame, hasMoves, pop, popFrame, push, pushFrame, top, undoTo, walkBack,
} from './search/stack';
import { above, at, dealCards, freePlaces, placeOf, setTwins, twins } from './search/state';

export { DEAL } from './search/memory';

// Outcomes. OPEN: the limit of states or the memory ended the search.
const IMPOSSIBLE: i32 = 0;
const WON: i32 = 1;
const OPEN: i32 = 2;
const UNDECIDED: i32 = 3; // the outcome of a step of the search, or of an attempt, that decides nothing

let limit: f64 = 0; // states
let earlier: f64 = 0; // states of the attempts before

/** States that the last search has searched, in all its attempts. */
export function states(): f64 {
  return min(earlier + <f64>count, limit);
}

let random: u64 = 0;

function randomBelow8(): i32 {
  random = random * 6364136223846793005 + 1442695040888963407;
  return <i32>(random >> 40) & 7;
}

/** Estimates how good the state is, with a random part. The weights were found by trying, on several hundred deals. */
function scoreState(): i32 {
  let score = 2 * <i32>freePlaces() - 2 * <i32>popcnt(at(ON_DEALT)) + <i32>popcnt(at(FOUND)) + randomBelow8();
  for (let next = nextCards(); next != 0; next &= next - 1) {
    for (let card = above(first(next)); card != NO_CARD; card = above(card)) score -= 2;
  }
  return score;
}

const SCORE_OFFSET: i32 = 1024; // makes scores positive; they are above -200
const INDEX_BITS: i32 = 9; // bits of an index of a move below its score

/**
 * Begins a frame for the state, with its moves to new states, the best move last.
 * A state in which no card is on the card that it was dealt on wins, because the lowest card can always go home.
 * @param start where the steps that lead to the state begin
 */
function expand(start: usize): i32 {
  if (!reserve()) return OPEN;
  pushFrame(start);
  const moves = listMoves(), begin = top;
  for (let i: usize = 0; i < moves; i++) {
    make(load<u16>(MOVES + (i << 1)));
    if (at(ON_DEALT) == 0) return WON;
    computeKey();
    store<u64>(KEYS + (i << 4), keyLow);
    store<u64>(KEYS + (i << 4), keyHigh, 8);
    insert(i, scoreState());
    undoTo(begin);
  }
  for (let i: usize = 0; i < moves; i++) {
    const index = <usize>load<u32>(ORDER + (i << 2)) & ((1 << INDEX_BITS) - 1);
    if (!add(load<u64>(KEYS + (index << 4)), load<u64>(KEYS + (index << 4), 8))) continue;
    if (earlier + <f64>count > limit) return OPEN;
    const move = <u32>load<u16>(MOVES + (index << 1));
    push(move & 255, move >> 8);
  }
  return UNDECIDED;
}

/** Inserts the i-th move into ORDER, where moves with a lower score, and those before it with the same, come first. */
function insert(i: usize, score: i32): void {
  const entry = ((score + SCORE_OFFSET) << INDEX_BITS) | <i32>i;
  let slot = ORDER + (i << 2);
  for (; slot > ORDER && load<i32>(slot - 4) > entry; slot -= 4) store<i32>(slot, load<i32>(slot - 4));
  store<i32>(slot, entry);
}

/** The cards that swaps have moved on the way to the state, and their twins. */
function swappedCards(): u64 {
  let cards: u64 = 0;
  beginWalk();
  for (let step = walkBack(); step >= 0; step = walkBack()) {
    if (step >> 8 == SWAP) cards |= bit(step & 255);
  }
  return cards | twinsOf(cards);
}

/** Searches from the deal on. */
function attempt(cells: u32): i32 {
  earlier += <f64>count;
  if (!clearKnown()) return OPEN;
  dealCards(cells);
  clearStack();
  settle();
  if (at(ON_DEALT) == 0) return WON;
  computeKey();
  add(keyLow, keyHigh);
  let outcome = expand(STACK);
  while (outcome == UNDECIDED && hasFrame()) {
    if (!hasMoves()) {
      popFrame();
      continue;
    }
    const move = pop(), start = top;
    make(move);
    outcome = expand(start);
  }
  if (outcome == UNDECIDED) return hasLeftOutSwaps ? UNDECIDED : IMPOSSIBLE;
  return outcome;
}

/**
 * Searches the deal at DEAL with a number of free cells, at most `most` states.
 * Returns 0 if it cannot be won, 1 if it can, 2 if it is open, because the states or the memory ended.
 */
export function search(cells: u32, most: f64): i32 {
  limit = most;
  earlier = 0;
  random = 0;
  setTwins(~<u64>15); // not aces, because they go home at once
  clearKnown();
  let swaps = false;
  while (true) {
    allowSwaps(swaps);
    const outcome = attempt(cells);
    if (outcome == IMPOSSIBLE || outcome == OPEN) return outcome;
    if (outcome == WON) {
      const swapped = swappedCards();
      if (swapped == 0) break;
      setTwins(twins & ~swapped);
    }
    swaps = !swaps;
  }
  beginWalk();
  return WON;
}

/**
 * After a search that won, returns the last step that was not returned yet: a card, and 256 times the place to which it
 * went; -1 at the deal.
 */
export function previousStep(): i32 {
  const step = walkBack();
  if (step < 0) return -1;
  const card = step & 255, to = placeOf(card);
  store<u8>(PLACE_OF + card, step >> 8);
  return card | (to << 8);
}
