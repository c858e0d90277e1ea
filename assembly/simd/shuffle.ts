/**
 * Draws -> cards, for 16 deals at a time.
 *
 * The 52 draws are made in two ways at the same time, one bound by loads and stores, the other by vector arithmetic:
 *
 * - left = 52..33: in memory, as the rule says, 16 decks beside one another (`draw16`);
 * - left = 32..1: no card moves. Written as a swap of deck[j] and deck[left-1], these draws leave their cards in the deck
 *   itself, back to front. `prepend8` builds, from the last draw to the first, the row SOURCES[p] for every place
 *   p < 32: where in the deck of 32 the card that ends at p lay. One more draw in front swaps place j with the new
 *   place v = left-1, so SOURCES[v] becomes j, and wherever a row held j it now holds v.
 *
 * Replacing j by v takes 2.5 operations a row instead of 3: a code x - (places + 1) stands for place x, so the next two
 * places are -1 and 0, which a compare's mask makes by OR and by AND NOT; after the two, all codes sink by 2.
 */
import { CARDS, DEALT, DEALT_BYTES, DECK_BYTES, DECKS, SOURCES, VECTOR_DEALS } from '../memory';

/** Draws made in memory: with 20, each follows two of the 16 + 24 rows that the last two `prepend8` work on. */
export const MEMORY_DRAWS: usize = 20;
/** Cards that are left after them. */
const REST: i8 = 32;
/** How far codes sink with two new places; the last time they rise to become the places themselves. */
const SINK: i8 = 2;
const SINK_LAST: i8 = SINK - REST - 1;

@inline
function newDeck(deck: usize): void {
  v128.store(deck, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  v128.store(deck, i8x16(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31), 16);
  v128.store(deck, i8x16(32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47), 32);
  store<u32>(deck, 0x33323130, 48);
}

/** One draw of one of the 16 decks: deals deck[j] to `dealt` and moves the last card into the gap. */
@inline
function draw(draws: usize, last: usize, dealt: usize, deal: usize): void {
  const j = <usize>load<u8>(draws + deal);
  const card = load<u8>(j + (DECKS + DECK_BYTES * deal));
  store<u8>(j + (DECKS + DECK_BYTES * deal), load<u8>(last + (DECKS + DECK_BYTES * deal)));
  store<u8>(dealt + DEALT_BYTES * deal, card);
}

/**
 * One draw of all 16 decks. A deck's own draws must lie apart: with 2, 4 and 8 decks beside one another the 20 draws
 * alone took 9.4, 7.8 and 6.8 ns a deal, with 16 about as long as with 8.
 */
@inline
function draw16(draws: usize, last: usize, dealt: usize): void {
  draw(draws, last, dealt, 0); draw(draws, last, dealt, 1); draw(draws, last, dealt, 2); draw(draws, last, dealt, 3);
  draw(draws, last, dealt, 4); draw(draws, last, dealt, 5); draw(draws, last, dealt, 6); draw(draws, last, dealt, 7);
  draw(draws, last, dealt, 8); draw(draws, last, dealt, 9); draw(draws, last, dealt, 10); draw(draws, last, dealt, 11);
  draw(draws, last, dealt, 12); draw(draws, last, dealt, 13); draw(draws, last, dealt, 14); draw(draws, last, dealt, 15);
}

/** Second of two new places: code 0 wherever the row held j. */
@inline
function second(row: v128, j: v128, sink: v128): v128 {
  return i8x16.sub(v128.andnot(row, i8x16.eq(row, j)), sink);
}

/** Two new places: code -1 wherever the row held `j0`, then code 0 wherever it holds `j1`. */
@inline
function both(row: v128, j0: v128, j1: v128, sink: v128): v128 {
  return second(v128.or(row, i8x16.eq(row, j0)), j1, sink);
}

/**
 * Prepends the draws left = places+1 .. places+8 to SOURCES, `places` (a multiple of 8) rows long, and lets a draw in
 * memory follow each second row if `inMemory`, from `memoryDraw` on.
 */
@inline
function prepend8(draws: usize, places: usize, sinkLast: i8, inMemory: bool, memoryDraw: usize): void {
  // Row left of the draws holds j - left. The second of two places needs the code j - (left - 1).
  const one = i8x16.splat(1);
  const rows = draws + 16 * (CARDS - 8 - places);
  const j0 = v128.load(rows, 112), j1 = i8x16.add(v128.load(rows, 96), one);
  const j2 = v128.load(rows, 80), j3 = i8x16.add(v128.load(rows, 64), one);
  const j4 = v128.load(rows, 48), j5 = i8x16.add(v128.load(rows, 32), one);
  const j6 = v128.load(rows, 16), j7 = i8x16.add(v128.load(rows), one);
  const sink = i8x16.splat(SINK), end = i8x16.splat(sinkLast);

  const fresh = SOURCES + 16 * places;
  let memoryDraws = draws + 16 * memoryDraw, last = CARDS - 1 - memoryDraw, dealt = DEALT + memoryDraw;
  for (let row: usize = SOURCES; row < fresh; row += 32) {
    const a = v128.load(row), b = v128.load(row, 16);
    v128.store(row, both(both(both(both(a, j0, j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, end));
    v128.store(row, both(both(both(both(b, j0, j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, end), 16);
    if (inMemory) {
      draw16(memoryDraws, last, dealt);
      memoryDraws += 16;
      last--;
      dealt++;
    }
  }
  v128.store(fresh, both(both(both(second(j0, j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, end));
  v128.store(fresh, both(both(both(i8x16.sub(j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, end), 16);
  v128.store(fresh, both(both(second(j2, j3, sink), j4, j5, sink), j6, j7, end), 32);
  v128.store(fresh, both(both(i8x16.sub(j3, sink), j4, j5, sink), j6, j7, end), 48);
  v128.store(fresh, both(second(j4, j5, sink), j6, j7, end), 64);
  v128.store(fresh, both(i8x16.sub(j5, sink), j6, j7, end), 80);
  v128.store(fresh, second(j6, j7, end), 96);
  v128.store(fresh, i8x16.sub(j7, end), 112);
}

function prepend(draws: usize, places: usize): void {
  prepend8(draws, places, SINK, false, 0);
}

function prependAndDraw(draws: usize, places: usize, sinkLast: i8, memoryDraw: usize): void {
  prepend8(draws, places, sinkLast, true, memoryDraw);
}

@inline
function low(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

@inline
function high(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** The 20 cards dealt in memory, and 12 bytes that `writeRest` overwrites. */
@inline
function writeDealt(dealt: usize, out: usize): void {
  v128.store(out, v128.load(dealt));
  v128.store(out, v128.load(dealt, 16), 16);
}

/** 16 of the last 32 cards; `places` says where in the deck each lies. A swizzle gives 0 for an index over 15. */
@inline
function writeRest(places: v128, deal: usize, out: usize): void {
  const front = v128.load(DECKS + DECK_BYTES * deal), back = v128.load(DECKS + DECK_BYTES * deal + 16);
  const others = i8x16.sub(places, i8x16.splat(16));
  v128.store(out, v128.or(i8x16.swizzle(front, places), i8x16.swizzle(back, others)));
}

/** Turns 16 rows of SOURCES, from the one at `source` downwards, into 16 cards of each of the 16 deals. */
function write16(source: usize, out: usize, stride: usize): void {
  // Four rounds of a perfect shuffle of 16 rows transpose them.
  const a0 = v128.load(source - 0), a1 = v128.load(source - 16), a2 = v128.load(source - 32), a3 = v128.load(source - 48);
  const a4 = v128.load(source - 64), a5 = v128.load(source - 80), a6 = v128.load(source - 96), a7 = v128.load(source - 112);
  const a8 = v128.load(source - 128), a9 = v128.load(source - 144), aa = v128.load(source - 160), ab = v128.load(source - 176);
  const ac = v128.load(source - 192), ad = v128.load(source - 208), ae = v128.load(source - 224), af = v128.load(source - 240);
  const b0 = low(a0, a8), b1 = high(a0, a8), b2 = low(a1, a9), b3 = high(a1, a9);
  const b4 = low(a2, aa), b5 = high(a2, aa), b6 = low(a3, ab), b7 = high(a3, ab);
  const b8 = low(a4, ac), b9 = high(a4, ac), ba = low(a5, ad), bb = high(a5, ad);
  const bc = low(a6, ae), bd = high(a6, ae), be = low(a7, af), bf = high(a7, af);
  const c0 = low(b0, b8), c1 = high(b0, b8), c2 = low(b1, b9), c3 = high(b1, b9);
  const c4 = low(b2, ba), c5 = high(b2, ba), c6 = low(b3, bb), c7 = high(b3, bb);
  const c8 = low(b4, bc), c9 = high(b4, bc), ca = low(b5, bd), cb = high(b5, bd);
  const cc = low(b6, be), cd = high(b6, be), ce = low(b7, bf), cf = high(b7, bf);
  const d0 = low(c0, c8), d1 = high(c0, c8), d2 = low(c1, c9), d3 = high(c1, c9);
  const d4 = low(c2, ca), d5 = high(c2, ca), d6 = low(c3, cb), d7 = high(c3, cb);
  const d8 = low(c4, cc), d9 = high(c4, cc), da = low(c5, cd), db = high(c5, cd);
  const dc = low(c6, ce), dd = high(c6, ce), de = low(c7, cf), df = high(c7, cf);
  const e0 = low(d0, d8), e1 = high(d0, d8), e2 = low(d1, d9), e3 = high(d1, d9);
  const e4 = low(d2, da), e5 = high(d2, da), e6 = low(d3, db), e7 = high(d3, db);
  const e8 = low(d4, dc), e9 = high(d4, dc), ea = low(d5, dd), eb = high(d5, dd);
  const ec = low(d6, de), ed = high(d6, de), ee = low(d7, df), ef = high(d7, df);
  writeRest(e0, 0, out); out += stride;
  writeRest(e1, 1, out); out += stride;
  writeRest(e2, 2, out); out += stride;
  writeRest(e3, 3, out); out += stride;
  writeRest(e4, 4, out); out += stride;
  writeRest(e5, 5, out); out += stride;
  writeRest(e6, 6, out); out += stride;
  writeRest(e7, 7, out); out += stride;
  writeRest(e8, 8, out); out += stride;
  writeRest(e9, 9, out); out += stride;
  writeRest(ea, 10, out); out += stride;
  writeRest(eb, 11, out); out += stride;
  writeRest(ec, 12, out); out += stride;
  writeRest(ed, 13, out); out += stride;
  writeRest(ee, 14, out); out += stride;
  writeRest(ef, 15, out);
}

/** Writes the cards of 16 deals, whose draws are at `draws`, as 52 bytes each, `stride` bytes apart. */
export function shuffle16(draws: usize, out: usize, stride: usize): void {
  for (let deck: usize = DECKS; deck < DECKS + VECTOR_DEALS * DECK_BYTES; deck += DECK_BYTES) newDeck(deck);
  prepend(draws, 0);
  prepend(draws, 8);
  prependAndDraw(draws, 16, SINK, 0);
  prependAndDraw(draws, 24, SINK_LAST, 8);
  let record = out;
  for (let dealt: usize = DEALT; dealt < DEALT + VECTOR_DEALS * DEALT_BYTES; dealt += DEALT_BYTES) {
    writeDealt(dealt, record);
    record += stride;
  }
  write16(SOURCES + 31 * 16, out + MEMORY_DRAWS, stride);
  write16(SOURCES + 15 * 16, out + MEMORY_DRAWS + 16, stride);
}
