// Lists of deal numbers: files, or numbers that a program passes.

import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nameDamaged, ReadError } from '../../common/errors.js';
import { PAUSE, untilAborted } from '../../common/until-aborted.js';
import { csv } from '../../formats/csv.js';
import { ndjson } from '../../formats/ndjson.js';
import { numbers } from '../../formats/numbers.js';
import { formats, HEAD_BYTES } from '../../formats/registry.js';
import { checkDealNumber, countNumbers, type DealNumbers, formatRanges } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { warn } from '../../io/standard.js';
import { openText } from '../../io/text.js';
import {
  type CountedSource,
  type DealSource,
  SEGMENT,
  sourceOfList,
  sourceOfRanges,
  sourceOfSegments,
} from '../deal-source.js';
import { digestOf } from '../digest.js';
import { dealsOfBlocks, type FileDeals, readBlocks } from './blocks.js';
import { isTable, readCsv } from './csv.js';
import { isArray, readArray, readLines } from './json.js';
import { readText } from './text.js';

/** How the numbers of a file are read. */
interface Reader {
  isBegunBy?(head: Uint8Array): boolean;
  extension?: string;
  /** what can be told without reading the numbers; undefined if nothing can */
  known?(input: Input): Promise<FileDeals>;
  read(input: Input): AsyncGenerator<DealNumbers, void, void>;
}

/** Only this program writes its binary formats. The other readers are for texts, which any program may write. */
const READERS: readonly Reader[] = [
  ...formats
    .filter(({ isBinary }) => isBinary)
    .map((format) => ({
      ...format,
      known: (input: Input) => dealsOfBlocks(format, input),
      read: (input: Input) => readBlocks(format, input),
    })),
  { ...numbers, read: readText },
  { ...ndjson, read: readLines },
  { isBegunBy: isArray, extension: '.json', read: readArray },
  { isBegunBy: isTable, extension: csv.extension, read: readCsv },
  { read: readText }, // any other file
];

/**
 * The path of a file of numbers, `-` for standard input, or several paths; or the numbers themselves.
 * A path may be a pattern with * and ?.
 */
export type DealList = string | readonly string[] | Iterable<number> | AsyncIterable<number>;

/** A list as it is read: the paths of its files, or numbers that a program passes. */
export interface ListInput {
  paths?: readonly string[] | undefined; // undefined for numbers
  numbers: Iterable<number> | AsyncIterable<number>;
  /** the flag that names it, for messages */
  flag: '--deals-from' | '--exclude';
}

/**
 * The numbers of a list, in order; a number that it has twice comes twice. An array is valid until the next segment.
 * Warns if its files have no deals, which a failed command before a pipe may explain.
 */
export async function* readList(list: ListInput): AsyncGenerator<DealNumbers, void, void> {
  if (list.paths === undefined) return yield* numbersOf(list.numbers);
  let isEmpty = true;
  for (const path of list.paths) {
    for await (const numbers of readFile(path, list.flag)) {
      isEmpty = false;
      yield numbers;
    }
  }
  const names = list.paths.map((path) => (path === '-' ? 'standard input' : path));
  if (isEmpty) warn(`the list is empty: ${names.join(', ')}`);
}

async function* readFile(path: string, flag: string): AsyncGenerator<DealNumbers, void, void> {
  using input = await openText(path, `generate ${flag} -`);
  try {
    const { read } = await readerOf(input);
    yield* read(input);
  } catch (error) {
    throw nameDamaged(input.name, error);
  }
}

const BEGINS_TEXT = /[\d{[]/;

/** The first bytes of a file tell what it is, or else its extension; any other file is a text. */
async function readerOf(input: Input): Promise<Reader> {
  // a text may come line by line, and its first character tells enough
  const [first = 0] = await input.read(0, 1);
  const head = await input.read(0, BEGINS_TEXT.test(String.fromCharCode(first)) ? 1 : HEAD_BYTES);
  const reader =
    READERS.find(({ isBegunBy }) => isBegunBy?.(head)) ??
    READERS.find(({ extension = '' }) => input.name.toLowerCase().endsWith(extension));
  return reader as Reader;
}

/**
 * Returns the facts in the headers and footers of a list's files together; nothing unless each of them tells them.
 * Ranges that continue each other are one range. Files that overlap, whose deals come twice, are no ranges.
 */
async function fileDealsOf({ paths, flag }: ListInput): Promise<Partial<FileDeals>> {
  if (!paths?.every(isFile)) return {}; // a pipe can be read only once
  const all: FileDeals = { count: 0, ranges: [] };
  for (const path of paths) {
    using input = await openText(path, `generate ${flag} -`);
    try {
      const reader = await readerOf(input);
      const known = await reader.known?.(input);
      if (known === undefined) return {};
      all.count += known.count;
      if (known.ranges === undefined) all.ranges = undefined;
      for (const { first, last } of known.ranges ?? []) {
        const before = all.ranges?.at(-1);
        if (before?.last === first - 1) before.last = last;
        else all.ranges?.push({ first, last });
      }
    } catch (error) {
      throw nameDamaged(path, error);
    }
  }
  const ascending = (all.ranges ?? []).toSorted((a, b) => a.first - b.first);
  const areRanges = ascending.every(({ first }, i) => i === 0 || first > ascending[i - 1].last);
  return areRanges && all.count > 0 ? all : { count: all.count };
}

/** Whether a path names a regular file, not standard input. Throws a ReadError if the system does not tell. */
function isFile(path: string): boolean {
  try {
    return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    throw new ReadError(path, error);
  }
}

/** The deals of a list, as ranges or with their count if the headers of its files tell them. */
export async function listSource(list: ListInput): Promise<DealSource> {
  const { ranges, count } = await fileDealsOf(list);
  return ranges === undefined
    ? { ...sourceOfList(() => readList(list), 'a list'), count }
    : sourceOfRanges(ranges);
}

/** Keeps the deals of a list in memory, 8 bytes per number. A digest of them is in the key of the source. */
export async function keepSource(
  source: DealSource,
  signal: AbortSignal | undefined,
): Promise<CountedSource> {
  const { kept, count } = await gather(source, signal);
  const contents = kept.map((numbers) =>
    numbers instanceof Float64Array ? new Uint8Array(numbers.buffer) : formatRanges([numbers]),
  );
  return sourceOfSegments(kept, `${source.key} of ${count} deals ${digestOf(...contents)}`);
}

/** Counts the deals of a source. A list that perhaps cannot be read again is kept in memory: 8 bytes per number. */
export async function countSource(
  source: DealSource,
  list: ListInput | undefined,
  signal: AbortSignal | undefined,
): Promise<CountedSource> {
  if (source.count !== undefined) return { ...source, count: source.count };
  const canReread = list?.paths?.every(isFile) === true;
  const { kept, count } = await gather(source, signal, !canReread);
  if (canReread && count > 0) return { ...source, count };
  return { ...sourceOfList(() => kept, source.key), count };
}

/** Reads a source to its end: counts its deals, and keeps them unless they can be read again. */
async function gather(source: DealSource, signal: AbortSignal | undefined, isKept = true) {
  const kept: DealNumbers[] = [];
  let count = 0;
  for await (const numbers of untilAborted(source.numbers(), signal)) {
    if (numbers === PAUSE) continue;
    count += countNumbers(numbers);
    if (isKept) kept.push(numbers instanceof Float64Array ? numbers.slice() : numbers);
  }
  return { kept, count };
}

/** The numbers that a program passes, with turns for timers and signals. Throws an InputError if one is not valid. */
async function* numbersOf(list: Iterable<number> | AsyncIterable<number>) {
  const numbers: number[] = [];
  const isFullWith = (n: number | typeof PAUSE): boolean => {
    if (n === PAUSE) return numbers.length > 0; // the next number may come late
    checkDealNumber(n);
    return numbers.push(n) === SEGMENT;
  };
  async function* taken() {
    yield Float64Array.from(numbers.splice(0));
    await nextTurn();
  }
  // a promise per number would take most of the time
  if (Symbol.iterator in list) {
    for (const n of list) if (isFullWith(n)) yield* taken();
  } else for await (const n of untilAborted(list)) if (isFullWith(n)) yield* taken();
  if (numbers.length > 0) yield* taken();
}
