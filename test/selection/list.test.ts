// The modules that read lists: which numbers they yield, in which segments, and what they refuse. Files and pipes have at most
// a few hundred kilobytes. list-file.test.ts runs the command.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { InputError, ReadError } from '../../src/common/errors.js';
import { referenceEngine } from '../../src/engine/reference.js';
import { footer, MAGIC } from '../../src/formats/parquet/footer.js';
import { layOutRowGroup, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { countAllNumbers, type DealNumbers, type DealRange } from '../../src/game/deal-numbers.js';
import { SMALL_WINDOW_BYTES } from '../../src/io/input.js';
import { sourceOfSegments } from '../../src/selection/deal-source.js';
import { countSource, type DealList, listSource, readList } from '../../src/selection/list/list.js';
import { resolveSelection } from '../../src/selection/selection.js';
import { temporaryFolder } from '../support/command.js';
import { binaryHeader, expectedOf, records } from '../support/engines.js';
import { numbersIn, segmentsOf } from '../support/numbers.js';

/** Numbers of an iterable that are handed on at a time. */
const BLOCK = 16384;

/** A FIFO for all tests: to make one takes a command. */
const pipes = process.platform === 'win32' ? [] : ['a pipe'];
let pipe = '';

beforeAll(() => {
  if (pipes.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-'));
  pipe = join(folder, 'fifo');
  spawnSync('mkfifo', [pipe]);
  return () => rmSync(folder, { recursive: true });
});

function written(bytes: string | Uint8Array, name = 'list.txt'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** A list of these bytes, to be read once, in a file or out of a pipe. */
function listIn(way: string, bytes: string | Uint8Array): string {
  if (way === 'a file') return written(bytes);
  writeFile(pipe, bytes).catch(() => {}); // it is closed at the other end where the list is wrong
  // where nobody reads, the writer would wait, and keep one of the few threads that all files are read by
  onTestFinished(() => closeSync(openSync(pipe, 'r+')));
  return pipe;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

const WAYS = ['a file', ...pipes];

describe('a text', () => {
  it.each<[string, (number[] | DealRange)[]]>([
    ['', []],
    ['1 2 # three\n\n4 6..9', [[1, 2, 4, 6, 7, 8, 9]]],
    ['7 1..63 8', [[7, ...upTo(63), 8]]],
    ['7 1..64 8', [[7], { first: 1, last: 64 }, [8]]],
    ['7 1..8589934591', [[7], { first: 1, last: LAST_DEAL }]],
  ])('%j gives few segments, and long ranges stay ranges', async (text, parts) => {
    expect(await segmentsOf(readList(written(text)))).toEqual(parts);
  });

  it.each(WAYS)('larger than an array and a window has all of its numbers: %s', async (way) => {
    const numbers = Array.from({ length: BLOCK + 99 }, (_, i) => LAST_DEAL - 7 * i);
    expect(await numbersIn(readList(listIn(way, numbers.join(' ,\t,\r\n'))))).toEqual(numbers);
  });

  it.each([61, 63])('of short ranges has all of their numbers: 1..%d', async (last) => {
    const times = Math.ceil((BLOCK + 99) / last);
    const numbers = await numbersIn(readList(written(`1..${last}\n`.repeat(times))));
    expect(numbers).toEqual(Array.from({ length: times * last }, (_, i) => 1 + (i % last)));
  });

  // a block is full behind so many bytes
  it.each([
    ...[-2, -1, 0, 1, 2].map((by): [string, string] => [
      `a comment that ends ${by} bytes behind it`,
      `5 #${'-'.repeat(10)}${' '.repeat(SMALL_WINDOW_BYTES - 13 + by)}\n617`,
    ]),
    ['a comment that goes on', `5 #${' 8'.repeat(SMALL_WINDOW_BYTES / 2)}\n617`],
    ['a comment that ends with the text', `5 617 #${' 8'.repeat(SMALL_WINDOW_BYTES / 2)}`],
    ...[1, 2, 3].map((before): [string, string] => [
      `a number of which ${before} digits are before it`,
      `5${' '.repeat(SMALL_WINDOW_BYTES - 1 - before)}617`,
    ]),
  ])('is read correctly at the end of a window: %s', async (_, text) => {
    expect(await numbersIn(readList(written(text)))).toEqual([5, 617]);
  });

  it.each([
    [1024, "'xxx"],
    [1025, 'a word of 1025 characters is not a valid deal number'],
  ])('with a word of %d characters is refused', async (length, message) => {
    const path = written('x'.repeat(length));
    await expect(segmentsOf(readList(path))).rejects.toThrow(InputError);
    await expect(segmentsOf(readList(path))).rejects.toThrow(`${path}, line 1: ${message}`);
  });

  it.each(pipes)('with an endless word is refused before its writer closes %s', async () => {
    const opened = open(pipe, 'w');
    onTestFinished(async () => (await opened).close());
    opened.then((writer) => writer.write(`617\n${'x'.repeat(3000)}`)).catch(() => {});
    await expect(segmentsOf(readList(pipe))).rejects.toThrow('line 2: a word of ');
  });
});

describe('a binary file', () => {
  const NUMBERS = Array.from({ length: 4400 }, (_, i) => LAST_DEAL - 3 * i); // more than a block holds

  /** A file of a list. */
  function listFile(numbers: readonly number[]): Buffer {
    const cards = new Uint8Array(CARDS);
    return Buffer.concat([
      binaryHeader(undefined, numbers.length),
      ...numbers.map((n) => records.numbered?.encode(n, cards) as Uint8Array),
    ]);
  }

  /** A file of a range. */
  function rangeFile(first: number, count: number): Buffer {
    return Buffer.concat([binaryHeader(first, count), new Uint8Array(count * CARDS)]);
  }

  it.each(WAYS)('of a list yields its numbers: %s', async (way) => {
    expect(await numbersIn(readList(listIn(way, listFile(NUMBERS))))).toEqual(NUMBERS);
  });

  it.each(WAYS)('of an empty list has no segment: %s', async (way) => {
    expect(await segmentsOf(readList(listIn(way, listFile([]))))).toEqual([]);
  });

  it.each(WAYS)('of a range gives one range: %s', async (way) => {
    const range = [{ first: 617, last: 6616 }];
    expect(await segmentsOf(readList(listIn(way, rangeFile(617, 6000))))).toEqual(range);
  });

  it.each(WAYS.flatMap((way) => [0, LAST_DEAL + 1].map((n): [number, string] => [n, way])))(
    'with deal %d is refused: %s',
    async (n, way) => {
      const path = listIn(way, listFile(NUMBERS.with(4399, n)));
      const failure = await segmentsOf(readList(path)).catch((error) => error);
      expect(failure).toBeInstanceOf(InputError);
      expect(failure.message).toBe(`${path}: the record at offset 264004 is damaged: deal ${n}`);
    },
  );

  it.each(
    WAYS.flatMap((way) => [rangeFile(5, 3), listFile([5, 3, 9])].map((bytes) => [way, bytes] as const)),
  )('that is cut off is refused: %s', async (way, bytes) => {
    const path = listIn(way, bytes.subarray(0, -7));
    const message = `${path}: it is cut off: ${bytes.length - 7} bytes of the ${bytes.length} that 3 records take`;
    await expect(segmentsOf(readList(path))).rejects.toThrow(message);
  });

  it('that is cut off gives no number before the error', async () => {
    const stream = readList(written(listFile([5, 3, 9]).subarray(0, -7)));
    await expect(stream.next()).rejects.toThrow('it is cut off');
  });
});

describe('NDJSON', () => {
  const own = (n: number) => expectedOf(records.ndjson as NonNullable<typeof records.ndjson>, [n]).toString();

  it.each<[string, string, number[]]>([
    ['lines of this program', own(5) + own(LAST_DEAL) + own(617), [5, LAST_DEAL, 617]],
    ['lines of others among them', `${own(5)}{"deal":8}\n${own(617)}{"id":3,"deal":9}`, [5, 8, 617, 9]],
    ['other blanks than this program’s', own(5).replaceAll(',', ', '), [5]],
    ['a blank line first', `\n${own(5)}${own(617)}`, [5, 617]],
    ['so many blank lines that only its name tells', `${'\n'.repeat(80)}{"deal":5}\n`, [5]],
  ])('yields the deal of each line: %s', async (_, text, numbers) => {
    expect(await numbersIn(readList(written(text, 'LIST.NDJSON')))).toEqual(numbers);
  });

  it('of blank lines has no segment', async () => {
    expect(await segmentsOf(readList(written(' \n\n', 'list.ndjson')))).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a line with no deal number', own(5).replace('5', '9999999999'), '1: deal number 9999999999 is outside'],
    ['a line with more behind it', own(5).replace('\n', '}}\n'), '1: it is not JSON, or is cut off'],
    ['a line that is cut off', `{"deal":1}\n${own(5).slice(0, -23)}\n`, '2: it is not JSON, or is cut off'],
  ])('is refused with %s', async (_, text, message) => {
    const path = written(text);
    await expect(segmentsOf(readList(path))).rejects.toThrow(`${path}, line ${message}`);
  });

  it.each(WAYS)('is read correctly if a line arrives in pieces: %s', async (way) => {
    const text = `{"x":"${'x'.repeat(150_000)}","deal":5}\n{"deal":617}\n`;
    expect(await numbersIn(readList(listIn(way, text)))).toEqual([5, 617]);
  });
});

describe('a Parquet file', () => {
  const RANGE = { first: 617, last: 619 };
  const NUMBERS = [LAST_DEAL, 5, 617];

  /** A file of row groups, each of these deals. */
  function fileOf(...groups: DealNumbers[]): Buffer {
    const bytes = groups.map((numbers) => referenceEngine.encode('parquet', [numbers]));
    const ends = footer(
      groups.map((numbers) => rowGroupOf([numbers])),
      { version: '1.2.3', selection: '' },
    );
    return Buffer.concat([MAGIC, ...bytes, ...ends]);
  }

  it('gives its ranges as ranges, and its numbers in order', async () => {
    const path = written(fileOf(Float64Array.from(NUMBERS), RANGE));
    expect(await segmentsOf(readList(path))).toEqual([NUMBERS, RANGE]);
  });

  it('with damaged numbers is refused, and the error names their offset', async () => {
    const numbers = Float64Array.from(NUMBERS);
    const bytes = fileOf(RANGE, numbers);
    const { deal } = layOutRowGroup(rowGroupOf([numbers]));
    const offset = MAGIC.length + layOutRowGroup(rowGroupOf([RANGE])).bytes;
    bytes.writeBigInt64LE(-7n, offset + deal.head.length + 8); // the second number
    const path = written(bytes);
    const failure = await segmentsOf(readList(path)).catch((error) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.message).toBe(`${path}: the row group at offset ${offset} has deal -7`);
  });

  const foreign = parquetWriteBuffer({ columnData: [{ name: 'deal', data: [5n, 7n], type: 'INT64' }] });
  const { created_by: _, ...unsigned } = parquetMetadata(foreign);
  const writer = new ByteWriter();
  writeMetadata(writer, unsigned);

  it.each([
    ['hyparquet', new Uint8Array(foreign)],
    ['another program', Buffer.concat([MAGIC, writer.getBytes(), MAGIC])],
  ])('that %s wrote is refused, and the error says what to do', async (program, bytes) => {
    const path = written(bytes);
    const failure = await segmentsOf(readList(path)).catch((error) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.message).toBe(
      `${path}: ${program} wrote it, and only this program's Parquet files are read; write its numbers as text, in DuckDB: ` +
        `COPY (SELECT deal FROM '${path}') TO 'deals.csv' (HEADER false)`,
    );
  });

  it.runIf(existsSync('/proc/self/fd'))('is closed after it has been read or refused', async () => {
    const folder = temporaryFolder();
    for (const [name, bytes] of Object.entries({ a: fileOf(RANGE), b: new Uint8Array(foreign), c: '5 x' })) {
      writeFileSync(join(folder, name), bytes);
      await segmentsOf(readList(join(folder, name))).catch(() => {});
    }
    const files = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
    const paths = files.flatMap((file) => (existsSync(file) ? [readlinkSync(file)] : []));
    expect(paths.filter((path) => path.startsWith(folder))).toEqual([]);
  });
});

it('a folder given as a list gives a ReadError', async () => {
  const folder = join(temporaryFolder(), 'sub');
  mkdirSync(folder);
  const failure = await segmentsOf(readList(folder)).catch((error) => error);
  expect(failure).toBeInstanceOf(ReadError);
  expect(failure.message).toContain(`cannot read ${folder}: it is a folder`);
});

describe('numbers that a program passes', () => {
  async function* asynchronous(numbers: Iterable<number>) {
    yield* numbers;
  }

  const kinds = {
    'an iterable': (numbers: number[]) => numbers.values(),
    'an asynchronous one': asynchronous,
  };

  it.each(
    Object.entries(kinds).flatMap(([kind, listOf]) =>
      [[], [1], [BLOCK], [BLOCK, 1]].map((blocks) => [blocks, kind, listOf] as const),
    ),
  )('are handed on in blocks of %j: %s', async (blocks, _, listOf) => {
    const numbers = upTo(blocks.reduce((sum, block) => sum + block, 0));
    const parts = (await segmentsOf(readList(listOf(numbers)))) as number[][];
    expect(parts.map(({ length }) => length)).toEqual(blocks);
    expect(parts.flat()).toEqual(numbers);
  });

  it('are handed on before the last number has come', async () => {
    async function* forEver() {
      for (let n = 1; n < 3 * BLOCK; n++) yield n;
      throw new Error('too many');
    }
    for await (const numbers of readList(forEver())) {
      expect(countAllNumbers([numbers])).toBe(BLOCK);
      break;
    }
  });
});

describe('the deals of a list', () => {
  it.each([
    [undefined, 'a list', [11981, 11982, 11983, 146692, 1, ...upTo(100), 781948]],
    [true, 'a list impossible', [11982, 146692, 781948]],
    [false, 'a list winnable', [11981, 11983, 1, ...upTo(100)]],
  ])('are only the impossible ones, or all others: %s', async (impossible, key, numbers) => {
    const source = await listSource(written('11981..11983 146692 1 1..100 781948'), impossible);
    expect(source.key).toBe(key);
    expect(await numbersIn(source.numbers())).toEqual(numbers);
  });

  it.each([
    [true, [11982, 146692]],
    [false, [11900, 11981, 11983, 12000, 146691]],
  ])('are selected by impossible within ranges, too: %s', async (impossible, some) => {
    const source = await listSource(written('11900..12000,146600..146692'), impossible);
    const numbers = await numbersIn(source.numbers());
    expect(numbers.length).toBe(impossible ? 2 : 192);
    expect(numbers.filter((n) => [11900, 11981, 11982, 11983, 12000, 146691, 146692].includes(n))).toEqual(
      some,
    );
  });
});

describe('counting a list', () => {
  /** Counts a list; `change` is done before it is read again. */
  async function readTwice(list: DealList, change: () => void = () => {}) {
    const { count, numbers, key, newChecksum } = await countSource(
      await listSource(list, undefined),
      list,
      undefined,
    );
    expect([key, newChecksum !== undefined]).toEqual(['a list', true]);
    change();
    const parts = await segmentsOf(numbers());
    expect(await segmentsOf(numbers())).toEqual(parts);
    return { count, parts };
  }

  it('reads a file again for the numbers', async () => {
    const path = written('1 2 3');
    expect(await readTwice(path, () => writeFileSync(path, '7 8 9'))).toEqual({
      count: 3,
      parts: [[7, 8, 9]],
    });
  });

  it.each<[string, () => DealList, (number[] | DealRange)[]]>([
    ['a program', () => upTo(5).values(), [upTo(5)]],
    ...pipes.map((way): [string, () => DealList, (number[] | DealRange)[]] => [
      way,
      () => listIn(way, '1 2 100..300 4 5'),
      [[1, 2], { first: 100, last: 300 }, [4, 5]],
    ]),
  ])('keeps the numbers of %s in memory', async (_, make, parts) => {
    const count = parts.reduce((sum, part) => sum + (Array.isArray(part) ? part.length : 201), 0);
    expect(await readTwice(make())).toEqual({ count, parts });
  });

  it('keeps the numbers in memory if one of the lists is not a file', async () => {
    const path = written('1 2 3');
    const change = () => writeFileSync(path, '7 8 9');
    expect(await readTwice([path, '/dev/null'], change)).toEqual({ count: 3, parts: [upTo(3)] });
  });

  it('gives a ReadError for a missing file', async () => {
    const source = await listSource('none.txt', undefined);
    await expect(countSource(source, 'none.txt', undefined)).rejects.toThrow(ReadError);
  });

  it('returns ranges unchanged', async () => {
    const source = sourceOfSegments([{ first: 5, last: 9 }], '5..9');
    expect(await countSource(source, undefined, undefined)).toEqual(source);
  });

  it('can be cut into shards', async () => {
    const { source } = await resolveSelection({ dealsFrom: upTo(7), shard: { index: 2, count: 2 } });
    expect(await numbersIn(source.numbers())).toEqual([5, 6, 7]);
  });
});
