import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { endOfRecord } from '../../src/formats/records.js';
import { recordTypes } from '../../src/formats/registry.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { countAll } from '../../src/game/deal-numbers.js';
import { findDeal } from '../../src/game/find.js';
import { orderOf, permute } from '../../src/selection/sample.js';
import { checkRecords } from '../../src/tasks/check-records.js';
import type { VerifyResult } from '../../src/tasks/verify-result.js';
import { damage, damaged } from '../support/damage.js';
import { encoded, engines, expectedOf } from '../support/engines.js';
import { listOf, range, scattered, sum } from '../support/numbers.js';

const simd = engines.at(-1)?.engine as Engine;

type Kind = (typeof recordTypes)[number];
const [cards, numbered, ndjson, text, numbers, csv] = recordTypes as [Kind, Kind, Kind, Kind, Kind, Kind];
const inRecord = [numbered, ndjson, numbers];

/** Checks a block; of layout 1, the first record is that of deal `first`. */
function check({ encoder }: Kind, bytes: Buffer, first = 1, engine = simd): VerifyResult {
  const block = { offset: 0, bytes: bytes.length, encoder, first: encoder === 'cards' ? first : undefined };
  return checkRecords(engine, block, bytes);
}

/** An engine, and how many deals it dealt in each call. */
function countingEngine() {
  const batches: number[] = [];
  const engine: Engine = {
    encode(encoder, numbers) {
      batches.push(countAll(numbers));
      return simd.encode(encoder, numbers);
    },
    columns: (numbers, depth) => simd.columns(numbers, depth),
  };
  return { engine, batches };
}

/** A deck by seed that is hardly ever a deal's. */
function shuffled(seed: number): Uint8Array {
  const deck = new Float64Array(CARDS);
  permute(orderOf(CARDS, seed), 0, deck);
  return Uint8Array.from(deck);
}

/** Records of decks that no deal has. */
function wrongRecords(record: Kind, count: number): Buffer {
  return Buffer.concat(range(1, count).map((n) => encoded(record, n, shuffled(n))));
}

/** The deals of right records, the first wrong record and how many there are: each record is compared by itself. */
function modelOf(record: Kind, bytes: Buffer) {
  const model = { records: 0, bad: 0, offset: undefined as number | undefined, deals: [] as number[] };
  for (let offset = 0; offset < bytes.length; ) {
    const end = endOfRecord(record, bytes, offset);
    const wanted = record === cards ? 1 + model.records : numberOf(record, bytes, offset);
    model.records++;
    const isDeal = wanted !== undefined && wanted >= 1 && wanted <= LAST_DEAL;
    if (isDeal && bytes.subarray(offset, end).equals(expectedOf(record, [wanted]))) {
      model.deals.push(wanted);
    } else {
      model.bad++;
      model.offset ??= offset;
    }
    offset = end;
  }
  return model;
}

function numberOf(record: Kind, bytes: Buffer, offset: number): number | undefined {
  if (record !== text) return record.number?.(bytes, offset);
  const board = record.cards(bytes, offset);
  return board && new Set(Array.from(board)).size === CARDS ? findDeal(board) : undefined;
}

const numbersOfList = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: LAST_DEAL }), fc.constantFrom(1, 1, 2, 5, 20))
    .map(([first, count]) => range(first, Math.min(count, LAST_DEAL - first + 1))),
  { minLength: 1, maxLength: 6 },
);

describe.each(recordTypes)('$encoder records', (record) => {
  const lists = record === cards ? fc.constant([range(1, 40)]) : numbersOfList;

  it('are reported as wrong if and only if they were damaged', () => {
    let found = 0;
    fc.assert(
      fc.property(lists, fc.array(damage, { maxLength: 2 }), (parts, damages) => {
        const right = expectedOf(record, parts.flat());
        const bytes = damages.reduce((bytes, one) => damaged(bytes, one, record.maxBytes), right);
        const { records, bad, firstBad, ranges } = check(record, bytes);
        const deals = listOf(ranges);
        expect({ records, bad, offset: firstBad?.offset, deals }).toEqual(modelOf(record, bytes));
        if (damages.length === 0) expect(deals).toEqual(parts.flat());
        found += bad;
      }),
      { numRuns: 150 },
    );
    expect(found).toBeGreaterThan(0);
  });
});

it.each([numbered, ndjson, text])('after the last deal, none is expected among $encoder records', (kind) => {
  const bytes = expectedOf(kind, [...range(LAST_DEAL - 40, 41), ...range(1, 50), LAST_DEAL, LAST_DEAL, 7]);
  expect(check(kind, bytes)).toMatchObject({ records: 94, bad: 0 });
  const firstBad = { problem: 'it is cut off' };
  expect(check(kind, bytes.subarray(0, -1))).toMatchObject({ records: 94, bad: 1, firstBad });
});

const wrongDecks = 3000;

it('after eight lookups in vain, only boards that continue the last right one are accepted', () => {
  const bytes = Buffer.concat([
    expectedOf(text, range(1, 10)),
    wrongRecords(text, wrongDecks),
    expectedOf(text, range(11 + wrongDecks, 500)),
    expectedOf(text, range(70_000, 500)),
  ]);
  const { records, bad, firstBad, ranges } = check(text, bytes);
  expect({ records, bad }).toEqual({ records: 10 + wrongDecks + 1000, bad: wrongDecks + 500 });
  expect(firstBad).toEqual({ deal: 11, offset: 10 * 156, problem: 'it is another board' });
  expect(ranges).toEqual([
    { first: 1, last: 10 },
    { first: 11 + wrongDecks, last: 510 + wrongDecks },
  ]);
});

const two = [...range(1, 5000), ...range(2_000_000, 5000)];
const right = (what: string, numbers: number[], kinds: Kind[], more: number): Row[] =>
  kinds.map((kind) => [what, kind, expectedOf(kind, numbers), numbers.length + more]);
type Row = [what: string, kind: Kind, bytes: Buffer, most: number];

it.each<Row>([
  ...right('consecutive', range(1, 5000), [...recordTypes], 0),
  ...right('in no order', scattered(5000), inRecord, 9),
  ...right('of two ranges', two, [...inRecord, text], 4096),
  ...[cards, numbered, text].map((kind): Row => ['wrong', kind, wrongRecords(kind, 3000), 2 * 4096]),
  [
    'foreign',
    ndjson,
    Buffer.from(String(expectedOf(ndjson, range(1, 3000))).replaceAll('\n', '\r\n')),
    2 * 4096,
  ],
])('deals are dealt about once, many together: %s', (what, kind, bytes, most) => {
  const { engine, batches } = countingEngine();
  const { records, bad } = check(kind, bytes, 1, engine);
  expect(bad).toBe(/wrong|foreign/.test(what) ? records : 0);
  expect(sum(batches)).toBeLessThanOrEqual(most);
  expect(batches.length).toBeLessThan(45);
});

describe('the deal of a wrong record', () => {
  const wrongAt = (kind: Kind, numbers: number[], i: number) => {
    const bytes = expectedOf(kind, numbers);
    const wrong = wrongRecords(kind, 1);
    const start = expectedOf(kind, numbers.slice(0, i)).length;
    const end = expectedOf(kind, numbers.slice(0, i + 1)).length;
    return Buffer.concat([bytes.subarray(0, start), wrong, bytes.subarray(end)]);
  };

  it('of a record of cards is the deal that belongs at its index, whatever board it has', () => {
    const bytes = expectedOf(cards, [5, 999, 7]);
    const firstBad = { deal: 6, offset: CARDS };
    expect(check(cards, bytes, 5)).toMatchObject({ records: 3, bad: 1, firstBad });
  });

  it.each([
    ['is the one before the next', [499, 500, 501], 0, 499],
    ['is not known where deal 1 follows', [7, 1, 2], 0, undefined],
    ['is not known where nothing follows', [7], 0, undefined],
    ['is the one after the last', [499, 500, 501], 1, 500],
    ['is the one after the last, at the end', [499, 500, 501], 2, 501],
  ])('of a board: %s', (_, numbers, i, deal) => {
    const { bad, firstBad } = check(text, wrongAt(text, numbers, i));
    expect([bad, firstBad?.deal]).toEqual([1, deal]);
  });

  it.each([numbered, ndjson, csv])('of a $encoder record is the deal whose board it has', (kind) => {
    const bytes = expectedOf(kind, [5, 617, 9]);
    const other = expectedOf(kind, [5, 618, 9]);
    const start = expectedOf(kind, [5]).length;
    // the number of 617 with the cards of 618
    const number = kind === ndjson ? '{"deal":617'.length : kind === csv ? '617'.length : 8;
    const mixed = Buffer.concat([bytes.subarray(0, start + number), other.subarray(start + number)]);
    expect(check(kind, mixed)).toMatchObject({ records: 3, bad: 1, firstBad: { deal: 618, offset: start } });
  });

  it.each([numbered, ndjson, csv])('of a $encoder record is its number if its board is no deal', (kind) => {
    const right = expectedOf(kind, [5, 900, 17, 1200]);
    const bytes = Buffer.concat([right, encoded(kind, 617, shuffled(1)), expectedOf(kind, [9])]);
    const firstBad = { deal: 617, offset: right.length };
    expect(check(kind, bytes)).toMatchObject({ records: 6, bad: 1, firstBad });
  });
});
