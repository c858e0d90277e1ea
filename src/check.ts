// Whether the records of a part of a file are what the rule deals. No number out of the file is trusted further than
// to deal that number and compare.

import type { Engine, RecordKind } from './engine.js';
import type { RecordFormat } from './formats/format.js';
import { recordOf } from './formats/table.js';
import { FIRST_DEAL, LAST_DEAL } from './ms.js';
import { readAt } from './place.js';
import type { DealRange } from './range.js';

/** Records compared at a time; fewer after a jump in the numbers, as one jump is often followed by another. */
const MAX_RUN = 4096;

/** Runs of numbers that are told of one block; a list in no order has as many as records. */
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

export function checkBlock(engine: Engine, task: CheckTask): Checked {
  const { fd, at, bytes: size, first, before = 0 } = task;
  const record = recordOf(task.record.encoder);
  const bytes = Buffer.allocUnsafe(before + size);
  const filled = readAt(fd, bytes, at - before);
  const block = bytes.subarray(before, filled);
  const checked: Checked = { records: 0, bad: 0, runs: [] };
  let expected = first ?? numberAfter(record, bytes.subarray(0, before));
  let run = 1;
  for (let p = 0; p < block.length; checked.records++) {
    let n = expected;
    let good = n === undefined ? 0 : countGood(engine, record, block, p, n, run);
    if (good === 0 && first === undefined) {
      const own = record.read(block, p);
      if (own !== undefined && own !== n && own >= FIRST_DEAL && own <= LAST_DEAL) {
        run = 1;
        n = own;
        good = countGood(engine, record, block, p, n, run);
        expected ??= own;
      }
    }
    if (good > 0 && n !== undefined) {
      const range = { first: n, last: n + good - 1 };
      p += record.bytesOf(range);
      checked.records += good - 1;
      expected = n + good;
      run = good === run ? Math.min(2 * run, MAX_RUN) : 1;
      append(checked.runs, range);
      continue;
    }
    const end = record.end(block, p);
    checked.bad++;
    checked.worst ??= { deal: expected, at: at + p, what: record.fault(block.subarray(p, end)) };
    expected = expected === undefined ? undefined : expected + 1;
    run = 1;
    p = end;
  }
  return checked;
}

/** The number after that of the last record in `bytes`, if that can be read. */
function numberAfter(record: RecordFormat, bytes: Uint8Array): number | undefined {
  let last: number | undefined;
  for (let p = record.start(bytes); p < bytes.length; p = record.end(bytes, p)) last = record.read(bytes, p);
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
  if (n < FIRST_DEAL || n > LAST_DEAL) return 0;
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

function append(runs: DealRange[], range: DealRange): void {
  const last = runs.at(-1);
  if (last !== undefined && last.last + 1 === range.first) last.last = range.last;
  else if (runs.length < MAX_RUNS) runs.push(range);
}
