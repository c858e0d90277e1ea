// The stack of a search: the steps and the moves on the way from the deal to the state, with a frame per state.
//
//     steps from the deal | frame | moves not tried yet | steps of the move tried last | frame | moves | steps ..
//
// A step puts one card to another place; the stack has the card and the place that it left. A move is a card and its
// target; moves.ts makes several steps of it. After the stack lies the table of states (known.ts).

import { STACK, SWAP } from './memory';
import { place, placeOf, swapTwins } from './state';

const ITEM: usize = 2; // bytes of a step or a move: the card, and the place or the target
/** A frame: the address of the frame before it, and where the steps that lead to its state begin; two u32. */
const FRAME: usize = 8;

export let top: usize = STACK; // the end of the stack
let frame: usize = 0; // the last frame; 0 before the first

export function clearStack(): void {
  top = STACK;
  frame = 0;
}

export function push(card: u32, place: u32): void {
  store<u16>(top, card | (place << 8));
  top += ITEM;
}

export function pop(): u32 {
  top -= ITEM;
  return load<u16>(top);
}

/** Puts a card to a place. */
export function step(card: u32, to: u32): void {
  push(card, placeOf(card));
  place(card, to);
}

/** Lets a card and its twin change places. */
export function stepSwap(card: u32): void {
  push(card, SWAP);
  swapTwins(card);
}

/** Begins a frame for the state to which the steps from `start` on lead. */
export function pushFrame(start: usize): void {
  store<u32>(top, <u32>frame);
  store<u32>(top, <u32>start, 4);
  frame = top;
  top += FRAME;
}

export function hasFrame(): bool {
  return frame != 0;
}

/** Whether the last frame, with which the stack must end, has moves that were not tried. */
export function hasMoves(): bool {
  return top > frame + FRAME;
}

/** Ends the last frame, and takes back the steps that led to it. */
export function popFrame(): void {
  const start = <usize>load<u32>(frame, 4);
  top = frame;
  frame = load<u32>(frame);
  undoTo(start);
}

/** Takes back the steps from an address on. */
export function undoTo(start: usize): void {
  while (top > start) {
    const item = pop();
    if (item >> 8 == SWAP) swapTwins(item & 255);
    else place(item & 255, item >> 8);
  }
}

// A walk back over the steps from the state to the deal.
let walked: usize = 0; // the step seen last
let begin: usize = 0; // where the steps before it begin, without a frame between
let earlier: usize = 0; // the frame before these

export function beginWalk(): void {
  walked = top;
  begin = frame == 0 ? STACK : frame + FRAME;
  earlier = frame;
}

/** The step before, or -1 at the deal. */
export function walkBack(): i32 {
  while (walked == begin) {
    if (earlier == 0) return -1;
    walked = earlier;
    begin = load<u32>(earlier, 4);
    earlier = load<u32>(earlier);
  }
  walked -= ITEM;
  return load<u16>(walked);
}
