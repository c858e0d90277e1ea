// Every alternative in a text that people paste: each name, sign, heading and tag separately.

import { expect, it } from 'vitest';
import { cardsOf } from '../../src/board/named-cards.js';
import { parseBoard, parseCards } from '../../src/board/parse.js';
import { cardCharacter, showDeal } from '../../src/board/show.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';

const DRAWING = showDeal(617, 'svg');
const ROWS = showDeal(617);

/** Fails unless a text is read as the board of 617, also in capitals. */
function checkBoard(text: string, what = text): void {
  for (const written of [text, text.toUpperCase()]) {
    const cards = parseBoard(written);
    if (cards.join() !== dealCards(617).join()) expect.fail(what);
  }
}

/** All ways to choose one of each. */
function product(...choices: string[][]): string[] {
  return choices.reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)), ['']);
}

it('every name of every card is read as that card', () => {
  const names = Array.from({ length: CARDS }, (_, card) => {
    const [rank, suit] = cardName(card);
    const i = 'CDHS'.indexOf(suit);
    const tens = rank === 'T' ? ['10', '1O', '1o', '0'] : [];
    const number = { A: ['1'], J: ['11'], Q: ['12'], K: ['13'] }[rank as string] ?? [];
    const ranks = [rank, rank.toLowerCase(), ...tens, ...number];
    const words = 'Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King'.split(' ');
    const inWords = product(
      [words[card >> 2], rank, ...tens],
      [' of ', '-of-'],
      [['Club', 'diamond', 'Heart', 'SPADE'][i]],
      ['', 's'],
    );
    const suits = [suit, suit.toLowerCase(), '♣♦♥♠'[i], '♧♢♡♤'[i]];
    const short = [...product(ranks, suits), ...product(suits, ranks), cardCharacter(card)];
    return [...short, ...inWords].map((name) => [name, card] as const);
  }).flat();
  for (const [name, card] of names) {
    expect(cardsOf(name.replaceAll(/[ -]/g, '_')), name).toEqual([card]);
    expect([...parseCards(name)], name).toEqual([card]);
  }
});

const NO_CARDS = '1X 14C 00D OD 1 0 TX 1D0 7 D 77D 7DD 100D 1OOD XD ♦ D7D D71 🂠 🂬 🃟';
it.each([...NO_CARDS.split(' '), 'Acd_of_Hearts', '7D5_of_Hearts', 'D_of_spades'])('%s: no card', (word) => {
  expect(cardsOf(word)).toEqual([]);
  expect(() => parseCards(word)).toThrow(`line 1: '${word}' is not a valid card`);
});

it('cards without blanks, rank first or suit first', () => {
  const squeezed = [ROWS, ROWS.replaceAll('T', '10'), showDeal(617, 'unicode'), showDeal(617, 'cards')];
  for (const rows of squeezed) checkBoard(rows.replaceAll(' ', ''));
  checkBoard(ROWS.replace(/\s/g, ''));
  const suitFirst = ROWS.replace(/(\w)(\w)/g, '$2$1');
  for (const rows of [suitFirst, suitFirst.replaceAll('T', '10')]) {
    checkBoard(rows);
    checkBoard(rows.replaceAll(' ', ''));
  }
});

const RANK_WORDS = 'ace two three four five six seven eight nine ten jack queen king'.split(' ');
const SUIT_WORDS = ['club', 'diamond', 'heart', 'spade'];

it.each([
  'R-S ',
  "'R'_'S',",
  '("R", "S"), ',
  'R S  ',
  '{"rank":"R","suit":"S"},',
  'Card(R, S); ',
  'R of S, ',
  'R\tS|',
])('a rank and a suit that are apart are a card, as in %j, in words, and the suit first', (form) => {
  for (const isSwapped of [false, true]) {
    for (const inWords of [false, true]) {
      const signs = inWords ? [RANK_WORDS, SUIT_WORDS.map((suit) => `${suit}s`)] : ['A23456789TJQK', 'CDHS'];
      const [first, second] = isSwapped ? ['S', 'R'] : ['R', 'S'];
      const order = form.replace(/R|S/g, (sign) => (sign === 'R' ? first : second));
      const write = (card: number) =>
        order.replace(/R|S/g, (sign) => (sign === 'R' ? signs[0][card >> 2] : signs[1][card & 3]));
      checkBoard(Array.from(dealCards(617), (card, i) => write(card) + (i % 8 === 7 ? '\n' : '')).join(''));
    }
  }
});

it.each([
  ['SEVEN_DIAMOND', (rank: string, suit: string) => `${rank}_${suit} `],
  ['Rank.SEVEN, Suit.DIAMONDS', (rank: string, suit: string) => `new Card(Rank.${rank}, Suit.${suit}S), `],
  ['<card>', (rank: string, suit: string) => `<card id="100000" suit="${suit}s" rank="${rank}"/>\n`],
])('%s is a card', (_, write) => {
  checkBoard(
    Array.from(dealCards(617), (card) => write(RANK_WORDS[card >> 2], SUIT_WORDS[card & 3])).join(''),
  );
});

it('names of cards in words are a remark where they stand among others', () => {
  checkBoard(`Ace of Hearts, Ace of Spades and so on:\n${ROWS}`);
  checkBoard(ROWS.replace('AH', 'Ace of Hearts').replace('TD', 'ten of diamonds'));
});

it.each('fc,freecell,freecells,free cell,free cells,found,founds,foundation,foundations'.split(','))(
  'the line %s is left out where it is empty; a game in play is refused',
  (what) => {
    for (const empty of ['', '  -  -', ' H-0 C-0 D-0 S-0 ']) checkBoard(`${what}:${empty}\n${ROWS}`);
    checkBoard(`${ROWS}what are ${what}: 7D\n`);
    for (const line of [`${what}: - 7D`, `  ${what.toUpperCase()} : H-0 C-3`, `> ${what}: 7D`])
      expect(() => parseBoard(`${ROWS}${line}`)).toThrow(/^line 8: '.*:' belongs to a game in play;/);
  },
);

it.each([...' \t\u00a0\v\f,:;|"\'`()[]{}-/_*.\\', ...'\n|\r|\r\n|, |", "| / |\\n|\\r'.split('|')])(
  '%j separates names',
  (sign) => {
    checkBoard(ROWS.trim().replace(/\s/g, sign));
  },
);

it.each(['\ufe0e', '\ufe0f', '\u20e3', '\ufeff', '\u200b', '\u200d', '\u2060', '\u00ad'])(
  'the invisible character %j within a name is ignored',
  (mark) => {
    checkBoard(ROWS.replace(/(\w)(\w)/g, `${mark}$1${mark}$2${mark}`));
  },
);

const [, svg, desc] = /^(<svg[^>]*>)[\s\S]*?(<desc[^>]*>)/.exec(DRAWING) ?? [];

it.each([
  ['without attributes', DRAWING.replace(svg, '<svg>')],
  ['with its attributes in lines', DRAWING.replace('<svg ', '<svg\n')],
  ['whose description has an attribute', DRAWING.replace(desc, '<desc id="x">')],
  ['whose description has none', DRAWING.replace(desc, '<desc>')],
  ['without a last tag', DRAWING.replace('</svg>', '')],
  ['whose description has another tag', DRAWING.replaceAll('desc', 'description')],
  ['in a page', `<html>\n<body><p>${DRAWING}</p></body>\n</html>\n`],
])('a drawing %s is read from its description, also in capitals', (_, text) => {
  checkBoard(text);
});
