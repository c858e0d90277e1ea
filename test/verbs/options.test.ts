// A wrong option throws an InputError that names the option, before anything is written.

import { readdirSync } from 'node:fs';
import { devNull } from 'node:os';
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
  parseDeals,
  showDeal,
  showDeals,
  verify,
} from '../../src/index.js';
import { parseShard } from '../../src/selection/shard.js';
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
const sparse = (...values: unknown[]) => any(Object.assign([], { 0: values[0], 2: values[1], length: 4 }));
const output = 'x.bin';
const OPTIONS = 'expected an object';

it.each<[string, object, string]>([
  ...rowsIn<[string, object, string]>('wrong-values.txt'),
  ['deals', sparse(1, 3), 'undefined is neither a deal number nor a range'],
  ['dealsFrom', { [Symbol.iterator]: 5 }, 'dealsFrom is [object Object]; expected the path'],
  ['deals', () => 1, '; expected deal numbers and ranges'],
  ['dealsFrom', sparse(1, 3), 'undefined is not a valid deal number'],
  ['dealsFrom', sparse('a', 'b'), 'dealsFrom is [object Array]; expected'],
  ['where', sparse('deal < 5', 'deal > 2'), 'where is [object Array]; expected'],
])('countDeals refuses the option %s %j', async (option, value, message) => {
  await checkFailure(countDeals(any({ [option]: value })), InputError, message);
});

const THREADS = 'thread count 0 is outside 1..256';

it.each<[string, () => unknown, string]>([
  ['no thread for generate', () => generate({ output, threads: 0 }), THREADS],
  ['no thread for countDeals', () => countDeals({ threads: 0 }), THREADS], // nothing has to be dealt
  ['no thread for deals', () => deals({ threads: 0 }).next(), THREADS],
  ['no thread for verify', () => verify('a.bin', { threads: 0 }), THREADS],
  ['sparse boards', () => showDeals(sparse(1, 3)), 'undefined is neither a deal number nor a range'],
  ['winable', () => generate(any({ output, winable: true })), "option 'winable'; did you mean winnable?"],
  ['allowGaps', () => generate(any({ output, allowGaps: 1 })), 'expected one of deals, dealsFrom, winnable'],
  ['colour', () => showDeal(617, 'ascii', any({ colour: true })), "option 'colour'; did you mean color?"],
  [
    'several colours',
    () => showDeals('1..2', 'ascii', any({ color: 'red' })),
    "color is 'red'; expected true",
  ],
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
  ['a list of styles', () => showDeal(617, any(['ascii'])), 'unknown style [object Array]'],
  ['a style that is a symbol', () => showDeal(617, any(Symbol('s'))), 'unknown style Symbol(s)'],
])('the library refuses %s', async (_, call, message) => {
  await checkFailure(async () => call(), InputError, message);
});

it.each([1, 256])('%d threads are allowed', async (threads) => {
  expect(await countDeals({ deals: '1..3', threads })).toBe(3);
});

it('a list that is not read to its end is closed, once', async () => {
  let [closed, n] = [0, 0];
  const next = () => ({ value: ++n, done: false });
  const end = () => ({ value: ++closed, done: true });
  const dealsFrom = { [Symbol.iterator]: () => ({ next, return: end }) };
  for await (const { count } of deals(any({ dealsFrom, limit: 5 }))) expect(count).toBe(5);
  expect(closed).toBe(1);
});

const LONG = 10_000;

it.each<[string, () => unknown]>([
  ['a deal number', () => parseDeals('9'.repeat(LONG))],
  ['a fraction', () => parseDeals(`5.${'1'.repeat(LONG)}`)],
  ['groups of three digits', () => parseDeals(`1${',000'.repeat(LONG)}`)],
  ['a shard', () => parseShard('1'.repeat(LONG))],
  ['a column', () => countDeals({ where: `${'x'.repeat(LONG)} > 0` })],
  ['a function', () => countDeals({ where: `${'x'.repeat(LONG)}(1) > 0` })],
])('the message on %s of many characters is cut', async (_, call) => {
  await checkFailure(async () => call(), InputError, /^.{1,300}$/);
});

it.each([null, 'enough', { name: 5 }])(
  'generate ends with the very value %j that a list or a signal throws',
  async (value) => {
    const stop = new AbortController();
    const list = function* () {
      yield 1;
      throw value;
    };
    const [output, onProgress] = [devNull, () => stop.abort(value)];
    for (const options of [{ dealsFrom: list() }, { deals: 5, signal: stop.signal, onProgress }]) {
      const run = generate({ ...options, output, format: 'bin' });
      expect(await run.catch((error) => error === value)).toBe(true);
    }
  },
);
