import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDealsInText, parseBoard, parseBoards, parseCards, readingsOf } from '../../src/board/parse.js';
import { type StyleName, showDeal, showDeals, styles } from '../../src/board/show.js';
import { InputError } from '../../src/common/errors.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { findDeal } from '../../src/game/find.js';
import { pairsIn, rowsIn } from '../support/golden.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL } from '../support/numbers.js';

const STYLES = Object.keys(styles) as StyleName[];
const ROWS = showDeal(617, 'ascii');
const COLUMNS = showDeal(617, 'text');

// in every style; the numbers are searched for in one style each, as all give the same cards
it.each([
  ['whose cells are known', 1, 32_000],
  ['below 2^31', 32_001, FIRST_HIGH_DEAL - 1],
  ['from 2^31', FIRST_HIGH_DEAL, FIRST_WIDE_DEAL - 1],
  ['from 2^32', FIRST_WIDE_DEAL, LAST_DEAL],
])('parseBoard reads a board %s as show prints it, and findDeal finds its number', (_, min, max) => {
  for (const [i, n] of fc.sample(fc.integer({ min, max }), 60).entries()) {
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

/** The deal that has 52 cards as its rows or as its columns. */
function dealOf(inOrder: Uint8Array): number | undefined {
  const [rows, columns] = readingsOf(inOrder);
  return findDeal(rows) ?? findDeal(columns);
}

/** A text in which {1} to {7} stand for the rows of deal 617, and {617} for all of them. */
function textOf(short: string): string {
  const rows = ROWS.trimEnd().split('\n');
  return short.replaceAll('{617}', rows.join('\n')).replace(/\{(\d)\}/g, (_, i) => rows[i - 1] as string);
}

describe('parseBoard of a text that is not a board', () => {
  it.each(pairsIn('wrong-boards.txt'))('%j is refused: %s', (short, message) => {
    expect(() => parseBoard(textOf(short))).toThrow(new InputError(message));
  });

  it('any text is read as a board, or refused with an InputError of one line', () => {
    const character = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
    const word = fc.oneof(
      fc.string({ unit: character, maxLength: 5 }),
      fc.integer({ min: 0, max: CARDS - 1 }).map(cardName),
      fc.constantFrom('Game #1', 'FC:', ':', '"cards":[', '\n', '\u001b[31m', '\\u2660'),
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
  it('reads boards under headings, several in a line, and lists of lists', () => {
    const numbers = [617, 618, 4294967296];
    const headed = [...showDeals('617..618,4294967296', 'unicode')].join('');
    const inALine = numbers.map((n) => showDeal(n).replaceAll('\n', ' ')).join('');
    const lists = JSON.stringify(numbers.map(dealFreeCell), null, 1);
    for (const text of [headed, inALine, lists, headed.replaceAll('\n', '\r')])
      expect(findDealsInText(text)).toEqual(numbers);
    const sentences = 'the AC and the KD were no help\n'.repeat(14); // 28 names, but no board
    expect(findDealsInText(sentences + ROWS)).toEqual([617]);
    expect(findDealsInText(ROWS.replace(/\n*$/, ' 1X\n'))).toEqual([617]); // a wrong word in the last line of a board
    expect(() => findDealsInText(`${ROWS}1X\n`.replaceAll('\n', '\r\n'))).toThrow("line 8: '1X' is not");
  });

  /** The deals of the boards of a text, up to an error. */
  function boardsOf(text: string): string {
    const found: unknown[] = [];
    try {
      for (const board of parseBoards(text)) found.push(dealOf(board));
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      found.push((error as Error).message);
    }
    return found.join(', ');
  }

  it.each(pairsIn('pasted-boards.txt'))('the boards of %j, up to an error, are %s', (short, result) => {
    expect(boardsOf(textOf(short))).toBe(result);
    if (result === '617') expect(dealOf(parseBoard(textOf(short)))).toBe(617);
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
    for (const sign of ['', ...' ,;\t']) {
      const line = ROWS.replace(/\s/g, sign).repeat(40); // read in pieces, whose ends would be within names
      expect([...parseBoards(line)]).toEqual(Array(40).fill(cards));
      expect(() => findDealsInText(`${line}\n1X`)).toThrow("line 2: '1X' is not");
    }
    const expected = "expected 'rows' or 'columns'";
    expect(() => parseBoard(ROWS, { by: 'row' as never })).toThrow(`by is 'row'; ${expected}`);
    expect(() => [...parseBoards(ROWS, { by: 5 as never })]).toThrow(`by is 5; ${expected}`);
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

  // In linear time this takes 1 to 75 ms here; what is quadratic takes seconds to minutes.
  const SIZE = 2 ** 18;
  // Each line and each card takes longer, and a quarter of them is enough.
  const SIZE_OF_BOARDS = 2 ** 16;
  // The bounds are far above that, as a busy machine and a garbage collection take processor time as well.
  const MOST = 3000;
  const NOISE = 1500; // ms that a short text may take

  const TEXTS = rowsIn<[head: string, repeated: string, tail: string]>('long-texts.txt');

  it.each(TEXTS)('reads %j, many times %j, then %j in time that grows with the length', (...text) => {
    const [head, repeated, tail] = text;
    const most = /\n|7D|🃇|as/.test(repeated) ? SIZE_OF_BOARDS : SIZE;
    // fails at a shorter text already where that takes too long, as the whole would then take minutes
    for (const size of [most / 16, most]) {
      const text = head + repeated.repeat(Math.ceil(size / repeated.length)) + tail;
      const ms = work(text.slice(0, size - tail.length) + tail);
      expect(ms, `${size} characters`).toBeLessThan(Math.max((MOST * size) / SIZE, NOISE));
    }
  });
});

describe('parseCards', () => {
  it('reads the first cards, in rows', () => {
    expect(Array.from(parseCards('7D AD 5C'), cardName)).toEqual(['7D', 'AD', '5C']);
    expect(parseCards('7♦').length).toBe(1);
    expect(parseCards('<?xml version="1"?>7&#9830;&#32;A\\u2666').length).toBe(2);
    expect(parseCards(ROWS)).toEqual(dealCards(617));
  });

  it.each(pairsIn('wrong-first-rows.txt'))('refuses %j: %s', (text, message) => {
    expect(() => parseCards(textOf(text))).toThrow(new InputError(message));
  });
});
