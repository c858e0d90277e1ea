// Finds the deals for which a condition holds, with all workers. Shows how many there are, and links to the first 12.

import { type DealRange, parseDeals } from 'freecell-deals/internal';
import { element, grouped, make, messageOf, say } from './dom.js';
import { Encoders, workerCount } from './encoders.js';
import { dealLink } from './find.js';

const MAX_SHOWN = 12;
const PORTION = 262_144; // deals per task of a worker: a few ms
const PORTIONS_PER_WORKER = 2;
const BETWEEN_FIGURES = 100; // ms

const condition = element<HTMLInputElement>('condition');
const within = element<HTMLSelectElement>('ask-within');
const start = element<HTMLButtonElement>('ask-start');
const stop = element<HTMLButtonElement>('ask-stop');
const progress = element<HTMLProgressElement>('ask-progress');
const figures = element('ask-figures');
const answer = element('ask-answer');

let running: AbortController | undefined;

/** Splits ranges into portions, in order. */
function* portionsOf(ranges: readonly DealRange[]): Generator<DealRange, void, void> {
  for (const { first, last } of ranges) {
    for (let n = first; n <= last; n += PORTION) yield { first: n, last: Math.min(last, n + PORTION - 1) };
  }
}

/**
 * Yields the deals of ranges for which a condition holds, in order.
 * Ends its workers when it ends.
 */
export async function* matches(
  where: string,
  ranges: readonly DealRange[],
): AsyncGenerator<{ dealt: number; kept: Float64Array }, void, void> {
  const workers = workerCount();
  const encoders = new Encoders(workers);
  const portions = portionsOf(ranges);
  const inFlight: { dealt: number; kept: Promise<Float64Array> }[] = [];
  try {
    for (;;) {
      while (inFlight.length < workers * PORTIONS_PER_WORKER) {
        const { value: portion } = portions.next();
        if (portion === undefined) break;
        const kept = encoders.match(where, [portion]);
        kept.catch(() => {}); // not unhandled: it is awaited below, unless an earlier task fails first
        inFlight.push({ dealt: portion.last - portion.first + 1, kept });
      }
      const next = inFlight.shift();
      if (next === undefined) return;
      yield { dealt: next.dealt, kept: await next.kept };
    }
  } finally {
    encoders.end();
  }
}

function showFound(found: number, first: readonly number[], dealt: number, state: string): void {
  const links = first.flatMap((n, i) => (i === 0 ? [dealLink(n)] : [', ', dealLink(n)]));
  const others = found > first.length ? [', …'] : [];
  const count = found === 0 ? 'None' : grouped(found);
  answer.classList.remove('problem');
  answer.replaceChildren(
    make(
      'p',
      {},
      `${state}${count} of ${grouped(dealt)} deals${found === 0 ? '.' : ': '}`,
      ...links,
      ...others,
    ),
  );
}

async function ask(): Promise<void> {
  if (running !== undefined) return;
  running = new AbortController();
  const { signal } = running;
  start.disabled = true;
  stop.disabled = false;
  progress.value = 0;
  condition.removeAttribute('aria-invalid');
  answer.replaceChildren('Dealing …');
  const ranges = parseDeals(within.value);
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const first: number[] = [];
  const began = performance.now();
  let [found, dealt, shown] = [0, 0, began];
  try {
    for await (const { dealt: more, kept } of matches(condition.value, ranges)) {
      dealt += more;
      found += kept.length;
      first.push(...kept.subarray(0, MAX_SHOWN - first.length));
      if (signal.aborted) break;
      const now = performance.now();
      if (now - shown < BETWEEN_FIGURES) continue;
      shown = now;
      progress.value = dealt / total;
      const left = ((total - dealt) / dealt) * (now - began);
      say(figures, `${grouped(dealt)} deals checked; ${grouped(Math.ceil(left / 1000))} s left`);
    }
    progress.value = signal.aborted ? 0 : 1;
    showFound(found, first, dealt, signal.aborted ? 'Stopped: ' : '');
  } catch (error) {
    progress.value = 0;
    condition.setAttribute('aria-invalid', 'true');
    answer.classList.add('problem');
    answer.replaceChildren(messageOf(error));
  }
  say(figures, '');
  running = undefined;
  start.disabled = false;
  stop.disabled = true;
}

export function startAsk(): void {
  stop.addEventListener('click', () => running?.abort());
  element('ask-form').addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
}
