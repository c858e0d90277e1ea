// Hostile and damaged footers of Parquet files. Reading one is bounded in time and memory, and the error says what is wrong.

import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { DamageError } from '../../../src/common/errors.js';
import { footer, schemaStart } from '../../../src/formats/parquet/footer.js';
import { footerOffset, readFooter } from '../../../src/formats/parquet/read-footer.js';
import { ROW_GROUP_DEALS, type RowGroup } from '../../../src/formats/parquet/row-group.js';
import { LAST_DEAL } from '../../../src/game/constants.js';
import { rowsIn } from '../../support/golden.js';

const MS = 2000; // that reading may take beside other work; alone the worst of these takes a hundredth of it
const SIZE = 256 * 1024;

const NO_CELLS = { known: 0, min: 0, max: 0 };
const CELLS = { known: 122_793, min: 0, max: 5 };
const groups = [
  { deals: 122_880, min: 1, max: 122_880, isConsecutive: true, cells: CELLS },
  { deals: 77, min: 5, max: LAST_DEAL, isConsecutive: false, cells: NO_CELLS },
];
const ORIGIN = { version: '1.2.3', selection: 'deals of d\u00e9s \u20ac.txt' };
const own = Buffer.concat([...footer(groups, ORIGIN)]).subarray(0, -8);

const foreignFile = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'deal', data: [1n, 2n, 3n], type: 'INT64' },
      { name: 'note', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'isWon', data: [true, false, true], type: 'BOOLEAN' },
      { name: 'time', data: [0.5, 1.5, 2.5], type: 'DOUBLE' },
    ],
    rowGroupSize: [2, 1],
    kvMetadata: [{ key: 'purpose', value: 'a test' }],
  }),
);
const foreign = foreignFile.subarray(footerOffset(foreignFile.subarray(-8), foreignFile.length), -8);

/** Reads a footer; returns what is wrong with it, if that is said in a DamageError, or else whose it is. */
function resultOf(bytes: Uint8Array): string {
  const start = performance.now();
  try {
    const { deals, groups } = readFooter(bytes);
    expect([deals, groups.length].every((n) => Number.isInteger(n) && n >= 0)).toBe(true);
    return 'own';
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    expect(error.message).toMatch(/^its (footer|columns) /);
    return error.message;
  } finally {
    expect(performance.now() - start).toBeLessThan(MS);
  }
}

it('a footer of this program is read, and one of another program is refused', () => {
  expect(readFooter(own)).toEqual({ origin: ORIGIN, groups, deals: ROW_GROUP_DEALS + 77 });
  expect(() => readFooter(foreign)).toThrow(
    new DamageError(
      'its columns are not those of a file of deals: it is damaged, or another program wrote it; ' +
        'write its deal numbers as CSV there',
    ),
  );
});

it.each(rowsIn<Pick<RowGroup, 'min' | 'max'>>('wrong-groups.txt'))('the row group %j is refused', (wrong) => {
  const group = { deals: 5, isConsecutive: false, cells: NO_CELLS, ...wrong };
  const bytes = Buffer.concat([...footer([group], ORIGIN)]).subarray(0, -8);
  expect(resultOf(bytes)).toMatch(/^its footer is damaged, /);
});

it('a footer with a byte changed after the schema is refused', () => {
  const bytes = Buffer.concat([...footer([], ORIGIN)]).subarray(0, -8);
  for (let at = schemaStart().length; at < bytes.length; at++)
    expect(resultOf(bytes.with(at, (bytes[at] as number) ^ 1)), `byte ${at}`).not.toBe('own');
});

const HOSTILE = rowsIn<[what: string, start: number[], fill: number]>('hostile-footers.txt');

it.each(HOSTILE)('a hostile footer of %s is refused in bounded time and memory', (_, start, fill) => {
  const bytes = Buffer.concat([schemaStart(), Buffer.from(start), Buffer.alloc(SIZE, fill)]);
  expect(resultOf(bytes)).toMatch(/^its footer is damaged/);
  expect(resultOf(bytes.subarray(0, -SIZE))).toMatch(/^its footer is damaged/);
});

describe.each([
  ['this program', own],
  ['another', foreign],
])('a footer of %s', (_, whole) => {
  it('that is changed at random is read as it was, or refused', () => {
    const change = fc.record({
      how: fc.constantFrom('set', 'flip', 'remove', 'repeat', 'cut'),
      from: fc.nat(whole.length - 1),
      length: fc.integer({ min: 1, max: 40 }),
      byte: fc.nat(255),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = changes.reduce((bytes, { how, from, length, byte }) => {
          const [head, part, rest] = [
            bytes.subarray(0, from),
            bytes.subarray(from, from + length),
            bytes.subarray(from + length),
          ];
          if (how === 'set') return Buffer.concat([head, Buffer.alloc(part.length, byte), rest]);
          if (how === 'flip') return Buffer.concat([head, part.map((old) => old ^ (1 << (byte & 7))), rest]);
          if (how === 'remove') return Buffer.concat([head, rest]);
          if (how === 'repeat') return Buffer.concat([head, part, part, rest]);
          return head;
        }, whole);
        expect(resultOf(bytes) === 'own').toBe(bytes.equals(own));
      }),
      { numRuns: 300, seed: 617 },
    );
  });
});
