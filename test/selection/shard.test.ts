// Shards: contiguous shares of a selection, which the jobs of a cluster deal separately.

import { readdirSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import { resolveSelection } from '../../src/selection/selection.js';
import { generate } from '../../src/verbs/generate.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { range } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';
import { numbersOf } from '../support/selection.js';

it('the shards of all 2^33-1 deals are ranges', async () => {
  const last = await resolveSelection({ deals: 'all', shard: { index: 8192, count: 8192 } });
  expect(last).toMatchObject({ key: '1..8589934591 shard 8192/8192', source: { count: 1048575 } });
  expect(last.source.segments).toEqual([{ first: LAST_DEAL - 1048574, last: LAST_DEAL }]);
  const first = await resolveSelection({ deals: 'all', shard: { index: 1, count: LAST_DEAL } });
  expect(first.source.segments).toEqual([{ first: FIRST_DEAL, last: FIRST_DEAL }]);
});

describe('a shard of a list that can be read only once', () => {
  it.each([
    ['-', 'seq 30 -3 1 |', '1/3', '30\n27\n24\n21\n'],
    ['-', 'seq 30 -3 1 |', '3/3', '9\n6\n3\n'],
    ['/dev/stdin', 'seq 30 -3 1 |', '2/3', '18\n15\n12\n'],
    ['<(seq 30 -3 1)', '', '2/3', '18\n15\n12\n'],
    ['fifo', 'mkfifo fifo; (seq 30 -3 1 > fifo &);', '2/3', '18\n15\n12\n'],
  ])('is cut from all of its numbers: --deals-from %s after %s, shard %s', (list, before, shard, numbers) => {
    const line = `${before} "$0" "$1" generate --deals-from ${list} --shard ${shard} -q -o a.bin`;
    const ran = runShell(`${line} && "$0" "$1" cat a.bin -f numbers`, temporaryFolder());
    expect({ ...ran, stdout: ran.stdout.toString() }).toEqual({ status: 0, stderr: '', stdout: numbers });
  });

  it('is cut from all of its numbers: an asynchronous iterable of many windows', async () => {
    const list = scattered(70_000);
    async function* once() {
      yield* list;
    }
    const found = [];
    for (const index of [1, 2, 3])
      found.push(await numbersOf({ dealsFrom: once(), shard: { index, count: 3 } }));
    expect(found.flat()).toEqual(list);
  });
});

it('no file appears if a list has become shorter since it was counted', async () => {
  const list = fileWith(range(1, 300_000).join('\n'));
  const run = generate({
    dealsFrom: list,
    shard: { index: 1, count: 1 },
    output: join(dirname(list), 'a.bin'),
    threads: 1,
    chunkBytes: 60_000,
    onProgress: () => truncateSync(list, 1_000_000),
  });
  await expect(run).rejects.toThrow(/the list has [\d,]+ deals where 300,000 were counted before/);
  expect(readdirSync(dirname(list))).toEqual(['list.txt']);
});
