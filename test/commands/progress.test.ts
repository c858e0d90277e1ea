import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  fitLine,
  formatDuration,
  formatRate,
  openDescription,
  openLines,
  type RunProgress,
  summary,
} from '../../src/commands/progress.js';
import { runShell, stopWhen, temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';

it.each([
  [59, '59s'],
  [59.5, '1m00s'],
  [179.7, '3m00s'],
  [3599.9, '1h00m'],
  [3720, '1h02m'],
  [360000, '100h00m'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  [99_999, 1000, '99,999 deals/s'],
  [100_000, 1000, '0.1 M deals/s'],
  [12_345_678, 1000, '12.3 M deals/s'],
  [5, 0, '5,000 deals/s'],
])('%d deals in %d ms are shown as %s', (deals, ms, text) => {
  expect(formatRate(deals, ms)).toBe(text);
});

describe('the description of a run', () => {
  it.each<[string, string, RunProgress, RunProgress]>([
    [
      'a resumed run shows deals, speed and time left',
      '12,000,000 of 20,000,000 deals  1.0 M deals/s  8s left',
      { dealt: 10_000_000, totalDeals: 20_000_000, bytes: 52e7, totalBytes: 1.04e9 },
      { dealt: 12_000_000, totalDeals: 20_000_000, bytes: 62.4e7, totalBytes: 1.04e9 },
    ],
    [
      'a condition shows how many deals were found, and the time left by deals',
      '9,000 of 100,000 deals  7 found  4,500 deals/s  20s left',
      { deals: 0, dealt: 0, bytes: 0, totalDeals: 100_000 },
      { deals: 7, dealt: 9000, bytes: 30, totalDeals: 100_000 },
    ],
    [
      'a list shows no total and no time left',
      '5,000 deals  2,500 deals/s',
      { dealt: 0, bytes: 0 },
      { dealt: 5000, bytes: 260_000 },
    ],
    [
      'a check of a file shows the time left by bytes',
      '5,000 deals  2,500 deals/s  8s left',
      { dealt: 0, bytes: 0, totalBytes: 100e6 },
      { dealt: 5000, bytes: 20e6, totalBytes: 100e6 },
    ],
  ])('%s: %s', (_, text, first, second) => {
    let time = 1000;
    const describe = openDescription(() => time);
    expect(describe(first).slice(2)).toEqual(['', '']);
    time += 2000;
    expect(describe(second).filter(Boolean).join('  ')).toBe(text);
  });

  it('is printed at most every 30 s as a line, and no more after the end', () => {
    let time = 0;
    const lines: string[] = [];
    const display = openLines(
      false,
      (line) => lines.push(line),
      () => time,
    );
    for (let second = 0; second <= 100; second++) {
      time = second * 1000;
      display.update({ dealt: second * 1000, totalDeals: 1_000_000 });
    }
    display.stop();
    time = 1e6;
    display.update({ dealt: 1_000_000 });
    expect(lines).toEqual([
      'freecell-deals: 30,000 of 1,000,000 deals  1,000 deals/s  16m10s left',
      'freecell-deals: 60,000 of 1,000,000 deals  1,000 deals/s  15m40s left',
      'freecell-deals: 90,000 of 1,000,000 deals  1,000 deals/s  15m10s left',
    ]);
  });
});

it.each([
  [105, 30, '42%  420,000 of 1,000,000 deals  17 found  12.3 M deals/s  5s left'],
  [98, 30, '42%  420,000 of 1,000,000 deals  17 found  12.3 M deals/s  5s left'],
  [97, 20, '42%  420,000 of 1,000,000 deals  17 found  12.3 M deals/s  5s left'],
  [77, 0, '42%  420,000 of 1,000,000 deals  17 found  12.3 M deals/s  5s left'],
  [66, 0, '42%  420,000 of 1,000,000 deals  17 found  12.3 M deals/s  5s left'],
  [65, 20, '42%  17 found  12.3 M deals/s  5s left'],
  [37, 0, '42%  12.3 M deals/s  5s left'],
  [20, 0, '42%  12.3 M deals/s '],
])('a terminal of %d columns shows a bar of %d columns, and then: %s', (columns, bar, text) => {
  const parts = ['420,000 of 1,000,000 deals', '17 found', '12.3 M deals/s', '5s left'];
  const fit = () => fitLine(parts, { dealt: 420_000, totalDeals: 1_000_000 }, columns);
  const lineWith = (full: string, empty: string) => {
    const filled = Math.round(0.42 * bar);
    return `${full.repeat(filled)}${empty.repeat(bar - filled)}${bar > 0 ? '  ' : ''}${text}`;
  };
  vi.stubEnv('LC_ALL', 'C');
  expect(fit()).toBe(lineWith('#', '.'));
  vi.stubEnv('LC_ALL', 'C.UTF-8');
  expect(fit()).toBe(lineWith('\u2588', '\u2591'));
  vi.unstubAllEnvs();
  expect(fitLine(['5 deals', '', ''], { dealt: 5 }, columns)).toBe('5 deals');
});

it.each([
  [262, 1_000_000, 500, undefined, '262 of 1,000,000 deals, 1,234 bytes in 0.50 s (2.0 M deals/s)'],
  [1, 1, 40, undefined, '1 deal, 1,234 bytes in 0.04 s (25 deals/s)'],
  [2, 2, 9, undefined, '2 deals, 1,234 bytes in 0.01 s'],
  // a limit that was reached
  [10, 3072, 9, 10, '10 deals (3,072 dealt), 1,234 bytes in 0.01 s'],
  [1, 3072, 9, 1, '1 deal (3,072 dealt), 1,234 bytes in 0.01 s'],
  [10, 3072, 9, 11, '10 of 3,072 deals, 1,234 bytes in 0.01 s'],
  [3072, 3072, 9, 3072, '3,072 deals, 1,234 bytes in 0.01 s'],
])('the summary of %d deals of %d in %d ms with the limit %s is %s', (deals, dealt, ms, limit, text) => {
  const generated = { deals, dealt, bytes: 1234, status: 'written' as const };
  expect(summary('a.bin', generated, ms, limit)).toBe(`a.bin: ${text}`);
});

describe('generate', () => {
  /** Rests for half a second at a deal in the middle, so that a terminal shows how far it is, however fast the machine is. */
  const everyDeal = `const nobody = new Int32Array(new SharedArrayBuffer(4));
export default ({ number }) => number !== 2_500_000 || Atomics.wait(nobody, 0, 0, 500) === 'timed-out';
`;

  it('shows the progress of --filter --count on a terminal', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'all.mjs'), everyDeal);
    const count = (words: string) =>
      runShell(
        `NODE="$0" CLI="$1" script -qec '"$NODE" "$CLI" generate ${words} --filter ./all.mjs --count' /dev/null < /dev/null`,
        folder,
      ).stdout.toString();
    expect(count('1..4000000')).toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it clears the line
      /[\u2588#]+[\u2591.]* {2}\d\d% {2}[1-3],\d{3},\d{3} of 4,000,000 deals {2}[\d.]+ M deals\/s {2}\d+s left\r\u001b\[K(?:.*\r\u001b\[K)?4000000\r\n$/,
    );
    expect(count('1..400000 --quiet')).toBe('400000\r\n');
  });

  it.each([
    ['--where cells=4 --sample 1', '--seed 7 --where .. --limit 1'],
    ['--winnable --filter d=>!d --sample 9 --seed 2026-11-23', '--seed 20261123 --filter .. --limit 9'],
  ])('%s says how to take a sample of the deals that are kept', async (flags, end) => {
    const { stderr } = await runLine(`generate ${flags} -o a.numbers`, temporaryFolder());
    const hint = 'freecell-deals: the sample is taken before --\\w+; for \\d that it keeps: ';
    const choice = ', N being the number of deals to choose from';
    expect(stderr).toMatch(new RegExp(`^a\\.numbers: 0 of .*\n${hint}--sample N ${end}${choice}\n$`, 'm'));
  });

  it('the flags that the hint names take a deal of the condition', async () => {
    const kept = 'generate --sample 1000000 --seed 7 --where cells=4 --limit 1 -f numbers -o -';
    const { stdout, stderr } = await runLine(kept, temporaryFolder());
    expect([stdout, stderr.split('\n').length]).toEqual(['200798\n', 2]);
  });
});

it('a count that Ctrl-C ends says how many deals it dealt, and how many it found', async () => {
  const args = 'generate all --winnable --count --where'.split(' ').concat('pos_AC < 8 AND pos_AD < 8');
  let ran = { stderr: '' };
  for (let wait = 300; !ran.stderr.includes('found'); wait *= 2)
    ran = await stopWhen(() => sleep(wait), args, temporaryFolder());
  expect(ran).toMatchObject({ status: 130, stdout: Buffer.alloc(0) });
  const [, dealt = '', found = ''] =
    /^freecell-deals: stopped by SIGINT after the first ([\d,]+) of 8,589,832,516 deals: ([\d,]+) found\n$/.exec(
      ran.stderr,
    ) ?? [];
  const share = Number(found.replaceAll(',', '')) / Number(dealt.replaceAll(',', ''));
  expect(share).toBeCloseTo((8 * 7) / (52 * 51), 3);
});
