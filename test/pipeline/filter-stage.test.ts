// Conditions and filters as stages of a pipeline. The executor of the test runs no task: it records the tasks, and returns
// results.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FilterError, WorkerError } from '../../src/common/errors.js';
import { CARDS } from '../../src/game/constants.js';
import type { DealNumbers, DealRange } from '../../src/game/deal-numbers.js';
import { filterPortions, matchPortions } from '../../src/pipeline/filter-stage.js';
import type { Portion } from '../../src/pipeline/portions.js';
import type { DealFilter } from '../../src/selection/filter.js';
import type { EncodeTask } from '../../src/tasks/encode-chunk.js';
import type { Task } from '../../src/tasks/task.js';
import type { Executor } from '../../src/threads/executor.js';
import { expected, records } from '../support/engines.js';
import { listOf } from '../support/numbers.js';

const MODULE = { name: 'mine.js', url: 'file:///mine.js' };

/** An executor that has the results at hand, or throws where they are asked for. */
function executorOf(resultOf: (task: Task) => unknown) {
  const asked = { tasks: [] as Task[], places: [] as string[] };
  const executor = {
    async *map<I>(items: AsyncIterable<I>, toTask: (item: I) => Task, place: string) {
      asked.places.push(place);
      for await (const item of items) {
        const task = toTask(item);
        asked.tasks.push(task);
        yield { item, task, result: resultOf(task) };
      }
    },
  };
  return { executor: executor as unknown as Executor, asked };
}

/** Portions of consecutive deals, and which of them were released. */
function portionsOf(...sizes: number[]) {
  const released: number[] = [];
  async function* portions(): AsyncGenerator<Portion, void, void> {
    let consumed = 0;
    for (const [i, deals] of sizes.entries()) {
      const numbers = [{ first: consumed + 1, last: consumed + deals }];
      consumed += deals;
      const release = () => void released.push(i);
      yield { consumed, lastDeal: consumed, checksum: '', numbers, deals, release };
    }
  }
  return { portions: portions(), released };
}

async function collect(portions: AsyncIterable<Portion>): Promise<Portion[]> {
  const all = [];
  for await (const portion of portions) all.push(portion);
  return all;
}

/** The tasks of two portions, of 10 and of 7 deals. */
const TEN_AND_SEVEN = [
  { numbers: [{ first: 1, last: 10 }], bytes: 10 * CARDS },
  { numbers: [{ first: 11, last: 17 }], bytes: 7 * CARDS },
];

it('a condition gets each portion, on any thread, and uses released memory again for the numbers', async () => {
  const { executor, asked } = executorOf((task) => {
    if (task.kind === 'match') task.kept.set([3, 5]);
    return 2;
  });
  const { portions, released } = portionsOf(10, 7);
  const memory = new Set<ArrayBufferLike>();
  const kept: unknown[] = [];
  for await (const { numbers, deals, consumed, release } of matchPortions(portions, 'deal > 2', executor)) {
    kept.push([listOf(numbers), deals, consumed]);
    memory.add((numbers[0] as Float64Array).buffer);
    release();
  }
  expect(kept).toEqual([
    [[3, 5], 2, 10],
    [[3, 5], 2, 17],
  ]);
  expect(memory.size).toBe(1);
  expect(released).toEqual([0, 1]);
  expect(asked.places).toEqual(['anywhere']);
  const task = { kind: 'match', where: 'deal > 2' };
  expect(asked.tasks).toMatchObject(TEN_AND_SEVEN.map((dealt) => ({ ...dealt, ...task })));
});

describe('a filter in a module', () => {
  it('gets each portion, in the workers', async () => {
    const results: DealNumbers[] = [{ first: 4, last: 6 }, Float64Array.of(12, 15)];
    const { executor, asked } = executorOf(() => results[asked.tasks.length - 1]);
    const { portions, released } = portionsOf(10, 7);
    const kept = await collect(filterPortions(portions, MODULE, executor, undefined));
    expect(kept).toMatchObject([
      { numbers: [results[0]], deals: 3, consumed: 10 },
      { numbers: [results[1]], deals: 2, consumed: 17 },
    ]);
    expect(released).toEqual([0, 1]);
    expect(asked.places).toEqual(['workers']);
    const task = { kind: 'filter', filter: MODULE };
    expect(asked.tasks).toEqual(TEN_AND_SEVEN.map((dealt) => ({ ...dealt, ...task })));
  });

  it.each<[string, Error, Error?]>([
    [
      'is named in the error if its worker ends',
      new WorkerError('it is out of memory'),
      new FilterError('filter mine.js: it is out of memory'),
    ],
    ['is not named again in its own error', new FilterError('filter mine.js throws at deal 5')],
    ['passes other errors on as they are', new Error('mine')],
  ])('%s', async (_, error, thrown = error) => {
    const { executor } = executorOf(() => {
      throw error;
    });
    const kept = collect(filterPortions(portionsOf(10).portions, MODULE, executor, undefined));
    await expect(kept).rejects.toEqual(thrown);
  });
});

it.each([
  [19, 200],
  [20, 64],
])(
  'a filter of the program lets signals in when it has taken %d ms for 64 deals: it sees %d',
  async (ms, most) => {
    const { executor, asked } = executorOf((task) => {
      const [{ first, last }] = (task as EncodeTask).numbers as DealRange[];
      return new Uint8Array(expected(records.cards, first, last - first + 1));
    });
    let [now, seen] = [1000, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const abort = new AbortController();
    const filter: DealFilter = () => {
      if (seen++ === 0) {
        now += ms;
        abort.abort(new Error('enough'));
      }
      return true;
    };
    const kept = collect(filterPortions(portionsOf(200).portions, filter, executor, abort.signal));
    if (most < 200) await expect(kept).rejects.toThrow('enough');
    else expect((await kept)[0]).toMatchObject({ deals: 200 });
    expect(seen).toBe(most);
    expect(asked.places).toEqual(['anywhere']);
    expect(asked.tasks).toMatchObject([{ kind: 'encode', encoder: 'cards', bytes: 200 * CARDS }]);
  },
);
