// A wrong option throws an InputError that names the option, before anything is written.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countDeals,
  deals,
  generate,
  InputError,
  loadKernel,
  merge,
  openDeals,
  parseBoard,
  parseBoards,
  parseCards,
  showDeal,
  showDeals,
  verify,
} from '../../src/index.js';
import { temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

/** What a program passes that TypeScript would not let pass. */
type Anything = never;

/** The message of the InputError of a call. */
async function messageOf(call: () => unknown): Promise<string> {
  const failure: unknown = await (async () => call())().catch((error) => error);
  expect(failure).toBeInstanceOf(InputError);
  return (failure as InputError).message;
}

const WRONG: [option: string, values: unknown[], expected: string][] = [
  [
    'dealsFrom',
    [42, null, {}, true, { [Symbol.iterator]: 5 }],
    'the path of a file, an array of paths, or an iterable of numbers',
  ],
  ['exclude', [42, null, {}, true], 'the path of a file, an array of paths, or an iterable of numbers'],
  ['limit', [null, '4'], 'a number'],
  ['deals', [null, true, () => 1], 'deal numbers and ranges, such as 617 or 1..1000'],
  ['winnable', [null, 1, 'yes'], 'true or false'],
  ['impossible', [null, 0], 'true or false'],
  ['sample', [null, 5, []], '{ count, seed }'],
  ['shard', [null, '1/2'], '{ index, count }'],
  ['filter', [null, 5, {}], 'the path of a module, or a function'],
  ['threads', [null, '4'], 'a number'],
  ['signal', [null, {}, 5], 'an AbortSignal'],
];

const WRONG_OF_OUTPUT: typeof WRONG = [
  ['output', [null, 42, 'a\0b'], 'the path of a file, or - for standard output'],
  ['format', [null, 5], 'a string'],
  ['chunkBytes', [null, '4'], 'a number'],
  ['force', [null, 1], 'true or false'],
  ['resume', [null, 1], 'true or false'],
  ['sync', [null, 1], 'true or false'],
  ['onProgress', [null, 'x'], 'a function'],
];

describe('an option of the wrong kind', () => {
  it.each([...WRONG, ...WRONG_OF_OUTPUT])('%s', async (option, values, expected) => {
    const folder = temporaryFolder();
    for (const value of values) {
      const options = { output: join(folder, 'a.bin'), [option]: value } as Anything;
      expect(await messageOf(() => generate(options))).toMatch(new RegExp(`^${option} is .*; expected `));
      expect(await messageOf(() => generate(options))).toContain(`; expected ${expected}`);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(WRONG)('%s is refused by countDeals and deals', async (option, values, expected) => {
    const options = { [option]: values[0] } as Anything;
    expect(await messageOf(() => countDeals(options))).toContain(
      `${option} is ${String(values[0])}; expected`,
    );
    expect(await messageOf(() => deals(options).next())).toContain(`; expected ${expected}`);
  });

  it.each([
    ['sample', { count: '5' }, "sample.count is '5'; expected a number"],
    ['sample', {}, 'sample.count is missing; expected a number'],
    ['sample', { count: 5, sed: 1 }, "unknown option 'sample.sed'; did you mean seed?"],
    ['shard', { index: 1 }, 'shard.count is missing; expected a number'],
  ])('is refused within %s: %j', async (option, value, message) => {
    expect(await messageOf(() => countDeals({ [option]: value } as Anything))).toBe(message);
  });
});

describe('a sparse array', () => {
  const sparse = (...values: unknown[]) =>
    Object.assign([], { 0: values[0], 2: values[1], length: 4 }) as Anything;

  it.each<[string, () => unknown, string]>([
    ['of deals', () => countDeals({ deals: sparse(1, 3) }), 'undefined is neither a deal number nor a range'],
    ['of holes alone', () => countDeals({ deals: new Array(3) as Anything }), 'undefined is neither'],
    ['of numbers', () => countDeals({ dealsFrom: sparse(1, 3) }), 'undefined is not a valid deal number'],
    [
      'of excluded numbers',
      () => countDeals({ exclude: sparse(1, 3) }),
      'undefined is not a valid deal number',
    ],
    ['of lists', () => countDeals({ dealsFrom: sparse('a', 'b') }), 'dealsFrom is [object Array]; expected'],
    [
      'of excluded lists',
      () => countDeals({ exclude: sparse('a', 'b') }),
      'exclude is [object Array]; expected',
    ],
    ['of conditions', () => countDeals({ where: sparse('deal < 5', 'deal > 2') }), 'where is [object Array]'],
    [
      'of files to merge',
      () => merge({ output: 'x.bin', files: sparse('a.bin', 'b.bin') }),
      'files is [object Array]; expected',
    ],
    ['of boards to show', () => showDeals(sparse(1, 3)), 'undefined is neither a deal number nor a range'],
  ])('%s is refused', async (_, call, message) => {
    expect(await messageOf(call)).toContain(message);
  });
});

it('a list of paths with a number among them is refused', async () => {
  expect(await messageOf(() => countDeals({ dealsFrom: ['a', 5] as Anything }))).toContain('dealsFrom is');
});

describe('deals as an array', () => {
  it('may contain numbers and ranges', async () => {
    const output = join(temporaryFolder(), 'a.numbers');
    await generate({ deals: [9, { first: 1, last: 3 }, 7], output, threads: 1 });
    expect(readFileSync(output, 'utf8')).toBe('9\n1\n2\n3\n7\n');
    expect(await countDeals({ deals: [1, 2, 3] })).toBe(3);
  });

  it.each([
    [[1, 1.5], 'deal number 1.5 is not a whole number'],
    [[1, '2'], "'2' is neither a deal number nor a range"],
    [[1, 2, 1], '1 and 1 overlap at deal 1'],
  ])('%j is refused', async (deals, message) => {
    expect(await messageOf(() => countDeals({ deals: deals as number[] }))).toContain(message);
  });
});

describe('an unknown option', () => {
  it.each([
    ['winable', 'did you mean winnable?'],
    ['Output', 'did you mean output?'],
    ['deals_from', 'did you mean dealsFrom?'],
    ['allowGaps', 'expected one of deals, dealsFrom, winnable'],
  ])('%s', async (name, hint) => {
    const folder = temporaryFolder();
    const options = { deals: '1..10', output: join(folder, 'a.bin'), [name]: true };
    expect(await messageOf(() => generate(options))).toContain(`unknown option '${name}'; ${hint}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused by every other function, with a suggestion', async () => {
    expect(await messageOf(() => verify('a.bin', { treads: 1 } as Anything))).toContain(
      'did you mean threads?',
    );
    expect(
      await messageOf(() => merge({ output: 'a.bin', files: ['b.bin'], allowgaps: true } as Anything)),
    ).toContain('allowGaps?');
    expect(await messageOf(() => showDeal(617, 'ascii', { colour: true } as Anything))).toContain('color?');
    expect(await messageOf(() => showDeals(617, 'ascii', { colour: true } as Anything))).toContain('color?');
    expect(await messageOf(() => loadKernel({ smd: true } as Anything))).toContain('did you mean simd?');
  });
});

describe('an argument that is missing or of the wrong kind', () => {
  const bad = (value: unknown) => value as Anything;

  it.each<[string, () => unknown, string]>([
    ['generate()', () => generate(bad(undefined)), 'options is missing; expected an object'],
    ['generate(text)', () => generate(bad('a.bin')), "options is 'a.bin'; expected an object"],
    [
      'generate without an output',
      () => generate(bad({ deals: '1..10' })),
      'output is missing; expected the path',
    ],
    ['countDeals()', () => countDeals(bad(undefined)), 'options is missing; expected an object'],
    ['deals(null)', () => deals(bad(null)).next(), 'options is null; expected an object'],
    ['merge()', () => merge(bad(undefined)), 'options is missing; expected an object'],
    [
      'merge without files',
      () => merge(bad({ output: 'x.bin' })),
      'files is missing; expected an array of paths',
    ],
    [
      'merge of a text',
      () => merge({ output: 'x.bin', files: bad('a.bin') }),
      "files is 'a.bin'; expected an array of paths",
    ],
    [
      'merge of numbers',
      () => merge({ output: 'x.bin', files: bad([5]) }),
      'files is [object Array]; expected an array of paths',
    ],
    [
      'merge without an output',
      () => merge(bad({ files: ['a.bin'] })),
      'output is missing; expected the path of a file',
    ],
    ['verify()', () => verify(bad(undefined)), 'path is missing; expected the path of a file'],
    ['openDeals()', () => openDeals(bad(undefined)), 'path is missing; expected the path of a file'],
    ['parseBoard()', () => parseBoard(bad(undefined)), 'text is missing; expected a string'],
    ['parseBoards()', () => [...parseBoards(bad(null))], 'text is null; expected a string'],
    ['parseCards()', () => parseCards(bad(7)), 'text is 7; expected a string'],
    ['showDeal with a style', () => showDeal(617, bad(Symbol('s'))), 'unknown style Symbol(s)'],
  ])('%s', async (_, call, message) => {
    expect(await messageOf(call)).toContain(message);
  });
});

it('messages of the library name options, and messages of the command name flags', async () => {
  const folder = temporaryFolder();
  const output = join(folder, 'a.foo');
  expect(await messageOf(() => generate({ output }))).toContain('pass the option format (bin, ');
  expect(await runMain(['generate', '-o', 'a.foo'], folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('pass --format (bin, '),
  });
});
