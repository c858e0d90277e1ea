// The progress of a run on standard error, and the summary at its end.

import { isatty } from 'node:tty';
import { grouped } from '../common/quote.js';
import { formatRanges } from '../game/deal-numbers.js';
import { standard } from '../io/standard.js';
import type { GenerateProgress, GenerateResult } from '../verbs/generate.js';
import type { VerifyResult } from '../verbs/verify.js';
import { print, showsUnicode } from './terminal.js';

const SHOWN_RANGES = 5; // of the ranges of a file
const REPLACE_AFTER = 300; // ms; a shorter run shows no progress on a terminal
const REPLACE_INTERVAL = 100; // ms between two lines that replace each other
const LINE_INTERVAL = 30_000; // ms between two lines, if standard error is not a terminal
const RATE_AFTER = 10; // ms; a shorter run shows no rate
const MILLION = 1_000_000;
const SEPARATOR = '  ';
const DEFAULT_WIDTH = 80; // of a terminal that does not tell its columns
/** Columns that a line leaves free for the ^C of a terminal: a line that wraps cannot be removed. */
const RESERVED = 5;
const [BAR_STEP, MAX_BAR] = [10, 30]; // columns

/** How far a run got. A list may have no total, a count no bytes. */
export type RunProgress = { [K in keyof GenerateProgress]?: number | undefined } & { dealt: number };

/** Formats a rate: "12.3 M deals/s", or "45,678 deals/s" below 100,000. */
export function formatRate(deals: number, ms: number): string {
  const rate = (deals * 1000) / Math.max(ms, 1);
  const isSlow = rate < MILLION / 10;
  return isSlow ? `${grouped(Math.round(rate))} deals/s` : `${(rate / MILLION).toFixed(1)} M deals/s`;
}

/** Formats seconds as "7s", "2m05s" or "1h02m". */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const pad = (n: number) => String(n % 60).padStart(2, '0');
  if (minutes === 0) return `${whole}s`;
  return minutes < 60 ? `${minutes}m${pad(whole)}s` : `${Math.floor(minutes / 60)}h${pad(minutes)}m`;
}

export function ofTotal(total: number | undefined): string {
  return total === undefined ? '' : ` of ${grouped(total)}`;
}

function dealsIn(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'deal' : 'deals'}`;
}

/** The work done and the total work, in bytes if their total is known, else in deals. */
function workOf({ dealt, totalDeals, bytes = 0, totalBytes }: RunProgress) {
  return totalBytes === undefined ? { done: dealt, total: totalDeals } : { done: bytes, total: totalBytes };
}

/**
 * Returns a function that describes a run: the deals dealt, those found, the rate, the time left; empty where not
 * known. Rate and time are those since its first call, because a resumed run does not start at zero.
 */
export function openDescription(now: () => number): (progress: RunProgress) => string[] {
  let start: { progress: RunProgress; time: number } | undefined;
  return (progress) => {
    start ??= { progress, time: now() };
    const ms = now() - start.time;
    const { deals, dealt, totalDeals } = progress;
    const { done, total } = workOf(progress);
    const achieved = done - workOf(start.progress).done;
    return [
      `${grouped(dealt)}${ofTotal(totalDeals)} deals`,
      deals !== undefined && deals < dealt ? `${grouped(deals)} found` : '',
      achieved > 0 ? formatRate(dealt - start.progress.dealt, ms) : '',
      achieved > 0 && total ? `${formatDuration(((total - done) / achieved) * (ms / 1000))} left` : '',
    ];
  };
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(SEPARATOR);
}

/** The line of a terminal, with a bar where there is room for one. In a narrow terminal, the first parts go. */
export function fitLine(parts: readonly string[], progress: RunProgress, columns: number): string {
  const { done, total } = workOf(progress);
  const share = total ? Math.min(1, done / total) : undefined;
  const percent = share === undefined ? '' : `${Math.floor(share * 100)}%`;
  const lines = [0, 1, 2].map((skipped) => join([percent, ...parts.slice(skipped)]));
  const line = lines.find(({ length }) => length <= columns) ?? lines[2].slice(0, columns);
  const room = Math.min(MAX_BAR, columns - line.length - SEPARATOR.length);
  const width = room - (room % BAR_STEP); // so that it does not change with each digit of the line
  if (share === undefined || width <= 0) return line;
  const [full, empty] = showsUnicode() ? '\u2588\u2591' : '#.';
  const filled = Math.round(share * width);
  return join([full.repeat(filled) + empty.repeat(width - filled), line]);
}

/** The summary of a finished run, in one line. A run that reached its limit has not dealt all its deals. */
export function summary(name: string, generated: GenerateResult, ms: number, limit?: number): string {
  const { deals, bytes, status, resumedAfter = 0 } = generated;
  if (status === 'unchanged') return `${name}: already complete, ${dealsIn(deals)}, ${grouped(bytes)} bytes`;
  const speed = ms < RATE_AFTER ? '' : ` (${formatRate(generated.dealt, ms)})`;
  const resumed = resumedAfter === 0 ? '' : `, resumed after ${dealsIn(resumedAfter)}`;
  const dealt = resumedAfter + generated.dealt;
  const all = dealsIn(dealt);
  const part =
    deals === limit ? `${dealsIn(deals)} (${grouped(dealt)} dealt)` : `${grouped(deals)} of ${all}`;
  const took = `${(ms / 1000).toFixed(2)} s${speed}${resumed}`;
  return `${name}: ${deals < dealt ? part : all}, ${grouped(bytes)} bytes in ${took}`;
}

export function verdict({ records, bad, firstBad, ranges }: VerifyResult): string {
  const all = dealsIn(records);
  if (records === 0) return all;
  const more = ranges.length > SHOWN_RANGES ? ' and more' : '';
  if (firstBad === undefined)
    return `${all}, all right: ${formatRanges(ranges.slice(0, SHOWN_RANGES))}${more}`;
  const deal = firstBad.deal === undefined ? 'a deal' : `deal ${firstBad.deal}`;
  const are = bad === 1 ? 'is' : 'are';
  return `${grouped(bad)} of ${all} ${are} wrong, first ${deal} at offset ${firstBad.offset}: ${firstBad.problem}`;
}

/** The result of a check as data, with the first 5 ranges: a shuffled list has one per deal. */
export function contentsOf({ records, bad, firstBad, ranges }: VerifyResult): Record<string, unknown> {
  return { records, bad, firstBad, ranges: ranges.slice(0, SHOWN_RANGES), rangeCount: ranges.length };
}

/**
 * Shows the progress of a run on standard error: on a terminal in one line, else in a plain line at most every 30 s, so
 * that the log of a long job shows that it is running. A terminal that cannot move its cursor gets plain lines, too.
 * @param isQuiet show nothing
 * @param hidesProgress show no line on a terminal, because deals are written to it
 */
export function openProgress({ isQuiet = false, hidesProgress = false } = {}) {
  const isReplaced = isatty(standard.error) && process.env.TERM !== 'dumb';
  return openLines(isReplaced, isQuiet || (hidesProgress && isReplaced) ? () => {} : print);
}

/** @param isReplaced whether each line takes the place of the one before it */
export function openLines(isReplaced: boolean, write: typeof print, now = () => performance.now()) {
  const describe = openDescription(now);
  let next = now() + (isReplaced ? REPLACE_AFTER : LINE_INTERVAL);
  let isShown = false; // a line that has to be removed
  return {
    update(progress: RunProgress) {
      const parts = describe(progress);
      if (now() < next) return;
      next = now() + (isReplaced ? REPLACE_INTERVAL : LINE_INTERVAL);
      const columns = (process.stderr.columns || DEFAULT_WIDTH) - RESERVED;
      const line = isReplaced ? fitLine(parts, progress, columns) : join(parts);
      write(isReplaced ? line : `freecell-deals: ${line}`, isReplaced);
      isShown = isReplaced;
    },
    /** Removes the line of a terminal. Nothing is shown from then on. */
    stop() {
      next = Number.POSITIVE_INFINITY;
      if (isShown) write('', isReplaced);
    },
  };
}
