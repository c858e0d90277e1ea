// The key of the state. Positions in which twins have changed places have the same key: of two twins, the one at the
// place that comes first, or the one in the longer column, is called the first. Only cards that may change places get
// each other's name, so equal keys always mean equal states.
//
// place() keeps the key as if each card had its own name. Here, from high ranks to low, only those pairs are looked at
// whose twins may change places, or whose parents have.

import { bit, twinOf } from './cards';
import { BOTTOM, CARDS, KEY, ON_A, ON_B } from './memory';
import { cardsOn, placeOf, rowOf, withTwin } from './state';

/** The first cards of the pairs: clubs for clubs and spades, diamonds for diamonds and hearts. */
const FIRSTS: u64 = 0x3333333333333;

export let keyLow: u64 = 0; // the lower half of the last key
export let keyHigh: u64 = 0;

/** Replaces the digits of a card at a place by those of another name and place. */
function rename(card: u32, place: u32, name: u32, calledPlace: u32): void {
  const left = rowOf(card, place), entered = rowOf(name, calledPlace);
  keyLow += load<u64>(entered) - load<u64>(left);
  keyHigh += load<u64>(entered, 8) - load<u64>(left, 8);
}

/** The place as it is called when the parents of a card have each other's names. */
function otherParent(place: u32): u32 {
  return place == ON_A || place == ON_B ? ON_A + ON_B - place : place;
}

/** Computes the key of the state. */
export function computeKey(): void {
  keyLow = load<u64>(KEY);
  keyHigh = load<u64>(KEY, 8);
  const mayChange = withTwin() & FIRSTS;
  let renamed: u64 = 0; // first cards of pairs that have each other's names
  for (let left = mayChange; left != 0; ) {
    const card = 63 - <u32>clz(left), twin = twinOf(card);
    left ^= bit(card);
    const parents = bit(card + 4 ^ 1);
    let place = placeOf(card), twinPlace = placeOf(twin);
    const here = place, there = twinPlace;
    if (renamed & parents) {
      place = otherParent(place);
      twinPlace = otherParent(twinPlace);
    }
    let isRenamed = false;
    if (mayChange & bit(card)) {
      isRenamed = place == BOTTOM && twinPlace == BOTTOM ? cardsOn(card) < cardsOn(twin) : place > twinPlace;
      if (isRenamed) {
        renamed |= bit(card);
        if (card >= 4) left |= bit(card - 4 ^ 1);
      }
    }
    if (!isRenamed && here == place && there == twinPlace) continue;
    rename(card, here, isRenamed ? twin : card, place);
    rename(twin, there, isRenamed ? card : twin, twinPlace);
  }
}
