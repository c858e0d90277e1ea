// The deals to leave out, sorted, as runs of consecutive numbers. A run of one is its number, a longer run its first number,
// negated, and its last number. So a range takes no more memory than two numbers, and listChecksum hashes the same values.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { countBelow } from '../common/binary-search.js';
import { grouped, InputError } from '../common/errors.js';
import { addRun, RunHash } from './checksum.js';
import { type NumberStream, untilAborted } from './deal-source.js';

/** Values of runs at most: 2 GiB, and as much again while they are merged. */
const MAX_VALUES = 2 ** 28;
/** Numbers that are sorted at a time: about 20 ms. */
const SORTED_NUMBERS = 2 ** 18;
/** Values between two turns for timers and signals: some milliseconds. */
const STEP = 2 ** 18;

export class Excluded {
  readonly count: number;

  /**
   * @param runs the deals
   * @param before at each index, what the values before it contribute to the number of deals; at the end, this number
   * @param checksum of the deals in ascending order
   */
  constructor(
    readonly runs: Float64Array,
    readonly before: Float64Array,
    readonly checksum: string,
  ) {
    this.count = before[runs.length];
  }

  /** The index in `runs` of the first value whose number is n or more. */
  indexFrom(n: number): number {
    return countBelow(this.runs.length, (i) => Math.abs(this.runs[i]) < n);
  }

  /** Whether the value before index i begins a run, so that the value at i ends it. */
  isInRun(i: number): boolean {
    return i > 0 && this.runs[i - 1] < 0;
  }

  has(n: number): boolean {
    const i = this.indexFrom(n);
    return this.isInRun(i) || Math.abs(this.runs[i]) === n;
  }

  /** The number of these deals below n. */
  countBelow(n: number): number {
    const i = this.indexFrom(n);
    return this.before[i] + (this.isInRun(i) ? n : 0);
  }

  /** The number that is not excluded and has `index` such numbers below it. Counts 0 as such a number. */
  otherAt(index: number): number {
    const { runs, before } = this;
    // whether the run of the value at i has at most `index` other numbers below it
    const isBefore = (i: number) => (this.isInRun(i) ? 0 : Math.abs(runs[i])) - before[i] <= index;
    return index + before[countBelow(runs.length, isBefore)];
  }
}

/** Reads the deals to leave out, in any order. Rejects with an InputError if they are too many for the memory. */
export async function readExcluded(
  stream: NumberStream,
  signal: AbortSignal | undefined,
  most = MAX_VALUES,
): Promise<Excluded> {
  const sorted: Float64Array[] = []; // each longer than the next
  const buffer = new Float64Array(SORTED_NUMBERS);
  let filled = 0;

  async function turn(): Promise<void> {
    await nextTurn();
    signal?.throwIfAborted();
  }

  async function merge(a: Float64Array, b: Float64Array): Promise<void> {
    const runs = await mergeRuns(a, b, turn);
    if (runs.length > most) throw tooMany(most);
    sorted.push(runs);
  }

  /** Merges the two shortest arrays. */
  async function mergeTwo(): Promise<void> {
    await merge(sorted.pop() as Float64Array, sorted.pop() as Float64Array);
  }

  async function mergeEqual(): Promise<void> {
    while (sorted.length > 1 && (sorted.at(-2)?.length ?? 0) <= (sorted.at(-1)?.length ?? 0))
      await mergeTwo();
  }

  async function addNumbers(): Promise<void> {
    if (filled === 0) return;
    await merge(buffer.slice(0, filled).sort(), new Float64Array());
    await mergeEqual();
    filled = 0;
  }

  for await (const numbers of untilAborted(stream, signal)) {
    if (!(numbers instanceof Float64Array)) {
      const { first, last } = numbers;
      sorted.push(first < last ? Float64Array.of(-first, last) : Float64Array.of(first));
      await mergeEqual();
      continue;
    }
    for (let done = 0; done < numbers.length; ) {
      const some = numbers.subarray(done, done + SORTED_NUMBERS - filled);
      buffer.set(some, filled);
      filled += some.length;
      done += some.length;
      if (filled === SORTED_NUMBERS) await addNumbers();
    }
  }
  await addNumbers();
  while (sorted.length > 1) await mergeTwo();
  const [runs = new Float64Array()] = sorted;
  const before = allocate(runs.length + 1);
  const hash = new RunHash();
  for (let i = 0; i < runs.length; ) {
    const end = Math.min(runs.length, i + STEP);
    hash.add(runs.subarray(i, end));
    for (; i < end; i++) before[i + 1] = before[i] + contribution(runs, i);
    await turn();
  }
  return new Excluded(runs, before, runs.length === 0 ? '' : hash.digest());
}

/** How much a value adds to the number of deals: 1, or of a run its first number negated, and one more than its last. */
function contribution(runs: Float64Array, i: number): number {
  const value = runs[i];
  return value < 0 ? value : i > 0 && runs[i - 1] < 0 ? value + 1 : 1;
}

/** Merges runs that ascend by their first numbers into the longest runs; awaits a turn between two steps. */
async function mergeRuns(a: Float64Array, b: Float64Array, turn: () => Promise<void>): Promise<Float64Array> {
  const merged = allocate(a.length + b.length);
  let [i, j, length] = [0, 0, 0];
  let first = 0; // of the open run
  let last = -1;
  while (i < a.length || j < b.length) {
    for (let end = Math.min(i + j + STEP, a.length + b.length); i + j < end; ) {
      const isA = j >= b.length || (i < a.length && Math.abs(a[i]) <= Math.abs(b[j]));
      const start = isA ? a[i++] : b[j++];
      const next = Math.abs(start);
      const stop = start > 0 ? next : isA ? a[i++] : b[j++];
      if (next > last + 1) {
        length = addRun(merged, length, first, last);
        first = next;
        last = stop;
      } else if (stop > last) last = stop;
    }
    if (i < a.length || j < b.length) await turn();
  }
  length = addRun(merged, length, first, last);
  return length < 0.75 * merged.length ? merged.slice(0, length) : merged.subarray(0, length);
}

function allocate(length: number): Float64Array {
  try {
    return new Float64Array(length);
  } catch {
    throw tooMany(length - 1);
  }
}

function tooMany(most: number): InputError {
  return new InputError(
    `exclude needs memory for more than ${grouped(most)} numbers apart from each other; exclude fewer at a time`,
  );
}
