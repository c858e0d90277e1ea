// The command deals the numbers of a list, and shards of them. list.test.ts is about which numbers a list has.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSame } from '../../support/bytes.js';
import { runShell, temporaryFolder } from '../../support/command.js';
import { expectedOf, records } from '../../support/engines.js';
import { rowsIn } from '../../support/golden.js';
import { range, scattered } from '../../support/numbers.js';
import { numbersOf } from '../../support/selection.js';

/** A list of 20,000 numbers in no order over all regimes, and some ranges: two chunks of binary, six of NDJSON. */
const numbers = scattered(20_000);
const text = `${numbers.join('\n')}\n4294967000..4294967500\n12 5..7\n`;
const all = [...numbers, ...range(4294967000, 501), 12, 5, 6, 7];

describe('generate --deals-from', () => {
  it('writes the deals of a list from a pipe to a pipe, in order', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), text);
    const line = 'cat list.txt | "$0" "$1" generate --deals-from - -f ndjson -t 3 -o - -q | cat';
    const { status, stdout, stderr } = runShell(line, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    checkSame(stdout, expectedOf(records.ndjson, all));
    expect(readdirSync(folder)).toEqual(['list.txt']);
  });

  it.each([
    ['a.txt', '\tS\t617\n\tS\t11982\n'],
    ['-x.txt', '617,yes\n11982,no\n'],
  ])('names a command for a table in %s that reads all deals', (name, table) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), table);
    const line = `m=$("$0" "$1" generate --deals-from=${name} --count 2>&1); eval "\${m##*deals: }"`;
    expect(runShell(line, folder)).toEqual({ status: 0, stdout: Buffer.from('617\n11982\n'), stderr: '' });
  });
});

describe('a shard of a list that can be read only once', () => {
  const shards =
    rowsIn<[list: string, before: string, shard: string, numbers: string]>('shards-of-pipes.txt');

  it.each(shards)('is cut from all numbers: --deals-from %s after %s, %s', (list, before, shard, numbers) => {
    const line = `${before} "$0" "$1" generate --deals-from ${list} --shard ${shard} -q -f numbers -o -`;
    const ran = runShell(line, temporaryFolder());
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
