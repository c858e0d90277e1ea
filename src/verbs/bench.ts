// Measures the reference implementation, both kernels and all threads in alternating rounds.

import { devNull } from 'node:os';
import { testSetting } from '../common/test-settings.js';
import { loadKernel } from '../engine/load.js';
import { CARDS, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, LAST_DEAL } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { milliseconds } from '../io/clock.js';
import { checkThreads } from '../threads/executor.js';
import { deals } from './deals.js';
import { generate } from './generate.js';

/** The times of one contestant. */
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

interface Contestant {
  name: string;
  /** one run, ns per deal */
  run(): number | Promise<number>;
}

const ROUNDS = testSetting('BENCH_ROUNDS') ?? 7;
/** No round starts later than this after the start, ms: one takes two seconds on a slow or busy machine. */
const ROUNDS_END = 7000;

const KERNEL_DEALS = 1_000_000; // of a run of a kernel
const REFERENCE_DEALS = 100_000; // of a run of the reference implementation, and compared in each regime
const THREADS_DEALS = 5_000_000; // compared: enough for workers to start
/** All threads run this long until every worker deals, and are then measured this long, ms. */
const THREADS_START = 200;
const THREADS_MEASURED = 400;

/** The first deals of the three regimes. */
const FIRSTS = [1, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL];

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

function time(count: number, deal: () => void): number {
  const started = milliseconds();
  deal();
  return ((milliseconds() - started) * 1e6) / count;
}

/** The cards of consecutive deals by the reference implementation. */
function referenceCards(first: number, count: number): Uint8Array {
  const cards = new Uint8Array(count * CARDS);
  for (let i = 0; i < count; i++) cards.set(dealCards(first + i), i * CARDS);
  return cards;
}

/** Throws an Error unless two contestants have dealt the same cards. */
function checkSame(name: string, cards: Uint8Array, expected: Uint8Array, first: number): void {
  if (Buffer.compare(cards, expected) === 0) return;
  const n = first + Math.floor(cards.findIndex((card, i) => card !== expected[i]) / CARDS);
  throw new Error(`${name} deals other cards than the reference implementation, first in deal ${n}`);
}

/**
 * Deals to the null device on all threads until every worker deals, then for the time that counts; ns per deal.
 * The run has no end of its own, so that the start of workers is not measured, however many there are.
 */
async function timeThreads(threads: number): Promise<number> {
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

/**
 * Compares what the contestants deal, then times them in alternating rounds: less than ten seconds on a usual machine.
 * Throws an Error where two of them deal different cards.
 * @param threads 1..256; default one for each processor
 */
export async function bench(threads: number | undefined, signal: AbortSignal): Promise<Measured[]> {
  const started = milliseconds();
  const threadCount = checkThreads(threads);
  const scalar = await loadKernel({ simd: false });
  const simd = await loadKernel();
  const names = {
    reference: 'reference implementation (TypeScript)',
    scalar: 'WASM kernel, scalar',
    simd: 'WASM kernel, SIMD',
    threads: threadCount === 1 ? 'the command, 1 thread' : `the command, ${threadCount} threads`,
  };

  for (const first of FIRSTS) {
    const cards = referenceCards(first, REFERENCE_DEALS);
    checkSame(names.scalar, scalar.deal(first, REFERENCE_DEALS), cards, first);
    checkSame(names.simd, simd.deal(first, REFERENCE_DEALS), cards, first);
  }
  const compared = { first: 1, last: THREADS_DEALS };
  for await (const { first, count, cards } of deals({ deals: compared, threads: threadCount, signal })) {
    checkSame(names.threads, cards, simd.deal(first, count), first);
  }

  let used = 0; // what is dealt is looked at, or it need not be dealt
  const contestants: readonly Contestant[] = [
    {
      name: names.reference,
      run: () =>
        time(REFERENCE_DEALS, () => {
          for (let n = 1; n <= REFERENCE_DEALS; n++) used += dealCards(n)[CARDS - 1];
        }),
    },
    { name: names.scalar, run: () => time(KERNEL_DEALS, () => scalar.deal(1, KERNEL_DEALS)) },
    { name: names.simd, run: () => time(KERNEL_DEALS, () => simd.deal(1, KERNEL_DEALS)) },
    { name: names.threads, run: () => timeThreads(threadCount) },
  ];
  const times = contestants.map(() => [] as number[]);
  for (let round = -1; round < ROUNDS && (round < 1 || milliseconds() - started < ROUNDS_END); round++) {
    for (const [i, contestant] of contestants.entries()) {
      const time = await contestant.run();
      signal.throwIfAborted();
      if (round >= 0) times[i].push(time); // the first round has compiled the code for speed
    }
  }
  if (used === 0) throw new Error('nothing was dealt');
  return contestants.map(({ name }, i) => {
    const nsPerDeal = median(times[i]);
    const ratio = median(times[0]) / nsPerDeal;
    return { name, nsPerDeal, dealsPerSecond: 1e9 / nsPerDeal, ratio, rounds: times[i] };
  });
}
