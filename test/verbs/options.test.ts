// A wrong option throws an InputError that names the option, before anything is written.

import { readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import {
  countDeals,
  deals,
  findDealsByFirstCards,
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

const NOTHING = { output: devNull, format: 'bin', limit: 1 };

/** Values that throw whatever is asked of them, or at one question. */
function hostileValues(): unknown[] {
  const trap = () => {
    throw new Proxy({}, { get: trap, getPrototypeOf: trap });
  };
  const traps = new Proxy({}, { get: () => trap });
  const revoked = [{}, [], () => 1].map((target) => Proxy.revocable(target, {}));
  for (const { revoke } of revoked) revoke();
  return [
    ...revoked.map(({ proxy }) => proxy),
    ...[{}, [], () => 1, Array(52).fill(1)].map((target) => new Proxy(target, traps)),
    ...['get', 'ownKeys', 'getPrototypeOf'].map((name) => new Proxy([1], { [name]: trap })),
    {
      get [Symbol.toStringTag]() {
        return trap();
      },
    },
    {
      length: 52,
      get 0() {
        return trap();
      },
    },
    { [Symbol.toPrimitive]: trap, [Symbol.toStringTag]: 'x'.repeat(1e6) },
    Symbol('x'.repeat(1e6)),
  ];
}

it.each(hostileValues().map((value, i) => [i, any(value)]))(
  'every function takes hostile value %i, or throws a short InputError or FilterError',
  async (_, value) => {
    const kernel = await loadKernel();
    const options = WRONG.map(([option]) => option).filter((option) => option !== 'onProgress');
    const named = Object.entries(library).filter(([name]) => /^[a-z]/.test(name) && name !== 'generate');
    const functions = named.map(([, call]) => call as (value: unknown) => unknown);
    const calls = [
      ...options.map((option) => () => generate(any({ ...NOTHING, [option]: value }))),
      ...functions.map((call) => () => call(value)),
      () => kernel.deal(1, any(value)),
      () => countDeals({ where: [value] }),
      () => countDeals({ deals: 5, sample: { count: 1, seed: value } }),
      () => countDeals({ deals: { first: value, last: 5 } }),
      () => deals({ shard: { index: 1, count: value } }).next(),
      () => findDealsByFirstCards([1], value),
      () => showDeal(617, value),
      () => showDeal(617, 'json', { knownCells: value }),
      () => verify('none', value),
    ];
    for (const [i, call] of calls.entries()) {
      try {
        await call();
      } catch (error) {
        const { name, message } = error as Error;
        const allowed = /^\d+ (InputError|FilterError|ReadError cannot read none:) .{1,250}$/;
        expect(`${i} ${name} ${message}`).toMatch(allowed);
      }
    }
  },
);

const detached = new Uint8Array(52);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const throwing = new Proxy([1, 2], {
  get: (array, key) => (key === '1' ? JSON.parse('{') : Reflect.get(array, key)),
});
const iterable = (iterator: unknown) => ({ [Symbol.iterator]: () => iterator });
const asyncIterable = (iterator: unknown) => ({ [Symbol.asyncIterator]: () => iterator });
const NO_ITERATOR = '; expected an object with the function next';
const NO_RESULT = 'an iterator returns undefined; expected { value, done }';

describe.each(['dealsFrom', 'exclude'])('%s', (option) => {
  it.each<[string, object, string]>([
    ['a detached array', detached, 'the list of deals cannot be read'],
    ['an array whose element throws', throwing, 'the list of deals cannot be read'],
    ['a number for an iterator', iterable(5), `an iterator is 5${NO_ITERATOR}`],
    ['an iterator without next', iterable({}), NO_ITERATOR],
    ['no result of an iterator', iterable({ next: () => {} }), NO_RESULT],
    ['a number for an async iterator', asyncIterable(5), `an iterator is 5${NO_ITERATOR}`],
    ['an async iterator without next', asyncIterable({}), NO_ITERATOR],
    ['no result of an async iterator', asyncIterable({ next: async () => {} }), NO_RESULT],
  ])('refuses %s', async (_, list, message) => {
    const failure = countDeals(any({ deals: option === 'exclude' ? '1..9' : undefined, [option]: list }));
    await checkFailure(failure, InputError, message);
  });
});

it('a list that is not read to its end is closed, once', async () => {
  let [closed, n] = [0, 0];
  const next = () => ({ value: ++n, done: false });
  const end = () => ({ value: ++closed, done: true });
  const dealsFrom = iterable({ next, return: end });
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

it('generate ends with the very value that a callback, a list or a signal of the program throws', async () => {
  for (const value of hostileValues()) {
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
  }
});
