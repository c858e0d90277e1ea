// Hostile and damaged footers of Parquet files. Reading one is bounded in time and memory, and the error says what is wrong.

import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { DamageError } from '../../../src/common/errors.js';
import { footer, schemaStart } from '../../../src/formats/parquet/footer.js';
import { footerOffset, readFooter } from '../../../src/formats/parquet/read-footer.js';
import { ROW_GROUP_DEALS } from '../../../src/formats/parquet/row-group.js';
import { structBytes } from '../../../src/formats/parquet/thrift.js';
import { LAST_DEAL } from '../../../src/game/constants.js';

const MS = 2000; // that reading may take beside other work; alone the worst of these takes a hundredth of it
const SIZE = 256 * 1024;

const groups = [
  { deals: ROW_GROUP_DEALS, min: 1, max: ROW_GROUP_DEALS, isConsecutive: true },
  { deals: 77, min: 5, max: LAST_DEAL, isConsecutive: false },
];
const own = Buffer.concat([...footer(groups, { version: '1.2.3', selection: 'some deals' })]);

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
const foreign = foreignFile.subarray(footerOffset(foreignFile.subarray(-8), foreignFile.length));

/** Reads a footer; returns what is wrong with it, if that is said in a DamageError, or else whose it is. */
function resultOf(bytes: Uint8Array): string {
  const start = performance.now();
  try {
    const { deals, groups } = readFooter(bytes);
    expect([deals, groups.length].every((n) => Number.isInteger(n) && n >= 0)).toBe(true);
    return 'own';
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    if (error.message.endsWith("wrote it, and only this program's Parquet files are read")) return 'foreign';
    expect(error.message).toMatch(/^its footer /);
    return error.message;
  } finally {
    expect(performance.now() - start).toBeLessThan(MS);
  }
}

it('a footer of this program is read, and one of another program is refused', () => {
  expect(readFooter(own)).toEqual({
    origin: { version: '1.2.3', selection: 'some deals' },
    groups,
    deals: ROW_GROUP_DEALS + 77,
  });
  expect(() => readFooter(foreign, '; do this')).toThrow(
    new DamageError("hyparquet wrote it, and only this program's Parquet files are read; do this"),
  );
});

it.each([
  [{ min: 1, max: LAST_DEAL + 1 }, `its footer says deal ${LAST_DEAL + 1}; expected 1..${LAST_DEAL}`],
  [{ min: 0, max: 9 }, `its footer says deal 0; expected 1..${LAST_DEAL}`],
  [{ min: 1, max: 9, isConsecutive: true }, 'its footer says 5 deals in 1..9 of a row group'],
  [{ deals: ROW_GROUP_DEALS + 1, min: 1, max: 9 }, 'its footer says 122881 deals in 1..9 of a row group'],
  [{ deals: 0, min: 1, max: 9 }, 'its footer says 0 deals in 1..9 of a row group'],
])('a footer of this program with the wrong row group %j is refused', (wrong, problem) => {
  const group = { deals: 5, isConsecutive: false, ...wrong };
  expect(resultOf(Buffer.concat([...footer([group], { version: '1', selection: '' })]))).toBe(problem);
});

describe('a footer of another program', () => {
  /** One with so many columns, rows and row groups as it is told, and keys and a name of its own. */
  function footerWith(
    { columns, rows, rowGroups }: { columns?: number; rows?: number; rowGroups?: number },
    { key = 'purpose', createdBy = 'somebody' } = {},
  ): Uint8Array {
    const schema = columns === undefined ? undefined : Array(columns).fill({ 1: 2 });
    return Uint8Array.from(
      structBytes({
        2: schema && [{ 4: 'a group, which has no type' }, ...schema],
        3: rows === undefined ? undefined : BigInt(rows),
        4: rowGroups === undefined ? undefined : Array(rowGroups).fill({ 3: 5n }),
        5: [{ 1: key, 2: '1.2.3' }],
        6: createdBy,
      }),
    );
  }

  const SOME = { columns: 2, rows: 7, rowGroups: 3 };

  it.each([SOME, { columns: 0, rows: 0, rowGroups: 0 }])(
    'names its program, whatever it holds: %j',
    (held) => {
      expect(() => readFooter(footerWith(held))).toThrow(/^somebody wrote it/);
    },
  );

  const damaged = 'its footer is damaged: the columns are not those of a file of deals';

  it.each([
    [{ key: 'freecell-deals.version' }, damaged],
    [{ createdBy: 'freecell-deals version 0.3.0' }, damaged],
    [{ createdBy: 'made like freecell-deals version ' }, 'foreign'],
    [{ key: 'freecell-deals.selection' }, 'foreign'],
  ])("with %j is refused with the message '%s'", (own, result) => {
    expect(resultOf(footerWith(SOME, own))).toBe(result);
  });
});

describe('a hostile footer is refused in bounded time and memory', () => {
  const [i32, i64, binary, list, struct] = [5, 6, 8, 9, 12];
  const field = (id: number, type: number) => (id << 4) | type;
  const listOf = (type: number, size: number) => [0xf0 | type, ...varint(size)];
  function varint(n: number): number[] {
    return n < 128 ? [n] : [(n % 128) | 128, ...varint(Math.floor(n / 128))];
  }

  it.each<[string, number[], number, number, RegExp]>([
    ['a number without an end', [field(3, i64)], SIZE, 0xff, /number of more than 10 bytes/],
    ['an id without an end', [i32], SIZE, 0xff, /number of more than 10 bytes/],
    ['a string without an end', [field(6, binary)], SIZE, 0xff, /number of more than 10 bytes/],
    ['a string that is longer', [field(6, binary), ...varint(2 * SIZE)], SIZE, 0, /ends too soon/],
    ['a list that is longer', [field(4, list), ...listOf(struct, 2 * SIZE)], SIZE, 0, /a list of 524288/],
    ['lists in lists', [], SIZE, field(1, list), /more than 32 structs/],
    ['structs in structs', [], SIZE, field(1, struct), /more than 32 structs/],
    ['empty structs', [field(4, list), ...listOf(struct, SIZE)], SIZE, 0, /ends too soon|no schema/],
    ['nothing', [], SIZE, 0, /no schema/],
    ['true values', [], SIZE, field(15, 1), /ends too soon/],
    ['maps', [field(1, 11)], 100, 0, /unknown type 11/],
    ['a number for a text', [field(6, i32)], 100, 0, /has type 5; expected 8/],
    ['a number for a list', [field(5, i32)], 100, 0, /has type 5/],
  ])('of %s', (_, start, size, fill, problem) => {
    for (const before of [new Uint8Array(), schemaStart()]) {
      // behind the schema ids count from 2
      const [first = fill, ...rest] = start;
      const shifted = before.length > 0 && first >> 4 > 2 ? first - (2 << 4) : first;
      const bytes = Buffer.concat([before, Buffer.of(shifted, ...rest), Buffer.alloc(size, fill)]);
      expect(resultOf(bytes)).toMatch(before.length > 0 ? /^its footer / : problem);
    }
  });
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
      { numRuns: 500, seed: 617 },
    );
  });
});
