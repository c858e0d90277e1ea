// Deal numbers and ranges: how they are written, checked, cut and counted.

import { InputError } from '../common/errors.js';
import { checkValue, isObject, NUMBER, objectOf, required } from '../common/options.js';
import { cut, quote } from '../common/quote.js';
import { FIRST_DEAL, LAST_DEAL } from './constants.js';

/** Consecutive deal numbers. */
export interface DealRange {
  /** first deal number, 1..8589934591 */
  first: number;
  /** last deal number, inclusive: first..8589934591 */
  last: number;
}

/**
 * Deals, in this order: a text such as "1,617,11982..12000" or "all", a number, a range, or an array of numbers and
 * ranges.
 */
export type Deals = string | number | DealRange | readonly (number | DealRange)[];

export const DEFAULT_DEALS = '1..1000000';
const ALL_DEALS = `${FIRST_DEAL}..${LAST_DEAL}`;

/** A segment: deal numbers that are handed on together, consecutive ones as a range, any others as an array. */
export type DealNumbers = DealRange | Float64Array;

/** The number of deal numbers in a segment; a range includes both ends. */
export function countNumbers(numbers: DealNumbers): number {
  return numbers instanceof Float64Array ? numbers.length : numbers.last - numbers.first + 1;
}

export function countAll(segments: readonly DealNumbers[]): number {
  return segments.reduce((sum, numbers) => sum + countNumbers(numbers), 0);
}

export function isDealNumber(n: number): boolean {
  return Number.isInteger(n) && n >= FIRST_DEAL && n <= LAST_DEAL;
}

/** Throws an InputError unless n is a deal number, an integer 1..8589934591. `shown` is n as the user wrote it. */
export function checkDealNumber(n: number, shown: unknown = n): void {
  if (typeof n !== 'number' || Number.isNaN(n))
    throw new InputError(
      `${quote(shown)} is not a valid deal number; expected a whole number in ${ALL_DEALS}`,
    );
  if (n < FIRST_DEAL || n > LAST_DEAL)
    throw new InputError(`deal number ${cut(`${shown}`)} is outside ${ALL_DEALS}`);
  // a number such as 5.00000000000000001 loses its fraction, so the text is checked, too
  if (!Number.isInteger(n) || (typeof shown === 'string' && /\.\d*[1-9]/.test(shown)))
    throw new InputError(
      `deal number ${cut(`${shown}`)} is not a whole number; expected one in ${ALL_DEALS}`,
    );
}

const RANGE = objectOf({ first: required(NUMBER), last: required(NUMBER) });

function toRange(range: number | DealRange): DealRange {
  if (typeof range === 'number') return checkRange({ first: range, last: range });
  if (isObject(range)) return checkRange(checkValue('range', range, RANGE));
  const expected = 'expected for example 617 or { first, last }';
  throw new InputError(`${quote(range)} is neither a deal number nor a range; ${expected}`);
}

function checkRange({ first, last }: DealRange): DealRange {
  checkDealNumber(first);
  checkDealNumber(last);
  if (first > last) throw new InputError(`range ${first}..${last} runs downwards; write ${last}..${first}`);
  return { first, last };
}

const UNITS: Record<string, number> = { k: 1e3, m: 1e6 };

/** Writes a number, or the ends of a range, in digits: 2^32+1, 1e6, 100k, 5M, ms617, Game #617. Other texts stay. */
export function inDigits(text: string): string {
  const ends = text.split('..').map((end) => {
    const [, digits, power, added = 0, exponent = '', unit = ''] =
      /^(?:game\b\s*)?(?:(?:#|ms)\s*)?(\d+)(?:\^(\d+)([+-]\d+)?|(e\d+)|([km]))?$/i.exec(end.trim()) ?? [];
    if (digits === undefined) return end;
    const base = Number(digits + exponent) * (UNITS[unit.toLowerCase()] ?? 1);
    const n = power === undefined ? base : base ** Number(power) + Number(added);
    return Number.isSafeInteger(n) ? String(n) : end;
  });
  return ends.join('..');
}

function isAscending(n: number, _: number, [first]: readonly number[]): boolean {
  return isDealNumber(n) && n >= first;
}

/** The probable meaning of an entry such as 1-10 or 1_000_000, as it should be written; undefined if unclear. */
function meantBy(text: string): string | undefined {
  const range = text.replace(/-|\u2013|to|\.{3}|\u2026/, '..');
  const ungrouped = text.replace(/(\d)[_'. ](?=\d{3}(?:\D|$))/g, '$1');
  return [text, range, ungrouped]
    .map(inDigits)
    .find((meant) => /^\d+(?:\.\.\d+)?$/.test(meant) && meant.split('..').map(Number).every(isAscending));
}

/**
 * Reads a number or a range in digits, as lists have them. An InputError names the right spelling of any other. 1.000
 * is refused, because it is a thousand in many countries.
 */
export function parseRange(text: string): DealRange {
  const [, first, last] =
    /^\s*([+-]?\d+(?:\.(?!\d{3}\b)\d+)?)(?:\.\.([+-]?\d+(?:\.(?!\d{3}\b)\d+)?))?\s*$/.exec(text) ?? [];
  if (first === undefined) {
    const meant = meantBy(text);
    const advice = meant === undefined ? 'expected for example 617 or 1..1000000' : `write ${meant}`;
    throw new InputError(`${quote(text)} is neither a deal number nor a range; ${advice}`);
  }
  for (const end of [first, last ?? first]) checkDealNumber(Number(end), end);
  return checkRange({ first: Number(first), last: Number(last ?? first) });
}

function checkDisjoint(ranges: readonly DealRange[]): void {
  const ascending = [...ranges].sort((a, b) => a.first - b.first);
  for (const [i, { last }] of ascending.entries()) {
    const next = ascending[i + 1];
    if (next === undefined || next.first > last) continue;
    const both = ascending.slice(i, i + 2).map((range) => formatRanges([range]));
    throw new InputError(`${both.join(' and ')} overlap at deal ${next.first}; name each deal once`);
  }
}

/** Writes ranges in digits, as parseDeals reads them: 617,11982..12000. */
export function formatRanges(ranges: readonly DealRange[]): string {
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}..${last}`)).join(',');
}

/**
 * The ranges of deals, in the same order and not merged.
 * Throws an InputError for an empty list, a number outside 1..8589934591, a range that runs downwards, and ranges that
 * overlap.
 */
export function parseDeals(deals: Deals): DealRange[] {
  const ranges =
    typeof deals === 'string'
      ? parseList(deals)
      : Array.from(Array.isArray(deals) ? deals : [deals], toRange);
  if (ranges.length === 0)
    throw new InputError('the list of deals is empty; expected for example 617 or 1..1000000');
  checkDisjoint(ranges);
  return ranges;
}

function parseList(text: string): DealRange[] {
  if (text.trim() === 'all') return [{ first: FIRST_DEAL, last: LAST_DEAL }];
  const entries = text.split(',');
  if (entries.some((entry) => entry.trim() === '')) {
    const expected = 'expected for example 617 or 1..1000000,11982';
    throw new InputError(`the list of deals ${quote(text)} has an empty entry; ${expected}`);
  }
  const [, ...groups] = entries;
  if (groups.some((group) => group === '000') && groups.every((group) => /^\d{3}$/.test(group))) {
    const n = entries.join('');
    throw new InputError(`${quote(text)} is read as ${entries.length} numbers; write ${cut(n)}`);
  }
  return entries.map((entry) => parseRange(inDigits(entry)));
}

/** The i-th number of a segment, counted from 0. */
export function numberAt(numbers: DealNumbers, i: number): number {
  return numbers instanceof Float64Array ? numbers[i] : numbers.first + i;
}

/** Writes the numbers of segments, in order, to `out`, by default new memory; returns it. */
export function listNumbers(segments: readonly DealNumbers[], out?: Float64Array): Float64Array {
  const listed = out ?? new Float64Array(countAll(segments));
  let count = 0;
  for (const numbers of segments) {
    if (numbers instanceof Float64Array) listed.set(numbers, count);
    else for (let n = numbers.first; n <= numbers.last; n++) listed[count + n - numbers.first] = n;
    count += countNumbers(numbers);
  }
  return listed;
}

/** The only segment, if there is one and its numbers are consecutive. */
export function onlyRange(segments: readonly DealNumbers[] = []): DealRange | undefined {
  const [numbers, ...others] = segments;
  if (others.length > 0) return undefined;
  return numbers instanceof Float64Array ? asRange(numbers) : numbers;
}

/** The numbers from index `from` to before index `to`. The slice of an array shares its memory. */
export function sliceNumbers(numbers: DealNumbers, from: number, to: number): DealNumbers {
  if (numbers instanceof Float64Array) return numbers.subarray(from, to);
  return { first: numbers.first + from, last: numbers.first + to - 1 };
}

/** Gathers the numbers of segments, in order, until there are enough of them. */
export class Gatherer {
  deals = 0; // gathered so far
  #numbers: DealNumbers[] = [];
  #size = 0; // deals that are enough

  /** @param sizeOf returns the deals that are enough; asked each time that the gatherer is empty */
  constructor(private readonly sizeOf: () => number) {}

  /** Adds numbers, whose memory it shares, and yields what it has gathered each time that it is enough. */
  *fill(segments: readonly DealNumbers[]): Generator<Gathered, void, void> {
    for (const numbers of segments) {
      for (let done = 0, count = countNumbers(numbers); done < count; ) {
        if (this.deals === 0) this.#size = this.sizeOf();
        const taken = Math.min(this.#size - this.deals, count - done);
        this.#numbers.push(sliceNumbers(numbers, done, done + taken));
        this.deals += taken;
        done += taken;
        if (this.deals === this.#size) yield this.take();
      }
    }
  }

  take(): Gathered {
    const gathered = { numbers: this.#numbers, deals: this.deals };
    [this.#numbers, this.deals] = [[], 0];
    return gathered;
  }
}

/** Deal numbers, and how many they are. */
export interface Gathered {
  numbers: readonly DealNumbers[];
  deals: number;
}

/** Cuts segments, in order, into batches of `size` numbers; the last batch may have fewer. */
export function* splitNumbers(segments: readonly DealNumbers[], size: number) {
  const gatherer = new Gatherer(() => size);
  for (const { numbers } of gatherer.fill(segments)) yield numbers;
  if (gatherer.deals > 0) yield gatherer.take().numbers;
}

/**
 * A copy of an array in memory of its own, which is never used again: a thread, a portion and a chunk may all hold it.
 * Threads share this memory, except in most pages, which have none to share and copy what they post.
 */
export function ownNumbers(numbers: DealNumbers): DealNumbers {
  if (!(numbers instanceof Float64Array)) return numbers;
  const Memory = globalThis.SharedArrayBuffer ?? ArrayBuffer;
  const own = new Float64Array(new Memory(numbers.byteLength));
  own.set(numbers);
  return own;
}

/** The range that numbers are, if they are consecutive; undefined if not, or if there are none. */
export function asRange(numbers: Float64Array): DealRange | undefined {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined || last - first !== numbers.length - 1) return undefined;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] !== first + i) return undefined;
  return { first, last };
}
