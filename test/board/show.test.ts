// Deals are shown in every style. test/commands/show.test.ts runs the built command.

import { describe, expect, it } from 'vitest';
import { type StyleName, showDeal, showDeals, styles } from '../../src/board/show.js';
import { InputError } from '../../src/common/errors.js';
import type { Deals } from '../../src/game/deal-numbers.js';
import type { KnownCells } from '../../src/game/known-cells.js';
import { knownCells as facts } from '../../src/selection/facts.js';
import { sha256 } from '../support/bytes.js';
import { GAME_617 } from '../support/golden.js';

const NAMES_617 = GAME_617.trim().split(/\s/);
const symbolOf = (suit: string) => '♣♦♥♠'['CDHS'.indexOf(suit)] ?? '';

/** Unicode's card of a name: spades first, clubs last, and knights between jacks and queens. */
function characterOf(name: string): string {
  const rank = 'A23456789TJ.QK'.indexOf(name.charAt(0)) + 1;
  return String.fromCodePoint(0x1f0a0 + 16 * 'SHDC'.indexOf(name.charAt(1)) + rank);
}

/** The columns, as make-microsoft-freecell-board prints them. */
const TEXT = Array.from(
  { length: 8 },
  (_, column) => `${NAMES_617.filter((_, i) => i % 8 === column).join(' ')}\n`,
);

const LINE = `{"deal":617,"cards":${JSON.stringify(NAMES_617)}}\n`;

/** Deal 617 in each style, the drawing as its SHA-256. */
const SHOWN: Record<StyleName, string> = {
  ascii: GAME_617,
  unicode: GAME_617.replace(/[CDHS]\b/g, symbolOf),
  cards: GAME_617.replace(/\w+/g, characterOf),
  text: TEXT.join(''),
  json: LINE,
  svg: 'bfa8a1dc29243ab36e1463b7e1615c15f1362d1ef9cad5e6ac2960e9587bb3db',
};

const NAMES = Object.keys(styles) as StyleName[];
/** The styles that show several deals in a way, such as with headings. */
const stylesOf = (several: (typeof styles)[StyleName]['several']) =>
  NAMES.filter((style) => styles[style].several === several);

const RED = /[AKQJT2-9][♦♥]|[\u{1f0b1}-\u{1f0be}\u{1f0c1}-\u{1f0ce}]/gu;

function coloured(board: string): string {
  return board.replace(RED, '\u001b[31m$&\u001b[39m');
}

describe('showDeal', () => {
  it.each(NAMES)('shows deal 617 as %s to the character, coloured in unicode and cards alone', (style) => {
    const board = showDeal(617, style);
    const wanted = SHOWN[style];
    expect(style === 'svg' ? sha256(board) : board).toBe(wanted);
    expect(showDeal(617, style, { color: false })).toBe(board);
    const hasSuits = style === 'unicode' || style === 'cards';
    expect(showDeal(617, style, { color: true })).toBe(hasSuits ? coloured(board) : board);
  });

  it('shows json with the free cells that a deal needs, if they are known', () => {
    const knownCells = facts();
    expect(showDeal(617, 'json', { knownCells })).toMatch(/"\],"cells":4\}\n$/);
    const shown = [...showDeals('164,1000001', 'json', { knownCells })];
    expect(shown[0]).toMatch(/"\],"cells":0\}\n$/);
    expect(shown[1]).toMatch(/"\]\}\n$/);
    expect(showDeal(1, 'text', { knownCells })).toBe(showDeal(1, 'text'));
    expect(() => showDeal(1, 'json', { knownCells: 4 as unknown as KnownCells })).toThrow(
      'knownCells is 4; expected the result of await loadKnownCells()',
    );
  });

  it.each(['', 'ASCII', 'html', 'toString'])('refuses the unknown style %j', (style) => {
    expect(() => showDeal(617, style as StyleName)).toThrow(InputError);
  });
});

describe('showDeals', () => {
  it.each(stylesOf('headed'))('shows several deals in the style %s under headings', (style) => {
    const boards = [...showDeals('617..618,1', style, { color: true })];
    const [first, second, third] = [617, 618, 1].map((n) => showDeal(n, style, { color: true }));
    expect(boards).toEqual([`Game #617\n${first}`, `\nGame #618\n${second}`, `\nGame #1\n${third}`]);
    expect([...showDeals('617', style)]).toEqual([showDeal(617, style)]);
  });

  it.each(stylesOf('plain'))('shows several deals as %s one after another without headings', (style) => {
    const boards = [617, 618, 1].map((n) => showDeal(n, style));
    expect([...showDeals('617..618,1', style)]).toEqual(boards);
  });

  it.each(stylesOf('page'))('draws several deals as %s on white sheets, four on each', (style) => {
    expect([...showDeals(617, style)]).toEqual([showDeal(617, style)]);
    const page = [...showDeals('3,4..7', style)].join('');
    expect([...showDeals('3..6', style)][0]).toContain('height="190mm"'); // no empty sheet after a full one
    expect(sha256(page)).toBe('bc6927edd89f67e21c4faa5033efb2ee48fa1cb94cdf65cbcc667ab3c1707f02');
  });

  it.each(['0', '5..3', ''])('refuses the deals %j before the first board is asked for', (deals) => {
    expect(() => showDeals(deals as Deals)).toThrow(InputError);
  });
});
