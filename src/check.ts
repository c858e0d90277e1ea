// Whether the records of a part of a file are what the rule deals. No number out of the file is trusted further than
// to deal that number and compare.

import { isDeck } from './deal.js';
import type { Engine, RecordKind } from './engine.js';
import { findDeal } from './find.js';
import type { RecordFormat } from './formats/format.js';
import { recordOf } from './formats/table.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from './ms.js';
import { readAt } from './place.js';
import type { DealRange } from './range.js';

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
  record: RecordKind;
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
  const record = recordOf(task.record.encoder);
  const bytes = roomFor(before + size);
  const filled = readAt(fd, bytes, at - before);
  const block = bytes.subarray(before, filled);
  const checked: Checked = { records: 0, bad: 0, runs: [] };
  let expected = first ?? numberAfter(record, bytes.subarray(0, before));
  let run = 1;
  for (let p = 0; p < block.length; ) {
    const good = goodRun(engine, record, block, p, expected, run, first !== undefined);
    if (good !== undefined) {
      const count = good.last - good.first + 1;
      run = good.first === expected && count === run ? Math.min(2 * run, MAX_RUN) : 1;
      p += record.bytesOf(good);
      checked.records += count;
      expected = good.last + 1;
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
      p = end;
    }
  }
  return checked;
}

/** The number of the deal whose board a record has, or else the one that it tells. */
function told(record: RecordFormat, block: Uint8Array, p: number): number | undefined {
  return numberOfBoard(record, block, p) ?? record.number(block, p);
}

/** The number before that of the record at `p`, if that can be told. */
function numberBefore(record: RecordFormat, block: Uint8Array, p: number): number | undefined {
  const next = told(record, block, p);
  return next === undefined ? undefined : next - 1;
}

/**
 * The deals whose records stand from `p` on, at most `run` of them; undefined where the first is none's. It may be the
 * expected one or, unless the place decides, the one whose number it tells or whose board it has.
 */
function goodRun(
  engine: Engine,
  record: RecordFormat,
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

function numberOfBoard(record: RecordFormat, block: Uint8Array, p: number): number | undefined {
  const cards = record.cards(block, p);
  return cards?.length === CARDS && isDeck(cards) ? findDeal(cards) : undefined;
}

/** The number after that of the last record in `bytes`, if that can be told. */
function numberAfter(record: RecordFormat, bytes: Uint8Array): number | undefined {
  let last: number | undefined;
  for (let p = record.start(bytes); p < bytes.length; p = record.end(bytes, p)) {
    last = record.number(bytes, p) ?? numberOfBoard(record, bytes, p);
  }
  return last === undefined ? undefined : last + 1;
}

/** How many records from `p` on are those of the deals n, n + 1, .. , at most `run`. */
function countGood(
  engine: Engine,
  record: RecordFormat,
  block: Buffer,
  p: number,
  n: number,
  run: number,
): number {
  const most = Math.ceil((block.length - p) / record.maxBytes) + 1;
  let count = Math.min(run, most, LAST_DEAL - n + 1);
  const dealt = engine.encode(record, n, count);
  const end = Math.min(block.length, p + dealt.length);
  if (end - p === dealt.length && block.compare(dealt, 0, dealt.length, p, end) === 0) return count;
  let same = 0;
  while (p + same < end && block[p + same] === dealt[same]) same++;
  while (count > 0 && record.bytesOf({ first: n, last: n + count - 1 }) > same) count--;
  return count;
}

/** Adds a range to those that are told, to the last one where it goes on from there. */
export function appendRun(runs: DealRange[], range: DealRange): void {
  const last = runs.at(-1);
  if (last !== undefined && last.last + 1 === range.first) last.last = range.last;
  else if (runs.length < MAX_RUNS) runs.push({ ...range });
}
