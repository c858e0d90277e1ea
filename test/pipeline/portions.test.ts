// Portions are read from a source, and from a list that is resumed.

import { expect, it, vi } from 'vitest';
import { OutputProblem } from '../../src/common/errors.js';
import { NO_CHECKPOINT } from '../../src/pipeline/checkpoint.js';
import { portionsOf } from '../../src/pipeline/portions.js';
import { sourceOfList, sourceOfSegments } from '../../src/selection/deal-source.js';

it('ranges are read from the checkpoint on, not from their beginning', async () => {
  const source = sourceOfSegments([{ first: 1, last: 1000 }], 'x');
  const numbers = vi.spyOn(source, 'numbers');
  const portions = portionsOf(source, { ...NO_CHECKPOINT, consumed: 600 }, { most: 300 });
  expect((await portions.next()).value).toMatchObject({ numbers: [{ first: 601, last: 900 }] });
  expect(numbers.mock.calls.map(([from]) => from)).toEqual([600]);
});

it.each([5, 0])(
  'a list of %d deals is refused if 10 deals of it were written, whatever its checksum',
  async (count) => {
    const list = sourceOfList(
      () => [Float64Array.from({ length: count }, (_, i) => i + 1)],
      'x',
      () => ({ add() {}, value: '' }),
    );
    const portions = portionsOf(list, { ...NO_CHECKPOINT, consumed: 10 }, { most: 300 });
    await expect(portions.next()).rejects.toThrow(
      new OutputProblem(
        undefined,
        'the list does not begin with the 10 deals of the interrupted run; resume it with the same list, or start over with force: true',
      ),
    );
  },
);
