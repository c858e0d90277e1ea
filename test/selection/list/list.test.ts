// The modules that read lists: which numbers they yield, in which segments, and what they refuse. Files and pipes have at most
// a few hundred kilobytes. list-file.test.ts runs the command.

import { closeSync, existsSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InputError, ReadError } from '../../../src/common/errors.js';
import { referenceEngine } from '../../../src/engine/reference.js';
import { footer, MAGIC } from '../../../src/formats/parquet/footer.js';
import { layOutRowGroup, rowGroupOf } from '../../../src/formats/parquet/row-group.js';
import { CARDS, LAST_DEAL } from '../../../src/game/constants.js';
import { countAllNumbers, type DealNumbers, type DealRange } from '../../../src/game/deal-numbers.js';
import { SMALL_WINDOW_BYTES } from '../../../src/io/input.js';
import { sourceOfSegments } from '../../../src/selection/deal-source.js';
import { countSource, type DealList, listSource, readList } from '../../../src/selection/list/list.js';
import { newFifo, temporaryFolder } from '../../support/command.js';
import { binaryHeader, expectedOf, records } from '../../support/engines.js';
import { checkFailure } from '../../support/failure.js';
import { fileWith } from '../../support/files.js';
import { numbersIn, range, segmentsOf, sum } from '../../support/numbers.js';
import { scattered } from '../../support/scattered.js';

/** Numbers of an iterable that are handed on at a time. */
const BLOCK = 16384;

const pipes = process.platform === 'win32' ? [] : ['a pipe'];

/** A list of these bytes, to be read once, in a file or out of a pipe. */
function listIn(way: string, bytes: string | Uint8Array): string {
  if (way === 'a file') return fileWith(bytes);
  const pipe = newFifo();
  writeFile(pipe, bytes).catch(() => {}); // it is closed at the other end where the list is wrong
  // where nobody reads, the writer would wait, and keep one of the few threads that all files are read by
  onTestFinished(() => closeSync(openSync(pipe, 'r+')));
  return pipe;
}

const WAYS = ['a file', ...pipes];

describe('a text', () => {
  it.each<[string, (number[] | DealRange)[]]>([
    ['', []],
    ['\n \n# nothing\n', []],
    ['1 2 # three\n\n4 6..9', [[1, 2, 4, 6, 7, 8, 9]]],
    ['7 1..63 8', [[7, ...range(1, 63), 8]]],
    ['7 1..64 8', [[7], { first: 1, last: 64 }, [8]]],
    ['7 1..8589934591', [[7], { first: 1, last: LAST_DEAL }]],
  ])('%j gives few segments, and long ranges stay ranges', async (text, parts) => {
    expect(await segmentsOf(readList(fileWith(text)))).toEqual(parts);
  });

  it.each(WAYS)('larger than an array and a window has all of its numbers: %s', async (way) => {
    const numbers = Array.from({ length: BLOCK + 99 }, (_, i) => LAST_DEAL - 7 * i);
    expect(await numbersIn(readList(listIn(way, numbers.join(' ,\t,\r\n'))))).toEqual(numbers);
  });

  it.each([0, 61, 62, 63, 64])(
    'has all numbers of ranges that begin %d before the end of an array',
    async (room) => {
      for (const last of [3, 61, 63]) {
        const text = `${'617 '.repeat(BLOCK - room)}${`1..${last}\n`.repeat(100)}`;
        const ranges = Array.from({ length: 100 * last }, (_, i) => 1 + (i % last));
        expect(await numbersIn(readList(fileWith(text)))).toEqual([
          ...Array(BLOCK - room).fill(617),
          ...ranges,
        ]);
      }
    },
  );

  it.each([
    ['3 1,2\t5\r\n4', [3, 1, 2, 5, 4]],
    [' ,, 7 ,\n\n, 8,', [7, 8]],
    ['5 5 1..3 2..4 9..9', [5, 5, 1, 2, 3, 2, 3, 4, 9]],
    ['# all\n5 # five, 6 and 7\n8#9\n#', [5, 8]],
    ['007 0000000000001', [7, 1]],
    ['\uFEFF12\n', [12]],
    ['8589934591 4294967296 2147483648', [8589934591, 4294967296, 2147483648]],
    ['4999999999 5000000000,1000000000', [4999999999, 5000000000, 1000000000]], // positive as 32-bit integers, too
  ])('%j is read as %j', async (text, numbers) => {
    expect(await numbersIn(readList(fileWith(text)))).toEqual(numbers);
  });

  it.each([
    ['1\n2\n3 x 4\n', "3: 'x' is neither a deal number nor a range"],
    ['1\n0\n', '2: deal number 0 is outside 1..8589934591'],
    ['8589934592', '1: deal number 8589934592 is outside'],
    ['1,2\n# x\n\n3..1', '4: range 3..1 runs downwards'],
    ['1..\n', "1: '1..' is neither"],
    ['1.5', '1: deal number 1.5 is not a whole number'],
    ['12a', "1: '12a' is neither"],
    ['x'.repeat(1024), "1: 'xxx"],
    ['x'.repeat(1025), '1: a word of 1025 characters is not a valid deal number'],
    [`7\n${'1'.repeat(5000)}`, '2: a word of '],
    [`7\n${'x'.repeat(700_000)}\n8`, '2: a word of '],
    [`${'5\n'.repeat(300_000)}six\n`, "300001: 'six' is neither"],
    [`${'# a comment\n'.repeat(100_000)}six\n`, "100001: 'six' is neither"],
  ])('%.20j is refused, and the error names the line', async (text, message) => {
    const path = fileWith(text);
    await checkFailure(segmentsOf(readList(path)), InputError, `${path}, line ${message}`);
  });

  it('has the same numbers at any length and any window boundaries', async () => {
    const word = fc.oneof(
      fc.integer({ min: 1, max: LAST_DEAL }).map((n) => ({ text: `${n}`, numbers: [n] })),
      fc
        .tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 150 }))
        .map(([first, count]) => ({ text: `${first}..${first + count - 1}`, numbers: range(first, count) })),
    );
    const between = fc.constantFrom('\n', ' ', ', ', '\r\n', ' # a comment, 5\n', `#${'-'.repeat(3000)}\n`);
    const words = fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 400 }), async (words, times) => {
        const text = words.map(([{ text }, after]) => text + after).join('');
        const numbers = words.flatMap(([{ numbers }]) => numbers);
        const read = await numbersIn(readList(fileWith(text.repeat(times))));
        expect(read.length).toBe(numbers.length * times);
        const wrong = read.findIndex((n, i) => n !== numbers[i % numbers.length]);
        if (wrong >= 0) expect.fail(`number ${wrong} is ${read[wrong]}`);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ...[-2, -1, 0, 1, 2].map((by): [string, string] => [
      `a comment that ends ${by} bytes after it`,
      `5 #${'-'.repeat(10)}${' '.repeat(SMALL_WINDOW_BYTES - 13 + by)}\n617`,
    ]),
    ['a comment that continues in the next window', `5 #${' 8'.repeat(SMALL_WINDOW_BYTES / 2)}\n617`],
    ['a comment that ends with the text', `5 617 #${' 8'.repeat(SMALL_WINDOW_BYTES / 2)}`],
    ...[1, 2, 3].map((before): [string, string] => [
      `a number with ${before} digits before it`,
      `5${' '.repeat(SMALL_WINDOW_BYTES - 1 - before)}617`,
    ]),
  ])('is read correctly at the end of a window: %s', async (_, text) => {
    expect(await numbersIn(readList(fileWith(text)))).toEqual([5, 617]);
  });

  it.each(pipes)('with an endless word is refused before its writer closes %s', async () => {
    const pipe = newFifo();
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

  it.each(WAYS)('yields the numbers of a list, or one range: %s', async (way) => {
    expect(await numbersIn(readList(listIn(way, listFile(NUMBERS))))).toEqual(NUMBERS);
    expect(await segmentsOf(readList(listIn(way, listFile([]))))).toEqual([]);
    expect(await segmentsOf(readList(listIn(way, rangeFile(617, 6000))))).toEqual([
      { first: 617, last: 6616 },
    ]);
  });

  it.each(WAYS)('with a deal that is no deal number is refused: %s', async (way) => {
    for (const n of [0, LAST_DEAL + 1]) {
      const path = listIn(way, listFile(NUMBERS.with(4399, n)));
      const message = `${path}: the record at offset 264004 is damaged: deal ${n}`;
      await checkFailure(segmentsOf(readList(path)), InputError, message);
    }
  });

  it.each(WAYS)('that is cut off is refused: %s', async (way) => {
    for (const bytes of [rangeFile(5, 3), listFile([5, 3, 9])]) {
      const path = listIn(way, bytes.subarray(0, -7));
      const message = `${path}: it is cut off: ${bytes.length - 7} bytes of the ${bytes.length} that 3 records take`;
      await expect(segmentsOf(readList(path))).rejects.toThrow(message);
    }
  });

  it('that is cut off gives no number before the error', async () => {
    const stream = readList(fileWith(listFile([5, 3, 9]).subarray(0, -7)));
    await expect(stream.next()).rejects.toThrow('it is cut off');
  });
});

describe('NDJSON', () => {
  const own = (n: number) => expectedOf(records.ndjson, [n]).toString();
  const many = scattered(30_000);

  it.each<[string, string, number[]]>([
    ['lines of this program', own(5) + own(LAST_DEAL) + own(617), [5, LAST_DEAL, 617]],
    ['lines of others among them', `${own(5)}{"deal":8}\n${own(617)}{"id":3,"deal":9}`, [5, 8, 617, 9]],
    ['other blanks than this program writes', own(5).replaceAll(',', ', '), [5]],
    ['blanks, and a value before the deal', '\uFEFF{ "moves": ["a"], "deal": 5 }\r\n\n{"deal":7}', [5, 7]],
    [
      'more deals within a record',
      '{"deal":7,"of":{"deal":5},"x":[{"deal":6}],"y":"\\"deal\\":8 \\\\"}',
      [7],
    ],
    ['a blank line first', `\n${own(5)}${own(617)}`, [5, 617]],
    [
      '80 blank lines, so that only the name of the file tells its format',
      `${'\n'.repeat(80)}{"deal":5}\n`,
      [5],
    ],
    ['more lines than a window holds', many.map((deal) => `{"deal":${deal}}\n`).join(''), many],
  ])('yields the deal of each line: %s', async (_, text, numbers) => {
    expect(await numbersIn(readList(fileWith(text, 'LIST.NDJSON')))).toEqual(numbers);
  });

  it('of blank lines has no segment', async () => {
    expect(await segmentsOf(readList(fileWith(' \n\n', 'list.ndjson')))).toEqual([]);
  });

  it.each(['{"id":1,', '\uFEFF \n{ "states": [1, 2], '])('is known by its beginning: %j', async (begin) => {
    expect(await numbersIn(readList(fileWith(`${begin}"deal":617}\n{"deal":5}\n`)))).toEqual([617, 5]);
  });

  const [SYNTAX, TWICE] = [
    'it is not JSON, or is cut off',
    'it has two deals; expected an object such as {"deal":617}',
  ];

  it.each<[string, string, string]>([
    ['a number that is no deal', own(5).replace('5', '9999999999'), 'deal number 9999999999 is outside'],
    ['a deal that is a string', '{"deal":"617"}', "'617' is not a valid deal number"],
    ['no deal', '{"cells":2}', 'it has no deal; expected an object such as {"deal":617}'],
    ['a number instead of an object', '5', 'it has no deal; expected'],
    ['two deals', '{"deal":7,"cells":1,"deal":5}', TWICE],
    ['the same deal twice', '{"deal":7,"of":{},"deal" : 7}', TWICE],
    [
      'a second deal in a line of this program',
      own(617).replace('"AD","5C"', '"AD"],"deal":5,"x":["7D"'),
      TWICE,
    ],
    ['more behind the record', own(5).replace('\n', '}}\n'), SYNTAX],
    ['a record that is cut off', `${own(5).slice(0, -23)}\n`, SYNTAX],
    ['a NUL', own(617).replace('"7D"', '"7\0"'), SYNTAX],
    ['NULs at its end', `${own(617).slice(0, -20)}${'\0'.repeat(20)}\n`, SYNTAX],
    ['more bytes than a window', `{"x":"${'x'.repeat(300_000)}"}`, 'it is longer than 262144 bytes'],
  ])('is refused if a line has %s', async (_, line, message) => {
    const path = fileWith(`{"deal":1}\n${line}`);
    await checkFailure(segmentsOf(readList(path)), InputError, `${path}, line 2: ${message}`);
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
    const path = fileWith(fileOf(Float64Array.from(NUMBERS), RANGE));
    expect(await segmentsOf(readList(path))).toEqual([NUMBERS, RANGE]);
  });

  it('with damaged numbers is refused, and the error names their offset', async () => {
    const numbers = Float64Array.from(NUMBERS);
    const bytes = fileOf(RANGE, numbers);
    const { deal } = layOutRowGroup(rowGroupOf([numbers]));
    const offset = MAGIC.length + layOutRowGroup(rowGroupOf([RANGE])).bytes;
    bytes.writeBigInt64LE(-7n, offset + deal.head.length + 8); // the second number
    const path = fileWith(bytes);
    const message = `${path}: the row group at offset ${offset} has deal -7`;
    await checkFailure(segmentsOf(readList(path)), InputError, message);
  });

  const foreign = parquetWriteBuffer({ columnData: [{ name: 'deal', data: [5n, 7n], type: 'INT64' }] });
  const { created_by: _, ...unsigned } = parquetMetadata(foreign);
  const writer = new ByteWriter();
  writeMetadata(writer, unsigned);

  it.each([
    ['hyparquet', new Uint8Array(foreign)],
    ['another program', Buffer.concat([MAGIC, writer.getBytes(), MAGIC])],
  ])('that %s wrote is refused, and the error says what to do', async (program, bytes) => {
    const path = fileWith(bytes);
    const message =
      `${path}: ${program} wrote it, and only this program's Parquet files are read; write its numbers as text, in DuckDB: ` +
      `COPY (SELECT deal FROM '${path}') TO 'deals.csv' (HEADER false)`;
    await checkFailure(segmentsOf(readList(path)), InputError, message);
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

it('the numbers of several files follow each other in the order of the paths', async () => {
  const paths = [fileWith('7 5'), fileWith('{"deal":6}'), fileWith('8', 'a text.bin')];
  expect(await numbersIn(readList(paths))).toEqual([7, 5, 6, 8]);
});

it.each([
  ['a.bin', '\u0089FCD', 'it has 5 bytes, fewer than a header'],
  ['a.parquet', 'PAR1 and nothing else', 'it does not end as a Parquet file does'],
])('%s is refused if it is only %j', async (name, text, message) => {
  const path = fileWith(text, name);
  await checkFailure(segmentsOf(readList(path)), InputError, `${path}: ${message}`);
});

it('a list that cannot be read gives a ReadError', async () => {
  const folder = temporaryFolder();
  await checkFailure(segmentsOf(readList(folder)), ReadError, `cannot read ${folder}: it is a folder`);
  const message = 'cannot read none.txt: there is no such file';
  await checkFailure(segmentsOf(readList('none.txt')), ReadError, message);
  const source = listSource('none.txt', undefined);
  await checkFailure(countSource(source, 'none.txt', undefined), ReadError, message);
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
    const numbers = range(1, sum(blocks));
    const parts = (await segmentsOf(readList(listOf(numbers)))) as number[][];
    expect(parts.map(({ length }) => length)).toEqual(blocks);
    expect(parts.flat()).toEqual(numbers);
  });

  it('are handed on before the last number has come', async () => {
    async function* forEver() {
      for (let n = 1; n < 3 * BLOCK; n++) yield n;
      throw new Error('too many');
    }
    const { value } = await readList(forEver()).next();
    expect(countAllNumbers([value as DealNumbers])).toBe(BLOCK);
  });
});

describe('the deals of a list', () => {
  it.each([
    [undefined, 'a list'],
    [true, 'a list impossible'],
    [false, 'a list winnable'],
  ])('are only the impossible ones, or all others: %s', async (impossible, key) => {
    const source = listSource(fileWith('11982 1 11983 11900..12000 1..9 781948'), impossible);
    expect(source.key).toBe(key);
    const isWanted = (n: number) => impossible === undefined || [11982, 781948].includes(n) === impossible;
    const all = [11982, 1, 11983, ...range(11900, 101), ...range(1, 9), 781948];
    expect(await numbersIn(source.numbers())).toEqual(all.filter(isWanted));
  });
});

describe('counting a list', () => {
  /** Counts a list; `change` is done before it is read again. */
  async function readTwice(list: DealList, change: () => void = () => {}) {
    const source = listSource(list, undefined);
    const { count, numbers, key, newChecksum } = await countSource(source, list, undefined);
    expect([key, newChecksum !== undefined]).toEqual(['a list', true]);
    change();
    const parts = await segmentsOf(numbers());
    expect(await segmentsOf(numbers())).toEqual(parts);
    return { count, parts };
  }

  it('reads a file again for the numbers, except with another list that is not a file', async () => {
    const path = fileWith('1 2 3');
    const change = () => writeFileSync(path, '7 8 9');
    expect(await readTwice([path, '/dev/null'], change)).toEqual({ count: 3, parts: [[1, 2, 3]] });
    expect(await readTwice(path, () => writeFileSync(path, '1 2 3'))).toEqual({
      count: 3,
      parts: [[1, 2, 3]],
    });
  });

  it.each<[string, () => DealList, (number[] | DealRange)[]]>([
    ['a program', () => range(1, 5).values(), [range(1, 5)]],
    ...pipes.map((way): [string, () => DealList, (number[] | DealRange)[]] => [
      way,
      () => listIn(way, '1 2 100..300 4 5'),
      [[1, 2], { first: 100, last: 300 }, [4, 5]],
    ]),
  ])('keeps the numbers of %s in memory', async (_, make, parts) => {
    const count = parts.reduce((sum, part) => sum + (Array.isArray(part) ? part.length : 201), 0);
    expect(await readTwice(make())).toEqual({ count, parts });
  });

  it('returns ranges unchanged', async () => {
    const source = sourceOfSegments([{ first: 5, last: 9 }], '5..9');
    expect(await countSource(source, undefined, undefined)).toEqual(source);
  });
});
