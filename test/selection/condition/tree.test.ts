// Conditions are parsed to trees: the nodes that an engine evaluates, and the bounds of every value.

import { describe, expect, it } from 'vitest';
import { LAST_DEAL } from '../../../src/game/constants.js';
import type { Integer } from '../../../src/selection/condition/integers.js';
import { joinConditions, parseCondition } from '../../../src/selection/condition/parse.js';
import { type Condition, depthOf } from '../../../src/selection/condition/tree.js';

const MAX_VALUE = 2 ** 52 - 1;

/** Whether the ace of clubs, or another card, is one of the cards `first`..`last` dealt. */
function among(first: number, last: number, holds = true, card = 0): Condition {
  return { kind: 'among', card, first, last, holds };
}

/** A comparison as a text, apart from bounds. */
function shown(condition: Condition): string {
  if (condition.kind === 'among') {
    return `${condition.holds ? '' : 'not '}${condition.card}@${condition.first}..${condition.last}`;
  }
  if (condition.kind !== 'compare') return `${condition.kind}(${condition.of.map(shown).join('; ')})`;
  const { op, left, right } = condition;
  if (left.kind !== 'number' || right.kind === 'number')
    return `${shownInteger(left)} ${op} ${shownInteger(right)}`;
  return `${shownInteger(right)} ${op.replace('<', '>').replace('>>', '<>')} ${shownInteger(left)}`;
}

function shownInteger(integer: Integer): string {
  if (integer.kind === 'number') return `${integer.value}`;
  if (integer.kind === 'lookup')
    return `card ${integer.card}: ${integer.values[0]}, ${integer.values[1]}, ..`;
  if (integer.kind === 'deal' || integer.kind === 'cells') return integer.kind;
  if ('of' in integer) return `${integer.kind}(${shownInteger(integer.of)})`;
  return `${integer.kind}(${shownInteger(integer.left)}, ${shownInteger(integer.right)})`;
}

describe('a condition on the position of a card', () => {
  it.each([
    ['pos_AC = 3', among(3, 3)],
    ['3 = pos_AC', among(3, 3)],
    ['pos_AC <> 3', among(3, 3, false)],
    ['pos_AC < 8', among(0, 7)],
    ['pos_AC >= 8', among(0, 7, false)],
    // as few cards are dealt as possible, then the fewer places are looked at
    ['pos_AC >= 44', among(0, 43, false)],
    ['pos_AC >= 45', among(45, 51)],
    ['pos_AC <> 51', among(51, 51, false)],
    ['pos_AC < 52', among(52, 51, false)],
    // beyond all of them
    ['pos_AC = 52', among(52, 51)],
    ['pos_KS = 51', among(51, 51, true, 51)],
    // calculated for each place
    ['pos_AC % 32 = 4', { kind: 'or', of: [among(4, 4), among(36, 36)] }],
    ['pos_AC % 32 <> 4', { kind: 'and', of: [among(4, 4, false), among(36, 36, false)] }],
    ['least(pos_AC, 8) = greatest(pos_AC, 3)', among(3, 8)],
    ["card_9 = 'AC'", among(9, 9)],
    ["'KS' <> card_51", among(51, 51, false, 51)],
    ["card_9 IN ('KS', 'AC')", { kind: 'or', of: [among(9, 9, true, 51), among(9, 9)] }],
    // the cards of a deal differ
    ['card_3 = card_40', among(52, 51)],
    ['card_3 <> card_40', among(52, 51, false)],
    ['card_3 = card_3', among(52, 51, false)],
  ])('%s', (text, tree) => {
    expect(parseCondition(text)).toEqual(tree);
  });
});

describe('the depth of a condition: how many cards have to be dealt', () => {
  it.each([
    ['deal % 1000 = 617', 0],
    ["card_9 <> '7D'", 10],
    ['cells = 3', 0],
    ['abs(-deal) = 1', 0],
    ['abs(pos_AC) + deal = 1', 52],
    ['pos_AC < 8', 8],
    ['pos_AC >= 44', 44],
    ['pos_AC < 52', 0],
    ['pos_AC // 8 = 2', 24],
    ['pos_AC < pos_AD', 52],
    ['8 // pos_AC < 3', 52],
    ["pos_AC = 4 OR card_2 = 'AC' OR NOT pos_AD = 11", 12],
  ])('%s', (text, depth) => {
    expect(depthOf(parseCondition(text))).toBe(depth);
  });
});

describe('a comparison', () => {
  it.each([
    ['deal = 5', 'deal = 5'],
    ['5 != deal', 'deal <> 5'],
    ['5 < deal', 'deal > 5'],
    ['5 >= deal', 'deal <= 5'],
    ['5 < 6', '5 < 6'],
    ['pos_AC < pos_AD', 'card 0: 0, 1, .. < card 1: 0, 1, ..'],
    // constants, and what depends on one position alone, are calculated once
    ['3 - 2 * pos_AC < -pos_AD', 'card 0: 3, 1, .. < card 1: 0, -1, ..'],
    ['1 + 2 * 3 - 4 // 5 % 6 = deal', 'deal = 7'],
    ['-5 < deal', 'deal > -5'],
    ['abs(-5) < deal', 'deal > 5'],
    ['- -deal = 1', 'minus(minus(deal)) = 1'],
    ['1 + deal * 3 - deal // 5 % 6 = deal', '-(+(1, *(deal, 3)), %(//(deal, 5), 6)) = deal'],
    ['LEAST(1, deal, 3) = Greatest(deal, 2)', 'least(least(1, deal), 3) = greatest(deal, 2)'],
  ])('%s', (text, tree) => {
    expect(shown(parseCondition(text))).toBe(tree);
  });
});

describe('joined conditions', () => {
  it.each([
    ['deal > 1 OR (deal > 2 OR deal > 3)', 'or(deal > 1; deal > 2; deal > 3)'],
    ['deal > 1 OR deal > 2 AND deal > 3', 'or(deal > 1; and(deal > 2; deal > 3))'],
    ['deal > 1 AND pos_AC = 3', 'and(deal > 1; 0@3..3)'],
    ['(deal > 1 OR deal > 2) AND deal > 3 AND pos_AC = 4', 'and(or(deal > 1; deal > 2); deal > 3; 0@4..4)'],
    ['deal IN (5)', 'deal = 5'],
    ['deal IN (5, 7)', 'or(deal = 5; deal = 7)'],
    ['deal between 5 and 7', 'and(deal >= 5; deal <= 7)'],
    ['deal NOT BETWEEN 5 AND 7', 'or(deal < 5; deal > 7)'],
    ['NOT deal = 5', 'deal <> 5'],
    ['NOT deal <> 5', 'deal = 5'],
    ['NOT deal < 5', 'deal >= 5'],
    ['NOT deal <= 5', 'deal > 5'],
    ['NOT (deal > 1 OR NOT deal > 2)', 'and(deal <= 1; deal > 2)'],
    ['Cells IS NULL', 'isNull(cells) = 1'],
    ['cells is not null', 'isNull(cells) <> 1'],
    ['NOT cells IS NOT NULL', 'isNull(cells) = 1'],
    ['-deal % 0 IS NULL', 'isNull(%(minus(deal), 0)) = 1'],
    ["card_0 IS NULL OR 'AC' IS NOT NULL", 'or(0 = 1; 0 <> 1)'],
    ['NOT (cells > 2 OR cells IS NULL)', 'and(cells <= 2; isNull(cells) <> 1)'],
  ])('%s', (text, tree) => {
    expect(shown(parseCondition(text))).toBe(tree);
  });
});

describe('the bounds of a value', () => {
  it.each([
    ['deal', 1, LAST_DEAL],
    ['pos_AC', 0, 51],
    ['-deal', -LAST_DEAL, -1],
    ['abs(pos_AC - 9)', 0, 42],
    ['abs(pos_AC - 60)', 9, 60],
    ['cells', 0, 15],
    ['deal - pos_AC', -50, LAST_DEAL],
    ['(pos_AC - 9) * (pos_AD - 9)', -9 * 42, 42 * 42],
    ['least(pos_AC, 9)', 0, 51],
    ['greatest(pos_AC - 9, 90)', -9, 90],
    ['deal % -7', 0, 6],
    ['pos_AC % 99', 0, 51],
    ['(pos_AC - 30) % 7', -6, 6],
    ['(pos_AC - 60) % 99', -60, 0],
    ['deal % (pos_AC - 60)', 0, 59],
    ['deal % 0', 0, 0],
    ['deal // -2', -4294967295, 0],
    ['deal // pos_AC', -LAST_DEAL, LAST_DEAL],
    ['deal // (5 % 3)', -LAST_DEAL, LAST_DEAL],
    ['deal // (1 // 0)', -LAST_DEAL, LAST_DEAL],
    ['(pos_AC - 30) // pos_AD', -30, 30],
    ['(pos_AC - 21) // pos_AD', -30, 30],
    ['pos_AC // 0', -51, 51],
  ])('of %s are %d to %d', (text, min, max) => {
    const { left } = parseCondition(`${text} <> deal + 0`) as Extract<Condition, { kind: 'compare' }>;
    expect([left.min + 0, left.max + 0]).toEqual([min, max]); // -0 is 0
  });

  const most = MAX_VALUE - LAST_DEAL;

  it.each([
    ['deal = ', MAX_VALUE, 'exceeds'],
    ['0 < deal + ', most, 'values can exceed'],
    ['0 > 0 - deal - ', most, 'values can exceed'],
  ])('are at most 2^52-1: %s%d', (text, n, message) => {
    expect(parseCondition(`${text}${n}`)).toBeDefined();
    expect(() => parseCondition(`${text}${n + 1}`)).toThrow(message);
  });
});

describe('the limits of depth and length', () => {
  it.each<[string, number, (n: number) => string]>([
    ['parentheses', 100, (n) => `${'('.repeat(n)}deal = 1${')'.repeat(n)}`],
    ['NOT', 100, (n) => `${'NOT '.repeat(n)}deal = 1`],
    ['signs', 100, (n) => `${'- '.repeat(n)}deal = 1`],
    ['functions', 100, (n) => `${'abs('.repeat(n)}deal${')'.repeat(n)} = 1`],
    ['terms', 200, (n) => `deal${' + 1'.repeat(n)} = 1`],
    ['operands of a function', 200, (n) => `least(deal${', 1'.repeat(n)}) = 1`],
  ])('accepts %s up to %d', (_, most, textOf) => {
    expect(parseCondition(textOf(most))).toBeDefined();
    const message = /the condition is nested too deeply at offset \d+; use fewer parentheses or terms$/;
    expect(() => parseCondition(textOf(most + 1))).toThrow(message);
  });

  it('accepts any number of parentheses side by side', () => {
    for (const text of ['(deal = 1) OR ', 'NOT deal = 1 OR abs(-deal) = 1 OR '])
      expect(parseCondition(`${text.repeat(110)}deal = 2`)).toMatchObject({ kind: 'or' });
  });

  it('accepts 65,536 characters and refuses one more', () => {
    const text = 'deal = 1'.padEnd(65_536);
    expect(shown(parseCondition(text))).toBe('deal = 1');
    const message = 'where: the condition is longer than 65536 characters at offset 65536';
    expect(() => parseCondition(`${text} `)).toThrow(message);
  });
});

describe('several conditions', () => {
  it.each([
    [[], undefined],
    [['deal > 5'], 'deal > 5'],
    [['deal > 5', 'deal < 9 OR deal = 1'], '(deal > 5) AND (deal < 9 OR deal = 1)'],
  ])('%j are joined into one condition', (texts, joined) => {
    expect(joinConditions(texts)).toBe(joined);
  });

  it.each([
    [
      'what the shell leaves of a condition',
      ['deal'],
      'an integer at offset 0; write it in quotes, because the shell',
    ],
    ['the second one', ['deal = 1', 'deal = '], 'where: expected a value, found the end at offset 7'],
    [
      'one that closes the parenthesis of another',
      ['deal = 1) OR (deal = 2', 'deal = 3'],
      "where: expected AND, OR or the end, found ')' at offset 8",
    ],
    [
      'one that is as deep as can be',
      [`${'('.repeat(100)}deal = 1${')'.repeat(100)}`, 'deal = 1'],
      'where: the condition is nested too deeply at offset 101',
    ],
  ])('are refused with %s', (_, texts, message) => {
    expect(() => joinConditions(texts)).toThrow(message);
  });
});
