// Conditions are parsed to trees: the nodes that an engine evaluates, the cards to deal, and the bounds of every value.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/common/errors.js';
import type { Integer } from '../../../src/selection/condition/integers.js';
import { joinConditions, parseCondition } from '../../../src/selection/condition/parse.js';
import { type Condition, depthOf } from '../../../src/selection/condition/tree.js';
import { pairsIn } from '../../support/golden.js';

/** A condition as a text, apart from bounds: 0@3..7 says that the ace of clubs is one of the cards 3 to 7. */
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

it.each(pairsIn('conditions.txt'))('the condition %s is the tree %s', (text, tree) => {
  const condition = parseCondition(text);
  expect(`${shown(condition)}, depth ${depthOf(condition)}`).toBe(tree);
});

it.each(pairsIn('bounds.txt'))('the value %s is one of %s', (text, bounds) => {
  const { left } = parseCondition(`${text} <> deal + 0`) as Extract<Condition, { kind: 'compare' }>;
  expect(`${left.min}..${left.max}`).toBe(bounds);
});

it.each(pairsIn('wrong-conditions.txt'))('the condition %j is refused: %s', (text, message) => {
  expect(() => parseCondition(text)).toThrow(new InputError(`where: ${message}`));
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
    ['deal', 'deal = 1'],
    ['deal = 1', 'deal = '],
    ['deal = 1) OR (deal = 2', 'deal = 3'],
  ])('of which one is wrong are refused: %s AND %s', (first, second) => {
    expect(() => joinConditions([first, second])).toThrow(InputError);
  });
});
