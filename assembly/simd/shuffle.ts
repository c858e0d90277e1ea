/**
 * Draws -> cards, a quarter at a time.
 *
 * The rule takes the card at place j, and moves that of place left-1 there. Written as a swap of the two, the draws
 * leave their cards in the deck itself, back to front: the first card dealt is at place 51.
 *
 * In vectors no card moves. The draws are processed from the last one to the first. For each final place we track its
 * source: where its card lay before the draws processed so far, a vector for 16 deals. One more draw in front of them
 * swaps place j with the new place left-1. So the source of the new place is j, and every source that was j becomes
 * left-1:
 *
 *     forwards: the deck ABCD        backwards: the sources of the places 0  1  2  3
 *     left 4, j = 1    A D C B       left 1, j = 0    0
 *     left 3, j = 0    C D A B       left 2, j = 1    0  1
 *     left 2, j = 1    C D A B       left 3, j = 0    2  1  0         the source of place 0 was 0
 *     left 1, j = 0    C D A B       left 4, j = 1    2  3  0  1      that of place 1 was 1; 2 3 0 1 of ABCD is CDAB
 *
 * Backwards, draws go in pairs: one of an odd left, and the one in front of it. Sources and draws are codes: during a
 * pair, the code of place x is x - left, with the odd left. So the new places have the codes -1 and 0. Where a source
 * equals j, the mask of the comparison makes it -1 by OR, or 0 by AND NOT. After a pair all codes sink by 2, because
 * left rises by 2. DRAWS has the code of j: j - left for the first draw of a pair, j - left + 1 for the second.
 *
 * Places 0..31 get the last 32 cards of a deal. Their sources go back to draw 20 only. decks.ts makes the draws 0..19
 * in memory, and the sources are places of the deck of 32 cards that these leave.
 *
 * writeEight finds the sources of eight places. It begins with their own eight draws, each of which makes one of them
 * the new place, and then goes through the draws in front of these, four at a time. Meanwhile the processor makes draws
 * in memory: one with every four draws in front, and one more with the own draws of the places 0..31. All draws in
 * memory are made before writeRest, which needs the decks.
 *
 *     places    own draws   draws in front   draws in memory
 *      0.. 7     51..44      24: 43..20      1 + 24/4 = 7:    0.. 6
 *      8..15     43..36      16: 35..20      1 + 16/4 = 5:    7..11
 *     16..23     35..28       8: 27..20      1 +  8/4 = 3:   12..14
 *     24..31     27..20       0              1        = 1:   15
 *     40..47     11.. 4       4:  3.. 0           4/4 = 1:   16
 *     32..39     19..12      12: 11.. 0          12/4 = 3:   17..19
 *     48..51      3.. 0      by writeTop                20 = MEMORY_DRAWS
 */
import {
  CARDS, DECK_BYTES, DECKS, DRAWS, DRAWS_QUARTER, MEMORY_DRAWS, MOVES, PLACES, PLACES_EIGHT, ROW_BYTES, VECTOR_DEALS,
} from '../memory';
import { layDeck, moveEight, ORDER } from './decks';
import { high, highHalves, low, lowHalves } from './interleave';

const REST: usize = CARDS - MEMORY_DRAWS; // cards left after the draws in memory
const EACH: u64 = 0x0101010101010101; // a byte times this is eight copies of the byte
const SINK = memory.data<u64>([2 * EACH, 2 * EACH], 16); // how far codes sink with two new places
/** The odd `left` that codes are relative to after the last sink: code + RISE is a place of 52, or of 32. */
const RISE = memory.data<u64>([<u64>(CARDS + 1) * EACH, <u64>(CARDS + 1) * EACH], 16);
const REST_RISE = memory.data<u64>([<u64>(REST + 1) * EACH, <u64>(REST + 1) * EACH], 16);
const SIXTEEN = memory.data<u64>([16 * EACH, 16 * EACH], 16);

/** Sources after the second draw of a pair: code 0 wherever they were j. */
@inline
function second(source: v128, j: v128, sink: v128): v128 {
  return i8x16.sub(v128.andnot(source, i8x16.eq(source, j)), sink);
}

/** Sources after a pair: code -1 wherever they were `j0`, then code 0 wherever they are `j1`. */
@inline
function pair(source: v128, j0: v128, j1: v128, sink: v128): v128 {
  return second(v128.or(source, i8x16.eq(source, j0)), j1, sink);
}

/** Writes eight cards of each of two deals, or eight places of each: `arePlaces` is a constant. */
@inline
function writeTwo(two: v128, out: usize, stride: usize, arePlaces: bool): void {
  if (arePlaces) {
    v128.store(out, two);
  } else {
    v128.store64_lane(out, two, 0);
    v128.store64_lane(out + stride, two, 1);
  }
}

/** Transposes eight vectors of sources by three rounds of a perfect shuffle, and writes eight bytes of each deal. */
@inline
function writeSources(
  s0: v128, s1: v128, s2: v128, s3: v128, s4: v128, s5: v128, s6: v128, s7: v128,
  out: usize, stride: usize, arePlaces: bool,
): void {
  const rise = v128.load(arePlaces ? REST_RISE : RISE);
  s0 = i8x16.add(s0, rise);
  s1 = i8x16.add(s1, rise);
  s2 = i8x16.add(s2, rise);
  s3 = i8x16.add(s3, rise);
  s4 = i8x16.add(s4, rise);
  s5 = i8x16.add(s5, rise);
  s6 = i8x16.add(s6, rise);
  s7 = i8x16.add(s7, rise);
  const p0 = low(s7, s3), p1 = low(s6, s2), p2 = low(s5, s1), p3 = low(s4, s0);
  const q0 = low(p0, p2), q1 = low(p1, p3), q2 = high(p0, p2), q3 = high(p1, p3);
  writeTwo(low(q0, q1), out, stride, arePlaces);
  writeTwo(high(q0, q1), out + 2 * stride, stride, arePlaces);
  writeTwo(low(q2, q3), out + 4 * stride, stride, arePlaces);
  writeTwo(high(q2, q3), out + 6 * stride, stride, arePlaces);
  const u0 = high(s7, s3), u1 = high(s6, s2), u2 = high(s5, s1), u3 = high(s4, s0);
  const v0 = low(u0, u2), v1 = low(u1, u3), v2 = high(u0, u2), v3 = high(u1, u3);
  writeTwo(low(v0, v1), out + 8 * stride, stride, arePlaces);
  writeTwo(high(v0, v1), out + 10 * stride, stride, arePlaces);
  writeTwo(low(v2, v3), out + 12 * stride, stride, arePlaces);
  writeTwo(high(v2, v3), out + 14 * stride, stride, arePlaces);
}

/** Writes eight vectors of sources as eight rows of cards. */
@inline
function layEight(s0: v128, s1: v128, s2: v128, s3: v128, s4: v128, s5: v128, s6: v128, s7: v128, out: usize): void {
  const rise = v128.load(RISE);
  v128.store(out, i8x16.add(s7, rise));
  v128.store(out, i8x16.add(s6, rise), ROW_BYTES);
  v128.store(out, i8x16.add(s5, rise), 2 * ROW_BYTES);
  v128.store(out, i8x16.add(s4, rise), 3 * ROW_BYTES);
  v128.store(out, i8x16.add(s3, rise), 4 * ROW_BYTES);
  v128.store(out, i8x16.add(s2, rise), 5 * ROW_BYTES);
  v128.store(out, i8x16.add(s1, rise), 6 * ROW_BYTES);
  v128.store(out, i8x16.add(s0, rise), 7 * ROW_BYTES);
}

/**
 * Writes what ends at the places first..first+7 of 16 deals, back to front, `stride` bytes apart: cards, or where
 * arePlaces (a constant) places in the deck of 32. The sources stay in registers all the while.
 * @param draws the rows of the quarter
 * @param moved draws that have been made in memory before; the table above has the number of those that are made here
 * @param areRows a constant; where it is true, the cards are written as rows, and no draws are made in memory
 */
@inline
function writeEight(
  draws: usize, first: usize, arePlaces: bool, out: usize, stride: usize, moved: usize, areRows: bool = false,
): void {
  const ownDraws = CARDS - 8 - first, lastInFront = arePlaces ? MEMORY_DRAWS : 0;
  let moves = draws + MOVES - DRAWS + VECTOR_DEALS * moved, last = CARDS - 1 - moved;
  const sink = v128.load(SINK);
  let row = draws + VECTOR_DEALS * ownDraws;
  // j0, the draw of the lowest place, and j1 are a pair. A source starts as j of its own draw; earlier draws change it.
  const j0 = v128.load(row, 112), j1 = v128.load(row, 96), j2 = v128.load(row, 80), j3 = v128.load(row, 64);
  const j4 = v128.load(row, 48), j5 = v128.load(row, 32), j6 = v128.load(row, 16), j7 = v128.load(row);
  let s0 = pair(pair(pair(second(j0, j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, sink);
  let s1 = pair(pair(pair(i8x16.sub(j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, sink);
  let s2 = pair(pair(second(j2, j3, sink), j4, j5, sink), j6, j7, sink);
  let s3 = pair(pair(i8x16.sub(j3, sink), j4, j5, sink), j6, j7, sink);
  let s4 = pair(second(j4, j5, sink), j6, j7, sink);
  let s5 = pair(i8x16.sub(j5, sink), j6, j7, sink);
  let s6 = second(j6, j7, sink);
  let s7 = i8x16.sub(j7, sink);
  if (arePlaces) {
    moveEight(last, moves, 0);
    moveEight(last, moves, 8);
    last--;
    moves += VECTOR_DEALS;
  }
  while (row > draws + VECTOR_DEALS * lastInFront) {
    row -= 4 * VECTOR_DEALS;
    if (!areRows) moveEight(last, moves, 0);
    const a0 = v128.load(row, 48), a1 = v128.load(row, 32);
    s0 = pair(s0, a0, a1, sink);
    s1 = pair(s1, a0, a1, sink);
    s2 = pair(s2, a0, a1, sink);
    s3 = pair(s3, a0, a1, sink);
    s4 = pair(s4, a0, a1, sink);
    s5 = pair(s5, a0, a1, sink);
    s6 = pair(s6, a0, a1, sink);
    s7 = pair(s7, a0, a1, sink);
    if (!areRows) moveEight(last, moves, 8);
    last--;
    moves += VECTOR_DEALS;
    const b0 = v128.load(row, 16), b1 = v128.load(row);
    s0 = pair(s0, b0, b1, sink);
    s1 = pair(s1, b0, b1, sink);
    s2 = pair(s2, b0, b1, sink);
    s3 = pair(s3, b0, b1, sink);
    s4 = pair(s4, b0, b1, sink);
    s5 = pair(s5, b0, b1, sink);
    s6 = pair(s6, b0, b1, sink);
    s7 = pair(s7, b0, b1, sink);
  }
  if (areRows) layEight(s0, s1, s2, s3, s4, s5, s6, s7, out);
  else writeSources(s0, s1, s2, s3, s4, s5, s6, s7, out, stride, arePlaces);
}

@inline
function writeFour(cards: v128, out: usize, stride: usize): void {
  v128.store32_lane(out, cards, 0);
  v128.store32_lane(out + stride, cards, 1);
  v128.store32_lane(out + 2 * stride, cards, 2);
  v128.store32_lane(out + 3 * stride, cards, 3);
}

/**
 * Writes the first four cards of 16 deals, where areRows (a constant) as rows: places 51..48, whose sources only the
 * first four draws change. j0 is the draw of the lowest place, draw 3.
 */
@inline
function writeTop(draws: usize, out: usize, stride: usize, areRows: bool): void {
  const j0 = v128.load(draws, 48), j1 = v128.load(draws, 32), j2 = v128.load(draws, 16), j3 = v128.load(draws);
  const sink = v128.load(SINK), rise = v128.load(RISE);
  const s51 = i8x16.sub(j3, sink), s50 = second(j2, j3, sink);
  const s49 = pair(i8x16.sub(j1, sink), j2, j3, sink), s48 = pair(second(j0, j1, sink), j2, j3, sink);
  if (areRows) {
    v128.store(out, i8x16.add(s51, rise));
    v128.store(out, i8x16.add(s50, rise), ROW_BYTES);
    v128.store(out, i8x16.add(s49, rise), 2 * ROW_BYTES);
    v128.store(out, i8x16.add(s48, rise), 3 * ROW_BYTES);
    return;
  }
  const a = i8x16.add(low(s51, s49), rise), b = i8x16.add(low(s50, s48), rise);
  const c = i8x16.add(high(s51, s49), rise), d = i8x16.add(high(s50, s48), rise);
  writeFour(low(a, b), out, stride);
  writeFour(high(a, b), out + 4 * stride, stride);
  writeFour(low(c, d), out + 8 * stride, stride);
  writeFour(high(c, d), out + 12 * stride, stride);
}

/** The cards at 16 places of the deck of 32. A swizzle gives 0 for an index above 15. */
@inline
function lookUp(places: v128, deck0: v128, deck1: v128, sixteen: v128): v128 {
  return v128.or(i8x16.swizzle(deck0, places), i8x16.swizzle(deck1, v128.xor(places, sixteen)));
}

/** Writes the last 32 cards of a deal from their places, `front` and `back`, and lays its deck in order again. */
@inline
function writeRestOf(
  out: usize, deck: usize, front: v128, back: v128, sixteen: v128, order0: v128, order1: v128, order2: v128,
): void {
  const deck0 = v128.load(deck), deck1 = v128.load(deck, 16);
  v128.store(out, lookUp(front, deck0, deck1, sixteen), MEMORY_DRAWS);
  v128.store(out, lookUp(back, deck0, deck1, sixteen), MEMORY_DRAWS + 16);
  layDeck(deck, order0, order1, order2);
}

/** Writes the last 32 cards of 16 deals, whose places are at PLACES, and lays their decks in order again. */
function writeRest(out: usize, stride: usize): void {
  const sixteen = v128.load(SIXTEEN);
  const order0 = v128.load(ORDER), order1 = v128.load(ORDER, 16), order2 = v128.load(ORDER, 32);
  let deck = DECKS;
  for (let places = PLACES; places < PLACES + PLACES_EIGHT; places += 16) {
    const a = v128.load(places), b = v128.load(places, PLACES_EIGHT);
    const c = v128.load(places, 2 * PLACES_EIGHT), d = v128.load(places, 3 * PLACES_EIGHT);
    writeRestOf(out, deck, lowHalves(a, b), lowHalves(c, d), sixteen, order0, order1, order2);
    const front = highHalves(a, b), back = highHalves(c, d);
    writeRestOf(out + stride, deck + DECK_BYTES, front, back, sixteen, order0, order1, order2);
    out += 2 * stride;
    deck += 2 * DECK_BYTES;
  }
}

/**
 * Writes the 16 deals of a quarter (0..3), and leaves the decks in order for the next one. The places call four
 * copies of writeEight with constants, which is faster than one copy. The cards share one copy, because V8 has to
 * optimise each copy at the start of a run.
 */
function shuffleQuarter(quarter: usize, out: usize, stride: usize): void {
  const draws = DRAWS + quarter * DRAWS_QUARTER;
  writeEight(draws, 0, true, PLACES + 3 * PLACES_EIGHT, 8, 0);
  writeEight(draws, 8, true, PLACES + 2 * PLACES_EIGHT, 8, 7);
  writeEight(draws, 16, true, PLACES + PLACES_EIGHT, 8, 12);
  writeEight(draws, 24, true, PLACES, 8, 15);
  let moved: usize = 16;
  for (let first = CARDS - 12; first >= REST; first -= 8, moved++) {
    writeEight(draws, first, false, out + (CARDS - 8 - first), stride, moved);
  }
  writeTop(draws, out, stride, false);
  writeRest(out, stride);
}

/**
 * Writes the cards of a group's deals, whose draws are at DRAWS, as 52 bytes each, `stride` bytes apart. It writes
 * whole quarters, so `out` needs room for `count` (1..64) rounded up to a multiple of 16. The decks must lie in order
 * before, and do so after it.
 */
export function shuffleGroup(count: u32, out: usize, stride: usize): void {
  for (let quarter: usize = 0; quarter < 4 && <u32>(quarter * VECTOR_DEALS) < count; quarter++) {
    shuffleQuarter(quarter, out + quarter * VECTOR_DEALS * stride, stride);
  }
}

/** Writes the first `depth` (4, 8, 12, 20, .. 44) cards of a group's deals as rows from `out` on, whole quarters. */
export function layGroup(count: u32, depth: usize, out: usize): void {
  for (let quarter: usize = 0; quarter < 4 && <u32>(quarter * VECTOR_DEALS) < count; quarter++, out += VECTOR_DEALS) {
    const draws = DRAWS + quarter * DRAWS_QUARTER;
    let dealt: usize = depth % 8;
    if (dealt > 0) writeTop(draws, out, 1, true);
    for (; dealt < depth; dealt += 8) {
      writeEight(draws, CARDS - 8 - dealt, false, out + dealt * ROW_BYTES, 1, 0, true);
    }
  }
}
