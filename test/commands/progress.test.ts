import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  fitLine,
  formatDuration,
  formatRate,
  openDescription,
  openLines,
  type RunProgress,
  summary,
} from '../../src/commands/progress.js';
import { resolveSelection } from '../../src/selection/selection.js';
import { countDeals } from '../../src/verbs/count.js';
import { runShell, stopWhen, temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';

it.each(rowsIn<[number, string]>('durations.txt'))('%d seconds are shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each(rowsIn<[number, number, string]>('rates.txt'))('%d deals in %d ms are %s', (deals, ms, text) => {
  expect(formatRate(deals, ms)).toBe(text);
});

describe('the description of a run', () => {
  it.each(rowsIn<[string, string, RunProgress, RunProgress]>('descriptions.txt'))(
    '%s: %s',
    (_, text, first, second) => {
      let time = 1000;
      const describe = openDescription(() => time);
      expect(describe(first).slice(2)).toEqual(['', '']);
      time += 2000;
      expect(describe(second).filter(Boolean).join('  ')).toBe(text);
    },
  );

  /** The lines of a run of a deal per ms. */
  function printed(isReplaced: boolean, seconds: number): string[] {
    let time = 0;
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const display = openLines(isReplaced, write, () => time);
    for (; time <= seconds * 1000; time += 20) display.update({ dealt: time, totalDeals: 1_000_000 });
    display.stop();
    time = 1e6;
    display.update({ dealt: 1_000_000 });
    return lines;
  }

  it('replaces its line on a terminal each 100 ms from 300 ms on, leaves room for ^C, and is removed', () => {
    vi.stubGlobal('process', Object.create(process, { stderr: { value: { columns: 70 } } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const line = (ms: number) => `0%  ${ms} of 1,000,000 deals  1,000 deals/s  16m40s left`; // a bar takes 12 more
    expect(printed(true, 0.55)).toEqual([line(300), line(400), line(500), '']);
    process.stderr.columns = 0; // not known: 80
    expect(printed(true, 0.3)).toEqual([
      expect.stringMatching(/^\S{10} {2}0% {2}300 of 1,000,000 deals /),
      '',
    ]);
  });

  it('is printed at most every 30 s as a line, and no more after the end', () => {
    expect(printed(false, 100)).toEqual([
      'freecell-deals: 30,000 of 1,000,000 deals  1,000 deals/s  16m10s left',
      'freecell-deals: 60,000 of 1,000,000 deals  1,000 deals/s  15m40s left',
      'freecell-deals: 90,000 of 1,000,000 deals  1,000 deals/s  15m10s left',
    ]);
  });
});

const FITTED = rowsIn<[columns: number, bar: number, text: string]>('fitted-lines.txt');

it.each(FITTED)('a terminal of %d columns shows a bar of %d columns, and then: %s', (columns, bar, text) => {
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

const SUMMARIES = rowsIn<[number, number, number, number | null, string, number?]>('summaries.txt');

it.each(SUMMARIES)('the summary of %d deals of %d in %d ms with the limit %s is %s', (...row) => {
  const [deals, dealt, ms, limit, text, resumedAfter = 0] = row;
  const generated = { deals, dealt, bytes: 1234, status: 'written' as const, resumedAfter };
  expect(summary('a.bin', generated, ms, limit ?? undefined)).toBe(`a.bin: ${text}`);
});

/** Rests for half a second at a deal in the middle, so that a terminal shows how far it is, however fast the machine is. */
const everyDeal = `const nobody = new Int32Array(new SharedArrayBuffer(4));
export default ({ number }) => number !== 1_250_000 || Atomics.wait(nobody, 0, 0, 500) === 'timed-out';
`;

it('generate shows the progress of --filter --count on a terminal, but not with --quiet', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'all.mjs'), everyDeal);
  const generate = (words: string) =>
    runShell(
      `NODE="$0" CLI="$1" script -qec '"$NODE" "$CLI" generate --filter ./all.mjs ${words}' /dev/null < /dev/null`,
      folder,
    ).stdout.toString();
  expect(generate('1..2000000 --count')).toMatch(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it clears the line
    /[\u2588#]+[\u2591.]* {2}\d\d% {2}1,\d{3},\d{3} of 2,000,000 deals {2}[\d.]+ M deals\/s {2}\d+s left\r\u001b\[K(?:.*\r\u001b\[K)?2000000\r\n$/,
  );
  expect(generate('1250000..1250999 --count --quiet')).toBe('1000\r\n');
});

it('a count that Ctrl-C ends says how many deals it dealt, and how many of these it found', async () => {
  const where = 'pos_AC < 8 AND pos_AD < 8';
  const args = ['generate', 'all', '--winnable', '--count', '--where', where];
  let ran = { stderr: '' };
  for (let wait = 300; !ran.stderr.includes('found'); wait *= 2)
    ran = await stopWhen(() => sleep(wait), args, temporaryFolder());
  expect(ran).toMatchObject({ status: 130, stdout: Buffer.alloc(0) });
  const said =
    /^freecell-deals: stopped by SIGINT after the first ([\d,]+) of 8,589,832,516 deals: ([\d,]+) found\n$/;
  const numbers = said.exec(ran.stderr)?.slice(1) ?? [];
  const [dealt = 0, found] = numbers.map((text) => Number(text.replaceAll(',', '')));
  expect(dealt).toBeGreaterThan(0);
  const { source } = await resolveSelection({ deals: 'all', winnable: true });
  const last = source.numberAtIndex?.(dealt - 1);
  expect(await countDeals({ deals: `1..${last}`, winnable: true, where })).toBe(found);
});
