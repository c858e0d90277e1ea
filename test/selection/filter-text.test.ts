// A filter as the text of an arrow function: it runs in workers like a module.

import { describe, expect, it } from 'vitest';
import { countDeals, FilterError } from '../../src/index.js';
import { run, temporaryFolder } from '../support/command.js';

function count(
  filter: string,
  deals = '1..100000',
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = run(
    ['generate', deals, '--filter', filter, '--count', '-t', '2'],
    temporaryFolder(),
  );
  return { status, stdout: stdout.toString(), stderr };
}

describe('a filter as text', () => {
  it('keeps the same deals as a module with the same function', async () => {
    const aces = "deal => ['AC', 'AD', 'AH', 'AS'].every((ace) => deal.position(ace) < 8)";
    expect(count(aces, '1..1000000')).toEqual({ status: 0, stdout: '262\n', stderr: '' });
    expect(await countDeals({ deals: '1..1000', filter: '({ number }) => number % 7 === 3' })).toBe(143);
  });

  it('may have several lines, comments, quotes and any character', () => {
    const filter = `deal => { // 100 % of "♠" are kept
      return deal.number === 5 || 'ä%0A#?' === '';
    } // the end`;
    expect(count(filter)).toEqual({ status: 0, stdout: '1\n', stderr: '' });
  });

  it.each([
    ['deal => deal.above("AS"', /^filter 'deal => deal\.above\("AS"' cannot be loaded: .+/],
    ['deal => { }', /^filter 'deal => \{ \}' returns undefined for deal 1; expected true or false$/],
    ['deal => deal.position("XX") > 3', /^filter 'deal => .+' throws at deal 1: 'XX' is not a valid card; /],
    [`deal => ${'1 +'.repeat(100)} 1`, /^filter 'deal => .{52}\.\.\.' returns 101 for deal 1; /],
  ])('fails with one line that names %s', async (filter, message) => {
    await expect(countDeals({ deals: 1, filter })).rejects.toThrow(FilterError);
    const { status, stdout, stderr } = count(filter, '1');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^freecell-deals: [^\n]+\n$/);
    expect(stderr.slice('freecell-deals: '.length, -1)).toMatch(message);
  });

  it('is part of the job: a run with another text cannot be resumed', () => {
    const folder = temporaryFolder();
    const write = (filter: string) =>
      run(['generate', '1..9', '--filter', filter, '-o', 'a.ndjson', '-q', '--resume'], folder);
    expect(write('deal => deal.number > 3').status).toBe(0);
    expect(write('deal => deal.number > 3').status).toBe(0); // it is complete
    expect(write('deal => deal.number > 4').status).toBe(1);
  });
});

describe('a filter that changes the bytes of its deal', () => {
  it('still sees the dealt positions and names', () => {
    const filter =
      'deal => { deal.cards.fill(7); return deal.position("7D") === 0 && deal.name(0) === "7D" && deal.above("7D") === 6; }';
    const plain = 'deal => deal.position("7D") === 0';
    expect(count(filter).stdout).toBe(count(plain).stdout);
  });

  it('sees the next deal unchanged, also on the calling thread', async () => {
    const first = (deal: { cards: Uint8Array }) => {
      const card = deal.cards[0];
      deal.cards.fill(0);
      return card === 25;
    };
    expect(await countDeals({ deals: '1..100000', filter: first })).toBe(
      await countDeals({ deals: '1..100000', where: "card_0 = '7D'" }),
    );
  });
});
