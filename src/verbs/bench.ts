// Measures the reference implementation, both kernels and all threads in alternating rounds.

import { devNull } from 'node:os';
import { testSetting } from '../common/test-settings.js';
import type { loadKernel } from '../engine/load.js';
import { LAST_DEAL } from '../game/constants.js';
import type { dealCards } from '../game/deal.js';
import { milliseconds } from '../io/clock.js';
import { checkThreads } from '../threads/executor.js';
import { checkSame, compareCards, kernelContestant, referenceContestant } from './bench-contestants.js';
import type { deals } from './deals.js';
import type { generate } from './generate.js';

/** The measured functions of the library, as programs import it. */
export interface Library {
  dealCards: typeof dealCards;
  loadKernel: typeof loadKernel;
  deals: typeof deals;
  generate: typeof generate;
}

export interface Measured {
  name: string;
  /** median of the rounds */
  nsPerDeal: number;
  dealsPerSecond: number;
  /** how many times as fast as the first contestant */
  ratio: number;
  /** ns per deal in each round */
  rounds: number[];
}

const ROUNDS = testSetting('BENCH_ROUNDS') ?? 7;
const LEAST_ROUNDS = 2;
/** No further round starts later than this after the start, ms: one takes two seconds on a slow or busy machine. */
const ROUNDS_END = 7000;

const THREADS_DEALS = 5_000_000; // compared: enough for workers to start
/** All threads run this long until every worker deals, and are then measured this long, ms. */
const THREADS_START = 200;
const THREADS_MEASURED = 400;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/**
 * Deals to the null device on all threads until every worker deals, then for the time that counts; ns per deal.
 * The run has no end of its own, so that the start of workers is not measured, however many there are.
 */
async function timeThreads({ generate }: Library, threads: number): Promise<number> {
  const stop = new AbortController();
  const started = milliseconds();
  let from: { deals: number; time: number } | undefined;
  let nsPerDeal = 0;
  const onProgress = ({ deals }: { deals: number }) => {
    const now = milliseconds();
    if (now - started < THREADS_START) return;
    from ??= { deals, time: now };
    if (now - from.time < THREADS_MEASURED) return;
    nsPerDeal = ((now - from.time) * 1e6) / (deals - from.deals);
    stop.abort();
  };
  const all = { deals: { first: 1, last: LAST_DEAL }, output: devNull, format: 'bin' } as const;
  await generate({ ...all, threads, signal: stop.signal, onProgress }).catch((error) => {
    if (error !== stop.signal.reason) throw error;
  });
  return nsPerDeal;
}

/** Compares what the contestants deal, then times them in alternating rounds: less than ten seconds on a usual machine. */
export async function bench(
  library: Library,
  threads: number | undefined,
  signal: AbortSignal,
): Promise<Measured[]> {
  const { dealCards, loadKernel, deals } = library;
  const started = milliseconds();
  const threadCount = checkThreads(threads);
  const scalar = await loadKernel({ simd: false });
  const simd = await loadKernel();
  const reference = referenceContestant(dealCards, 1);
  const kernels = [kernelContestant('scalar', scalar, 1), kernelContestant('SIMD', simd, 1)];
  const all = {
    name: threadCount === 1 ? 'the command, 1 thread' : `the command, ${threadCount} threads`,
    run: () => timeThreads(library, threadCount),
  };

  compareCards(dealCards, kernels);
  const compared = { first: 1, last: THREADS_DEALS };
  for await (const { first, count, cards } of deals({ deals: compared, threads: threadCount, signal })) {
    checkSame(all.name, cards, simd.deal(first, count), first);
  }

  const contestants = [reference, ...kernels, all];
  const times = contestants.map(() => [] as number[]);
  // round -1 has V8 compile the code for speed
  const isTimeLeft = () => milliseconds() - started < ROUNDS_END;
  for (let round = -1; round < ROUNDS && (round < LEAST_ROUNDS || isTimeLeft()); round++) {
    for (const [i, contestant] of contestants.entries()) {
      const time = await contestant.run();
      signal.throwIfAborted();
      if (round >= 0) times[i].push(time);
    }
  }
  return contestants.map(({ name }, i) => {
    const nsPerDeal = median(times[i]);
    const ratio = median(times[0]) / nsPerDeal;
    return { name, nsPerDeal, dealsPerSecond: 1e9 / nsPerDeal, ratio, rounds: times[i] };
  });
}
