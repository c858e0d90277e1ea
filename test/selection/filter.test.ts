// Filters: the examples, what a filter gets, and every way in which a filter can be wrong.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { countDeals, FilterError, generate, InputError } from '../../src/index.js';
import { checkSame } from '../support/bytes.js';
import { run, start, temporaryFolder } from '../support/command.js';
import { expectedOf, records } from '../support/engines.js';
import { checkFailure } from '../support/failure.js';
import { pairsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/filters', import.meta.url));

/** A folder with a module in it. */
function withFilter(source: string, name = 'filter.mjs'): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), source);
  return folder;
}

it('the filters in examples count the known numbers of deals', async () => {
  expect(await countDeals({ filter: join(EXAMPLES, 'aces-in-first-row.mjs') })).toBe(262);
  expect(await countDeals({ filter: join(EXAMPLES, 'aces-exposed.mjs') })).toBe(259);
});

describe('a filter', () => {
  it('sees number, cards, names, columns and positions of every deal', async () => {
    const library = new URL('../../dist/index.js', import.meta.url).href;
    const folder = withFilter(`
      import { dealCards, dealFreeCell } from '${library}';
      export default (deal) => {
        const [dealt, rows] = [dealCards(deal.number), dealFreeCell(deal.number)];
        return rows.flat().every((name, i) => {
          const [column, row] = [deal.column(i % 8), Math.floor(i / 8)];
          const places = [name, dealt[i]].flatMap((card) => [deal.position(card), column.length - 1 - deal.above(card)]);
          return deal.name(i) === name && deal.cards[i] === dealt[i] && column[row] === dealt[i] &&
            column.length === 6 + (i % 8 < 4) && places.join() === [i, row, i, row].join();
        });
      };`);
    const deals = '616..618,4294967296,2147483648';
    expect(await countDeals({ deals, filter: join(folder, 'filter.mjs') })).toBe(5);
  });

  it('knows the cells that conditions know, and no others', async () => {
    const deals = '1..3000,999990..1000010,1254900'; // the last is impossible
    const cells = await countDeals({ deals, filter: 'deal => deal.cells >= 4' });
    expect(cells).toBe(await countDeals({ deals, where: 'cells >= 4' }));
    expect(await countDeals({ deals, filter: 'deal => deal.cells === undefined' })).toBe(10);
  });

  it('can print, copy, await and convert its deal', async () => {
    const filter = `deal => {
      console.log(deal, '%o', deal);
      Promise.resolve(deal);
      const text = JSON.stringify([deal, { ...deal }, structuredClone(deal)]) + deal;
      return text === '[{"number":1},{"number":1},{"number":1}][object Object]' && !('postion' in deal);
    }`;
    expect(await countDeals({ deals: 1, filter })).toBe(1);
  });

  it('may be CommonJS', async () => {
    const folder = withFilter('module.exports = (deal) => deal.number === 5;', 'filter.cjs');
    expect(await countDeals({ deals: '1..9', filter: join(folder, 'filter.cjs') })).toBe(1);
  });

  it('may be a text with several lines, comments, quotes and any character', async () => {
    const filter = `deal => { // 100 % of "♠" are kept
      return deal.number === 5 || 'ä%0A#?' === '';
    } // the end`;
    expect(await countDeals({ deals: '1..100', filter })).toBe(1);
  });

  it('prints to standard error and not into the output, in any way that it can print', () => {
    const folder = withFilter(`
      import output, { log } from 'node:console';
      import { stdout } from 'node:process';
      const ways = [
        () => console.log('the global console'),
        () => output.log("node:console's default export"),
        () => log("node:console's functions"),
        () => process.stdout.write('process.stdout\\n'),
        () => stdout.write("node:process's stdout\\n"),
      ];
      export default ({ number }) => { ways[number - 3]?.(); return number < 10; };`);
    const args = ['generate', '1..1000', '--filter', './filter.mjs', '-f', 'text', '-o', '-', '-q'];
    const { status, stdout, stderr } = run(args, folder);
    expect(stderr).toBe(
      "the global console\nnode:console's default export\nnode:console's functions\nprocess.stdout\nnode:process's stdout\n",
    );
    expect(status).toBe(0);
    checkSame(stdout, expectedOf(records.text, range(1, 9)));
  });
});

describe('a filter that is wrong', () => {
  it.each(pairsIn('wrong-filters.txt'))('gives a FilterError and no file: %s', async (source, message) => {
    const folder = withFilter(source.replace(/^\{/, 'export default (deal) => {'));
    const filter = join(folder, 'filter.mjs');
    const options = { deals: '1..41000', filter, output: join(folder, 'a.bin'), threads: 1 };
    const failure = await generate(options).catch((error) => error);
    expect(failure).toBeInstanceOf(FilterError);
    expect(failure.message).toContain(message.replace('FILTER', `filter ${filter}`));
    expect(failure.message).not.toContain('\n');
    expect(failure.message.length).toBeLessThan(1300);
    expect(readdirSync(folder)).toEqual(['filter.mjs']);
  });

  it.each<[string | (() => unknown), RegExp]>([
    [() => 5, /^filter \(a function\) returns 5 for deal 1;/],
    ['deal => deal.above("AS"', /^filter 'deal => deal\.above\("AS"' cannot be loaded: .+/],
    ['deal => deal.postion === 3', / throws at deal 1: a deal has no 'postion'; did you mean position\?$/],
    ['({ dealt }) => dealt', / a deal has no 'dealt'; expected one of number, cells, cards, .*, above$/],
    [`deal => ${'1 +'.repeat(100)} 1`, /^filter 'deal => .{52}\.\.\.' returns 101 for deal 1; /],
  ])('is named by its text, or as a function, in the message: %.40s', async (filter, message) => {
    await checkFailure(countDeals({ deals: 1, filter: filter as string }), FilterError, message);
  });

  it('is named with a deal if its worker ends while it encodes the deals that are kept', async () => {
    const env = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DIES_AT: '2' };
    const args = ['generate', '1..64', '--filter', 'deal => true', '-t', '1', '-o', 'a.bin'];
    const said = await start(args, temporaryFolder(), env).stderr.toArray();
    expect(String(said)).toMatch(/ filter 'deal => true': a worker.* at deal 1 or later: .*\n$/);
  });

  it.each([
    'd.number > 3',
    'function (d) { return d.number > 3 }',
    'deal.above("AS") / 2 > 1',
    'package.json/2 > 1', // below a file
    'd.number > 3 || '.repeat(400),
  ])('is refused with advice if it is not an arrow function: %.40s', async (filter) => {
    const advice =
      / is neither an arrow function nor a module; write deal => \.\.\., such as 'deal => deal\.number > 3'$/;
    await checkFailure(countDeals({ deals: '1..10', filter }), InputError, advice);
  });
});
