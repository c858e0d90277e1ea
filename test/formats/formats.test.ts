import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordType } from '../../src/formats/format.js';
import { parquet } from '../../src/formats/parquet.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { checkSame } from '../support/bytes.js';
import { binaryHeader, engines, expected, numbersFrom, records } from '../support/engines.js';
import { FIRST_HIGH_DEAL, regimeEdges } from '../support/regimes.js';

/** Starts just below a number that matters: powers of ten (one digit more) and the regimes' edges. */
const edges = [...Array.from({ length: 9 }, (_, i) => 10 ** (i + 1)), ...regimeEdges, LAST_DEAL + 1];

const SMALL_COUNTS = new Map<string, { wanted: Buffer; ends: readonly number[] }>();

/** 16 + 130 records from a deal on, and where each begins and the last one ends: the same for all engines. */
function smallCounts(record: RecordType, base: number): { wanted: Buffer; ends: readonly number[] } {
  const key = `${record.encoder} ${base}`;
  const known = SMALL_COUNTS.get(key);
  if (known !== undefined) return known;
  const each = Array.from({ length: 16 + 130 }, (_, i) => record.encode(base + i, dealCards(base + i)));
  const ends = [0];
  for (const { length } of each) ends.push((ends.at(-1) as number) + length);
  const made = { wanted: Buffer.concat(each), ends };
  SMALL_COUNTS.set(key, made);
  return made;
}

describe.each(engines)('$name', ({ engine }) => {
  describe.each(Object.values(records))('$encoder records', (record) => {
    const encode = (first: number, count: number) =>
      Buffer.from(engine.encode(record.encoder, numbersFrom(first, count)));

    it('are those of the reference implementation, on both sides of every edge', () => {
      for (const edge of edges) {
        const first = Math.max(1, edge - 70);
        const count = Math.min(150, LAST_DEAL - first + 1);
        checkSame(encode(first, count), expected(record, first, count), `from ${first}`);
      }
    });

    it.each([0, ...regimeEdges].map((edge) => edge + 990))(
      'are those of the reference implementation for every small count at every alignment, from %d on',
      (base) => {
        const { wanted, ends } = smallCounts(record, base);
        // only the SIMD kernel deals several at a time, 64
        const counts = engine === engines.at(-1)?.engine ? Array(131).keys() : [0, 1, 2, 64, 65];
        for (const count of counts) {
          for (let i = 0; i < 16; i++) {
            const some = wanted.subarray(ends[i], ends[i + count]);
            checkSame(encode(base + i, count), some, `${count} from ${base + i}`);
          }
        }
      },
    );

    it('of deals in any order are those of the reference implementation', () => {
      const numbers = [
        ...edges.flatMap((edge) => [edge - 2, edge - 1, edge]).filter((n) => n <= LAST_DEAL),
        1,
      ];
      const list = Float64Array.from({ length: 530 }, (_, i) =>
        i % 3 > 0 ? (numbers[i % numbers.length] as number) : 1 + ((i * 2654435761) % LAST_DEAL),
      );
      const wanted = Array.from(list, (n) => Buffer.from(record.encode(n, dealCards(n))));
      for (const count of [0, 1, 15, 16, 17, 33, 48, 49, 63, 64, 65, 255, 256, 257, 512, 530]) {
        const some = list.subarray(0, count);
        const all = Buffer.concat(wanted.slice(0, count));
        checkSame(all, engine.encode(record.encoder, [some]), `${count} numbers`);
      }
      const range = { first: FIRST_HIGH_DEAL - 9, last: FIRST_HIGH_DEAL + 290 };
      const segments = [list.subarray(0, 300), list.subarray(300, 301), range, list.subarray(301)];
      const mixed = [...wanted.slice(0, 301), expected(record, range.first, 300), ...wanted.slice(301)];
      checkSame(Buffer.concat(mixed), engine.encode(record.encoder, segments));
      const backwards = Buffer.concat(wanted.toReversed());
      checkSame(backwards, engine.encode(record.encoder, [list.toReversed()]));
    });

    it('have the length that bytesOf says', () => {
      const range = fc.tuple(fc.integer({ min: 1, max: LAST_DEAL }), fc.integer({ min: 1, max: 300 }));
      fc.assert(
        fc.property(range, ([first, wanted]) => {
          const last = Math.min(LAST_DEAL, first + wanted - 1);
          const bytes = encode(first, last - first + 1).length;
          expect(bytes).toBe(record.bytesOf({ first, last }));
          expect(bytes).toBeLessThanOrEqual((last - first + 1) * record.maxBytes);
        }),
        { numRuns: 100 },
      );
      // numbers one by one: among them powers of ten, and the numbers on both sides of them
      const some = edges.flatMap((edge) => [edge - 2, edge - 1, Math.min(edge, LAST_DEAL)]);
      for (const numbers of [...some.map((n) => [n]), some]) {
        const array = Float64Array.from(numbers);
        const { length } = engine.encode(record.encoder, [array]);
        expect(record.bytesOf(array), `deals ${numbers}`).toBe(length);
      }
    });
  });
});

/** The exports of a kernel, with four more pages of memory. */
function exportsOf<T>(name: string): T & { memory: WebAssembly.Memory; BUFFER: WebAssembly.Global } {
  const file = new URL(`../../dist/kernel-${name}.wasm`, import.meta.url);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  const { memory } = exports as { memory: WebAssembly.Memory };
  memory.grow(4);
  return exports as T & { memory: WebAssembly.Memory; BUFFER: WebAssembly.Global };
}

/** Whether a call that returns an address leaves all memory from this address on as it is. */
function keepsRest({ buffer }: WebAssembly.Memory, from: number, call: () => number): boolean {
  const memory = Buffer.from(buffer);
  memory.fill(0xa5, from);
  const rest = memory.subarray(call());
  return rest.equals(Buffer.alloc(rest.length, 0xa5));
}

it('the SIMD kernel writes nothing after the records and SLACK, for any count', () => {
  type Exports = Record<'BUFFER' | 'NUMBERS' | 'SLACK', WebAssembly.Global> &
    Record<string, (...args: number[]) => number>;
  const { memory, BUFFER, NUMBERS, SLACK, dealBatch, ...encoders } = exportsOf<Exports>('simd');
  new Float64Array(memory.buffer, NUMBERS.value, 130).set(
    Array.from({ length: 130 }, (_, i) => LAST_DEAL - 7 * i),
  );
  for (const encoder of ['cards', 'numbered', 'ndjson', 'text']) {
    for (let count = 0; count <= 130; count++) {
      const encodeRange = () => encoders[encoder](FIRST_HIGH_DEAL - 9, count, BUFFER.value);
      const encodeBatch = () => encoders[`${encoder}Of`](count, BUFFER.value);
      for (const encode of [encodeRange, encodeBatch]) {
        dealBatch(count);
        const end = () => (encode() >>> 0) + SLACK.value;
        if (!keepsRest(memory, BUFFER.value, end)) expect.fail(`${encoder}, ${count} deals`);
      }
    }
  }
});

it('the scalar kernel writes nothing after the cards, for any count', () => {
  const { memory, BUFFER, cards } = exportsOf<{ cards(first: number, count: number, out: number): void }>(
    'scalar',
  );
  for (let count = 0; count <= 130; count++) {
    const deal = () => {
      cards(FIRST_HIGH_DEAL - 9, count, BUFFER.value);
      return BUFFER.value + count * CARDS;
    };
    if (!keepsRest(memory, BUFFER.value, deal)) expect.fail(`${count} deals`);
  }
});

it('an NDJSON line is parsed by JSON.parse to the deal number and its cards', () => {
  const line = Buffer.from(records.ndjson.encode(617, dealCards(617))).toString();
  expect(line).toMatch(/^\{"deal":617,"cards":\["7D","AD",.*"4H"\]\}\n$/);
  expect(line).not.toContain(' ');
  expect(JSON.parse(line)).toEqual({ deal: 617, cards: dealFreeCell(617).flat() });
});

it('NDJSON has the right number of bytes for all 8589934591 deals', () => {
  // 2^33-1 lines of 280 bytes, and the digits of 1..8589934591
  const digits = [9, 90, 900, 9e3, 9e4, 9e5, 9e6, 9e7, 9e8].reduce((sum, n, i) => sum + n * (i + 1), 0);
  const last = (LAST_DEAL - 999999999) * 10;
  expect(records.ndjson.bytesOf({ first: 1, last: LAST_DEAL })).toBe(LAST_DEAL * 280 + digits + last);
});

// made by hand from the table in docs/formats.md; CRC-32 by Python's zlib.crc32
it.each([
  ['a range', 1, 1000000, '340001000100000000000000', '40420f0000000000', 'cd291803'],
  [
    'a range from a deal of 33 bits',
    4294967296,
    9,
    '340001000000000001000000',
    '0900000000000000',
    '6e657af0',
  ],
  ['a list', undefined, 4294967296, '3c0002000000000000000000', '0000000001000000', '2c5b90fd'],
  ['no deals', 617, 0, '3c0002000000000000000000', '0000000000000000', '865e4a0c'],
])('the binary header of %s is the documented 64 bytes', (_, first, count, records, counted, crc) => {
  const wanted = `894643440d0a1a0a01004000${records}${counted}${'00'.repeat(28)}${crc}`;
  expect(binaryHeader(first, count).toString('hex')).toBe(wanted);
});

describe('the facts that a Parquet file needs for its end', () => {
  it('are returned once per row group, and a resumed run writes the same end from them', () => {
    const layout = parquet.layout({ first: undefined, count: undefined, selection: 'some deals' });
    const [begun, whole, resumed] = [layout.frame(), layout.frame(), layout.frame()];
    const chunks = [1, 500, 2_000_000].map((first) => ({ numbers: numbersFrom(first, 9), deals: 9 }));
    const told = chunks.map((chunk) => {
      begun.add(chunk);
      whole.add(chunk);
      return begun.facts();
    });
    expect(begun.facts()).toEqual([]);
    expect(new Set(told.map(({ length }) => length)).size).toBe(1);
    resumed.restore(told.slice(0, 2).flat(), 18);
    expect(resumed.facts()).toEqual([]);
    resumed.add(chunks[2] as (typeof chunks)[number]);
    expect(resumed.facts()).toEqual(told[2]);
    expect(Buffer.concat([...resumed.tail()])).toEqual(Buffer.concat([...whole.tail()]));
  });
});
