// Binary files that take several reads of 1 MiB, the last of one record.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dealCards } from '../../src/game/deal.js';
import type { DealBatch } from '../../src/game/deal-batch.js';
import { openDeals } from '../../src/reader/deal-file.js';
import { generate } from '../../src/verbs/generate.js';
import { temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';

const [RANGE_BLOCK, LIST_BLOCK] = [Math.floor(2 ** 20 / 52), Math.floor(2 ** 20 / 60)];
/** In no order, and each number once. */
const LIST = scattered(2 * LIST_BLOCK + 1);
const FIRST = 4_294_950_000;

/** Fails unless batches are the deals of these numbers, in their order. */
async function checkBatches(batches: AsyncIterable<DealBatch>, numbers: readonly number[]): Promise<void> {
  let done = 0;
  for await (const { first, count, cards } of batches) {
    for (let i = 0; i < count; i++, done++) {
      const dealt = dealCards(numbers[done]);
      if (first + i !== numbers[done] || !dealt.every((card, k) => cards[i * 52 + k] === card))
        expect.fail(`record ${done} is deal ${first + i}; expected ${numbers[done]}`);
    }
  }
  expect(done).toBe(numbers.length);
}

it('a file of a range of many blocks is read back whole', async () => {
  const path = join(temporaryFolder(), 'a.bin');
  const last = FIRST + 2 * RANGE_BLOCK;
  await generate({ deals: [{ first: FIRST, last }], output: path, threads: 1 });
  using file = openDeals(path);
  const numbers = range(FIRST, 2 * RANGE_BLOCK + 1);
  await checkBatches(file, numbers);
  // on both sides of the ends of blocks
  for (const end of [RANGE_BLOCK, 2 * RANGE_BLOCK]) {
    for (const from of [5, end - 2, end - 1, end]) {
      const some = numbers.slice(from, end + 1);
      await checkBatches(file.batches([{ first: FIRST + from, last: FIRST + from + some.length - 1 }]), some);
    }
  }
  for (const n of [FIRST, FIRST + RANGE_BLOCK - 1, FIRST + RANGE_BLOCK, last]) {
    expect(file.has(n)).toBe(true);
    expect(file.cards(n)).toEqual(dealCards(n));
  }
  expect([FIRST - 1, last + 1].map((n) => file.has(n))).toEqual([false, false]);
});

it.each([
  ['in no order', LIST],
  ['that ascends', LIST.toSorted((a, b) => a - b)],
  ['that descends', LIST.toSorted((a, b) => b - a)],
])('a file of a list %s of many blocks is read back whole', async (_, list) => {
  const path = join(temporaryFolder(), 'a.bin');
  await generate({ dealsFrom: list, output: path, threads: 1 });
  using file = openDeals(path);
  await checkBatches(file, list);
  const some = [0, 1, LIST_BLOCK - 1, LIST_BLOCK, 2 * LIST_BLOCK - 1, 2 * LIST_BLOCK].map((i) => list[i]);
  for (const n of some) {
    expect(file.has(n), `deal ${n}`).toBe(true);
    expect(file.cards(n)).toEqual(dealCards(n));
  }
  const known = new Set(list);
  for (const n of some) for (const other of [n - 1, n + 1]) expect(file.has(other)).toBe(known.has(other));
  await checkBatches(file.batches(some.join()), some);
});
