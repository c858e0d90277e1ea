// Conditions and limits, together with the other options of a selection.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dealCards } from '../../src/game/deal.js';
import { countDeals, generate, type Selection } from '../../src/index.js';
import { knownCells } from '../../src/selection/facts.js';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { range, scattered } from '../support/numbers.js';
import { numbersOf } from '../support/selection.js';

const ACES = 'pos_AC < 8 AND pos_AD < 8 AND pos_AH < 8 AND pos_AS < 8';

const LIST = scattered(60_000);

/** Whether the ace of clubs is in the first two rows. */
const hasLowAce = (n: number) => dealCards(n).indexOf(0) < 16;

describe('a condition', () => {
  it('on cells counts the deals of 1..32000 that need four, on the calling thread and in workers', async () => {
    const where = 'cells = 4';
    expect(await countDeals({ deals: '1..32000', where })).toBe(198);
    const line = `FREECELL_DEALS_TEST_WORKERS_ONLY=1 "$0" "$1" generate 1..32000 --where '${where}' --count`;
    expect(runShell(line, temporaryFolder())).toMatchObject({ stdout: Buffer.from('198\n'), stderr: '' });
  });

  it.each<[string, Selection, cells: number[]]>([
    ['all deals', { deals: 'all' }, [6]],
    ['deals above the million', { deals: '1000001..200000000' }, [0, 5]],
    ['the last regime', { deals: '2^32..2^33-1' }, [5]],
    ['a list', { dealsFrom: [...LIST, 14720822, 8e9, 617, 32963] }, [0, 5, 6]],
    ['a sample', { deals: '1..8000000', sample: { count: 20_000 } }, [0, 5]],
    ['a shard', { deals: '999000..300000000', shard: { index: 1, count: 3 } }, [0, 6]],
    ['the rest of a list to exclude', { deals: '1..40000000', exclude: [5, 14720822, 32963] }, [0]],
  ])('that needs cells asks the known deals of %s, and counts the others', async (_, selection, asked) => {
    const deals = await countDeals(selection);
    const few = deals < 1e5 ? await numbersOf(selection) : undefined;
    const known = (await numbersOf({ ...selection, where: 'cells IS NOT NULL' })).map((n) =>
      knownCells().cellsNeeded(n),
    );
    for (const cells of asked) {
      const onProgress = vi.fn();
      const found = await countDeals({ ...selection, where: `cells = ${cells} OR cells = 12`, onProgress });
      expect(found).toBe(known.filter((needed) => needed === cells).length);
      const [{ cellsNotKnown = 0 } = {}] = onProgress.mock.lastCall ?? [];
      expect(cellsNotKnown).toBe(deals - known.length);
    }
    const isKnown = (n: number) => knownCells().cellsNeeded(n) !== undefined;
    if (few !== undefined) expect(known.length).toBe(few.filter(isKnown).length);
  });

  it.each<[string, Selection, number[]]>([
    ['a range', { deals: '1..60000' }, range(1, 60_000)],
    ['a shard of a list', { dealsFrom: LIST, shard: { index: 2, count: 2 } }, LIST.slice(30_000)],
  ])('applies before a filter, to all portions of %s', async (_, selection, numbers) => {
    const seen: number[] = [];
    const filter = ({ number }: { number: number }) => {
      seen.push(number);
      return number % 2 === 0;
    };
    const expected = numbers.filter(hasLowAce);
    const kept = await numbersOf({ ...selection, where: 'pos_AC < 16', filter }, 2);
    expect(kept).toEqual(expected.filter((n) => n % 2 === 0));
    expect(seen).toEqual(expected);
  });
});

it('a limit ends a condition over all deals early', async () => {
  const dealt: number[] = [];
  const onProgress = (progress: { dealt: number }) => void dealt.push(progress.dealt);
  const output = join(temporaryFolder(), 'a.numbers');
  const options = { deals: 'all', where: ACES, limit: 10, output, onProgress, threads: 2 };
  const generated = await generate(options);
  expect(generated.deals).toBe(10);
  expect(generated.dealt).toBeGreaterThan(10_915);
  expect(readFileSync(output, 'utf8').split('\n').slice(0, 3)).toEqual(['673', '10408', '10915']);
  expect(dealt.at(-1)).toBeLessThan(100_000);
});

describe('a list without an end', () => {
  let closed = 0;
  function* forEver() {
    try {
      for (;;) yield 617;
    } finally {
      closed++;
    }
  }
  async function* pausing(): AsyncGenerator<number, void, void> {
    yield* [617, 5, 11982, 3];
    await new Promise(() => {});
  }

  it.each<[string, Selection]>([
    ['alone', {}],
    ['without the impossible deals', { winnable: true }],
    ['with a condition', { where: 'deal > 0' }],
    ['with a filter', { filter: () => true }],
    ['with the text of a filter', { filter: 'deal => deal.number > 0' }],
  ])('ends with its limit, also if it pauses: %s', async (_, narrowing) => {
    expect(await countDeals({ ...narrowing, dealsFrom: pausing(), limit: 2 })).toBe(2);
    expect(await numbersOf({ ...narrowing, dealsFrom: pausing(), limit: 2 })).toEqual([617, 5]);
    closed = 0;
    expect(await countDeals({ ...narrowing, dealsFrom: forEver(), limit: 5 })).toBe(5);
    expect(await numbersOf({ ...narrowing, dealsFrom: forEver(), limit: 3 })).toEqual([617, 617, 617]);
    expect(closed).toBe(2);
  });

  it('ends a command', () => {
    const folder = temporaryFolder();
    runShell('mkfifo list', folder);
    const fd = openSync(join(folder, 'list'), 'r+');
    onTestFinished(() => closeSync(fd));
    writeSync(fd, '{"deal":6}\n{"deal":5}\n');
    const ran = run('generate --deals-from list --limit 2 -f numbers -o - -q'.split(' '), folder);
    expect(ran).toEqual({ status: 0, stdout: Buffer.from('6\n5\n'), stderr: '' });
  });
});
