// A contestant of the race. Deals 1..1000000 again and again during a turn. Before, one worker of each engine deals the
// million without a clock, and computes a digest of the cards.

import { dealCards, type Kernel, loadKernel } from 'freecell-deals/browser';

export type Engine = 'reference' | 'scalar' | 'simd';

export type RaceTask = { engine: Engine; isCompared: boolean } | { turn: number }; // ms

/** The SHA-256 of a million deals, if it is asked for and can be computed, or the deals per second of a turn. */
export type RaceResult = string | number | undefined;

const MILLION = 1_000_000;
const BATCH = 10_000; // deals, a divisor of MILLION: 2 ms of the slowest engine
const CARDS = 52;

let kernel: Kernel | undefined; // undefined: the reference implementation
let used = 0; // depends on the cards, so that the compiler cannot leave the dealing out

/** Deals, and looks at a card of each call. */
function deal(first: number, count: number): void {
  if (kernel !== undefined) used += kernel.deal(first, count)[CARDS * count - 1] as number;
  else for (let n = first; n < first + count; n++) used += dealCards(n)[CARDS - 1] as number;
}

function takeTurn(turn: number): number {
  const start = performance.now();
  for (let dealt = BATCH; ; dealt += BATCH) {
    deal(1 + ((dealt - BATCH) % MILLION), BATCH);
    const elapsed = performance.now() - start;
    if (elapsed >= turn && used > 0) return (1000 * dealt) / elapsed;
  }
}

function dealMillion(): Uint8Array<ArrayBuffer> {
  const cards = new Uint8Array(MILLION * CARDS);
  for (let first = 1; first <= MILLION; first += BATCH) {
    const at = (first - 1) * CARDS;
    if (kernel !== undefined) cards.set(kernel.deal(first, BATCH), at);
    else for (let i = 0; i < BATCH; i++) cards.set(dealCards(first + i), at + i * CARDS);
  }
  return cards;
}

async function digest(): Promise<string | undefined> {
  // browsers have crypto.subtle only on pages that were loaded over HTTPS
  const sum = await crypto.subtle?.digest('SHA-256', dealMillion());
  return sum && Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Prepares an engine, or deals for a turn. */
export async function race(task: RaceTask): Promise<RaceResult> {
  if ('turn' in task) return takeTurn(task.turn);
  if (task.engine !== 'reference') kernel = await loadKernel({ simd: task.engine === 'simd' });
  for (let i = 0; i < 5; i++) deal(1, BATCH); // so that the code is optimized before the clock starts
  return task.isCompared ? digest() : undefined;
}
