// npm run prove -- FIRST..LAST: compares every byte that the kernel deals with what an independent C program
// (bench/peers/deal.c) deals, over any range. Each thread reads the C program's cards out of a named pipe.

import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type DealRange, loadKernel } from 'freecell-deals';

const CARDS = 52;
const BATCH = 8192; // deals compared at a time

interface Part extends DealRange {
  pipe: string; // where the C program's cards of this part come from
}

/** What a thread tells: deals found equal since it last spoke, or the first deal that differs. */
type Word = { equal: number } | { differs: number };

async function comparePart({ first, last, pipe }: Part): Promise<void> {
  const kernel = await loadKernel();
  const cards = Buffer.alloc(BATCH * CARDS);
  const fd = openSync(pipe, 'r');
  for (let n = first; n <= last; n += BATCH) {
    const count = Math.min(BATCH, last - n + 1);
    let filled = 0;
    while (filled < count * CARDS) {
      const got = readSync(fd, cards, filled, count * CARDS - filled, null);
      if (got === 0) throw new Error(`the C program ended before deal ${n + count - 1}`);
      filled += got;
    }
    const dealt = kernel.deal(n, count);
    if (cards.compare(dealt, 0, dealt.length, 0, filled) !== 0) {
      const at = dealt.findIndex((card, i) => card !== cards[i]);
      parentPort?.postMessage({ differs: n + Math.floor(at / CARDS) } satisfies Word);
      return;
    }
    parentPort?.postMessage({ equal: count } satisfies Word);
  }
  closeSync(fd);
}

async function main(): Promise<void> {
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(process.argv[2] ?? '') ?? [];
  if (first === undefined) throw new Error('usage: npm run prove -- FIRST..LAST');
  const range = { first: Number(first), last: Number(last) };
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-prove-'));
  const program = join(folder, 'deal');
  const source = fileURLToPath(new URL('../../../bench/peers/deal.c', import.meta.url));
  execFileSync('cc', ['-O3', '-march=native', '-o', program, source], { stdio: 'inherit' });

  const total = range.last - range.first + 1;
  const threads = Math.min(availableParallelism(), total);
  const started = performance.now();
  let equal = 0;
  let said = started;
  const part = Math.ceil(total / threads);
  const parts = Array.from({ length: threads }, (_, i) => ({
    first: range.first + i * part,
    last: Math.min(range.last, range.first + (i + 1) * part - 1),
    pipe: join(folder, `pipe-${i}`),
  }));
  await Promise.all(
    parts.map(
      (part) =>
        new Promise<void>((resolve, reject) => {
          execFileSync('mkfifo', [part.pipe]);
          const worker = new Worker(new URL(import.meta.url), { workerData: part });
          spawn(program, ['cards', String(part.first), String(part.last - part.first + 1), part.pipe], {
            stdio: ['ignore', 'ignore', 'inherit'],
          }).unref();
          worker.on('message', (word: Word) => {
            if ('differs' in word) reject(new Error(`deal ${word.differs} differs`));
            else equal += word.equal;
            if (performance.now() - said < 10_000) return;
            said = performance.now();
            console.log(`${equal} of ${total} equal after ${((said - started) / 1000).toFixed(0)} s`);
          });
          worker.on('error', reject);
          worker.on('exit', () => resolve());
        }),
    ),
  ).finally(() => rmSync(folder, { recursive: true, force: true }));
  if (equal !== total) throw new Error(`only ${equal} of ${total} deals were compared`);
  console.log(
    `${first}..${last}: ${equal} of ${total} deals equal, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

if (isMainThread) await main();
else await comparePart(workerData as Part);
