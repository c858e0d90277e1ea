// What a run says on standard error.

import type { SingleBar } from 'cli-progress';
import { grouped } from '../common/errors.js';
import { type DealRange, formatRanges } from '../game/deal-numbers.js';
import type { Generated, Progress } from '../generate.js';
import type { Verified } from '../verify.js';

const SHOWN_RANGES = 5; // of what a file holds
const BAR_AFTER = 300; // ms; a run that is over sooner shows no bar

/** Deals a second, as "12.3 M deals/s". */
function rate(deals: number, ms: number): string {
  return `${(deals / 1000 / Math.max(ms, 1)).toFixed(1)} M deals/s`;
}

/** The one line that a finished run ends with. */
export function summary(name: string, { deals, dealt, bytes }: Generated, ms: number): string {
  const speed = ms < 10 ? '' : ` (${rate(dealt, ms)})`; // of less, nothing can be said
  const some = deals < dealt ? `${grouped(deals)} of ${grouped(dealt)}` : grouped(dealt);
  return `${name}: ${some} ${dealt === 1 ? 'deal' : 'deals'}, ${grouped(bytes)} bytes in ${(ms / 1000).toFixed(2)} s${speed}`;
}

/** What became of a check. */
export function verdict({ records, bad, worst, ranges }: Verified): string {
  const all = `${grouped(records)} ${records === 1 ? 'deal' : 'deals'}`;
  if (worst === undefined) return `${all}, all right: ${shownRanges(ranges)}`;
  const deal = worst.deal === undefined ? 'a deal' : `deal ${worst.deal}`;
  return `${grouped(bad)} of ${all} ${bad === 1 ? 'is' : 'are'} wrong, first ${deal} at offset ${worst.at}: ${worst.what}`;
}

function shownRanges(ranges: readonly DealRange[]): string {
  const shown = formatRanges(ranges.slice(0, SHOWN_RANGES));
  return ranges.length > SHOWN_RANGES ? `${shown} and more` : shown;
}

/** A run's way so far: a check has no deals to tell, a run over a list no total. */
type Way = Pick<Progress, 'bytes'> & Partial<Progress>;

export interface Bar {
  update(progress: Way): void;
  stop(): void;
}

/** A progress bar with rate and time left on standard error; shows nothing where that is no terminal. */
export function openBar(): Bar {
  const started = performance.now();
  let isWanted = false;
  let bar: SingleBar | undefined;

  async function load(total: number | undefined): Promise<void> {
    const { default: progress } = await import('cli-progress');
    bar = new progress.SingleBar({
      format: total === undefined ? '{way}' : '{bar} {percentage}%  {way}{eta_formatted} left',
      barCompleteChar: '\u2588',
      barIncompleteChar: '\u2591',
      barsize: 30,
      hideCursor: true,
      clearOnComplete: true,
      fps: 10,
      etaBuffer: 50,
    });
    if (isWanted) bar.start(total ?? 0, 0, { way: '' });
  }

  return {
    update({ dealt, bytes, totalDeals, totalBytes }) {
      const ms = performance.now() - started;
      if (ms < BAR_AFTER) return;
      // with a filter, the bytes to come are not known, but the deals are
      const [done, total] = totalBytes === undefined ? [dealt, totalDeals] : [bytes, totalBytes];
      if (!isWanted) {
        isWanted = true;
        void load(total);
      }
      const of = totalDeals === undefined ? '' : ` of ${grouped(totalDeals)}`;
      const way = dealt === undefined ? '' : `${grouped(dealt)}${of} deals  ${rate(dealt, ms)}  `;
      bar?.update(done ?? 0, { way });
    },
    stop() {
      isWanted = false;
      bar?.stop();
    },
  };
}
