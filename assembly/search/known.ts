// The states searched so far: a hash table of their keys, 16 bytes each, with linear probing. It is the last thing in
// memory, so it doubles where it stands; and it moves up when the stack below it needs room.

import { STACK } from './memory';
import { top } from './stack';

const SLOT: usize = 16;
const FIRST_SLOTS: usize = 1 << 12;
const MOST_SLOTS: usize = 1 << 27; // 2 GiB: the largest table that fits below 4 GiB with a stack
const FIRST_STACK: usize = 1 << 16;
/** Bytes that one step of the search may push: its moves, and the steps of one of them. */
const STACK_ROOM: usize = 4096;
const TABLE_ROOM: usize = 512; // states that one step of the search may add

let table: usize = STACK + FIRST_STACK; // its address
let slots: usize = 0; // a power of two
export let count: usize = 0; // states in the table

/** Empties the table. Returns false if there is no memory for it. */
export function clearKnown(): bool {
  table = STACK + FIRST_STACK;
  slots = FIRST_SLOTS;
  count = 0;
  if (!reach(table + slots * SLOT)) return false;
  memory.fill(table, 0, slots * SLOT);
  return true;
}

/** Makes room for one step of the search. Returns false if there is no memory for it. */
export function reserve(): bool {
  if (top + STACK_ROOM > table) {
    const higher = STACK + 2 * (table - STACK);
    if (!reach(higher + slots * SLOT)) return false;
    memory.copy(higher, table, slots * SLOT);
    table = higher;
  }
  return (count + TABLE_ROOM) * 4 <= slots * 3 || double();
}

/** Makes the memory reach to an address. Returns false if the system has no more. */
function reach(end: usize): bool {
  const missing = <i32>((end + 0xffff) >> 16) - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0;
}

function slotOf(low: u64, high: u64): usize {
  let hash = low * 0x9e3779b97f4a7c15 ^ (high + 0x7f4a7c15) * 0xc2b2ae3d27d4eb4f;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93;
  return table + (<usize>(hash ^ (hash >> 32)) & (slots - 1)) * SLOT;
}

/** Adds a state. Returns false if it is known. The first half of a key is never 0, as it is in a free slot. */
export function add(low: u64, high: u64): bool {
  const end = table + slots * SLOT;
  let slot = slotOf(low, high);
  while (true) {
    const there = load<u64>(slot);
    if (there == 0) {
      store<u64>(slot, low);
      store<u64>(slot, high, 8);
      count++;
      return true;
    }
    if (there == low && load<u64>(slot, 8) == high) return false;
    slot += SLOT;
    if (slot == end) slot = table;
  }
}

/**
 * Doubles the table where it stands. States are taken out and added again in the order of their slots, from a free slot
 * on. So each finds its new slot among those before it, or in the upper half, which has only states that were added
 * again. The slots from the first on come last. States that went around the end meanwhile lie after these, and are
 * added once more.
 */
function double(): bool {
  const bytes = slots * SLOT;
  if (slots == MOST_SLOTS || !reach(table + 2 * bytes)) return false;
  memory.fill(table + bytes, 0, bytes);
  const free = freeSlot(table);
  const states = count;
  slots *= 2;
  addAgain(free, table + bytes);
  addAgain(table, freeSlot(free));
  count = states;
  return true;
}

/** The first free slot at or after a slot. */
function freeSlot(slot: usize): usize {
  while (load<u64>(slot) != 0) slot += SLOT;
  return slot;
}

function addAgain(from: usize, to: usize): void {
  for (let slot = from; slot < to; slot += SLOT) {
    const low = load<u64>(slot);
    if (low == 0) continue;
    store<u64>(slot, 0);
    add(low, load<u64>(slot, 8));
  }
}
