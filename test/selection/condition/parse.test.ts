import { expect, it } from 'vitest';
import { InputError } from '../../../src/common/errors.js';
import { parseCondition } from '../../../src/selection/condition/parse.js';

it.each([
  ['deal > 5 AND pos_10D < 8', 'unknown column pos_10D at offset 13; did you mean pos_TD?'],
  ['pos_D7 = 1', 'unknown column pos_D7 at offset 0; did you mean pos_7D?'],
  [
    'card_0 = AH',
    'unknown column AH at offset 9; put cards in single quotes, and the condition in double ones',
  ],
  [
    'card_0 = 7D',
    "'7D' is not a whole number at offset 9; put cards in single quotes, and the condition in double ones",
  ],
  ['card_52 = 1', 'unknown column card_52 at offset 0; expected card_0 to card_51'],
  ["card_0 <> '10D'", "'10D' is not a card at offset 10; did you mean 'TD'?"],
  ["card_0 IN ('7D', ' d7')", "' d7' is not a card at offset 17; did you mean '7D'?"],
  ["NOT card_0 NOT IN ('it''s')", "'it's' is not a card at offset 19; expected for example '7D'"],
  ['leats(1, 2) = 1', 'unknown function leats at offset 0; did you mean least?'],
  ['', 'expected a value, found the end at offset 0'],
  ["deal = 1 OR 'AC'", 'expected a condition, found a string at offset 12'],
  ['NOT 5', 'expected a condition, found an integer at offset 4'],
  ['pos_AC < AND', "expected a value, found 'AND' at offset 9"],
  ['deal = 1 ADN deal = 2', "expected AND, OR or the end, found 'ADN' at offset 9; did you mean AND?"],
  ['(deal = 1', "expected ')', found the end at offset 9"],
  ['deal IN ()', "expected a value, found ')' at offset 9"],
  ['deal IN 5', "expected '(', found '5' at offset 8"],
  ['deal NOT = 5', "expected BETWEEN or IN, found '=' at offset 9"],
  ['deal BETWEEN 1 OR 2', "expected 'AND', found 'OR' at offset 15"],
  ['deal IS 5', "expected 'NULL', found '5' at offset 8"],
  ['deal = 5 IS NULL', "expected AND, OR or the end, found 'IS' at offset 9"],
  ['(deal = 5) IS NULL', 'IS NULL takes an integer, not a condition, at offset 11'],
  ['deal = NULL', 'a value is NULL at offset 7; write IS NULL or IS NOT NULL'],
  ['cell = 3', 'unknown column cell at offset 0; did you mean cells?'],
  ['deal / 2 = 1', "unexpected '/' at offset 5; integers are divided by //"],
  ['deal == 2', "unexpected '==' at offset 5; write ="],
  ['deal = 2 -- two', "unexpected '--' at offset 9; leave comments out"],
  [
    '"deal" = 2',
    `unexpected '"' at offset 0; write strings in single quotes, such as '7D', and names without quotes`,
  ],
  ["card_0 = '7D", "unexpected ''' at offset 9; the string has no end"],
  ['deal = 2;', "unexpected ';' at offset 8"],
  ['deal = 2 & deal = 3', "unexpected '&' at offset 9; write AND"],
  ['deal = 2 || deal = 3', "unexpected '|' at offset 9; write OR"],
  ['! deal = 2', "unexpected '!' at offset 0; write NOT"],
  ['deal = 1x', "'1x' is not a whole number at offset 7"],
  ['deal\t =\n  x1', 'unknown column x1 at offset 10'],
  ['deal NOT BETWEN 1 AND 2', "expected BETWEEN or IN, found 'BETWEN' at offset 9; did you mean BETWEEN?"],
  ['deal + (deal = 1) = 2', '+ takes integers, not a condition, at offset 8'],
  ["deal BETWEEN 'A' AND 5", '>= cannot compare an integer with a string at offset 5'],
  ['least(1 2) > 1', "expected ')', found '2' at offset 8"],
  ['deal = in (5)', "expected a value, found 'in' at offset 7"],
  ["deal '=' 5", "expected AND, OR or the end, found '=' at offset 5"],
  ["deal 'AND'", "expected AND, OR or the end, found 'AND' at offset 5"],
  ['deal = 🂡', "unexpected '🂡' at offset 7"],
  ['deal < 4503599627370496', "'4503599627370496' exceeds 4503599627370495 at offset 7"],
  ["pos_AC = '7D'", '= cannot compare an integer with a string at offset 7'],
  ["card_0 < '7D'", '< cannot compare names of cards at offset 7; use =, <>, IN or NOT IN'],
  ["'7D' >= card_0", '>= cannot compare names of cards at offset 5; use =, <>, IN or NOT IN'],
  ["card_0 BETWEEN '2C' AND '7D'", '>= cannot compare names of cards at offset 7; use =, <>, IN or NOT IN'],
  ["'7D' = '8D'", '= compares two strings at offset 5; one of them must be a card, such as card_0'],
  ['(deal = 1) = (deal = 2)', '= cannot compare a condition with a condition at offset 11'],
  ['-card_0 > 1', '- takes integers, not a string, at offset 1'],
  ["least('7D') > 1", 'least takes integers, not a string, at offset 6'],
  ['abs(1, 2) > 1', 'abs takes one integer, not 2, at offset 0'],
  ['deal * deal > 1', 'values can exceed 4503599627370495 at offset 5; divide before multiplying'],
])('the condition %j is refused: %s', (text, message) => {
  expect(() => parseCondition(text)).toThrow(new InputError(`where: ${message}`));
});

it('a condition may have a long list', () => {
  const numbers = Array.from({ length: 5000 }, (_, i) => i);
  expect(parseCondition(`deal IN (${numbers})`)).toMatchObject({ kind: 'or' });
});
