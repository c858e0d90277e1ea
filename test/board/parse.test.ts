import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDealInOrder, findDealsInText } from '../../src/board/find.js';
import { BoardReader, FaultyBoard, parseBoard, parseBoards, parseCards } from '../../src/board/parse.js';
import { showDeal, showDeals } from '../../src/board/show.js';
import { type StyleName, styles } from '../../src/board/styles.js';
import { InputError } from '../../src/common/errors.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { findDealsByFirstCards } from '../../src/game/find.js';
import { CLI, run, runShell, temporaryFolder } from '../support/command.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL } from '../support/regimes.js';

const STYLES = Object.keys(styles) as StyleName[];
const ROWS = showDeal(617, 'ascii');
const COLUMNS = showDeal(617, 'text');

describe('what show prints', () => {
  // each in every style; their numbers are searched for in one style each, as all give the same cards
  it.each([
    ['whose cells are known', 1, 32_000],
    ['below 2^31', 32_001, FIRST_HIGH_DEAL - 1],
    ['from 2^31', FIRST_HIGH_DEAL, FIRST_WIDE_DEAL - 1],
    ['from 2^32', FIRST_WIDE_DEAL, LAST_DEAL],
  ])('parseBoard reads in every style a board %s, and findDeal finds its number', (_, min, max) => {
    for (const [i, n] of fc.sample(fc.integer({ min, max }), 300).entries()) {
      const cards = String(dealCards(n));
      for (const style of STYLES) {
        const by = style === 'text' ? 'columns' : 'rows';
        const parsed = parseBoard(showDeal(n, style, { color: true }), { by });
        if (String(parsed) !== cards) expect.fail(`${n} as ${style}`);
      }
      const style = STYLES[i % STYLES.length] as StyleName;
      const found = findDealsInText(showDeal(n, style));
      if (found.length !== 1 || found[0] !== n) expect.fail(`${n} as ${style}: ${found}`);
    }
  });
});

describe('parseBoard of a text that people paste', () => {
  const lines = (change: (line: string) => string, text = COLUMNS) =>
    text.trim().split('\n').map(change).join('\n');

  it.each([
    ['columns', COLUMNS],
    ['10 for T', ROWS.replaceAll('T', '10')],
    ['lower case', ROWS.toLowerCase()],
    ['lower case and 10', COLUMNS.replaceAll('T', '10').toLowerCase()],
    ['all in one line', ROWS.replaceAll('\n', ' ')],
    ['no line feed at the end', ROWS.trim()],
    ['a card a line', ROWS.replaceAll(/\s/g, '\n')],
    ['CRLF', COLUMNS.replaceAll('\n', '\r\n')],
    ['CR', ROWS.replaceAll('\n', '\r')],
    ['tabs', ROWS.replaceAll(' ', '\t')],
    ['commas', ROWS.replaceAll(' ', ', ')],
    ['extra blanks and empty lines', `\n\n  ${ROWS.replaceAll(' ', '   ').replaceAll('\n', '  \n\n')}\n`],
    ['no-break spaces', ROWS.replaceAll(' ', '\u00a0')],
    ['a byte order mark', `\ufeff${ROWS}`],
    [': 7D', lines((line) => `: ${line}`)],
    [':7D', lines((line) => `:${line}`)],
    ['outlined suits', ROWS.replace(/[CDHS]/g, (suit) => '♧♢♡♤'['CDHS'.indexOf(suit)] as string)],
    ['emoji suits', showDeal(617, 'unicode').replace(/[♣♦♥♠]/g, '$&\ufe0f')],
    ['suits as text', showDeal(617, 'unicode').replace(/[♣♦♥♠]/g, '$&\ufe0e')],
    ['characters without blanks', showDeal(617, 'cards').replaceAll(' ', '')],
    ['Game #617', `Game #617\n${ROWS}`],
    ['#617', `#617\n\n${ROWS}`],
    ['Deal 617:', `Deal 617: ${ROWS}`],
    ['FreeCell Game #617', `FreeCell Game #617\n${COLUMNS}`],
    ['the rows of the library', JSON.stringify(dealFreeCell(617))],
    ['JSON on many lines', JSON.stringify(JSON.parse(showDeal(617, 'json')), null, 2)],
    ['JSON with another order', JSON.stringify({ cards: ROWS.trim().split(/\s/), deal: 617 })],
    ['JSON with "game"', JSON.stringify({ game: 617, board: dealFreeCell(617) })],
    ['JSON with "number"', JSON.stringify({ number: 617, rows: dealFreeCell(617) }, null, 2)],
    [
      'JSON of suits in ASCII',
      JSON.stringify(showDeal(617, 'unicode').trim().split(/\s/)).replace(
        /[♣♦♥♠]/g,
        (suit) => `\\u${suit.charCodeAt(0).toString(16)}`,
      ),
    ],
    ['a list of Python', `[${lines((line) => `['${line.replaceAll(' ', "', '")}'],`, ROWS)}]`],
    ['a table', lines((line) => `| ${line.replaceAll(' ', ' | ')} |`, ROWS)],
    ['a drawing with a declaration', `<?xml version="1.0"?>\n${showDeal(617, 'svg')}`],
  ])('%s', (_, text) => {
    expect(findDealsInText(text)).toEqual([617]);
  });
});

describe('parseBoard of a text that is not a board', () => {
  const without = (name: string) => ROWS.replace(new RegExp(`${name}\\s`), '');

  it.each([
    ['', 'the text names no card; expected a board of 52'],
    ['Game #617\n', 'the text names no card'],
    [without('7D'), 'the board has 51 cards; expected 52; missing: 7D'],
    [`${ROWS}7D`, 'the board has 53 cards; expected 52; twice: 7D'],
    ['7D', 'the board has 1 card; expected 52; missing: AC AD AH AS 2C 2D and 45 more'],
    [ROWS.replace('7D', 'AD'), 'line 1: AD is on the board twice; expected once; missing: 7D'],
    [
      ROWS.replace('4H', '7d'),
      'line 7: 7D is on the board twice, first in line 1; expected once; missing: 4H',
    ],
    [ROWS + ROWS, 'there are 104 cards, 2 boards; expected one board of 52'],
    [[1, 2, 3].map((n) => showDeal(n, 'json')).join(''), 'there are 156 cards, 3 boards'],
    [
      ROWS.replace('TH', '1X'),
      "line 3: '1X' is not a valid card; expected a rank of A 2..10 (or T) J Q K and a suit",
    ],
    [ROWS.replace('TH', '11H'), "line 3: '11H' is not a valid card"],
    [ROWS.replace('TH', 'H'), "line 3: 'H' is not a valid card"],
    [ROWS.replace('TH', '1H'), "line 3: '1H' is not a valid card"],
    [ROWS.replace('TH', 'THE'), "line 3: 'THE' is not a valid card"],
    [ROWS.replace('TH', '🂠'), "line 3: '🂠' is not a valid card"],
    [ROWS.replace('TH', `${'x'.repeat(1000)}\u0007`), `line 3: '${'x'.repeat(20)}...' is not a valid card`],
    [ROWS.replace('TH', '1\u0007X'), "line 3: '1?X' is not a valid card"],
    [showDeal(617, 'svg').replace('TH QC', '1X QC'), "line 6: '1X' is not a valid card"],
    [
      ROWS.replace('JC', '\u{1f0dc}'),
      "line 6: '\u{1f0dc}' is a knight; expected a deck of 52 without knights",
    ],
    [`${COLUMNS}FC: - - - -\n`, "line 9: 'FC:' belongs to a game in play"],
    [`Founds: H-0 C-0 D-0 S-0\n${COLUMNS}`, "line 1: 'Founds:' belongs to a game in play"],
    [
      `Foundations: H-0 C-0 D-0 S-0\nFreecells:\n: ${COLUMNS}`,
      "line 1: 'Foundations:' belongs to a game in play",
    ],
    [`\nFreecells: 7D\n${COLUMNS}`, "line 2: 'Freecells:' belongs to a game in play"],
    ['<svg xmlns="..."><rect/></svg>', 'the drawing has no <desc> that describes its board'],
  ])('%j', (text, message) => {
    expect(() => parseBoard(text)).toThrow(InputError);
    expect(() => parseBoard(text)).toThrow(message);
  });

  it.each<[string, number, string[], string, (text: string) => unknown]>([
    ['a board', 51, [], 'the board has 51 cards; expected 52; missing: 4H', parseBoard],
    ['a board', 46, [], 'the board has 46 cards; expected 52; missing: 4H JD JH QH KC KS', parseBoard],
    [
      'a board',
      45,
      [],
      'the board has 45 cards; expected 52; missing: 4H 6C JD JH QH KC and 1 more',
      parseBoard,
    ],
    ['a board', 52, ['7D'], 'the board has 53 cards; expected 52; twice: 7D', parseBoard],
    ['a row', 2, ['7D'], 'line 1: 7D is there twice; expected once', parseCards],
  ])('%s of %d cards and also %j throws: %s', (_, count, more, message, parse) => {
    const names = [...ROWS.trim().split(/\s/).slice(0, count), ...more];
    expect(() => parse(names.join(' '))).toThrow(new InputError(message));
  });

  it.each<[string, (text: string) => unknown]>([
    ['parseBoard', parseBoard],
    ['parseBoards', (text) => [...parseBoards(text)]],
    ['parseCards', parseCards],
  ])('%s throws an InputError if it is given a number instead of a text', (_, parse) => {
    expect(() => parse(5 as never)).toThrow(new InputError('text is 5; expected a string'));
  });

  it('a board of more than 1 MiB of characters is refused, also after another board', () => {
    const most = ' '.repeat(2 ** 20);
    for (const [before, board] of [
      ['', 1],
      [ROWS, 2],
    ] as const) {
      const reader = new BoardReader();
      const read = (part: string) => [...reader.read(part)].length;
      expect(read(before) + read(most)).toBe(board - 1);
      expect(() => read(' ')).toThrow(
        new InputError(`board ${board} has more than 1048576 characters; expected the text of a board`),
      );
    }
  });

  it('a wrong word after a drawing is named with its line', () => {
    const drawing = showDeal(617, 'svg');
    const line = drawing.split('\n').length;
    expect(() => parseBoard(`${drawing}1X\n`)).toThrow(`line ${line}: '1X' is not a valid card`);
  });

  it('any text is read as a board, or refused with an InputError of one line', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.integer({ min: 0, max: CARDS - 1 }).map(cardName),
      fc.constantFrom('Game #1', 'FC:', ':', '"cards":[', '<svg ', '<desc>', '\n', '\u001b[31m', '\\u2660'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        try {
          expect(new Set(parseBoard(words.join(' '))).size).toBe(CARDS);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as Error).message).toMatch(/^.{10,400}$/u);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('parseBoards', () => {
  /** The numbers of the boards in a text that comes in parts of a length. */
  function numbersIn(text: string, length: number, numbers: (number | undefined)[] = []) {
    const reader = new BoardReader();
    const add = (boards: Iterable<Uint8Array | FaultyBoard>) => {
      for (const board of boards) {
        if (board instanceof FaultyBoard) throw board;
        numbers.push(findDealInOrder(board));
      }
    };
    for (let i = 0; i < text.length; i += length) add(reader.read(text.slice(i, i + length)));
    add(reader.end());
    return numbers;
  }

  it('reads any boards one after another, however they are written and wherever the text is cut', () => {
    const board = fc.record({ n: fc.integer({ min: 1, max: LAST_DEAL }), style: fc.constantFrom(...STYLES) });
    const text = fc.array(board, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('', '\n', '\r\n\r\n'),
        fc.integer({ min: 1, max: 9000 }),
        (boards, gap, length) => {
          const written = boards.map(({ n, style }) => showDeal(n, style, { color: true }) + gap).join('');
          expect(numbersIn(written, length)).toEqual(boards.map(({ n }) => n));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads boards under headings, several in a line, and lists of lists', () => {
    const numbers = [617, 618, 4294967296];
    const headed = [...showDeals('617..618,4294967296', 'unicode')].join('');
    const inALine = numbers.map((n) => showDeal(n).replaceAll('\n', ' ')).join('');
    const lists = JSON.stringify(numbers.map(dealFreeCell), null, 1);
    for (const text of [headed, inALine, lists, headed.replaceAll('\n', '\r')]) {
      expect(numbersIn(text, text.length)).toEqual(numbers);
      expect(numbersIn(text, 1)).toEqual(numbers);
    }
  });

  it('reads what stands before and after a drawing in a page', () => {
    const drawing = showDeal(617, 'svg');
    expect(numbersIn(`<?xml version="1.0"?>\n<html><body>\n${drawing}</body></html>\n`, 100)).toEqual([617]);
    expect(numbersIn(`${showDeal(618)}${drawing}${COLUMNS}`, 100)).toEqual([618, 617, 617]);
  });

  it('reads more boards in one text than the most characters of one board allow', () => {
    const reader = new BoardReader();
    const some = ROWS.repeat(200);
    let boards = 0;
    for (let i = 0; i < 40; i++) for (const _ of reader.read(some)) boards++;
    expect(40 * some.length).toBeGreaterThan(2 ** 20);
    expect(boards).toBe(8000);
  });

  it.each([
    ['nothing', '', [], 'the text names no card; expected a board of 52'],
    ['a heading alone', 'Game #617\n', [], 'the text names no card'],
    ['two cards', '7D AD', [], 'the board has 2 cards; expected 52; missing: AC AH AS 2C 2D 2H and 44 more'],
    [
      'a card too many',
      `${ROWS}7D`,
      [617],
      'board 2, from line 8: the board has 1 card; expected 52; missing: AC AD AH AS 2C 2D',
    ],
    [
      'a card twice in the second of three',
      ROWS + ROWS.replace('4H', '7d') + ROWS,
      [617],
      'line 14: 7D is on the board twice, first in line 8; expected once; missing: 4H',
    ],
    ['a wrong word after two', `${ROWS}\n${ROWS}1X`, [617, 617], "line 16: '1X' is not a valid card"],
    [
      'a wrong word after a drawing',
      `${showDeal(1, 'svg')}\n1X`,
      [1],
      `line ${showDeal(1, 'svg').split('\n').length + 1}: '1X' is not a valid card`,
    ],
    ['blanks without end', ' '.repeat(2 ** 20 + 1), [], 'board 1 has more than 1048576 characters'],
    [
      'a drawing without end',
      `${ROWS}<svg ${'x'.repeat(2 ** 20)}`,
      [617],
      'board 2 has more than 1048576 characters',
    ],
  ])(
    '%s: the boards before it are yielded, then the error says what is wrong',
    (_, text, numbers, message) => {
      for (const length of [7, 65536]) {
        const found: (number | undefined)[] = [];
        expect(() => numbersIn(text, length, found)).toThrow(message);
        expect(found).toEqual(numbers);
        if (text.length > 10_000) break;
      }
    },
  );

  it('counts a CR and LF that come in two parts as one line break', () => {
    const reader = new BoardReader();
    const read = (part: string) => Array.from(reader.read(part));
    expect(() => {
      for (const line of ROWS.split('\n')) for (const part of [line, '\r', '\n']) read(part);
      read('1X\n');
    }).toThrow("line 9: '1X' is not a valid card");
  });

  it('parseBoards yields the cards of each board of one text, by rows or by columns', () => {
    const cards = dealCards(617);
    for (const [by, text] of [
      ['rows', ROWS],
      ['columns', COLUMNS],
    ] as const) {
      expect([...parseBoards(text + text, { by })]).toEqual([cards, cards]);
      expect(parseBoard(text, { by })).toEqual(cards);
    }
    expect([...parseBoards(ROWS)]).toEqual([cards]);
    expect(() => parseBoard(ROWS, { by: 'row' as never })).toThrow(
      "by is 'row'; expected 'rows' or 'columns'",
    );
    expect(() => [...parseBoards(ROWS, { by: 5 as never })]).toThrow('by is 5; expected');
  });
});

describe('the work grows with the length of the text', () => {
  /** CPU time of parsing, ms: other processes have no part in it. */
  function work(text: string): number {
    const before = process.cpuUsage();
    for (const parse of [parseBoard, (boards: string) => Array.from(parseBoards(boards))]) {
      try {
        parse(text);
      } catch (error) {
        expect((error as Error).name).toBe('InputError');
      }
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  // find reads 1 MiB. In linear time a quarter of it takes 1 to 75 ms here; what is quadratic takes seconds to minutes.
  const SIZE = 2 ** 18;
  // The bounds are far above that, as a busy machine and a garbage collection take processor time as well.
  const MOST = 3000;
  const NOISE = 1000; // ms that a short text may take

  /** Fails at a shorter text already where that takes too long, as the whole would then take minutes. */
  function checkWork(head: string, repeated: string, tail: string): void {
    for (const size of [SIZE / 16, SIZE / 4, SIZE]) {
      const text = head + repeated.repeat(Math.ceil(size / repeated.length)) + tail;
      const ms = work(text.slice(0, size - tail.length) + tail);
      if (ms > Math.max((MOST * size) / SIZE, NOISE))
        expect.fail(`${JSON.stringify([head, repeated, tail])}: ${size} characters, ${ms} ms`);
    }
  }

  it.each([
    ['game', ' ', 'x'],
    ['game', ' ', '1x'],
    ['<svg ', '<desc', ''],
    ['<svg ', '<desc>', ''],
    ['', '<svg </svg>', '<desc>'],
    ['', '<svg <desc>7D</svg>', ''],
    ['<svg <desc>7D</svg>', '<', ''],
    ['"deal"', ' ', ''],
    ['"deal":', ' ', ''],
    ['fc', ' ', ''],
    ['ms', ' -', 'x'],
    ['', 'freecell ', 'x'],
    ['#', '1', 'x'],
    ['\u001b[', '1;', ''],
    ['', '\u001b[1', ''],
    ['', '\n', ''],
    ['', 'x\n', ''],
    ['', '7D ', ''],
    ['', '🃇', ''],
    ['', '\\u2660', ''],
    ['', '"cards":', ''],
    ['', '> ', '7D'],
    ['', '>', ''],
    ['', '7D', ''],
    ['', 'D10', 'x'],
    ['', 'as ', 'said'],
    ['', '-', 'x'],
  ])('reads %j, many times %j, then %j in time that grows with the length', (head, repeated, tail) => {
    checkWork(head, repeated, tail);
  });

  it('reads any repeated word in time that grows with the length', () => {
    const part = fc
      .array(
        fc.oneof(
          fc.constantFrom('game', 'ms ', 'no', 'number', '#', '7', ' ', '-', ':', '.', 'x', '\n', '\r'),
          fc.constantFrom('<svg ', '<desc', '>', '<', '"', 'deal', '"cards"', '\\u', '\u001b[', ';', 'm'),
          fc.constantFrom('fc', 'free', 'cell', 'founds', 'ations', '7D', '10', '♦', '🃇', '\ufe0f'),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((words) => words.join(''));
    fc.assert(fc.property(part, part, part, checkWork), { numRuns: 15, endOnFailure: true });
  });
});

describe('parseCards', () => {
  it('reads the first cards, in rows', () => {
    expect(Array.from(parseCards('7D AD 5C'), cardName)).toEqual(['7D', 'AD', '5C']);
    expect(parseCards('7♦').length).toBe(1);
    expect(parseCards(ROWS)).toEqual(dealCards(617));
  });

  it.each([
    ['', 'the text names no card; expected the first row of a board'],
    ['7D AD 1X', "line 1: '1X' is not a valid card"],
    ['7D AD 7D', 'line 1: 7D is there twice; expected once'],
    [`${ROWS}7D`, 'there are 53 cards; expected the first 1 to 52 of a board'],
  ])('refuses %j', (text, message) => {
    expect(() => parseCards(text)).toThrow(message);
  });
});

describe('find', () => {
  const folder = () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'rows.txt'), ROWS);
    writeFileSync(join(path, 'columns.txt'), COLUMNS);
    writeFileSync(join(path, 'swapped.txt'), ROWS.replace('7D AD', 'AD 7D'));
    writeFileSync(join(path, 'row'), '7D AD 5C 3S 5S 8C 2D AH\n');
    mkdirSync(join(path, 'folder'));
    return path;
  };

  it.each([
    'find rows.txt',
    'find columns.txt',
    'find < rows.txt',
    'find - < rows.txt',
    'find --row row',
    'find row --row',
    'find --row < row',
    'find --row - < row',
    'find --row "7D AD 5C 3S 5S 8C 2D AH"',
    'find --row 7D AD 5C 3S 5S 8C 2D AH',
    'find --row 7d ad 5♣ 3♠ 5S 8C 2D AH --in 617',
    'find --in 1..2147483647 --row 7D AD 5C 3S 5S 8C 2D AH 10d',
  ])("'%s' prints 617", (line) => {
    const { status, stdout, stderr } = runShell(`"$0" "$1" ${line}`, folder());
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({ status: 0, stdout: '617\n', stderr: '' });
  });

  it('reads what show pipes, in every style', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'all'), STYLES.map((style) => showDeal(8589934591, style)).join(''));
    const line = '{ cat all; "$0" "$1" show 617 --style svg; } | "$0" "$1" find';
    const expected = [...STYLES.map(() => 8589934591), 617];
    expect(runShell(line, path).stdout.toString()).toBe(expected.map((n) => `${n}\n`).join(''));
  });

  it.each(['utf8', 'utf16le'] as const)('reads %s in pieces that end within a character', (encoding) => {
    const path = temporaryFolder();
    const numbers = Array.from({ length: 300 }, (_, i) => 1 + i);
    const boards = numbers.map((n) => showDeal(n, 'cards')).join('\n');
    const expected = numbers.map((n) => `${n}\n`).join('');
    const find = (line: string) => {
      const { stdout, stderr } = runShell(line, path);
      expect([stderr, stdout.toString() === expected]).toEqual(['', true]);
    };
    // a card and a blank have five bytes or six: one of three borders is within a character
    for (const blanks of ['', ' ', '  ']) {
      const text = `${encoding === 'utf8' ? '' : '\ufeff'}${blanks}${boards}`;
      writeFileSync(join(path, 'boards'), text, encoding);
      find('"$0" "$1" find boards');
    }
    find('{ head -c 1003; sleep 0.1; cat; } < boards | "$0" "$1" find');
  });

  it('prints - for a board that no deal has, goes on, and ends with status 1', () => {
    const found = runShell('cat rows.txt swapped.txt columns.txt | "$0" "$1" find', folder());
    expect(found.stdout.toString()).toBe('617\n-\n617\n');
    expect(found.stderr).toBe(
      'freecell-deals: no deal 1..8589934591 has 1 of the 3 boards, neither by rows nor by columns; ' +
        '--near looks for one mistake in each\n',
    );
    expect(found.status).toBe(1);
    const { status, stdout, stderr } = run(['find', 'swapped.txt'], folder());
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '-\n' });
    expect(stderr).toContain('has this board');
  });

  it('takes 7D as a card even if a file is named 7D', () => {
    const path = folder();
    writeFileSync(join(path, '7D'), 'AH AS 4H');
    const { status, stdout } = run(['find', '--row', '7D', '--in', '600..617'], path);
    expect({ status, stdout: stdout.toString() }).toEqual({
      status: 0,
      stdout: expect.stringContaining('617\n'),
    });
  });

  it('reads the UTF-16 that PowerShell writes', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'wide.txt'), Buffer.from(`\ufeff${showDeal(617, 'unicode')}`, 'utf16le'));
    expect(run(['find', 'wide.txt'], path).stdout.toString()).toBe('617\n');
  });

  it('waits for a pipe whose writer is slow', async () => {
    const child = spawn(process.execPath, [CLI, 'find'], { stdio: 'pipe' });
    let found = '';
    child.stdout.on('data', (data) => {
      found += data;
    });
    for (const part of [ROWS.slice(0, 70), ROWS.slice(70)]) {
      child.stdin.write(part);
      await sleep(60);
    }
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(found).toBe('617\n');
  });

  it('prints every deal number whose board begins with the given cards', () => {
    const { stdout } = run(
      ['find', '--row', 'AH', 'AS', '4H', '--in', '11000..12000,5..7'],
      temporaryFolder(),
    );
    expect(stdout.toString()).toBe('11982\n');
    const aces = run(['find', '--row', 'AS'], temporaryFolder()).stdout.toString();
    const numbers = aces.trim().split('\n').map(Number);
    const expected = [...findDealsByFirstCards([3])]; // which other tests compare with dealing them all
    expect(expected.length).toBeGreaterThan(15_000);
    expect(numbers).toEqual(expected);
  });

  it('ends with status 0 if the reader closes the pipe before all numbers are printed', () => {
    const line = '"$0" "$1" find --row AS --in 1..8589934591 | head -1; exit $PIPESTATUS';
    const { status, stdout, stderr } = runShell(line, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.toString()).toMatch(/^\d+\n$/);
  });

  it.each([
    ['find --row 7D AD 5C 3S 5S 8C AH 2D', 1, 'no deal of 1..1000000 begins with these cards'],
    ['find none.txt', 1, 'cannot read none.txt: there is no such file'],
    ['find folder', 1, 'cannot read folder: it is a folder'],
    ['find row', 2, 'the board has 8 cards; expected 52'],
    ['find < /dev/null', 2, 'the text names no card; expected a board of 52'],
    ['find /dev/zero', 2, 'board 1 has more than 1048576 characters'],
    ['find --row /dev/zero', 2, 'the first cards of a board have more than 1048576 characters'],
    ['find --row none.txt', 2, "line 1: 'none.txt' is not a valid card"],
    ['find --row row --in 0..5', 2, 'deal number 0 is outside 1..8589934591'],
    ['find rows.txt > /dev/full', 1, 'cannot write standard output: no space left'],
    ['find --row row > /dev/full', 1, 'cannot write standard output: no space left'],
    ['find --in 1..5 rows.txt', 2, '--in is for --row'],
    ['find rows.txt --row 7D', 2, "'rows.txt' and the cards of --row are both given"],
    ['find rows.txt columns.txt', 2, 'too many arguments'],
  ])('%s ends with status %i', (line, expected, message) => {
    const { status, stdout, stderr } = runShell(`"$0" "$1" ${line}`, folder());
    expect(stderr).toMatch(/^freecell-deals: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect({ status, stdout: stdout.length }).toEqual({ status: expected, stdout: 0 });
  });
});
