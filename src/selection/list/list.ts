// Lists of deal numbers: files, or numbers that a program passes.

import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamageError, InputError } from '../../common/errors.js';
import { binary } from '../../formats/binary.js';
import { ndjson } from '../../formats/ndjson.js';
import { numbers } from '../../formats/numbers.js';
import { parquet } from '../../formats/parquet.js';
import { HEAD_BYTES } from '../../formats/registry.js';
import { checkDealNumber, countNumbers, type DealNumbers } from '../../game/deal-numbers.js';
import { openStream, type StreamInput } from '../../io/input.js';
import { warn } from '../../io/warning.js';
import { listChecksum } from '../checksum.js';
import {
  type CountedSource,
  type DealSource,
  type NumberStream,
  sourceOfList,
  untilAborted,
} from '../deal-source.js';
import { readDealColumn } from './parquet.js';
import { readBinary, readLines } from './records.js';
import { readText } from './text.js';

/** Numbers of a program that are handed on at a time. */
const SEGMENT = 16384;

const READERS = [
  { format: binary, read: readBinary },
  { format: numbers, read: readText },
  { format: ndjson, read: readLines },
  { format: parquet, read: (_: StreamInput, path: string) => readDealColumn(path) },
];

/** The path of a file of numbers, `-` for standard input, or several paths; or the numbers themselves. */
export type DealList = string | readonly string[] | Iterable<number> | AsyncIterable<number>;

/** The paths of a list; undefined if it is the numbers themselves. */
export function pathsOf(list: DealList): readonly string[] | undefined {
  if (typeof list === 'string') return [list];
  return Array.isArray(list) && typeof list[0] === 'string' ? list : undefined;
}

/** The numbers of a list, in order; a number that it has twice comes twice. An array is valid until the next segment. */
export async function* readList(list: DealList): AsyncGenerator<DealNumbers, void, void> {
  const paths = pathsOf(list);
  if (paths === undefined) yield* numbersOf(list as Exclude<DealList, string | readonly string[]>);
  else for (const path of paths) yield* readFile(path);
}

/** The numbers of a file. Its first bytes tell what it is, or else its extension; any other file is a text. */
async function* readFile(path: string): AsyncGenerator<DealNumbers, void, void> {
  const input = await openStream(path);
  try {
    const head = await input.read(0, HEAD_BYTES);
    checkPlain(head, input);
    const { read } = READERS.find(({ format }) => format.isBegunBy(head)) ??
      READERS.find(({ format }) => path.toLowerCase().endsWith(format.extension)) ?? { read: readText };
    yield* read(input, path);
  } catch (error) {
    throw error instanceof DamageError ? new InputError(`${input.name}: ${error.message}`) : error;
  } finally {
    input.close();
  }
}

/** First bytes of compressed files, and the program that decompresses them. */
const DECOMPRESSORS = [
  { magic: '1f8b', program: 'zcat' },
  { magic: '28b52ffd', program: 'zstdcat' },
  { magic: 'fd377a58', program: 'xzcat' },
  { magic: '504b0304', program: 'unzip -p' },
];

function checkPlain(head: Uint8Array, { name }: StreamInput): void {
  const hex = Buffer.from(head).toString('hex');
  const found = DECOMPRESSORS.find(({ magic }) => hex.startsWith(magic));
  if (found === undefined) return;
  throw new InputError(
    `${name}: it is compressed; pass - for the list, and pipe the numbers in: ${found.program} FILE | freecell-deals ...`,
  );
}

/** Reads the files of a list; warns once if they have no deals, which a failed command before a pipe may explain. */
function readerOf(list: DealList): () => NumberStream {
  const paths = pathsOf(list);
  if (paths === undefined) return () => readList(list);
  let isNoted = false;
  return async function* () {
    let isEmpty = true;
    for await (const numbers of readList(list)) {
      isEmpty = false;
      yield numbers;
    }
    if (isEmpty && !isNoted)
      warn(`the list is empty: ${paths.map((path) => (path === '-' ? 'standard input' : path)).join(', ')}`);
    isNoted ||= isEmpty;
  };
}

/** The deals of a list. */
export function listSource(list: DealList): DealSource {
  return sourceOfList(readerOf(list), 'a list', listChecksum);
}

/** Counts the deals of a source. A list that perhaps cannot be read again is kept in memory: 8 bytes per number. */
export async function countSource(
  source: DealSource,
  list: DealList | undefined,
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

/** The numbers that a program passes, with turns for timers and signals. Throws an InputError if one is not valid. */
async function* numbersOf(list: Iterable<number> | AsyncIterable<number>) {
  for await (const array of Symbol.iterator in list ? arraysOf(list) : arraysOfAsync(list)) {
    yield array;
    await nextTurn();
  }
}

async function* arraysOfAsync(list: AsyncIterable<number>): AsyncGenerator<Float64Array, void, void> {
  const numbers: number[] = [];
  for await (const n of list) {
    if (numbers.push(n) === SEGMENT) yield* arraysOf(numbers.splice(0));
  }
  yield* arraysOf(numbers);
}

function* arraysOf(list: Iterable<number>): Generator<Float64Array, void, void> {
  const array = new Float64Array(SEGMENT);
  let count = 0;
  for (const n of list) {
    checkDealNumber(n);
    array[count++] = n;
    if (count < SEGMENT) continue;
    yield array;
    count = 0;
  }
  if (count > 0) yield array.subarray(0, count);
}
