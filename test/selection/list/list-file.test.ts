// The command deals the numbers of a list, and shards of them. list.test.ts is about which numbers a list has.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSame } from '../../support/bytes.js';
import { runShell, temporaryFolder } from '../../support/command.js';
import { expectedOf, records } from '../../support/engines.js';
import { rowsIn } from '../../support/golden.js';
import { runMain } from '../../support/main.js';
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

  it('writes no deals for an empty list, and the summary says so', async () => {
    const folder = temporaryFolder();
    const { status, stderr } = runShell('"$0" "$1" generate --deals-from - -o a.bin < /dev/null', folder);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^freecell-deals: the list is empty: standard input\na\.bin: 0 deals, 64 bytes in \d\.\d\d s/,
    );
    writeFileSync(join(folder, 'list.txt'), '# none\n');
    const warning = 'freecell-deals: the list is empty: list.txt\n';
    for (const [args, message] of [
      ['generate --deals-from list.txt --shard 1/2 -o b.bin -q', warning], // it is read twice, to be counted first
      ['generate 1..9 --exclude list.txt --count', warning],
      ['generate --deals-from a.bin -o c.bin -q', 'freecell-deals: the list is empty: a.bin\n'],
    ] as const)
      expect(await runMain(args.split(' '), folder)).toMatchObject({ status: 0, stderr: message });
    expect((await runMain(['info', 'a.bin'], folder)).stdout.toString()).toMatch(/^deals +none$/m);
    expect((await runMain(['verify', 'a.bin'], folder)).status).toBe(0);
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
