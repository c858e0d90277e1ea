/**
 * Draws -> cards, 16 deals at a time.
 *
 * In vectors no card moves. Written as a swap of deck[j] and deck[left-1], the draws leave their cards in the deck itself,
 * back to front. From the last draw to the first, a row is built for every place: which card ends there. One more draw
 * in front swaps place j with the new place v = left-1. So the new row v is j, and wherever a row held j it now holds v.
 *
 * Replacing j by v takes 2.5 operations a row instead of 3: a code x - (places + 1) stands for place x, so the next two
 * places are -1 and 0, which a compare's mask makes by OR and by AND NOT; after the two, all codes sink by 2.
 *
 * The rows of places 51..32, the first 20 cards of a deal, meet all earlier draws: place x of the full deck is card x. The
 * rows of places 31..0 stop before the first 20 draws. decks.ts makes those in memory meanwhile, and so place x is what
 * the deck then holds there, isRest up when a deal is written.
 *
 * DRAWS holds codes: j - left for the first draw of a pair, whose left is odd, and j - left + 1 for the second.
 */
import {
  CARDS, DECK_BYTES, DECKS, DRAWS, DRAWS_QUARTER, MEMORY_DRAWS, MOVES, ROWS, VECTOR_DEALS,
} from '../memory';
import { layDeck, moveEight } from './decks';

// In static data for the reason that random.ts tells.
/** How far codes sink with two new places. */
const SINK = memory.data<u64>([0x0202020202020202, 0x0202020202020202], 16);
/** What makes a code a place of 52 in the end, 53 sixteen times, and of 32. */
const RISE = memory.data<u64>([0x3535353535353535, 0x3535353535353535], 16);
const REST_RISE = memory.data<u64>([0x2121212121212121, 0x2121212121212121], 16);
const SIXTEEN = memory.data<u64>([0x1010101010101010, 0x1010101010101010], 16);

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

/**
 * Builds the rows of places first..first+7 out of their own draws and the earlier ones down to draw `firstDraw`, and stores
 * them to ROWS. They stay in registers all the while. Beside their own draws and each four others goes one draw of all
 * decks, beginning with draw k, if `isMoving` (constant).
 */
@inline
function buildEight(draws: usize, first: usize, firstDraw: usize, risen: usize, isMoving: bool, k: usize): void {
  let moves = draws + MOVES - DRAWS + VECTOR_DEALS * k, last = CARDS - 1 - k;
  const sink = v128.load(SINK);
  let row = draws + VECTOR_DEALS * (CARDS - 8 - first);
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
  if (isMoving) {
    moveEight(last, moves, 0);
    moveEight(last, moves, 8);
  }
  while (row > draws + VECTOR_DEALS * firstDraw) {
    row -= 4 * VECTOR_DEALS;
    if (isMoving) moveEight(--last, (moves += VECTOR_DEALS), 0);
    const a0 = v128.load(row, 48), a1 = v128.load(row, 32);
    r0 = pair(r0, a0, a1, sink);
    r1 = pair(r1, a0, a1, sink);
    r2 = pair(r2, a0, a1, sink);
    r3 = pair(r3, a0, a1, sink);
    r4 = pair(r4, a0, a1, sink);
    r5 = pair(r5, a0, a1, sink);
    r6 = pair(r6, a0, a1, sink);
    r7 = pair(r7, a0, a1, sink);
    if (isMoving) moveEight(last, moves, 8);
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
  const rise = v128.load(risen), to = ROWS + VECTOR_DEALS * first;
  v128.store(to, i8x16.add(r0, rise));
  v128.store(to, i8x16.add(r1, rise), 16);
  v128.store(to, i8x16.add(r2, rise), 32);
  v128.store(to, i8x16.add(r3, rise), 48);
  v128.store(to, i8x16.add(r4, rise), 64);
  v128.store(to, i8x16.add(r5, rise), 80);
  v128.store(to, i8x16.add(r6, rise), 96);
  v128.store(to, i8x16.add(r7, rise), 112);
}


/** Rows of places in the full deck; beside them go the decks' draws from k on. */
function buildFirst(draws: usize, first: usize, k: usize): void {
  buildEight(draws, first, 0, RISE, true, k);
}

function buildFirstAlone(draws: usize, first: usize): void {
  buildEight(draws, first, 0, RISE, false, 0);
}

/** Rows of places in the deck of 32; beside them go the decks' draws from k on. */
function buildRest(draws: usize, first: usize, k: usize): void {
  buildEight(draws, first, MEMORY_DRAWS, REST_RISE, true, k);
}

@inline
function low(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

@inline
function high(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
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

/**
 * Writes 16 cards of a deal: their places, or what `deck` holds there. A swizzle gives 0 for an index over 15. With the
 * last of them the deck is laid for the next deal, while the shuffles leave the store unit idle.
 */
@inline
function put(out: usize, places: v128, deck: usize, isRest: bool, isLast: bool, sixteen: v128): void {
  if (isRest) {
    v128.store(out, v128.or(
      i8x16.swizzle(v128.load(deck), places), i8x16.swizzle(v128.load(deck, 16), v128.xor(places, sixteen))));
    if (isLast) layDeck(deck);
  } else {
    v128.store(out, places);
  }
}

/** Writes 16 cards of eight of the 16 deals, whose pairs of rows i and i + 8 are p0..p7. */
@inline
function writeEight(
  p0: v128, p1: v128, p2: v128, p3: v128, p4: v128, p5: v128, p6: v128, p7: v128,
  out: usize, stride: usize, deck: usize, isRest: bool, isLast: bool,
): void {
  const sixteen = v128.load(SIXTEEN);
  const q0 = low(p0, p4), q1 = low(p1, p5), q2 = low(p2, p6), q3 = low(p3, p7);
  const s0 = low(q0, q2), s1 = low(q1, q3), s2 = high(q0, q2), s3 = high(q1, q3);
  put(out, low(s0, s1), deck + 0 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  put(out, high(s0, s1), deck + 1 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  put(out, low(s2, s3), deck + 2 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  put(out, high(s2, s3), deck + 3 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  const t0 = high(p0, p4), t1 = high(p1, p5), t2 = high(p2, p6), t3 = high(p3, p7);
  const u0 = low(t0, t2), u1 = low(t1, t3), u2 = high(t0, t2), u3 = high(t1, t3);
  put(out, low(u0, u1), deck + 4 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  put(out, high(u0, u1), deck + 5 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  put(out, low(u2, u3), deck + 6 * DECK_BYTES, isRest, isLast, sixteen); out += stride;
  put(out, high(u2, u3), deck + 7 * DECK_BYTES, isRest, isLast, sixteen);
}

/**
 * Writes 16 cards of each of 16 deals: the rows of places last..last-15, transposed by four rounds of a perfect shuffle.
 * Each half of the deals loads the rows again, because 16 rows and their shuffles are more than there are registers.
 */
@inline
function writeSixteen(last: usize, out: usize, stride: usize, isRest: bool, isLast: bool): void {
  const row = ROWS + VECTOR_DEALS * (last - 15);
  writeEight(
    low(v128.load(row, 240), v128.load(row, 112)), low(v128.load(row, 224), v128.load(row, 96)),
    low(v128.load(row, 208), v128.load(row, 80)), low(v128.load(row, 192), v128.load(row, 64)),
    low(v128.load(row, 176), v128.load(row, 48)), low(v128.load(row, 160), v128.load(row, 32)),
    low(v128.load(row, 144), v128.load(row, 16)), low(v128.load(row, 128), v128.load(row)), out, stride, DECKS, isRest, isLast,
  );
  writeEight(
    high(v128.load(row, 240), v128.load(row, 112)), high(v128.load(row, 224), v128.load(row, 96)),
    high(v128.load(row, 208), v128.load(row, 80)), high(v128.load(row, 192), v128.load(row, 64)),
    high(v128.load(row, 176), v128.load(row, 48)), high(v128.load(row, 160), v128.load(row, 32)),
    high(v128.load(row, 144), v128.load(row, 16)), high(v128.load(row, 128), v128.load(row)), out + 8 * stride, stride, DECKS + 8 * DECK_BYTES, isRest, isLast,
  );
}

function writeFirst(last: usize, out: usize, stride: usize): void {
  writeSixteen(last, out, stride, false, false);
}

/** Looks the places up in the decks. */
function writeRest(last: usize, out: usize, stride: usize): void {
  writeSixteen(last, out, stride, true, false);
}

/** Looks the places up in the decks, and lays the decks in order again. */
function writeLast(last: usize, out: usize, stride: usize): void {
  writeSixteen(last, out, stride, true, true);
}

/** Writes the 16 deals of a quarter (0..3), and leaves the decks in order for the next one. */
function shuffleQuarter(quarter: usize, out: usize, stride: usize): void {
  const draws = DRAWS + quarter * DRAWS_QUARTER;
  buildRest(draws, 0, 0);
  buildRest(draws, 8, 7);
  buildRest(draws, 16, 12);
  buildRest(draws, 24, 15);
  buildFirst(draws, 32, 16);
  writeRest(31, out + 20, stride);
  buildFirstAlone(draws, 40);
  writeLast(15, out + 36, stride);
  writeTop(draws, out, stride);
  writeFirst(47, out + 4, stride);
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
