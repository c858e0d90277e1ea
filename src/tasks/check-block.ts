// Whether the records of a part of a file are what the rule deals. No number out of the file is trusted further than
// to deal that number and compare.

import type { Engine } from '../engine/engine.js';
import type { RecordEncoder, RecordType } from '../formats/format.js';
import { recordTypeOf } from '../formats/registry.js';
import { isDeck } from '../game/cards.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { countNumbers, type DealNumbers, type DealRange } from '../game/deal-numbers.js';
import { findDeal } from '../game/find.js';
import { readFully } from '../io/positioned.js';

/** Records compared at a time; fewer after a jump in the numbers, as one jump is often followed by another. */
const MAX_RUN = 4096;

/** Runs of numbers that are told of a block or a file; a list in no order has as many as records. */
const MAX_RUNS = 64;

/** To check a block of a file: whole records, but for the last one of a file that was cut off. */
export interface CheckTask {
  kind: 'check';
  fd: number;
  at: number; // offset of its first byte
  bytes: number;
  encoder: RecordEncoder;
  first?: number; // number of its first deal, where the place tells it
  before?: number; // where records are found by what they hold: bytes before the block to look for the one before
}

export interface Checked {
  records: number;
  bad: number;
  worst?: BadRecord; // the first bad one
  runs: DealRange[]; // the deals of the good ones, in their order, as far as they are few
}

export interface BadRecord {
  deal: number | undefined; // the one that stands here, or should
  at: number; // offset of its first byte in the file
  what: string;
}

/** Kept from block to block: memory that is touched for the first time costs more than reading into it. */
let room = Buffer.alloc(0);

function roomFor(bytes: number): Buffer {
  if (room.length < bytes) room = Buffer.allocUnsafeSlow(bytes);
  return room.subarray(0, bytes);
}

export function checkBlock(engine: Engine, task: CheckTask): Checked {
  const { fd, at, bytes: size, first, before = 0 } = task;
  const record = recordTypeOf(task.encoder);
  const bytes = roomFor(before + size);
  const filled = readFully(fd, bytes, at - before);
  const block = bytes.subarray(before, filled);
  const checked: Checked = { records: 0, bad: 0, runs: [] };
  let expected = first ?? numberAfter(record, bytes.subarray(0, before));
  let run = 1;
  let list = 0; // records to try by the numbers they tell, where they are in no order
  for (let p = 0; p < block.length; ) {
    const listed = goodList(engine, record, block, p, list);
    const good = listed ?? goodRun(engine, record, block, p, expected, run, first !== undefined);
    if (good !== undefined) {
      const count = countNumbers(good);
      const [from, to] = endsOf(good);
      const isInRow = to - from === count - 1;
      if (listed !== undefined)
        list = isInRow && count > 1 ? 0 : count === list ? Math.min(2 * list, MAX_RUN) : 1;
      else if (first === undefined && from !== expected) list = 1;
      run = from === expected && isInRow && count === run ? Math.min(2 * run, MAX_RUN) : 1;
      p += record.bytesOf(good);
      checked.records += count;
      expected = to + 1;
      appendRun(checked.runs, good);
    } else {
      const end = record.end(block, p);
      const claimed = first === undefined ? told(record, block, p) : undefined;
      const deal = claimed ?? expected ?? numberBefore(record, block, end);
      checked.records++;
      checked.bad++;
      checked.worst ??= { deal, at: at + p, what: record.fault(block.subarray(p, end)) };
      if (expected !== undefined) expected++;
      run = 1;
      list = 0;
      p = end;
    }
  }
  return checked;
}

/** The number of the deal whose board a record has, or else the one that it tells. */
function told(record: RecordType, block: Uint8Array, p: number): number | undefined {
  return numberOfBoard(record, block, p) ?? record.number(block, p);
}

/** The number before that of the record at `p`, if that can be told. */
function numberBefore(record: RecordType, block: Uint8Array, p: number): number | undefined {
  const next = told(record, block, p);
  return next === undefined ? undefined : next - 1;
}

/**
 * The deals whose records stand from `p` on, at most `run` of them; undefined where the first is none's. It may be the
 * expected one or, unless the place decides, the one whose number it tells or whose board it has.
 */
function goodRun(
  engine: Engine,
  record: RecordType,
  block: Buffer,
  p: number,
  expected: number | undefined,
  run: number,
  isPlaced: boolean,
): DealRange | undefined {
  const others = [() => record.number(block, p), () => numberOfBoard(record, block, p)];
  const guesses = [() => expected, ...(isPlaced ? [] : others)];
  for (const [i, guess] of guesses.entries()) {
    const first = guess();
    if (first === undefined || first < FIRST_DEAL || first > LAST_DEAL) continue;
    const count = countGood(engine, record, block, p, first, i === 0 ? run : 1);
    if (count > 0) return { first, last: first + count - 1 };
  }
  return undefined;
}

function numberOfBoard(record: RecordType, block: Uint8Array, p: number): number | undefined {
  const cards = record.cards(block, p);
  return cards?.length === CARDS && isDeck(cards) ? findDeal(cards) : undefined;
}

/** The number after that of the last record in `bytes`, if that can be told. */
function numberAfter(record: RecordType, bytes: Uint8Array): number | undefined {
  let last: number | undefined;
  for (let p = record.start(bytes); p < bytes.length; p = record.end(bytes, p)) {
    last = record.number(bytes, p) ?? numberOfBoard(record, bytes, p);
  }
  return last === undefined ? undefined : last + 1;
}

/** The first and the last number of a run. */
function endsOf(run: DealNumbers): [number, number] {
  if (!(run instanceof Float64Array)) return [run.first, run.last];
  return [run[0] as number, run.at(-1) as number];
}

/** The deals whose records stand from `p` on, at most `most`, by the numbers they tell; undefined where there is none. */
function goodList(
  engine: Engine,
  record: RecordType,
  block: Buffer,
  p: number,
  most: number,
): Float64Array | undefined {
  const numbers = new Float64Array(most);
  let told = 0;
  for (let at = p; told < most && at < block.length; at = record.end(block, at)) {
    const n = record.number(block, at);
    if (n === undefined || n < FIRST_DEAL || n > LAST_DEAL) break;
    numbers[told++] = n;
  }
  if (told === 0) return undefined;
  const same = sameBytes(block, p, engine.encode(record.encoder, [numbers.subarray(0, told)]));
  let count = 0;
  for (let bytes = 0; count < told; count++) {
    bytes += record.bytesOf(numbers.subarray(count, count + 1));
    if (bytes > same) break;
  }
  return count > 0 ? numbers.subarray(0, count) : undefined;
}

/** How many records from `p` on are those of the deals n, n + 1, .. , at most `run`. */
function countGood(
  engine: Engine,
  record: RecordType,
  block: Buffer,
  p: number,
  n: number,
  run: number,
): number {
  const most = Math.ceil((block.length - p) / record.maxBytes) + 1;
  let count = Math.min(run, most, LAST_DEAL - n + 1);
  const same = sameBytes(
    block,
    p,
    engine.encode(record.encoder, count > 0 ? [{ first: n, last: n + count - 1 }] : []),
  );
  while (count > 0 && record.bytesOf({ first: n, last: n + count - 1 }) > same) count--;
  return count;
}

/** How many bytes of `dealt` stand in a block from `p` on. */
function sameBytes(block: Buffer, p: number, dealt: Uint8Array): number {
  const end = Math.min(block.length, p + dealt.length);
  if (end - p === dealt.length && block.compare(dealt, 0, dealt.length, p, end) === 0) return dealt.length;
  let same = 0;
  while (p + same < end && block[p + same] === dealt[same]) same++;
  return same;
}

/** Adds a run to those that are told, to the last one where it goes on from there. */
export function appendRun(runs: DealRange[], run: DealNumbers): void {
  if (run instanceof Float64Array) {
    for (const n of run) {
      if (runs.length === MAX_RUNS && runs.at(-1)?.last !== n - 1) return;
      appendRun(runs, { first: n, last: n });
    }
    return;
  }
  const last = runs.at(-1);
  if (last !== undefined && last.last + 1 === run.first) last.last = run.last;
  else if (runs.length < MAX_RUNS) runs.push({ ...run });
}
