// npm run prove -- FIRST..LAST: compares every byte that the kernel deals with what an independent C program
// (bench/peers/deal.c) deals, over any range. Each thread reads the C program's cards out of a named pipe.
// npm run prove -- engines: compares the SIMD kernel and the reference implementation, 2^24 deals of each regime.
// npm run prove -- solve: asks the search whether 0 to 4 cells win 40 deals of each regime, plays the wins by the rules alone,
// and compares with a plain search where that ends within 50,000 states.
// npm run prove -- formats: compares what they write in every format, a million deals around 2^31, 2^32 and the ends.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type DealRange, loadKernel, loadSolver } from 'freecell-deals';
import { instantiate } from '../../src/engine/kernel.js';
import type { EncoderName } from '../../src/formats/format.js';
import { ROW_GROUP_DEALS } from '../../src/formats/parquet/row-group.js';
import { recordTypes } from '../../src/formats/registry.js';
import { CARDS, LAST_DEAL, REGIME_FIRST_DEALS } from '../../src/game/constants.js';
import { ImpossibleDeals } from '../../src/game/impossible-deals.js';
import { KnownCells, provideCells } from '../../src/game/known-cells.js';
import { columnsOf, searchPlainly } from '../support/plain-search.js';
import { dealByNumber, play } from '../support/play.js';
import { referenceEngine } from '../support/reference.js';

/** A file of dist/, which is beside build/. */
const readAsset = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url)));

const impossibleDeals = new ImpossibleDeals(readAsset('impossible-4-freecells.bin'));
const knownCells = new KnownCells(readAsset('known-cells.bin'), impossibleDeals);
provideCells(() => knownCells);

const BATCH = 8192; // deals compared at a time

interface Part extends DealRange {
  pipe?: string; // where the C program's cards of this part come from
  encoder?: EncoderName; // what the engines write is compared
  cells?: number; // whether the deals can be won with these cells is compared
}

/** What a thread tells: deals found equal since it last spoke, or the first deal that differs. */
type Word = { equal: number; open?: number } | { differs: number };

const tell = (word: Word) => parentPort?.postMessage(word);

/** Fills memory with the next bytes of a pipe. */
function fill(bytes: Buffer, pipe: number): void {
  for (let filled = 0; filled < bytes.length; ) {
    const read = readSync(pipe, bytes, filled, bytes.length - filled, null);
    if (read === 0) throw new Error('the C program ended too soon');
    filled += read;
  }
}

/** Compares the cards that the kernel deals with those out of a pipe. */
async function compareCards({ first, last, pipe }: DealRange & { pipe: string }): Promise<void> {
  const kernel = await loadKernel();
  const cards = Buffer.alloc(BATCH * CARDS);
  const fd = openSync(pipe, 'r');
  for (let n = first; n <= last; n += BATCH) {
    const count = Math.min(BATCH, last - n + 1);
    fill(cards.subarray(0, count * CARDS), fd);
    const dealt = kernel.deal(n, count);
    if (cards.compare(dealt, 0, dealt.length, 0, dealt.length) !== 0)
      return tell({ differs: n + Math.floor(dealt.findIndex((card, i) => card !== cards[i]) / CARDS) });
    tell({ equal: count });
  }
}

/** Compares what the SIMD kernel writes of ranges and lists with what the reference implementation writes. */
async function compareFormat({ first, last, encoder }: DealRange & { encoder: EncoderName }): Promise<void> {
  const kernel = instantiate(new WebAssembly.Module(readAsset('kernel-simd.wasm')));
  const batch = encoder === 'parquet' ? ROW_GROUP_DEALS : BATCH;
  for (let n = first; n <= last; n += batch) {
    const range = { first: n, last: Math.min(last, n + batch - 1) };
    const expected = referenceEngine.encode(encoder, [range]);
    // as a list, too, which the kernel deals in another way
    const list = Float64Array.from({ length: range.last - n + 1 }, (_, i) => n + i);
    for (const numbers of [range, list])
      if (Buffer.compare(kernel.encode(encoder, [numbers]), expected) !== 0) return tell({ differs: n });
    tell({ equal: list.length });
  }
}

/** Compares whether deals can be won with a number of cells with what a plain search finds, and plays the wins. */
async function compareSearch({ first, last, cells }: DealRange & { cells: number }): Promise<void> {
  const solver = await loadSolver();
  for (let n = first; n <= last; n++) {
    const { winnable, solution } = solver.solve(n, { cells, solutions: true });
    const { outcome } = searchPlainly(columnsOf(dealByNumber(n)), cells, 50_000);
    if (outcome === (winnable ? 'impossible' : 'won')) return tell({ differs: n });
    if (winnable) play(n, cells, solution as string);
    tell({ equal: 1, open: outcome === 'open' ? 1 : 0 });
  }
}

const MILLION = 1_000_000;
const HALF = MILLION / 2;
const FORMATS = [...recordTypes.map((record) => record.encoder), 'parquet' as const].flatMap((encoder) => [
  { encoder, first: 1, last: MILLION },
  ...REGIME_FIRST_DEALS.slice(1).map((edge) => ({ encoder, first: edge - HALF, last: edge + HALF - 1 })),
  { encoder, first: LAST_DEAL - MILLION + 1, last: LAST_DEAL },
]);

const PARTS: Record<string, readonly Part[]> = {
  engines: REGIME_FIRST_DEALS.map((first) => ({ encoder: 'cards', first, last: first + 2 ** 24 - 1 })),
  formats: FORMATS,
  solve: [0, 1, 2, 3, 4].flatMap((cells) =>
    REGIME_FIRST_DEALS.map((first) => ({ cells, first, last: first + 39 })),
  ),
};

/** The parts of a range for each thread; a C program writes the cards of each into a pipe in the folder. */
function startPeers({ first, last }: DealRange, folder: string): Part[] {
  const program = join(folder, 'deal');
  const source = fileURLToPath(new URL('../../../bench/peers/deal.c', import.meta.url));
  execFileSync('cc', ['-O3', '-march=native', '-o', program, source], { stdio: 'inherit' });
  const total = last - first + 1;
  const threads = Math.min(availableParallelism(), total);
  const size = Math.ceil(total / threads);
  return Array.from({ length: threads }, (_, i) => {
    const part = { first: first + i * size, last: Math.min(last, first + (i + 1) * size - 1) };
    const pipe = join(folder, `pipe-${i}`);
    execFileSync('mkfifo', [pipe]);
    spawn(program, ['cards', String(part.first), String(part.last - part.first + 1), pipe], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }).unref();
    return { ...part, pipe };
  });
}

async function main(): Promise<void> {
  const [, , what = ''] = process.argv;
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(what) ?? [];
  if (PARTS[what] === undefined && first === undefined) {
    throw new Error('usage: npm run prove -- FIRST..LAST | engines | formats | solve');
  }
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-prove-'));
  const started = performance.now();
  let equal = 0;
  let open = 0;
  let said = started;
  let total = 0;
  try {
    const parts = PARTS[what] ?? startPeers({ first: Number(first), last: Number(last) }, folder);
    total = parts.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const compared = parts.map(
      (part) =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: part });
          worker.on('message', (word: Word) => {
            if ('differs' in word) reject(new Error(`deal ${word.differs} differs`));
            else [equal, open] = [equal + word.equal, open + (word.open ?? 0)];
            if (performance.now() - said < 10_000) return;
            said = performance.now();
            console.log(`${equal} of ${total} equal after ${((said - started) / 1000).toFixed(0)} s`);
          });
          worker.on('error', reject);
          worker.on('exit', () => resolve());
        }),
    );
    await Promise.all(compared);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (equal !== total) throw new Error(`only ${equal} of ${total} deals were compared`);
  console.log(
    `${what}: ${equal} of ${total} deals equal${open > 0 ? `, ${open} of them open` : ''}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

if (isMainThread) await main();
else if (workerData.pipe !== undefined) await compareCards(workerData);
else if (workerData.cells !== undefined) await compareSearch(workerData);
else await compareFormat(workerData);
