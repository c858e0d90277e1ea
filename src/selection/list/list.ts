// A list of deal numbers as a source: files, or numbers out of a program.

import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkDealNumber, countNumbers, type DealNumbers } from '../../game/deal-numbers.js';
import {
  type CountedSource,
  type DealSource,
  type NumberStream,
  sourceOfList,
  untilAborted,
} from '../deal-source.js';
import { impossibleIn, isImpossible, withoutImpossible } from '../impossible.js';
import { readListFile } from './read-list.js';

/** Numbers of an iterable that are handed on at a time. */
const BLOCK = 16384;

/** The path of a file of numbers, `-` for standard input, or several paths; or the numbers themselves. */
export type List = string | readonly string[] | Iterable<number> | AsyncIterable<number>;

/** The paths of a list; undefined where it is the numbers themselves. */
export function pathsOf(list: List): readonly string[] | undefined {
  if (typeof list === 'string') return [list];
  return Array.isArray(list) && typeof list[0] === 'string' ? list : undefined;
}

/** The numbers of a list in its order. */
export function readList(list: List): NumberStream {
  const paths = pathsOf(list);
  return paths === undefined
    ? numbersIn(list as Exclude<List, string | readonly string[]>)
    : readFiles(paths);
}

async function* readFiles(paths: readonly string[]): AsyncGenerator<DealNumbers, void, void> {
  for (const path of paths) yield* readListFile(path);
}

/** The deals of a list: all, or those known to be impossible (with `impossible` true), or all others (false). */
export async function listSource(list: List, impossible: boolean | undefined): Promise<DealSource> {
  const { listChecksum } = await import('../checksum.js'); // node:zlib, which ranges need not wait for
  const read = () => readList(list);
  if (impossible === undefined) return sourceOfList(read, 'a list', listChecksum);
  const key = `a list ${impossible ? 'impossible' : 'winnable'}`;
  return sourceOfList(() => filterNumbers(read(), impossible), key, listChecksum);
}

/**
 * A source with its number of deals, for which a list is read. A list that cannot be read again for sure (a pipe, numbers
 * out of a program) is kept in memory, 8 bytes a number.
 */
export async function countSource(
  source: DealSource,
  list: List | undefined,
  signal: AbortSignal | undefined,
): Promise<CountedSource> {
  if (source.count !== undefined) return { ...source, count: source.count };
  const paths = list === undefined ? undefined : pathsOf(list);
  const canReread = paths?.every((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) === true;
  const kept: DealNumbers[] = [];
  let count = 0;
  for await (const numbers of untilAborted(source.numbers(), signal)) {
    count += countNumbers(numbers);
    if (!canReread) kept.push(numbers instanceof Float64Array ? numbers.slice() : numbers);
  }
  if (canReread) return { ...source, count };
  return { ...sourceOfList(() => kept, source.key, source.newChecksum), count };
}

/** Deal numbers out of a program, with turns for timers and signals; throws an InputError that names what is not one. */
async function* numbersIn(
  list: Iterable<number> | AsyncIterable<number>,
): AsyncGenerator<DealNumbers, void, void> {
  for await (const block of Symbol.iterator in list ? blocksOf(list) : blocksOfAsync(list)) {
    yield block;
    await nextTurn();
  }
}

async function* blocksOfAsync(list: AsyncIterable<number>): AsyncGenerator<Float64Array, void, void> {
  const numbers: number[] = [];
  for await (const n of list) {
    if (numbers.push(n) === BLOCK) yield* blocksOf(numbers.splice(0));
  }
  yield* blocksOf(numbers);
}

function* blocksOf(list: Iterable<number>): Generator<Float64Array, void, void> {
  const block = new Float64Array(BLOCK);
  let count = 0;
  for (const n of list) {
    checkDealNumber(n);
    block[count++] = n;
    if (count < BLOCK) continue;
    yield block;
    count = 0;
  }
  if (count > 0) yield block.subarray(0, count);
}

/** The numbers that are known to be impossible, or those that are not. */
async function* filterNumbers(
  list: NumberStream,
  wantImpossible: boolean,
): AsyncGenerator<DealNumbers, void, void> {
  for await (const numbers of list) {
    if (numbers instanceof Float64Array) yield numbers.filter((n) => isImpossible(n) === wantImpossible);
    else if (wantImpossible) yield impossibleIn([numbers]);
    else yield* withoutImpossible([numbers]);
  }
}
