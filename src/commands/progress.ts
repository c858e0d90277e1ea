// The progress of a run on standard error, and the summary at its end.

import { isatty } from 'node:tty';
import { grouped } from '../common/quote.js';
import { standard } from '../io/standard.js';
import type { GenerateProgress, GenerateResult } from '../verbs/generate.js';
import { print, showsUnicode } from './terminal.js';

const REPLACE_AFTER = 300; // ms; a shorter run shows no progress on a terminal
const REPLACE_INTERVAL = 100; // ms between two lines that replace each other
const LINE_INTERVAL = 30_000; // ms between two lines, if standard error is not a terminal
const RATE_AFTER = 10; // ms; a shorter run shows no rate
const MILLION = 1_000_000;
const DEFAULT_WIDTH = 80; // of a terminal that does not tell its columns
/** Columns that a line leaves free for the ^C of a terminal: a line that wraps cannot be removed. */
const RESERVED = 5;
const BARS = [30, 20, 10, 0]; // columns

/** How far a run got. A list may have no total, a count no bytes. */
export type RunProgress = { [K in keyof GenerateProgress]?: number | undefined } & { dealt: number };

/** Formats a rate: "12.3 M deals/s", "45,678 deals/s" below 100,000, or "0.40 deals/s" below 10. */
export function formatRate(deals: number, ms: number): string {
  const rate = (deals * 1000) / Math.max(ms, 1);
  if (rate >= MILLION / 10) return `${(rate / MILLION).toFixed(1)} M deals/s`;
  return `${rate < 10 ? rate.toPrecision(2) : grouped(Math.round(rate))} deals/s`;
}

/** Formats seconds as "7s", "2m05s" or "1h02m". */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const pad = (n: number) => String(n % 60).padStart(2, '0');
  if (minutes === 0) return `${whole}s`;
  return minutes < 60 ? `${minutes}m${pad(whole)}s` : `${Math.floor(minutes / 60)}h${pad(minutes)}m`;
}

const counted = (noun: string) => (count: number) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
export const dealsIn = counted('deal');
export const cellsIn = counted('cell');

export function dealsOf(count: number, total: number | undefined): string {
  return total === undefined ? dealsIn(count) : `${grouped(count)} of ${dealsIn(total)}`;
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
      dealsOf(dealt, totalDeals),
      deals !== undefined && deals < dealt ? `${grouped(deals)} found` : '',
      achieved > 0 ? formatRate(dealt - start.progress.dealt, ms) : '',
      achieved > 0 && total ? `${formatDuration(((total - done) / achieved) * (ms / 1000))} left` : '',
    ];
  };
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('  ');
}

/** The line of a terminal, with the longest bar for which it has room. In a narrow terminal, the first parts go. */
export function fitLine(parts: readonly string[], progress: RunProgress, columns: number): string {
  const { done, total = 0 } = workOf(progress);
  const share = Math.min(1, done / total);
  const percent = total > 0 ? `${Math.floor(share * 100)}%` : '';
  const [full, empty] = showsUnicode() ? '\u2588\u2591' : '#.';
  const bars = total > 0 ? BARS.map((bar) => full.repeat(Math.round(share * bar)).padEnd(bar, empty)) : [''];
  const texts = [0, 1, 2].map((skipped) => join([percent, ...parts.slice(skipped)]));
  const lines = texts.flatMap((text) => bars.map((bar) => join([bar, text])));
  return lines.find(({ length }) => length <= columns) ?? lines[lines.length - 1].slice(0, columns);
}

/** The summary of a finished run, in one line. A run that reached its limit has not dealt all its deals. */
export function summary(name: string, generated: GenerateResult, ms: number, limit?: number): string {
  const { deals, bytes, status, resumedAfter = 0 } = generated;
  if (status === 'unchanged') return `${name}: already complete, ${dealsIn(deals)}, ${grouped(bytes)} bytes`;
  const speed = ms < RATE_AFTER ? '' : ` (${formatRate(generated.dealt, ms)})`;
  const resumed = resumedAfter === 0 ? '' : `, resumed after ${dealsIn(resumedAfter)}`;
  const dealt = resumedAfter + generated.dealt;
  const part = deals === limit ? `${dealsIn(deals)} (${grouped(dealt)} dealt)` : dealsOf(deals, dealt);
  const kept = deals < dealt ? part : dealsIn(deals);
  return `${name}: ${kept}, ${grouped(bytes)} bytes in ${(ms / 1000).toFixed(2)} s${speed}${resumed}`;
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
  const lines = {
    reached: { dealt: 0 } as RunProgress,
    update(progress: RunProgress) {
      lines.reached = progress;
      const parts = describe(progress);
      if (now() < next) return;
      next = now() + (isReplaced ? REPLACE_INTERVAL : LINE_INTERVAL);
      const columns = (process.stderr.columns || DEFAULT_WIDTH) - RESERVED;
      write(isReplaced ? fitLine(parts, progress, columns) : `freecell-deals: ${join(parts)}`, isReplaced);
    },
    /** Removes the line of a terminal. Nothing is shown from then on. */
    stop() {
      next = Number.POSITIVE_INFINITY;
      if (isReplaced) write('', true);
    },
  };
  return lines;
}
