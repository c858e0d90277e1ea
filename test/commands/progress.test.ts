import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  formatDuration,
  formatRate,
  measureWork,
  openDescription,
  openLines,
  summary,
  verdict,
} from '../../src/commands/progress.js';
import { runShell, start, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [0.2, '0s'],
    [59, '59s'],
    [59.5, '1m00s'],
    [179.7, '3m00s'],
    [125, '2m05s'],
    [3599.9, '1h00m'],
    [3720, '1h02m'],
    [360000, '100h00m'],
  ])('%d s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('formatRate', () => {
  it.each([
    [1, 20, '50 deals/s'],
    [20, 40, '500 deals/s'],
    [99_999, 1000, '99,999 deals/s'],
    [100_000, 1000, '0.1 M deals/s'],
    [12_345_678, 1000, '12.3 M deals/s'],
    [5, 0, '5,000 deals/s'],
  ])('%d deals in %d ms', (deals, ms, text) => {
    expect(formatRate(deals, ms)).toBe(text);
  });
});

describe('measureWork', () => {
  it('counts bytes if their total is known, otherwise deals', () => {
    expect(measureWork({ dealt: 1, totalDeals: 2, bytes: 30, totalBytes: 40 })).toEqual({
      done: 30,
      total: 40,
    });
    expect(measureWork({ dealt: 1, totalDeals: 2, bytes: 30 })).toEqual({ done: 1, total: 2 });
    expect(measureWork({ dealt: 1 })).toEqual({ done: 1, total: undefined });
    expect(measureWork({ bytes: 30, totalBytes: 40 })).toEqual({ done: 30, total: 40 });
  });
});

describe('openDescription', () => {
  it('shows deals, speed and time left from the first progress on', () => {
    let time = 1000;
    const describe = openDescription(() => time);
    const at = (dealt: number) =>
      describe({ dealt, totalDeals: 20_000_000, bytes: dealt * 52, totalBytes: 1.04e9 });
    expect(at(10_000_000)).toBe('10,000,000 of 20,000,000 deals');
    time += 2000;
    expect(at(12_000_000)).toBe('12,000,000 of 20,000,000 deals  1.0 M deals/s  8s left');
  });

  it('shows how many deals were found, and the speed and the time left of the last seconds', () => {
    let time = 0;
    const describe = openDescription(() => time);
    const at = (seconds: number, deals: number, dealt: number) => {
      time = 1000 * seconds;
      return describe({ deals, dealt, totalDeals: 100_000 });
    };
    at(0, 0, 0);
    expect(at(1, 7, 9000)).toBe('9,000 of 100,000 deals  7 found  9,000 deals/s  10s left');
    for (let second = 2; second <= 10; second++) at(second, 7, 9000 * second);
    for (let second = 11; second <= 20; second++) at(second, 8, 90_000 + 100 * (second - 10));
    expect(at(21, 8, 91_100)).toBe('91,100 of 100,000 deals  8 found  100 deals/s  1m29s left');
  });

  it('shows no total and no time left for a list, and only bytes for a merge', () => {
    let time = 0;
    const list = openDescription(() => time);
    const merge = openDescription(() => time);
    list({ dealt: 0, bytes: 0 });
    merge({ bytes: 0, totalBytes: 100e6 });
    time = 1000;
    expect(list({ dealt: 5000, bytes: 260_000 })).toBe('5,000 deals  5,000 deals/s');
    expect(merge({ bytes: 20e6, totalBytes: 100e6 })).toBe('20 of 100 MB  4s left');
  });
});

describe('openLines', () => {
  it('prints a line at most every 30 s, and none after the end', () => {
    let time = 0;
    const lines: string[] = [];
    const display = openLines(
      (line) => lines.push(line),
      () => time,
    );
    for (let second = 0; second <= 100; second++) {
      time = second * 1000;
      display.update({ dealt: second * 1000, totalDeals: 1_000_000 });
    }
    expect(lines).toEqual([
      'freecell-deals: 30,000 of 1,000,000 deals  1,000 deals/s  16m10s left',
      'freecell-deals: 60,000 of 1,000,000 deals  1,000 deals/s  15m40s left',
      'freecell-deals: 90,000 of 1,000,000 deals  1,000 deals/s  15m10s left',
    ]);
    display.stop();
    time = 1e6;
    display.update({ dealt: 1_000_000 });
    expect(lines.length).toBe(3);
  });
});

describe('summary', () => {
  const generated = { deals: 262, dealt: 1_000_000, bytes: 1234, status: 'written' as const };

  it('shows the kept and dealt deals, the bytes and the speed', () => {
    expect(summary('a.bin', generated, 500)).toBe(
      'a.bin: 262 of 1,000,000 deals, 1,234 bytes in 0.50 s (2.0 M deals/s)',
    );
    expect(summary('a.bin', { ...generated, deals: 1, dealt: 1 }, 40)).toBe(
      'a.bin: 1 deal, 1,234 bytes in 0.04 s (25 deals/s)',
    );
    expect(summary('a.bin', { ...generated, deals: 2, dealt: 2 }, 9)).toBe(
      'a.bin: 2 deals, 1,234 bytes in 0.01 s',
    );
  });

  it('tells how many deals were dealt until the limit was reached', () => {
    const limited = (deals: number, limit: number) =>
      summary('a.bin', { ...generated, deals, dealt: 3072 }, 9, limit);
    expect(limited(10, 10)).toBe('a.bin: 10 deals (3,072 dealt), 1,234 bytes in 0.01 s');
    expect(limited(1, 1)).toBe('a.bin: 1 deal (3,072 dealt), 1,234 bytes in 0.01 s');
    expect(limited(10, 11)).toBe('a.bin: 10 of 3,072 deals, 1,234 bytes in 0.01 s');
    expect(limited(3072, 3072)).toBe('a.bin: 3,072 deals, 1,234 bytes in 0.01 s');
  });
});

describe('verdict', () => {
  const range = (n: number) => ({ first: n, last: n });

  it('ends with the count if there are no deals', () => {
    expect(verdict({ records: 0, bad: 0, ranges: [] })).toBe('0 deals');
  });

  it('names at most five ranges', () => {
    const five = [1, 3, 5, 7, 9].map(range);
    expect(verdict({ records: 5, bad: 0, ranges: five })).toBe('5 deals, all right: 1,3,5,7,9');
    expect(verdict({ records: 6, bad: 0, ranges: [...five, range(11)] })).toBe(
      '6 deals, all right: 1,3,5,7,9 and more',
    );
    expect(verdict({ records: 1, bad: 0, ranges: [range(617)] })).toBe('1 deal, all right: 617');
  });
});

describe('generate reports how a run went', () => {
  /** Rests for half a second at a deal in the middle, so that a terminal shows how far it is, however fast the machine is. */
  const everyDeal = `const nobody = new Int32Array(new SharedArrayBuffer(4));
export default ({ number }) => number !== 2_500_000 || Atomics.wait(nobody, 0, 0, 500) === 'timed-out';
`;

  it('shows progress of --filter --count on a terminal', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'all.mjs'), everyDeal);
    const count = (words: string) =>
      runShell(
        `NODE="$0" CLI="$1" script -qec '"$NODE" "$CLI" generate ${words} --filter ./all.mjs --count' /dev/null < /dev/null`,
        folder,
      ).stdout.toString();
    expect(count('1..4000000')).toMatch(
      /[1-3],\d{3},\d{3} of 4,000,000 deals {2}[\d.]+ M deals\/s {2}\d+s left[\s\S]*4000000/,
    );
    expect(count('1..400000 --quiet')).toBe('400000\r\n');
  });

  it('--json prints the summary as one line of JSON', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'even.mjs'), 'export default (deal) => deal.number % 2 === 0;\n');
    const { status, stdout, stderr } = await runMain(
      ['generate', '1..100', '--filter', './even.mjs', '-o', 'a.bin', '--json'],
      folder,
    );
    expect({ status, stdout: String(stdout) }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^\{[^\n]*\}\n$/);
    expect(JSON.parse(stderr)).toEqual({
      output: 'a.bin',
      deals: 50,
      bytes: readFileSync(join(folder, 'a.bin')).length,
      dealt: 100,
      status: 'written',
      seconds: expect.any(Number),
    });
    const counted = await runMain(
      ['generate', '1..100', '--filter', './even.mjs', '--count', '--json'],
      folder,
    );
    expect(String(counted.stdout)).toBe('50\n');
    expect(JSON.parse(counted.stderr)).toEqual({ deals: 50, seconds: expect.any(Number) });
  });

  it('says that standard output stays empty if it is redirected without -o -', () => {
    const folder = temporaryFolder();
    const advice = 'standard output stays empty (-o - writes to it)\n';
    expect(runShell('"$0" "$1" generate 1..20 > out.ndjson', folder).stderr).toContain(advice);
    expect(readFileSync(join(folder, 'out.ndjson')).length).toBe(0);
    expect(existsSync(join(folder, 'deals.bin'))).toBe(true);
    expect(runShell('"$0" "$1" generate 1..20 --force | cat', folder).stderr).toContain(advice);
    for (const line of [
      '"$0" "$1" generate 1..20 -o a.bin > log',
      '"$0" "$1" generate 1..20 -o - > out.ndjson',
      '"$0" "$1" generate 1..20 --force > /dev/null',
    ]) {
      expect(runShell(line, folder).stderr).not.toContain('stays empty');
    }
  });
});

describe('a count that Ctrl-C ends', () => {
  const WHERE = ['--where', 'pos_AC < 8 AND pos_AD < 8', '--count'];

  /** Stops a count after it has begun to count; returns the lines that it says. */
  async function stopped(...args: string[]): Promise<string[]> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), '1..8589934591');
    for (let wait = 300; ; wait *= 2) {
      const child = start(['generate', ...args, ...WHERE], folder);
      const [printed, said] = [child.stdout.toArray(), child.stderr.toArray()];
      await sleep(wait);
      child.kill('SIGINT');
      const [status] = await once(child, 'exit');
      const text = String(await said);
      if (!text.includes('found')) continue;
      expect({ status, printed: await printed }).toEqual({ status: 130, printed: [] });
      return text.trimEnd().split('\n');
    }
  }

  async function counted(deals: string, ...flags: string[]): Promise<number> {
    const { stdout } = await runMain(['generate', deals, ...flags, ...WHERE], temporaryFolder());
    return Number(stdout);
  }

  it('says after which deal of ranges it ended, how many were found, and which are the rest', async () => {
    const [line = ''] = await stopped('7,2147480001..8589934591,1..5', '--winnable', '--limit', '99999999');
    const [, last, found = '', next, missing] =
      /^freecell-deals: stopped by SIGINT after deal (\d+): ([\d,]+) deals found; count the rest with (\d+)\.\.8589934591,1\.\.5 --limit (\d+)$/.exec(
        line,
      ) ?? [];
    const deals = Number(found.replaceAll(',', ''));
    expect(await counted(`7,2147480001..${last}`, '--winnable')).toBe(deals);
    expect([Number(next), Number(missing)]).toEqual([Number(last) + 1, 99_999_999 - deals]);
  });

  it('says with --json the same as data, also with the rest of the range', async () => {
    const [json = '', message] = await stopped('all', '--json');
    const { deals, lastDeal, ...others } = JSON.parse(json);
    expect(others).toEqual({
      dealt: lastDeal,
      totalDeals: 8589934591,
      rest: `${lastDeal + 1}..8589934591`,
      isComplete: false,
      seconds: expect.any(Number),
    });
    expect(await counted(`1..${lastDeal}`)).toBe(deals);
    expect(message).toMatch(`stopped by SIGINT after deal ${lastDeal}: `);
  });

  it.each([
    ['list', / after the first [\d,]+ deals of the list: /, ['--deals-from', 'list.txt']],
    [
      'sample',
      / after the first [\d,]+ of 999,999,999 deals of the sample: /,
      ['all', '--sample', '999999999'],
    ],
    ['shard', / after the first [\d,]+ of 4,294,967,296 deals of the shard: /, ['all', '--shard', '1/2']],
  ])('says how many deals of a %s it dealt', async (_, said, args) => {
    const [line] = await stopped(...args);
    expect(line).toMatch(said);
    expect(line).toMatch(/: [\d,]+ deals found$/);
  });
});
