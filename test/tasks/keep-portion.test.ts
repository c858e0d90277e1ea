import { expect, it } from 'vitest';
import { CARDS } from '../../src/game/constants.js';
import type { DealView } from '../../src/game/deal-view.js';
import { filterPortion, matchPortion } from '../../src/tasks/keep-portion.js';
import { heldBytes, type Task } from '../../src/tasks/task.js';
import { listOf, range } from '../support/numbers.js';
import { referenceEngine } from '../support/reference.js';

/** Takes longer than a function may block the event loop. */
function takeLong(): void {
  for (const begun = performance.now(); performance.now() - begun < 25; );
}

it('a function that takes long lets the program end it after a batch', async () => {
  const stop = new AbortController();
  let calls = 0;
  const filter = () => {
    if (calls++ > 0) return true;
    setImmediate(() => stop.abort(new Error('enough')));
    takeLong();
    return true;
  };
  const numbers = [{ first: 1, last: 600 }];
  const task = { kind: 'filter', numbers, bytes: 0, filter, signal: stop.signal } as const;
  await expect(filterPortion(referenceEngine, task)).rejects.toThrow('enough');
  expect(calls).toBe(256);
});

it('two functions that take long, and a condition between their batches, keep their own numbers', async () => {
  const odd = (deal: DealView) => {
    if (deal.number % 256 === 1) takeLong();
    return deal.number % 2 === 1;
  };
  const filter = async (first: number) => {
    const numbers = [{ first, last: first + 599 }];
    const { kept } = await filterPortion(referenceEngine, { kind: 'filter', numbers, bytes: 0, filter: odd });
    return listOf([kept]);
  };
  const both = Promise.all([filter(1), filter(10_241)]);
  await new Promise(setImmediate);
  const numbers = [{ first: 20_001, last: 21_000 }];
  matchPortion(referenceEngine, { kind: 'match', numbers, bytes: 0, where: 'deal > 1' });
  const isOdd = (n: number) => n % 2 === 1;
  expect(await both).toEqual([range(1, 600).filter(isOdd), range(10_241, 600).filter(isOdd)]);
});

it.each(['match', 'filter'])('the result of a %s holds a number per deal, not its cards', (kind) => {
  expect(heldBytes({ kind, bytes: 1000 * CARDS } as Task)).toBe(8000);
});
