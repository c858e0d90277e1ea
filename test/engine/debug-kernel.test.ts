// The kernels with their assertions, which the build leaves out: they deal as those of the build, and check what their
// exports require.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { newEngine } from '../support/engines.js';
import { range, regimeEdges, scattered } from '../support/numbers.js';

type Exports = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory } & Record<
    'BUFFER' | 'CARD_ROWS' | 'NUMBERS' | 'POSITION_ROWS' | 'ROW_BYTES',
    WebAssembly.Global
  >;

/** Compiles a kernel with assertions; an abort throws the file of the assertion. */
async function compile(name: 'scalar' | 'simd', folder: string): Promise<Exports> {
  const file = join(folder, 'kernel.wasm');
  const { error } = await asc.main([`assembly/${name}.ts`, '--target', 'debug', '--outFile', file]);
  if (error !== null) throw error;
  const module = new WebAssembly.Module(readFileSync(file));
  const abort = (_message: number, path: number) => {
    const bytes = Buffer.from(exports.memory.buffer);
    throw new Error(`assertion in ${bytes.toString('utf16le', path, path + bytes.readUInt32LE(path - 4))}`);
  };
  const exports = new WebAssembly.Instance(module, { env: { abort } }).exports as Exports;
  exports.memory.grow(10);
  return exports;
}

describe('the SIMD kernel with assertions', () => {
  let kernel: Exports;
  let out: number;

  beforeAll(async () => {
    kernel = await compile('simd', temporaryFolder(afterAll));
    out = kernel.BUFFER.value;
  }, 60_000);

  const release = newEngine('simd');
  const edge = regimeEdges[0] as number;

  const numbers = scattered(600);

  /** The kernel, with numbers for its list. */
  function listing(...numbers: number[]): Exports {
    new Float64Array(kernel.memory.buffer, kernel.NUMBERS.value, numbers.length).set(numbers);
    return kernel;
  }

  it.each(['cards', 'numbered', 'ndjson', 'text'] as const)('encodes %s as that of the build', (encoder) => {
    const check = (first: number, count: number, segment: DealNumbers) => {
      const end = (kernel[encoder] as Exports[string])(first, count, out);
      const bytes = new Uint8Array(kernel.memory.buffer, out, end - out);
      checkSame(bytes, release.encode(encoder, [segment]), `from ${first}`);
    };
    for (const first of [1, 617, LAST_DEAL - 299, ...regimeEdges.map((edge) => edge - 150)])
      check(first, 300, { first, last: first + 299 });
    listing(...numbers);
    check(0, 600, Float64Array.from(numbers));
  });

  it.each([4, 8, 12, 20, 28, 36, 44, 52, 104])('deals the first %d rows of ranges and a list', (depth) => {
    const columnsIn = (row: number, count: number) => [...new Uint8Array(kernel.memory.buffer, row, count)];

    /** Fails unless the rows have these cards and their positions. */
    function expectRows(numbers: number[]): void {
      const deals = numbers.map(dealCards);
      for (let i = 0; i < CARDS; i++) {
        const bytes = i * kernel.ROW_BYTES.value;
        const cards = columnsIn(kernel.CARD_ROWS.value + bytes, numbers.length);
        if (i < depth) expect(cards, `card ${i}`).toEqual(deals.map((deal) => deal[i]));
        if (depth < CARDS) continue;
        if (depth === CARDS) kernel.layPosition(numbers.length, i);
        const positions = columnsIn(kernel.POSITION_ROWS.value + bytes, numbers.length);
        expect(positions, `position of ${i}`).toEqual(deals.map((deal) => deal.indexOf(i)));
      }
    }

    for (const first of [1, 617, LAST_DEAL - 199, ...regimeEdges.map((edge) => edge - 75)]) {
      kernel.rows(first, 200, depth);
      expectRows(range(first, 200));
    }
    listing(...numbers).rows(0, 600, depth);
    expectRows(numbers);
  });

  it.each<[string, (kernel: Exports) => void]>([
    ['a deal below 1', ({ cards }) => cards(-1, 1, out)],
    ['deals after the last', ({ text }) => text(LAST_DEAL, 2, out)],
    ['records in its own memory', ({ numbered, NUMBERS }) => numbered(edge, 1, NUMBERS.value)],
    ['more cards than its memory holds', ({ cards, memory }) => cards(1, memory.buffer.byteLength, out)],
    ['more numbers than a list has', ({ text }) => text(0, 2049, out)],
    ['a list with a number that is no deal', () => listing(617, LAST_DEAL + 1).cards(0, 2, out)],
    ['more values than a row has', ({ packRows }) => packRows(2049, out, 800, out, 800)],
    ['a card that is none', ({ layPosition }) => layPosition(16, 52)],
    ['rows after the last', ({ keepAmong }) => keepAmong(16, 0, 1, 0, 52, 1, 1)],
    ['cards between two steps of the kernel', ({ rows }) => rows(1, 16, 16)],
    ['more rows than there are', ({ rows }) => rows(1, 16, 108)],
    ['more deals than a row has', ({ rows }) => rows(1, 2049, 4)],
  ])('aborts: %s', (_, call) => {
    expect(() => call(kernel)).toThrow('assertion in assembly/simd');
  });
});

it('the scalar kernel with assertions deals as dealCards does, and aborts where a number is no deal', async () => {
  const { memory, BUFFER, cards } = await compile('scalar', temporaryFolder());
  const out = BUFFER.value;
  for (const first of [1, ...regimeEdges.map((edge) => edge - 2), LAST_DEAL - 3]) {
    cards(first, 4, out);
    const dealt = range(first, 4).flatMap((n) => [...dealCards(n)]);
    expect([...new Uint8Array(memory.buffer, out, 4 * CARDS)]).toEqual(dealt);
  }
  expect(() => cards(0, 1, out)).toThrow('assertion in assembly/scalar.ts');
  expect(() => cards(LAST_DEAL, 2, out)).toThrow('assertion in assembly/scalar.ts');
});
