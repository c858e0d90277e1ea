// A wrong option throws an InputError that names the option, before anything is written.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  countDeals,
  deals,
  generate,
  InputError,
  loadKernel,
  parseBoard,
  parseBoards,
  parseCards,
  showDeal,
  showDeals,
  verify,
} from '../../src/index.js';
import { temporaryFolder } from '../support/command.js';
import { checkFailure } from '../support/failure.js';
import { rowsIn } from '../support/golden.js';

/** What a program passes that TypeScript would not let pass. */
type Anything = never;

const WRONG = rowsIn<[option: string, values: unknown[], expected: string]>('wrong-options.txt');

it.each(WRONG)('the option %s of a wrong kind is refused by generate', async (option, values, expected) => {
  const folder = temporaryFolder();
  for (const value of values) {
    const options = { output: join(folder, 'a.bin'), [option]: value } as Anything;
    const message = new RegExp(`^${option} is .*; expected ${expected.replace(/[{}]/g, '\\$&')}`);
    await checkFailure(generate(options), InputError, message);
  }
  expect(readdirSync(folder)).toEqual([]);
});

const any = (value: unknown) => value as Anything;
const output = 'x.bin';
const OPTIONS = 'expected an object';

it.each<[string, object, string]>([
  ...rowsIn<[string, object, string]>('wrong-values.txt'),
  ['deals', () => 1, '; expected deal numbers and ranges'],
])('countDeals refuses the option %s %j', async (option, value, message) => {
  await checkFailure(countDeals(any({ [option]: value })), InputError, message);
});

it.each<[string, () => unknown, string]>([
  ['no thread', () => deals({ threads: 0 }).next(), 'thread count 0 is outside 1..256'],
  ['winable', () => generate(any({ output, winable: true })), "option 'winable'; did you mean winnable?"],
  ['allowGaps', () => generate(any({ output, allowGaps: 1 })), 'expected one of deals, dealsFrom, winnable'],
  ['colour', () => showDeal(617, 'ascii', any({ colour: true })), "option 'colour'; did you mean color?"],
  ['a red board', () => showDeals(1, 'ascii', any({ color: 'red' })), "color is 'red'; expected true"],
  ['a colour of 1', () => showDeal(617, 'ascii', any({ color: 1 })), 'color is 1; expected true or false'],
  ['smd', () => loadKernel(any({ smd: true })), 'did you mean simd?'],
  ['generate()', () => generate(any(undefined)), `options is missing; ${OPTIONS}`],
  ['no output', () => generate(any({ deals: '1..10' })), 'output is missing; expected the path'],
  ['deals(null)', () => deals(any(null)).next(), `options is null; ${OPTIONS}`],
  ['a path with \\0', () => verify('a\0b'), "path is 'a\\u0000b'; expected the path of a file"],
  ['verify()', () => verify(any(undefined)), 'path is missing; expected the path of a file'],
  ['parseBoard()', () => parseBoard(any(undefined)), 'text is missing; expected a string'],
  ['parseBoards(null)', () => [...parseBoards(any(null))], 'text is null; expected a string'],
  ['parseCards(7)', () => parseCards(any(7)), 'text is 7; expected a string'],
])('the library refuses %s', async (_, call, message) => {
  await checkFailure(async () => call(), InputError, message);
});
