// Lists of deals: how they are read, and how the built command deals them.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, ReadError } from '../../src/common/errors.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { readList } from '../../src/selection/list/list.js';
import { countDeals } from '../../src/verbs/count.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { binaryHeader, expectedOf, records } from '../support/engines.js';
import { numbersIn } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';

function written(text: string | Buffer): string {
  const path = join(temporaryFolder(), 'list.txt');
  writeFileSync(path, text);
  return path;
}

/** All numbers of a list one by one. */
function numbersOf(path: string): Promise<number[]> {
  return numbersIn(readList(path));
}

describe('a list', () => {
  it('of short ranges is read completely, whatever their sizes are', () => {
    const folder = temporaryFolder();
    // a run that fails to hand numbers on would not end: it is one of its own, before those that would make the tests hang
    for (const size of [63, 61, 3]) {
      const times = Math.ceil(40_000 / size);
      writeFileSync(join(folder, 'list.txt'), `1..${size}\n`.repeat(times));
      const { status, stdout } = run(['generate', '--deals-from', 'list.txt', '--count'], folder, {}, 20_000);
      expect({ status, count: Number(stdout) }, `ranges of ${size}`).toEqual({
        status: 0,
        count: size * times,
      });
    }
  });

  it.each([
    ['617', [617]],
    ['617\n', [617]],
    ['3\n1\n2\n', [3, 1, 2]],
    ['3 1,2\t5\r\n4', [3, 1, 2, 5, 4]],
    [' ,, 7 ,\n\n, 8,', [7, 8]],
    ['1..3 9 5..5', [1, 2, 3, 9, 5]],
    ['5 5 1..3 2..4', [5, 5, 1, 2, 3, 2, 3, 4]],
    ['# all\n5 # five, 6 and 7\n8#9\n#', [5, 8]],
    ['007 0000000000001', [7, 1]],
    ['\uFEFF12\n', [12]],
    ['8589934591 4294967296 2147483648', [8589934591, 4294967296, 2147483648]],
    ['4999999999 5000000000,1000000000', [4999999999, 5000000000, 1000000000]], // positive as 32-bit integers, too
    ['', []],
    ['\n \n# nothing\n', []],
  ])('%j is read as %j', async (text, numbers) => {
    expect(await numbersOf(written(text))).toEqual(numbers);
  });

  it.each([
    ['1\n2\n3 x 4\n', "line 3: 'x' is neither a deal number nor a range"],
    ['1\n0\n', 'line 2: deal number 0 is outside 1..8589934591'],
    ['8589934592', 'line 1: deal number 8589934592 is outside'],
    ['1,2\n# x\n\n3..1', 'line 4: range 3..1 runs downwards'],
    ['1..\n', "line 1: '1..' is neither"],
    ['1-5', "line 1: '1-5' is neither"],
    ['-5', 'line 1: deal number -5 is outside'],
    ['1.5', 'line 1: deal number 1.5 is not a whole number'],
    ['1e3', "line 1: '1e3' is neither"],
    ['12a', "line 1: '12a' is neither"],
    ['1;2', "line 1: '1;2' is neither"],
    [`7\n${'1'.repeat(5000)}`, 'line 2: a word of '],
    [`7\n${'x'.repeat(700_000)}\n8`, 'line 2: a word of '],
    [`${'5\n'.repeat(300_000)}six\n`, "line 300001: 'six' is neither"],
    [`${'# a comment\n'.repeat(100_000)}six\n`, "line 100001: 'six' is neither"],
  ])('%.20j is refused, and the error names the line', async (text, message) => {
    const failure = await numbersOf(written(text)).catch((error) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.message).toContain(message);
  });

  it('has the same numbers at any length and any window boundaries', async () => {
    const word = fc.oneof(
      fc.integer({ min: 1, max: LAST_DEAL }).map((n) => ({ text: `${n}`, first: n, count: 1 })),
      fc
        .tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 150 }))
        .map(([first, count]) => ({ text: `${first}..${first + count - 1}`, first, count })),
    );
    const between = fc.constantFrom('\n', ' ', ', ', '\r\n', ' # a comment, 5\n', `#${'-'.repeat(3000)}\n`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 400 }),
        async (words, times) => {
          const text = words.map(([{ text }, after]) => text + after).join('');
          const numbers = words.flatMap(([{ first, count }]) =>
            Array.from({ length: count }, (_, i) => first + i),
          );
          const read = await numbersOf(written(text.repeat(times)));
          expect(read.length).toBe(numbers.length * times);
          for (let i = 0; i < read.length; i++) {
            if (read[i] !== numbers[i % numbers.length]) expect.fail(`number ${i} is ${read[i]}`);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('that cannot be read gives a ReadError', async () => {
    await expect(numbersOf('none.txt')).rejects.toThrow(ReadError);
    await expect(numbersOf('none.txt')).rejects.toThrow('cannot read none.txt: there is no such file');
  });
});

/** A list of 20,000 numbers in no order over all regimes, and some ranges: two chunks of binary, six of NDJSON. */
const numbers = scattered(20_000);
const ranges = '4294967000..4294967500\n12 5..7\n';
const rangeNumbers = [...Array.from({ length: 501 }, (_, i) => 4294967000 + i), 12, 5, 6, 7];
const text = `${numbers.join('\n')}\n${ranges}`;
const all = [...numbers, ...rangeNumbers];

describe('generate --deals-from', () => {
  const FILE = '"$0" "$1" generate --deals-from list.txt FLAGS -o a && cat a';
  const PIPE = 'cat list.txt | "$0" "$1" generate --deals-from - FLAGS -o - | cat';
  const CUT =
    '(head -c 100001 list.txt; sleep 0.2; tail -c +100002 list.txt) | "$0" "$1" generate --deals-from - FLAGS -o b && cat b';

  // any number of threads of a list in every format is what threads/any-threads is about
  it.each([
    [
      'bin',
      records.numbered,
      [
        [FILE, 1],
        [PIPE, 3],
      ],
    ],
    [
      'ndjson',
      records.ndjson,
      [
        [FILE, 3],
        [PIPE, 2],
        [CUT, 1],
      ],
    ],
    [
      'text',
      records.text,
      [
        [FILE, 2],
        [CUT, 3],
      ],
    ],
    [
      'numbers',
      records.numbers,
      [
        [PIPE, 1],
        [CUT, 2],
      ],
    ],
  ] as const)('writes %s in the order of the list, to a file and to a pipe', (format, record, ways) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), text);
    const header = format === 'bin' ? binaryHeader(undefined, all.length) : Buffer.alloc(0);
    const wanted = Buffer.concat([header, expectedOf(record, all)]);
    for (const [way, threads] of ways) {
      const line = way.replace('FLAGS', `-f ${format} -t ${threads} -q`);
      const { status, stdout, stderr } = runShell(line, folder);
      expect({ status, stderr }, line).toEqual({ status: 0, stderr: '' });
      checkSame(stdout, wanted, line);
    }
    expect(readdirSync(folder).filter((name) => !['a', 'b', 'list.txt'].includes(name))).toEqual([]);
  });

  it('writes no deals for an empty list, and the summary says so', () => {
    const folder = temporaryFolder();
    const { status, stderr } = runShell('"$0" "$1" generate --deals-from - -o a.bin < /dev/null', folder);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^freecell-deals: the list is empty: standard input\na\.bin: 0 deals, 64 bytes in \d\.\d\d s/,
    );
    writeFileSync(join(folder, 'list.txt'), '# none\n');
    const counted = run(['generate', '--deals-from', 'list.txt', '--shard', '1/2', '--count'], folder);
    expect(counted).toMatchObject({ status: 0, stderr: 'freecell-deals: the list is empty: list.txt\n' });
    const excluded = run(['generate', '1..9', '--exclude', 'list.txt', '--count'], folder);
    expect(excluded).toMatchObject({ status: 0, stderr: '' });
    expect(run(['info', 'a.bin'], folder).stdout.toString()).toMatch(/^deals +none$/m);
    expect(run(['cat', 'a.bin'], folder)).toMatchObject({ status: 0, stderr: '', stdout: Buffer.alloc(0) });
    expect(run(['verify', 'a.bin'], folder).status).toBe(0);
  });

  it('refuses a bad list with status 2 and one line, and leaves no file behind', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'x.gz'), gzipSync('617\n'));
    writeFileSync(join(folder, 'x.csv'), 'deal,cells\n617,4\n');
    writeFileSync(join(folder, 'list.txt'), `${text}1..x\n`); // in the second chunk: the first is written by then
    mkdirSync(join(folder, 'sub'));
    for (const [args, status, message] of [
      [['--deals-from', 'list.txt', '-o', 'a.bin'], 2, "list.txt, line 20003: '1..x' is neither"],
      [
        ['--deals-from', 'x.gz', '-o', 'a.bin'],
        2,
        'x.gz: it is compressed; pass - for the list, and pipe the numbers in: zcat',
      ],
      [
        ['--deals-from', 'x.csv', '-o', 'a.bin'],
        2,
        "x.csv, line 1: 'deal' is neither a deal number nor a range; expected for example 617 or 1..1000000; of a table, pass the column: tail -n +2 FILE | cut -d , -f 1",
      ],
      [['--deals-from', 'none.txt', '-o', 'a.bin'], 1, 'cannot read none.txt: there is no such file'],
      [['--deals-from', 'sub', '-o', 'a.bin'], 1, 'cannot read sub: it is a folder'],
      [['--seed', '5', '-o', 'a.bin'], 2, '--seed is the seed of a sample'],
      [['--sample', '9x', '-o', 'a.bin'], 2, "'9x' is not a valid sample size; expected a number of deals"],
      [['--count', '-o', 'a.bin'], 2, '--count writes no deals'],
    ] as [string[], number, string][]) {
      const ran = run(['generate', ...args], folder);
      expect(ran.stderr).toContain(message);
      expect(ran.stderr).toMatch(/^freecell-deals: [^\n]*\n$/);
      expect(ran.status, message).toBe(status);
      expect(readdirSync(folder).sort()).toEqual(['list.txt', 'sub', 'x.csv', 'x.gz']);
    }
  });

  it('refuses options that exclude each other before it reads the list', async () => {
    const dealsFrom = 'none.txt';
    for (const [selection, message] of [
      [{ deals: '1..5', dealsFrom }, 'deals and a list of deals are both given; leave one out'],
      [{ dealsFrom, sample: { count: 5 } }, 'a list cannot be sampled'],
      [{ sample: { count: 2_000_000 } }, 'sample 2000000 is outside 1..1000000'],
    ] as const) {
      const folder = temporaryFolder();
      const failure = await generate({ ...selection, output: join(folder, 'a.bin') }).catch((error) => error);
      expect(failure).toBeInstanceOf(InputError);
      expect(failure.message).toContain(message);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('leaves out impossible deals of ranges and of lists', async () => {
    const folder = temporaryFolder();
    const dealsFrom = join(folder, 'list.txt');
    writeFileSync(dealsFrom, '11981 11982 11983 146692 1 781948 100..200');
    const listed = run(
      ['generate', '--deals-from', 'list.txt', '--winnable', '-f', 'ndjson', '-o', '-'],
      folder,
    );
    const deals = listed.stdout.toString().match(/(?<="deal":)\d+/g);
    expect(deals).toEqual(['11981', '11983', '1', ...Array.from({ length: 101 }, (_, i) => `${100 + i}`)]);
    const counts = [];
    for (const selection of [
      { deals: '1..2147483647', winnable: true },
      { dealsFrom, winnable: true },
      { deals: '11982,5..9', winnable: true, sample: { count: 5 } },
      { deals: '1..8589934591' },
    ]) {
      counts.push(await countDeals(selection));
    }
    expect(counts).toEqual([2147483647 - 25765, 104, 5, 8589934591]);
    expect(run(['generate', '--winnable', '--count'], folder).stdout.toString()).toBe('999992\n');
    await generate({ deals: '11980..11984', winnable: true, output: join(folder, 'w.bin') });
    const file = readFileSync(join(folder, 'w.bin'));
    const left = [11980, 11981, 11983, 11984];
    checkSame(file.subarray(64), expectedOf(records.numbered, left));
  });
});
