// The modules that read lists: which numbers they yield, in which segments, and what they refuse. Files and pipes have at most
// a few hundred kilobytes. list-file.test.ts runs the command.

import { closeSync, openSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DamageError, InputError } from '../../../src/common/errors.js';
import { footer, MAGIC } from '../../../src/formats/parquet/footer.js';
import {
  firstChunk,
  layOutRowGroup,
  ROW_GROUP_DEALS,
  rowGroupOf,
} from '../../../src/formats/parquet/row-group.js';
import { CARDS, LAST_DEAL } from '../../../src/game/constants.js';
import type { DealNumbers, DealRange } from '../../../src/game/deal-numbers.js';
import { WINDOW_BYTES } from '../../../src/io/input.js';
import { filesOf } from '../../../src/selection/list/files.js';
import { countSource, type DealList, listSource, readList } from '../../../src/selection/list/list.js';
import { newFifo } from '../../support/command.js';
import { binaryHeader, encoded, expectedOf, records } from '../../support/engines.js';
import { checkFailure } from '../../support/failure.js';
import { fileWith } from '../../support/files.js';
import { pairsIn, rowsIn } from '../../support/golden.js';
import { listOf, numbersIn, range, scattered, segmentsOf, sum } from '../../support/numbers.js';
import { referenceEngine } from '../../support/reference.js';

/** Numbers of an iterable that are handed on at a time. */
const BLOCK = 16384;

/** A pipe with these bytes, to be read once. */
function pipeWith(bytes: string | Uint8Array): string {
  const pipe = newFifo();
  writeFile(pipe, bytes).catch(() => {}); // it is closed at the other end where the list is wrong
  // where nobody reads, the writer would wait, and keep one of the few threads that all files are read by
  onTestFinished(() => closeSync(openSync(pipe, 'r+')));
  return pipe;
}

/** A list with these contents: a file, and a pipe that can be read once. */
function waysTo(contents: string | Uint8Array, name?: string): string[] {
  const path = fileWith(contents, name);
  return process.platform === 'win32' || name !== undefined ? [path] : [path, pipeWith(contents)];
}

/** Segments in which arrays that follow each other are one: how much a reader hands on depends on how its bytes come. */
function joined(segments: (object | number[])[]): object[] {
  const all: object[] = [];
  for (const segment of segments) {
    const last = all.at(-1);
    if (Array.isArray(last) && Array.isArray(segment)) last.push(...segment);
    else all.push(segment);
  }
  return all;
}

const own = (n: number) => expectedOf(records.ndjson, [n]).toString();

/** A binary file of a list. */
function binaryList(...numbers: number[]): Buffer {
  const cards = new Uint8Array(CARDS);
  const bytes = numbers.map((n) => encoded(records.numbered, n, cards));
  return Buffer.concat([binaryHeader(undefined, numbers.length), ...bytes]);
}

/** A binary file of a range. */
const binaryRange = (first: number, count: number) =>
  Buffer.concat([binaryHeader(first, count), new Uint8Array(count * CARDS)]);

/** A binary file of three deals whose header claims more of them. */
const claiming = (count: number) => Buffer.concat([binaryHeader(1, count), new Uint8Array(3 * CARDS)]);

const read = (list: DealList) => readList(filesOf(list));

const MANY = scattered(30_000);
const RANGES = MANY.map((n, i) => ({ first: n, last: Math.min(LAST_DEAL, n + (i % 3)) }));
const DESCENDING = range(1, 4400).map((i) => LAST_DEAL - 3 * i); // more than a block of a binary file holds

type Read = [what: string, contents: string | Uint8Array, segments: (number[] | DealRange)[], name?: string];

it.each<Read>([
  ...rowsIn<Read>('read-lists.txt'),
  ['a binary list', binaryList(617, 5), [[617, 5]]],
  ['a binary list without deals', binaryList(), []],
  ['a binary range', binaryRange(617, 6000), [{ first: 617, last: 6616 }]],
  ['NDJSON of others', `${own(5)}{"deal":8}\n${own(617)}{"id":3,"deal":9}\n`, [[5, 8, 617, 9]]],
  ['NDJSON with blanks', `${own(5).replaceAll(',', ', ')}\n{ "deal" : 7 }\r\n\n{"deal":8}`, [[5, 7, 8]]],
  ['NDJSON that only its name tells', `${'\n'.repeat(80)}{"deal":5}\n`, [[5]], 'LIST.NDJSON'],
  ['UTF-16', Buffer.from('\ufeff617\r\n618\r\n', 'utf16le'), [[617, 618]]],
  ['UTF-16 with the high bytes first', Buffer.from('\ufeff617\n618\n', 'utf16le').swap16(), [[617, 618]]],
  ['NDJSON in UTF-16', Buffer.from('\ufeff{"deal":617}\r\n', 'utf16le'), [[617]]],
  ['NDJSON with a line in pieces', `{"x":"${'x'.repeat(150_000)}","deal":5}\n{"deal":617}\n`, [[5, 617]]],
])('%s is read from a file and from a pipe', async (_, contents, segments, name) => {
  for (const path of waysTo(contents, name)) expect(joined(await segmentsOf(read(path)))).toEqual(segments);
});

it.each<[string, string | Uint8Array, number[]]>([
  ['a text', MANY.join(' ,\t,\r\n'), MANY],
  ...[' ', '\t', '\v', '\f', '\r', ','].map((by): [string, string, number[]] => [
    `a text with ${JSON.stringify(by)} between its numbers`,
    MANY.join(by),
    MANY,
  ]),
  ['a text of ranges', RANGES.map(({ first, last }) => `${first}..${last}`).join('\r\n'), listOf(RANGES)],
  ['a text in UTF-16', Buffer.from(`\ufeff${MANY.join('\r\n')}`, 'utf16le'), MANY],
  ['an array', `[${MANY.map((deal) => `{"deal":${deal}}`).join(',\n')}]`, MANY],
  ['a binary list', binaryList(...DESCENDING), DESCENDING],
  ['CSV of short lines', `deal\n${'5\n'.repeat(200_000)}`, Array(200_000).fill(5)],
  ['NDJSON', MANY.map((deal) => `{"deal":${deal}}\n`).join(''), MANY],
])('%s that is larger than an array and a window has all of its numbers', async (_, contents, numbers) => {
  for (const path of waysTo(contents)) expect(await numbersIn(read(path))).toEqual(numbers);
});

const CSV = rowsIn<[text: string, name: string]>('csv-lists.txt');

it.each(CSV)('of CSV, the numbers in its column deal are read: %j', async (text, name) => {
  for (const path of waysTo(text, name)) expect(await numbersIn(read(path))).toEqual([617, 5]);
});

const SYNTAX = 'line 2: it is not one JSON value, or is cut off; write one object a line: jq -c .';

/** NDJSON whose second line is this one. */
const second = (line: string) => `{"deal":1}\n${line}`;

it.each(pairsIn('wrong-lists.txt'))('the list %j is refused: %s', async (list, message) => {
  const [text = '', name] = list.split('\t').reverse();
  for (const path of waysTo(text, name)) {
    const shown = (error: Error) => `${error.name}: ${error.message.replaceAll(path, 'LIST')}`;
    expect(await segmentsOf(read(path)).catch(shown)).toBe(message);
  }
});

it.each<[what: string, message: string, contents: string | Uint8Array]>([
  ['a long word', "line 1: 'xxx", 'x'.repeat(1024)],
  ['too many digits', 'line 2: a word of ', `7\n${'1'.repeat(5000)}`],
  ['digits across a window', 'line 2: a word of ', `5\n${' '.repeat(261_114)}123${'0'.repeat(1100)}6\n`],
  ['a word larger than a window', 'line 2: a word of ', `7\n${'x'.repeat(700_000)}\n8`],
  ['a word after many numbers', "line 300001: 'six' is neither", `${'5\n'.repeat(300_000)}six\n`],
  [
    'tabs below a comment with columns',
    'line 2: the lines have 2 columns; expected one deal or range a line, or a .csv file with a column deal',
    '#\tdeal\tcells\n617\t4\n',
  ],
  ['CSV with a long text for a number', "line 2: '111", `deal,note\n${'1'.repeat(200_000)},\n`],
  ['a binary 0', 'the deal number at offset 264064 is 0; expected 1', binaryList(...DESCENDING, 0)],
  ['a binary 2^33', 'the deal number at offset 64 is 8589934592', binaryList(2 ** 33)],
  ['a range that claims all deals', 'it is cut off: 220 bytes of the', claiming(LAST_DEAL)],
  ['a cut binary list', 'it is cut off: 237 bytes of the 244 that 3', binaryList(5, 3, 9).subarray(0, -7)],
  [
    'half a character of UTF-16',
    "line 2: '5\ufffd' is",
    Buffer.from('\ufeff7\n51', 'utf16le').subarray(0, -1),
  ],
  ['JSON with 10^10', 'line 2: 9999999999 is not a deal', second(own(5).replace('5', '9999999999'))],
  ['JSON with more behind it', SYNTAX, second(own(5).replace('\n', '}}\n'))],
  ['JSON with a NUL', SYNTAX, second(own(617).replace('"7D"', '"7\0"'))],
  ['a long line', 'line 2: it is longer than 262144 bytes', second(`{"x":"${'x'.repeat(300_000)}"}`)],
])('a list with %s is refused: %s', async (_, message, contents) => {
  for (const path of waysTo(contents)) {
    const type = message.startsWith('line') ? InputError : DamageError;
    const separator = type === InputError ? ', ' : ': ';
    await checkFailure(segmentsOf(read(path)), type, `${path}${separator}${message}`);
  }
});

describe('a text', () => {
  it.each([0, 61, 62, 63, 64])('has all ranges that begin %d before the end of an array', async (room) => {
    const singles = Array(BLOCK - room).fill(617);
    for (const last of [3, 61, 63]) {
      const text = `${singles.join(' ')} ${`1..${last}\n`.repeat(100)}`;
      const numbers = await numbersIn(read(fileWith(text)));
      expect(numbers).toEqual([...singles, ...Array(100).fill(range(1, last)).flat()]);
    }
  });

  it.each([
    ...[-2, -1, 0, 1, 2].map((by): [string, string] => [
      `a comment that ends ${by} bytes after it`,
      `5 #${'-'.repeat(10)}${' '.repeat(WINDOW_BYTES - 14 + by)}8\n617`,
    ]),
    ['a comment that continues in the next window', `5 #${' 8'.repeat(WINDOW_BYTES / 2)}\n617`],
    ['a comment that ends with the text', `5 617 #${' 8'.repeat(WINDOW_BYTES / 2)}`],
    ...[1, 2, 3].map((before): [string, string] => [
      `a number with ${before} digits before it`,
      `5${' '.repeat(WINDOW_BYTES - 1 - before)}617`,
    ]),
  ])('is read correctly at the end of a window: %s', async (_, text) => {
    expect(await numbersIn(read(fileWith(text)))).toEqual([5, 617]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'with a grouped number is refused if its window ends within it: %d bytes after its begin',
    async (bytes) => {
      for (const before of ['5 ', '5,']) {
        const text = `${before.repeat((WINDOW_BYTES - bytes) / 2)}${bytes % 2 ? ' ' : ''} 146,692 7`;
        const message = "line 1: '146,692' is one number or 2; write 146692, or blanks after the commas";
        await expect(segmentsOf(read(fileWith(text)))).rejects.toThrow(message);
      }
    },
  );

  it.skipIf(process.platform === 'win32')('with an endless word is refused before a pipe ends', async () => {
    const pipe = newFifo();
    const opened = open(pipe, 'w');
    onTestFinished(async () => (await opened).close());
    opened.then((writer) => writer.write(`617\n${'x'.repeat(3000)}`)).catch(() => {});
    await expect(segmentsOf(read(pipe))).rejects.toThrow('line 2: a word of ');
  });
});

describe('a Parquet file', () => {
  const RANGE = { first: 617, last: 616 + ROW_GROUP_DEALS }; // each row group is full, except the last one
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
    const path = fileWith(fileOf(RANGE, Float64Array.from(NUMBERS)));
    expect(await segmentsOf(read(path))).toEqual([RANGE, NUMBERS]);
  });

  it('with damaged numbers is refused, and the error names their offset', async () => {
    const numbers = Float64Array.from(NUMBERS);
    const bytes = fileOf(RANGE, numbers);
    const offset = MAGIC.length + layOutRowGroup(rowGroupOf([RANGE])).bytes;
    const second = offset + firstChunk(layOutRowGroup(rowGroupOf([numbers])).chunks, 'deal').valuesOffset + 8;
    bytes.writeBigInt64LE(-7n, second);
    const path = fileWith(bytes);
    const message = `${path}: the deal number at offset ${second} is -7; expected 1..8589934591`;
    await checkFailure(segmentsOf(read(path)), DamageError, message);
  });
});

async function* asynchronous(numbers: Iterable<number>) {
  yield* numbers;
}

it.each([[], [1], [BLOCK], [BLOCK, 1]].map((blocks) => ({ blocks })))(
  'numbers that a program passes are handed on in blocks of $blocks',
  async ({ blocks }) => {
    const numbers = range(1, sum(blocks));
    for (const list of [numbers.values(), asynchronous(numbers)]) {
      const parts = (await segmentsOf(read(list))) as number[][];
      expect(parts.map(({ length }) => length)).toEqual(blocks);
      expect(parts.flat()).toEqual(numbers);
    }
  },
);

describe('counting a list', () => {
  /** Counts a list; `change` is done before it is read again. */
  async function readTwice(list: DealList, change: () => void = () => {}) {
    const source = await listSource(filesOf(list));
    const { count, numbers } = await countSource(source, filesOf(list), undefined);
    change();
    const parts = joined(await segmentsOf(numbers()));
    expect(joined(await segmentsOf(numbers()))).toEqual(parts);
    return { count, parts };
  }

  it('reads a file again for the numbers, except with another list that is not a file', async () => {
    const path = fileWith('1 2 3');
    const found = { count: 3, parts: [[1, 2, 3]] };
    expect(await readTwice([path, '/dev/null'], () => writeFileSync(path, '7 8 9'))).toEqual(found);
    expect(await readTwice(path, () => writeFileSync(path, '1 2 3'))).toEqual(found);
  });

  it('keeps the numbers of a program or a pipe in memory', async () => {
    const kept = { count: 5, parts: [range(1, 5)] };
    expect(await readTwice(range(1, 5).values())).toEqual(kept);
    if (process.platform === 'win32') return;
    const parts = [[1, 2], { first: 100, last: 300 }, [4, 5]];
    expect(await readTwice(pipeWith('1 2 100..300 4 5'))).toEqual({ count: 205, parts });
  });
});
