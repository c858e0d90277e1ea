/**
 * Draws -> cards, 16 deals at a time.
 *
 * In vectors no card moves. Written as a swap of deck[j] and deck[left-1], the draws leave their cards in the deck itself,
 * back to front. From the last draw to the first, a row is built for every place: which card ends there. One more draw in
 * front swaps place j with the new place left-1. So the new row is j, and wherever a row held j it now holds left-1:
 *
 *     the deck ABCD                  rows 0  1  2  3, backwards
 *     left 4, j = 1    A D C B       left 1, j = 0    0
 *     left 3, j = 0    C D A B       left 2, j = 1    0  1
 *     left 2, j = 1    C D A B       left 3, j = 0    2  1  0         row 0 held 0
 *     left 1, j = 0    C D A B       left 4, j = 1    2  3  0  1      row 1 held 1; 2 3 0 1 of ABCD is CDAB
 *
 * Backwards, draws go in pairs: one of an odd left, and the one in front of it. During a pair the code of place x is x - left,
 * of the odd left. So the new places have the codes -1 and 0: where a row equals j, the compare's mask makes it -1 by OR, or
 * 0 by AND NOT. After a pair all codes sink by 2, as left rises by 2. DRAWS holds the code of j: j - left for the first draw
 * of a pair, j - left + 1 for the second.
 *
 * Places 0..31 get the last 32 cards of a deal. Their rows stop before the first 20 draws, which decks.ts makes in memory:
 * place x then is one of the deck of 32 that is left. writeEight builds eight rows out of their own draws, and has them meet
 * the earlier ones. It makes one deck draw beside each four of these, and one beside the own draws of places 0..31:
 *
 *     places    own draws   earlier draws   deck draws
 *      0.. 7     51..44        43..20          0.. 6
 *      8..15     43..36        35..20          7..11
 *     16..23     35..28        27..20         12..14
 *     24..31     27..20           -           15
 *     40..47     11.. 4         3.. 0         16
 *     32..39     19..12        11.. 0         17..19, the last of MEMORY_DRAWS
 *     48..51      3.. 0           -            -         writeTop
 */
import {
  CARDS, DECK_BYTES, DECKS, DRAWS, DRAWS_QUARTER, MEMORY_DRAWS, MOVES, PLACES, PLACES_EIGHT, VECTOR_DEALS,
} from '../memory';
import { layDeck, moveEight, ORDER } from './decks';
import { high, highHalves, low, lowHalves } from './interleave';

/** Cards that are left after the draws in memory. */
const REST: usize = CARDS - MEMORY_DRAWS;
/** Times a byte: that byte eight times. */
const EACH: u64 = 0x0101010101010101;
/** How far codes sink with two new places. */
const SINK = memory.data<u64>([2 * EACH, 2 * EACH], 16);
/** The odd left after the last pair: it makes a code a place, of the deck of 52 or of 32. */
const RISE = memory.data<u64>([<u64>(CARDS + 1) * EACH, <u64>(CARDS + 1) * EACH], 16);
const REST_RISE = memory.data<u64>([<u64>(REST + 1) * EACH, <u64>(REST + 1) * EACH], 16);
const SIXTEEN = memory.data<u64>([16 * EACH, 16 * EACH], 16);

/** The new place of a pair's second draw: code 0 wherever the row held j. */
@inline
function second(row: v128, j: v128, sink: v128): v128 {
  return i8x16.sub(v128.andnot(row, i8x16.eq(row, j)), sink);
}

/** Both new places of a pair: code -1 wherever the row held `j0`, then code 0 wherever it holds `j1`. */
@inline
function pair(row: v128, j0: v128, j1: v128, sink: v128): v128 {
  return second(v128.or(row, i8x16.eq(row, j0)), j1, sink);
}

/** Writes eight cards of each of two deals, or eight places of each. */
@inline
function writeTwo(two: v128, out: usize, stride: usize, arePlaces: bool): void {
  if (arePlaces) {
    v128.store(out, two);
  } else {
    v128.store64_lane(out, two, 0);
    v128.store64_lane(out + stride, two, 1);
  }
}

/** Transposes eight rows, of 16 deals each, by three rounds of a perfect shuffle, and writes eight bytes of each deal. */
@inline
function writeRows(
  r0: v128, r1: v128, r2: v128, r3: v128, r4: v128, r5: v128, r6: v128, r7: v128,
  out: usize, stride: usize, arePlaces: bool,
): void {
  const rise = v128.load(arePlaces ? REST_RISE : RISE);
  r0 = i8x16.add(r0, rise);
  r1 = i8x16.add(r1, rise);
  r2 = i8x16.add(r2, rise);
  r3 = i8x16.add(r3, rise);
  r4 = i8x16.add(r4, rise);
  r5 = i8x16.add(r5, rise);
  r6 = i8x16.add(r6, rise);
  r7 = i8x16.add(r7, rise);
  const p0 = low(r7, r3), p1 = low(r6, r2), p2 = low(r5, r1), p3 = low(r4, r0);
  const q0 = low(p0, p2), q1 = low(p1, p3), q2 = high(p0, p2), q3 = high(p1, p3);
  writeTwo(low(q0, q1), out, stride, arePlaces);
  writeTwo(high(q0, q1), out + 2 * stride, stride, arePlaces);
  writeTwo(low(q2, q3), out + 4 * stride, stride, arePlaces);
  writeTwo(high(q2, q3), out + 6 * stride, stride, arePlaces);
  const s0 = high(r7, r3), s1 = high(r6, r2), s2 = high(r5, r1), s3 = high(r4, r0);
  const t0 = low(s0, s2), t1 = low(s1, s3), t2 = high(s0, s2), t3 = high(s1, s3);
  writeTwo(low(t0, t1), out + 8 * stride, stride, arePlaces);
  writeTwo(high(t0, t1), out + 10 * stride, stride, arePlaces);
  writeTwo(low(t2, t3), out + 12 * stride, stride, arePlaces);
  writeTwo(high(t2, t3), out + 14 * stride, stride, arePlaces);
}

/**
 * Writes the rows of places first..first+7 for 16 deals, back to front, `stride` bytes apart: cards, or if arePlaces
 * (constant) places in the deck of 32. They stay in registers all the while. Deck draws go on from k; returns the next.
 */
@inline
function writeEight(draws: usize, first: usize, arePlaces: bool, out: usize, stride: usize, k: usize): usize {
  const ownDraws = CARDS - 8 - first, lastEarlier = arePlaces ? MEMORY_DRAWS : 0;
  let moves = draws + MOVES - DRAWS + VECTOR_DEALS * k, last = CARDS - 1 - k;
  const sink = v128.load(SINK);
  let row = draws + VECTOR_DEALS * ownDraws;
  // j0 is the draw of the lowest place, j0 and j1 are a pair. Each row is j of its own draw, then meets the ones in front.
  const j0 = v128.load(row, 112), j1 = v128.load(row, 96), j2 = v128.load(row, 80), j3 = v128.load(row, 64);
  const j4 = v128.load(row, 48), j5 = v128.load(row, 32), j6 = v128.load(row, 16), j7 = v128.load(row);
  let r0 = pair(pair(pair(second(j0, j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, sink);
  let r1 = pair(pair(pair(i8x16.sub(j1, sink), j2, j3, sink), j4, j5, sink), j6, j7, sink);
  let r2 = pair(pair(second(j2, j3, sink), j4, j5, sink), j6, j7, sink);
  let r3 = pair(pair(i8x16.sub(j3, sink), j4, j5, sink), j6, j7, sink);
  let r4 = pair(second(j4, j5, sink), j6, j7, sink);
  let r5 = pair(i8x16.sub(j5, sink), j6, j7, sink);
  let r6 = second(j6, j7, sink);
  let r7 = i8x16.sub(j7, sink);
  if (arePlaces) {
    moveEight(last, moves, 0);
    moveEight(last, moves, 8);
    last--;
    moves += VECTOR_DEALS;
  }
  while (row > draws + VECTOR_DEALS * lastEarlier) {
    row -= 4 * VECTOR_DEALS;
    moveEight(last, moves, 0);
    const a0 = v128.load(row, 48), a1 = v128.load(row, 32);
    r0 = pair(r0, a0, a1, sink);
    r1 = pair(r1, a0, a1, sink);
    r2 = pair(r2, a0, a1, sink);
    r3 = pair(r3, a0, a1, sink);
    r4 = pair(r4, a0, a1, sink);
    r5 = pair(r5, a0, a1, sink);
    r6 = pair(r6, a0, a1, sink);
    r7 = pair(r7, a0, a1, sink);
    moveEight(last, moves, 8);
    last--;
    moves += VECTOR_DEALS;
    const b0 = v128.load(row, 16), b1 = v128.load(row);
    r0 = pair(r0, b0, b1, sink);
    r1 = pair(r1, b0, b1, sink);
    r2 = pair(r2, b0, b1, sink);
    r3 = pair(r3, b0, b1, sink);
    r4 = pair(r4, b0, b1, sink);
    r5 = pair(r5, b0, b1, sink);
    r6 = pair(r6, b0, b1, sink);
    r7 = pair(r7, b0, b1, sink);
  }
  writeRows(r0, r1, r2, r3, r4, r5, r6, r7, out, stride, arePlaces);
  return k + (ownDraws - lastEarlier) / 4 + (arePlaces ? 1 : 0);
}

@inline
function writeFour(cards: v128, out: usize, stride: usize): void {
  v128.store32_lane(out, cards, 0);
  v128.store32_lane(out + stride, cards, 1);
  v128.store32_lane(out + 2 * stride, cards, 2);
  v128.store32_lane(out + 3 * stride, cards, 3);
}

/** Writes the first four cards of 16 deals: places 51..48, whose rows only the first four draws can change. */
function writeTop(draws: usize, out: usize, stride: usize): void {
  const j0 = v128.load(draws, 48), j1 = v128.load(draws, 32), j2 = v128.load(draws, 16), j3 = v128.load(draws);
  const sink = v128.load(SINK), rise = v128.load(RISE);
  const row51 = i8x16.sub(j3, sink), row50 = second(j2, j3, sink);
  const row49 = pair(i8x16.sub(j1, sink), j2, j3, sink), row48 = pair(second(j0, j1, sink), j2, j3, sink);
  const a = i8x16.add(low(row51, row49), rise), b = i8x16.add(low(row50, row48), rise);
  const c = i8x16.add(high(row51, row49), rise), d = i8x16.add(high(row50, row48), rise);
  writeFour(low(a, b), out, stride);
  writeFour(high(a, b), out + 4 * stride, stride);
  writeFour(low(c, d), out + 8 * stride, stride);
  writeFour(high(c, d), out + 12 * stride, stride);
}

/** The cards of the deck of 32 at 16 places. A swizzle gives 0 for an index over 15. */
@inline
function lookUp(places: v128, deck0: v128, deck1: v128, sixteen: v128): v128 {
  return v128.or(i8x16.swizzle(deck0, places), i8x16.swizzle(deck1, v128.xor(places, sixteen)));
}

/** Writes the last 32 cards of a deal, whose places are `front` and `back`, and lays its deck in order for the next one. */
@inline
function writeRestOf(
  out: usize, deck: usize, front: v128, back: v128, sixteen: v128, order0: v128, order1: v128, order2: v128,
): void {
  const deck0 = v128.load(deck), deck1 = v128.load(deck, 16);
  v128.store(out, lookUp(front, deck0, deck1, sixteen), MEMORY_DRAWS);
  v128.store(out, lookUp(back, deck0, deck1, sixteen), MEMORY_DRAWS + 16);
  layDeck(deck, order0, order1, order2);
}

/** Writes the last 32 cards of 16 deals, whose places are at PLACES, and lays the decks in order. */
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
 * Writes the 16 deals of a quarter (0..3), and leaves the decks in order for the next one. V8 optimises each copy of
 * writeEight at the start of a run: so the places have four, which are faster than one, and the cards share one.
 */
function shuffleQuarter(quarter: usize, out: usize, stride: usize): void {
  const draws = DRAWS + quarter * DRAWS_QUARTER;
  let k = writeEight(draws, 0, true, PLACES + 3 * PLACES_EIGHT, 8, 0);
  k = writeEight(draws, 8, true, PLACES + 2 * PLACES_EIGHT, 8, k);
  k = writeEight(draws, 16, true, PLACES + PLACES_EIGHT, 8, k);
  k = writeEight(draws, 24, true, PLACES, 8, k);
  // places 40..47 have four earlier draws, and so one deck draw
  for (let first = CARDS - 12; first >= REST; first -= 8, k++) {
    writeEight(draws, first, false, out + (CARDS - 8 - first), stride, k);
  }
  writeTop(draws, out, stride);
  writeRest(out, stride);
}

/**
 * Writes the cards of a group's deals, whose draws are at DRAWS, as 52 bytes each, `stride` bytes apart: 16, 32, 48 or
 * 64 of them, at least `count` (1..64). The decks must lie in order, and do so again afterwards.
 */
export function shuffleGroup(count: u32, out: usize, stride: usize): void {
  for (let quarter: usize = 0; quarter < 4 && <u32>(quarter * VECTOR_DEALS) < count; quarter++) {
    shuffleQuarter(quarter, out + quarter * VECTOR_DEALS * stride, stride);
  }
}
