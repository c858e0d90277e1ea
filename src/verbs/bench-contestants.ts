// The contestants of a benchmark on one thread, for the bench command and for npm run bench: cards into memory.

import type { Kernel } from '../engine/kernel.js';
import { CARDS, REGIME_FIRST_DEALS } from '../game/constants.js';
import type { dealCards } from '../game/deal.js';
import { milliseconds } from '../io/clock.js';

export interface Contestant {
  name: string;
  command: string;
  /** one run, ns per deal */
  run(): number;
}

export const KERNEL_DEALS = 1_000_000; // of a run of a kernel, which writes them to memory that it has used before
const REFERENCE_DEALS = 100_000; // of a run of the slowest; a deal costs the same in a shorter run

/**
 * The time of a run, ns per deal.
 * @param deal returns a number made of what it dealt, which otherwise need not be dealt
 */
export function time(count: number, deal: () => number): number {
  const started = milliseconds();
  const dealt = deal();
  const elapsed = milliseconds() - started;
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

export interface KernelContestant extends Contestant {
  kernel: Kernel;
}

export function kernelContestant(name: 'scalar' | 'SIMD', kernel: Kernel, first: number): KernelContestant {
  return {
    kernel,
    name: `WASM kernel, ${name}`,
    command: `kernel.deal(${first}, ${KERNEL_DEALS})${name === 'scalar' ? ', simd: false' : ''}`,
    run: () => time(KERNEL_DEALS, () => kernel.deal(first, KERNEL_DEALS)[CARDS - 1]),
  };
}

export function checkSame(name: string, cards: Uint8Array, expected: Uint8Array, first: number): void {
  if (Buffer.compare(cards, expected) === 0) return;
  const n = first + Math.floor(cards.findIndex((card, i) => card !== expected[i]) / CARDS);
  throw new Error(`${name} deals other cards than the reference implementation, first in deal ${n}`);
}

/**
 * Compares the cards of the kernels with those of the reference implementation, in each regime.
 * It comes before any timing, also because V8 compiles dealCards for the numbers that it has seen.
 */
export function compareCards(deal: typeof dealCards, kernels: readonly KernelContestant[]): void {
  for (const first of REGIME_FIRST_DEALS) {
    const cards = new Uint8Array(REFERENCE_DEALS * CARDS);
    for (let i = 0; i < REFERENCE_DEALS; i++) cards.set(deal(first + i), i * CARDS);
    for (const { name, kernel } of kernels)
      checkSame(name, kernel.deal(first, REFERENCE_DEALS), cards, first);
  }
}
