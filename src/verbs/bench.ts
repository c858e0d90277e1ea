// Measures the reference implementation, both kernels and all threads in alternating rounds. npm run bench measures the
// contestants on one thread, too: cards into memory.

import { readFileSync } from 'node:fs';
import { arch, cpus, devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { testSetting } from '../common/test-settings.js';
import type { Kernel } from '../engine/kernel.js';
import { loadKernel } from '../engine/load.js';
import { CARDS, LAST_DEAL, REGIME_FIRST_DEALS } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { textOrEmpty } from '../io/process-alive.js';
import { checkThreads } from '../threads/executor.js';
import { deals } from './deals.js';
import { generate } from './generate.js';

export interface Contestant {
  name: string;
  command: string;
  run(): number; // one run, ns per deal
}

/** Deals of a run of a kernel, which writes them to memory that it has used before. */
export const KERNEL_DEALS = testSetting('BENCH_MILLION') ?? 1_000_000;
const REFERENCE_DEALS = 100_000; // of a run of the slowest; a deal costs the same in a shorter run

/**
 * The time of a run, ns per deal.
 * @param deal returns a number made of what it dealt, which otherwise need not be dealt
 */
export function time(count: number, deal: () => number): number {
  const started = performance.now();
  const dealt = deal();
  const elapsed = performance.now() - started;
  if (!(dealt >= 0)) throw new Error('nothing was dealt');
  return (elapsed * 1e6) / count;
}

export function referenceContestant(deal: typeof dealCards, first: number): Contestant {
  return {
    name: 'reference implementation (TypeScript)',
    command: `dealCards(n), ${REFERENCE_DEALS} times`,
    run: () =>
      time(REFERENCE_DEALS, () => {
        let lastCards = 0;
        for (let n = first; n < first + REFERENCE_DEALS; n++) lastCards ^= deal(n)[CARDS - 1];
        return lastCards;
      }),
  };
}

export function kernelContestant(name: 'scalar' | 'SIMD', kernel: Kernel, first: number) {
  return {
    kernel,
    name: `WASM kernel, ${name}`,
    command: `kernel.deal(${first}, ${KERNEL_DEALS})${name === 'scalar' ? ', simd: false' : ''}`,
    run: () => time(KERNEL_DEALS, () => kernel.deal(first, KERNEL_DEALS)[CARDS - 1]),
  };
}

function checkSame(name: string, cards: Uint8Array, expected: Uint8Array, first: number): void {
  if (Buffer.compare(cards, expected) === 0) return;
  const n = first + Math.floor(cards.findIndex((card, i) => card !== expected[i]) / CARDS);
  throw new Error(`${name} deals other cards than the reference implementation, first in deal ${n}`);
}

/**
 * Compares the cards of the kernels with those of the reference implementation, in each regime.
 * It comes before any timing, also because V8 compiles dealCards for the numbers that it has seen.
 */
export function compareCards(deal: typeof dealCards, kernels: { name: string; kernel: Kernel }[]): void {
  for (const first of REGIME_FIRST_DEALS) {
    const cards = new Uint8Array(REFERENCE_DEALS * CARDS);
    for (let i = 0; i < REFERENCE_DEALS; i++) cards.set(deal(first + i), i * CARDS);
    for (const { name, kernel } of kernels)
      checkSame(name, kernel.deal(first, REFERENCE_DEALS), cards, first);
  }
}

/** Name of the processor, with its family and model where the system tells them: many are named "AMD EPYC". */
export function processorName(): string {
  const name = cpus()[0]?.model ?? arch();
  const info = textOrEmpty(() => readFileSync('/proc/cpuinfo', 'utf8')); // of Linux
  const [, family, model] = /^cpu family\s*: (\d+)\nmodel\s*: (\d+)$/m.exec(info) ?? [];
  return family === undefined ? name : `${name} (family ${family}, model ${model})`;
}

const BUSY_WATCHED = 500; // ms
const BUSY_LEAST = 0.2; // of the processors' time; an idle system needs a few percent

/** Returns a warning if other programs keep the processors busy; undefined if they do not. Takes half a second. */
export async function describeLoad(): Promise<string | undefined> {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const idle = () => sum(cpus().map(({ times }) => times.idle));
  const all = () => sum(cpus().flatMap(({ times }) => Object.values(times)));
  const [idleBefore, allBefore] = [idle(), all()];
  await sleep(BUSY_WATCHED);
  const busy = 1 - (idle() - idleBefore) / (all() - allBefore);
  if (!(busy >= BUSY_LEAST)) return undefined; // also where the system does not tell
  const why = `other programs took ${Math.round(busy * 100)} % of its processors just before`;
  return `this machine is busy: ${why}; the figures may be too high`;
}

export interface Measured {
  name: string;
  nsPerDeal: number; // median of the rounds
  dealsPerSecond: number;
  ratio: number; // how many times as fast as the first contestant
  rounds: number[]; // ns per deal in each round
}

const ROUNDS = testSetting('BENCH_ROUNDS') ?? 5; // one takes two seconds on a slow or busy machine

const THREADS_DEALS = 5_000_000; // compared: enough for workers to start
/** All threads run this long until every worker deals, and are then measured this long, ms. */
const THREADS_START = 200;
const THREADS_MEASURED = 400;

/** The upper median. Arrays of float64 values sort them as numbers. */
const median = (values: readonly number[]) => Float64Array.from(values).toSorted()[values.length >> 1];

/**
 * Deals to the null device on all threads until every worker deals, then for the time that counts; ns per deal.
 * The run has no end of its own, so that the start of workers is not measured, however many there are.
 */
async function timeThreads(threads: number): Promise<number> {
  const stop = new AbortController();
  const started = performance.now();
  let from: { deals: number; time: number } | undefined;
  let nsPerDeal = 0;
  const onProgress = ({ deals }: { deals: number }) => {
    const now = performance.now();
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

/** Compares what the contestants deal, then times them in alternating rounds: less than ten seconds in most cases. */
export async function bench(threads: number | undefined, signal: AbortSignal): Promise<Measured[]> {
  const threadCount = checkThreads(threads);
  const scalar = await loadKernel({ simd: false });
  const simd = await loadKernel();
  const reference = referenceContestant(dealCards, 1);
  const kernels = [kernelContestant('scalar', scalar, 1), kernelContestant('SIMD', simd, 1)];
  const all = {
    name: threadCount === 1 ? 'the command, 1 thread' : `the command, ${threadCount} threads`,
    run: () => timeThreads(threadCount),
  };

  compareCards(dealCards, kernels);
  const compared = { first: 1, last: THREADS_DEALS };
  for await (const { first, count, cards } of deals({ deals: compared, threads: threadCount, signal })) {
    checkSame(all.name, cards, simd.deal(first, count), first);
  }

  const contestants = [reference, ...kernels, all];
  const times = contestants.map(() => [] as number[]);
  // round -1 has V8 compile the code for speed
  for (let round = -1; round < ROUNDS; round++) {
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
