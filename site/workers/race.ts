// A contestant of the race. Deals 1..1000000 again and again during a turn, and reports its progress. Before, one worker
// of each engine deals the million without a clock, and computes a digest of the cards.

import { dealCards, type Kernel, loadKernel } from 'freecell-deals/browser';

export type Engine = 'reference' | 'scalar' | 'simd';

export type RaceOrder = { prepare: Engine; isCompared?: boolean } | { run: number };

export type RaceReport =
  | { state: 'ready'; digest?: string | undefined } // SHA-256, hexadecimal; undefined without a secure connection
  | { state: 'running' | 'done'; dealt: number; elapsed: number; used: number } // elapsed in ms; used: see below
  | { state: 'failed'; message: string };

const MILLION = 1_000_000;
const BATCH = 10_000; // deals, a divisor of MILLION: 2 ms of the slowest engine
const BETWEEN_REPORTS = 30; // ms
const CARDS = 52;

let kernel: Kernel | undefined; // undefined: the reference implementation
let used = 0; // depends on the cards, so that the compiler cannot leave the dealing out

function report(report: RaceReport): void {
  postMessage(report);
}

/** Deals, and looks at a card of each call. */
function deal(first: number, count: number): void {
  if (kernel !== undefined) used += kernel.deal(first, count)[CARDS * count - 1] as number;
  else for (let n = first; n < first + count; n++) used += dealCards(n)[CARDS - 1] as number;
}

/** @param turn in ms */
function run(turn: number): void {
  const start = performance.now();
  let dealt = 0;
  let elapsed = 0;
  let reported = 0;
  while (elapsed < turn) {
    deal(1 + (dealt % MILLION), BATCH);
    dealt += BATCH;
    elapsed = performance.now() - start;
    if (elapsed - reported > BETWEEN_REPORTS) {
      report({ state: 'running', dealt, elapsed, used });
      reported = elapsed;
    }
  }
  report({ state: 'done', dealt, elapsed, used });
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

async function obey(order: RaceOrder): Promise<void> {
  if ('run' in order) return run(order.run);
  if (order.prepare !== 'reference') kernel = await loadKernel({ simd: order.prepare === 'simd' });
  for (let i = 0; i < 5; i++) deal(1, BATCH); // so that the code is optimized before the clock starts
  report({ state: 'ready', ...(order.isCompared && { digest: await digest() }) });
}

export function startRacer(): void {
  addEventListener('message', ({ data }: MessageEvent<RaceOrder>) => {
    obey(data).catch((error) => report({ state: 'failed', message: String(error.message ?? error) }));
  });
}
