// Deals as they are shown, in every style; the command's own tests run the built command.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { showDeal, showDeals } from '../../src/board/show.js';
import type { StyleName } from '../../src/board/styles.js';
import { InputError } from '../../src/common/errors.js';
import { CARDS } from '../../src/game/constants.js';
import type { Deals } from '../../src/game/deal-numbers.js';

const NAMES = `7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H
`;

const SYMBOLS = `7♦ A♦ 5♣ 3♠ 5♠ 8♣ 2♦ A♥
T♦ 7♠ Q♦ A♣ 6♦ 8♥ A♠ K♥
T♥ Q♣ 3♥ 9♦ 6♠ 8♦ 3♦ T♣
K♦ 5♥ 9♠ 3♣ 8♠ 7♥ 4♦ J♠
4♣ Q♠ 9♣ 9♥ 7♣ 6♥ 2♣ 2♠
4♠ T♠ 2♥ 5♦ J♣ 6♣ J♥ Q♥
J♦ K♠ K♣ 4♥
`;

/** Of Unicode, which has knights between jacks and queens. */
const CHARACTERS = `🃇 🃁 🃕 🂣 🂥 🃘 🃂 🂱
🃊 🂧 🃍 🃑 🃆 🂸 🂡 🂾
🂺 🃝 🂳 🃉 🂦 🃈 🃃 🃚
🃎 🂵 🂩 🃓 🂨 🂷 🃄 🂫
🃔 🂭 🃙 🂹 🃗 🂶 🃒 🂢
🂤 🂪 🂲 🃅 🃛 🃖 🂻 🂽
🃋 🂮 🃞 🂴
`;

/** As make-microsoft-freecell-board prints it. */
const TEXT = `7D TD TH KD 4C 4S JD
AD 7S QC 5H QS TS KS
5C QD 3H 9S 9C 2H KC
3S AC 9D 3C 9H 5D 4H
5S 6D 6S 8S 7C JC
8C 8H 8D 7H 6H 6C
2D AS 3D 4D 2C JH
AH KH TC JS 2S QH
`;

const RED = /[AKQJT2-9][♦♥]|[\u{1f0b1}-\u{1f0be}\u{1f0c1}-\u{1f0ce}]/gu;

function coloured(board: string): string {
  return board.replace(RED, '\u001b[31m$&\u001b[39m');
}

describe('showDeal', () => {
  it.each<[StyleName | undefined, string]>([
    [undefined, NAMES],
    ['ascii', NAMES],
    ['unicode', SYMBOLS],
    ['cards', CHARACTERS],
    ['text', TEXT],
  ])('%s', (style, board) => {
    expect(showDeal(617, style)).toBe(board);
    expect(showDeal(617, style, { isColoured: false })).toBe(board);
    const isWithSuits = style === 'unicode' || style === 'cards';
    expect(showDeal(617, style, { isColoured: true })).toBe(isWithSuits ? coloured(board) : board);
  });

  it('colours a half of the cards', () => {
    expect(coloured(SYMBOLS).split('\u001b[31m')).toHaveLength(CARDS / 2 + 1);
    expect(coloured(CHARACTERS).split('\u001b[31m')).toHaveLength(CARDS / 2 + 1);
  });

  it('json, with the free cells that are needed where they are known', () => {
    const cards = JSON.stringify(NAMES.trim().split(/\s/));
    expect(showDeal(617, 'json')).toBe(`{"deal":617,"cards":${cards},"cells":4}\n`);
    expect(showDeal(164, 'json')).toMatch(/"\],"cells":0\}\n$/);
    expect(showDeal(32_000, 'json')).toMatch(/"\],"cells":\d\}\n$/);
    expect(showDeal(32_001, 'json')).toMatch(/"\]\}\n$/);
  });

  // a drawing that was looked at
  it('svg', () => {
    const drawing = showDeal(617, 'svg');
    expect(drawing).toContain(`<title>FreeCell deal 617</title>\n<desc>\n${NAMES}</desc>`);
    expect(createHash('sha256').update(drawing).digest('hex')).toBe(
      'bfa8a1dc29243ab36e1463b7e1615c15f1362d1ef9cad5e6ac2960e9587bb3db',
    );
  });

  it.each(['', 'ASCII', 'asci'])('there is no style %j', (style) => {
    expect(() => showDeal(617, style as StyleName)).toThrow(
      new InputError(`unknown style '${style}'; expected one of ascii, unicode, cards, text, json, svg`),
    );
  });

  it.each([0, 1.5, 8589934592])('there is no deal %d', (n) => {
    expect(() => showDeal(n)).toThrow(InputError);
  });

  it('takes no other option', () => {
    const options = { isColored: true } as object;
    const message = "unknown option 'isColored'; did you mean isColoured?";
    expect(() => showDeal(617, 'unicode', options)).toThrow(message);
    expect(() => showDeals(617, 'unicode', options)).toThrow(message);
    expect(() => showDeal(617, 'unicode', { isColoured: 1 as never })).toThrow('true or false');
  });
});

describe('showDeals', () => {
  it.each<StyleName>(['ascii', 'unicode', 'cards'])('%s: several deals have headings', (style) => {
    const boards = [...showDeals('617..618,1', style, { isColoured: true })];
    const [first, second, third] = [617, 618, 1].map((n) => showDeal(n, style, { isColoured: true }));
    expect(boards).toEqual([`Game #617\n${first}`, `\nGame #618\n${second}`, `\nGame #1\n${third}`]);
    expect([...showDeals('617', style)]).toEqual([showDeal(617, style)]);
  });

  it.each<StyleName>(['text', 'json'])('%s: one after another', (style) => {
    const boards = [617, 618, 1].map((n) => showDeal(n, style));
    expect([...showDeals('617..618,1', style)]).toEqual(boards);
  });

  it('svg: draws one', () => {
    expect([...showDeals(617, 'svg')]).toEqual([showDeal(617, 'svg')]);
    expect(() => showDeals('1..3', 'svg')).toThrow(
      new InputError("style 'svg' draws one deal and 3 are asked for; name one deal"),
    );
  });

  it('makes each when it is asked for', () => {
    const boards = showDeals('all');
    expect(boards.next().value).toMatch(/^Game #1\n/);
    expect(boards.next().value).toMatch(/^\nGame #2\n/);
  });

  it.each(['0', '5..3', ''])('refuses %j at once', (deals) => {
    expect(() => showDeals(deals as Deals)).toThrow(InputError);
  });
});
