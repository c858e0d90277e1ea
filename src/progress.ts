// What a run says on standard error.

import { grouped } from './errors.js';
import type { Generated, Progress } from './generate.js';

const BAR_AFTER = 300; // ms; a run that is over sooner shows no bar

/** Deals a second, as "12.3 M deals/s". */
function rate(deals: number, ms: number): string {
  return `${(deals / 1000 / Math.max(ms, 1)).toFixed(1)} M deals/s`;
}

/** The one line that a finished run ends with. */
export function summary(name: string, { deals, bytes }: Generated, ms: number): string {
  return `${name}: ${grouped(deals)} ${deals === 1 ? 'deal' : 'deals'}, ${grouped(bytes)} bytes in ${(ms / 1000).toFixed(2)} s (${rate(deals, ms)})`;
}

export interface Bar {
  update(progress: Progress): void;
  stop(): void;
}

/** A progress bar with rate and time left on standard error; shows nothing where that is no terminal. */
export async function openBar(): Promise<Bar> {
  const { SingleBar } = await import('cli-progress');
  const started = performance.now();
  const bar = new SingleBar({
    format: '{bar} {percentage}%  {deals} of {all} deals  {rate}  {eta_formatted} left',
    barCompleteChar: '\u2588',
    barIncompleteChar: '\u2591',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    fps: 10,
    etaBuffer: 50,
  });
  let isShown = false;
  return {
    update({ deals, bytes, totalDeals, totalBytes }) {
      const ms = performance.now() - started;
      if (ms < BAR_AFTER) return;
      const shown = { deals: grouped(deals), all: grouped(totalDeals), rate: rate(deals, ms) };
      if (!isShown) bar.start(totalBytes, bytes, shown);
      isShown = true;
      bar.update(bytes, shown);
    },
    stop: () => bar.stop(),
  };
}
