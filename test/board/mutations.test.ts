// Boards as people mistype them: a deal that is found has the board of the text.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBoard, readingsOf } from '../../src/board/parse.js';
import { showDeal } from '../../src/board/show.js';
import { InputError } from '../../src/common/errors.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { findDeal } from '../../src/game/find.js';

/** 10,000 take about a minute. */
const MUTATED = Number(process.env.MUTATED_BOARDS ?? 1000);

type Mutation = (text: string, at: number, sign: string) => string;

/** Applies a change to one of the parts of a text. */
function onPart(pattern: RegExp, change: (part: string) => string): Mutation {
  return (text, at) => {
    const parts = text.split(pattern);
    const i = Math.floor((at * parts.length) / 2) * 2; // the odd ones are what is between
    return parts.with(i, change(parts[i] as string)).join('');
  };
}

function exchange(pattern: RegExp): Mutation {
  return (text, at) => {
    const parts = text.split(pattern);
    const count = Math.ceil(parts.length / 2);
    const [i, j] = [at, at * 7919].map((x) => 2 * Math.floor((x % 1) * count)) as [number, number];
    return parts
      .with(i, parts[j] as string)
      .with(j, parts[i] as string)
      .join('');
  };
}

const WORD = /(\s+)/;
const LINE = /(\n)/;
const index = (text: string, at: number) => Math.floor(at * text.length);

const MUTATIONS: readonly Mutation[] = [
  (text, at) => text.slice(0, index(text, at)) + text.slice(index(text, at) + 1),
  (text, at, sign) => text.slice(0, index(text, at)) + sign + text.slice(index(text, at)),
  (text, at, sign) => text.slice(0, index(text, at)) + sign + text.slice(index(text, at) + 1),
  exchange(WORD),
  exchange(LINE),
  onPart(WORD, () => ''),
  onPart(WORD, (word) => `${word} ${word}`),
  onPart(WORD, (word) => word.toLowerCase()),
  onPart(WORD, (word) => [...word].reverse().join('')),
  onPart(WORD, (word) => word.replace('T', '10')),
  onPart(WORD, (word) => word.replace('T', '1O').replace('A', '1')),
  onPart(WORD, (word) => word.replace(/^(.)H$/, '$1 of hearts')),
  onPart(LINE, () => ''),
  onPart(LINE, (line) => `${line}\n${line}`),
  onPart(LINE, (line) => line.replaceAll(' ', '')),
  onPart(LINE, (line) => `${line}\nas he said, ha ha\n`),
  onPart(LINE, (line) => `As I wrote on 21 Nov:\n${line}`),
  onPart(LINE, (line) => `see: ${line}`),
  (text) => text.replace(/^/gm, '> '),
  (text) => `Game #617\n${text}`,
  (text) => `${text}\n-- \nAnn\n`,
];

const SIGNS = [...' \n>$#:.,-|CDHSAKQJTO1023456789xé♠♥🃁🂬'];
const CARD = /(?:1[0O]|[0-9TJQKA])[CDHS]|[CDHS](?:1[0O]|[0-9TJQKA])/gi;

/** The cards of the lines that have nothing but cards, found in another way than the library's, as AC .. KS. */
function cardsSaid(text: string): string[] {
  const symbols = text.replaceAll('🃁', ' AD ').replaceAll('♠', 'S').replaceAll('♥', 'H');
  const inLetters = symbols.replace(/(?<= |^)(.) of hearts/gim, '$1H');
  return inLetters.split('\n').flatMap((line) => {
    const content = line.replace(/^[\s>$]*((?:Game )?#\d+\b|:)/, '').replace(/[^\p{L}\p{N}]/gu, '');
    const cards = content.match(CARD) ?? [];
    if (cards.join('') !== content) return [];
    return cards.map((card) => {
      const ten = card.toUpperCase().replace(/1?[0O]/, 'T');
      const name = ten.replace('1', 'A');
      return /^[CDHS]/.test(name) ? name.charAt(1) + name.charAt(0) : name;
    });
  });
}

/** The names of a board in the order of both texts. */
function boardsOf(n: number): string[] {
  return [showDeal(n), showDeal(n, 'text')].map((text) => text.trim().split(/\s+/).join());
}

it(`${MUTATED} mutated boards: a deal that is found has the board of the text`, () => {
  const counts = { found: 0, others: 0, refused: 0 };
  const step = fc.record({
    mutate: fc.constantFrom(...MUTATIONS),
    at: fc.noBias(fc.integer({ min: 0, max: 2 ** 30 - 1 })).map((i) => i / 2 ** 30),
    sign: fc.constantFrom(...SIGNS),
  });
  const mutated = fc.record({
    n: fc.integer({ min: 1, max: LAST_DEAL }),
    style: fc.constantFrom('ascii', 'text'),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  });
  const check = ({ n, style, steps }: typeof mutated extends fc.Arbitrary<infer T> ? T : never) => {
    const text = steps.reduce((text, { mutate, at, sign }) => mutate(text, at, sign), showDeal(n, style));
    try {
      const found = readingsOf(parseBoard(text)).flatMap((cards) => findDeal(cards) ?? []);
      const said = cardsSaid(text).join();
      for (const number of found)
        if (!boardsOf(number).includes(said)) expect.fail(`deal ${number}, but the text says\n${text}`);
      counts[found.length > 0 ? 'found' : 'others']++;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.message).toMatch(/^.{10,400}$/u);
      counts.refused++;
    }
  };
  fc.assert(
    fc.property(mutated, (one) => void check(one)),
    { numRuns: MUTATED },
  );
  // each outcome is frequent enough to mean something
  expect(counts.found).toBeGreaterThan(MUTATED / 20);
  expect(counts.refused).toBeGreaterThan(MUTATED / 4);
  expect(counts.others).toBeGreaterThan(MUTATED / 50);
});
