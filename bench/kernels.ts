// Measures the kernels, the C loop and the reference implementation. It is a process of its own, so that any Node can run it:
// run.ts starts it and receives its groups as a message.

import { execFileSync } from 'node:child_process';
import { dealCards, loadKernel } from 'freecell-deals';
import { type Contestant, measure } from './measure.js';
import type { Peer } from './peers.js';
import type { Group } from './results.js';

/** The first argument of this process, as JSON. */
export interface KernelTask {
  rounds: number;
  peers: Peer[];
}

const KERNEL_DEALS = 1_000_000;
const CHUNK_DEALS = 20_164; // 1 MiB of cards
const REFERENCE_DEALS = 100_000; // fewer, because it is the slowest and costs the same per deal in a shorter run

const REGIMES = [
  ['below 2^31', 1],
  ['from 2^31', 2 ** 31],
  ['from 2^32', 2 ** 32],
] as const;

let used = 0; // reads the cards dealt, so that the compiler cannot drop the dealing

function time(deals: number, deal: () => void): number {
  const started = performance.now();
  deal();
  return ((performance.now() - started) * 1e6) / deals;
}

/** Measures one thread that deals card bytes into memory that it has touched before. */
async function measureKernels({ rounds, peers }: KernelTask): Promise<Group[]> {
  const simd = await loadKernel();
  const scalar = await loadKernel({ simd: false });
  return REGIMES.map(([regime, first]) =>
    measure(
      rounds,
      `One thread, cards into memory, deals ${regime}, Node ${process.version}`,
      'ns per deal',
      KERNEL_DEALS,
      [
        {
          name: 'WASM kernel, SIMD',
          command: `kernel.deal(${first}, ${KERNEL_DEALS})`,
          run: () => time(KERNEL_DEALS, () => simd.deal(first, KERNEL_DEALS)),
        },
        {
          name: 'WASM kernel, SIMD, 1 MiB of cards a call',
          command: `kernel.deal(${first}, ${CHUNK_DEALS}), 50 times`,
          run: () =>
            time(50 * CHUNK_DEALS, () => {
              for (let i = 0; i < 50; i++) simd.deal(first + i * CHUNK_DEALS, CHUNK_DEALS);
            }),
        },
        {
          name: 'WASM kernel, scalar',
          command: `kernel.deal(${first}, ${KERNEL_DEALS}), simd: false`,
          run: () => time(KERNEL_DEALS, () => scalar.deal(first, KERNEL_DEALS)),
        },
        ...peers.map(
          ({ name, program }): Contestant => ({
            name,
            command: `deal loop ${first} ${KERNEL_DEALS}`,
            run: () => Number(execFileSync(program, ['loop', String(first), String(KERNEL_DEALS)])),
          }),
        ),
        {
          name: 'reference implementation (TypeScript)',
          command: `dealCards(n), ${REFERENCE_DEALS} times`,
          run: () =>
            time(REFERENCE_DEALS, () => {
              for (let n = first; n < first + REFERENCE_DEALS; n++) used += dealCards(n)[51] as number;
            }),
        },
      ],
    ),
  );
}

const groups = await measureKernels(JSON.parse(process.argv[2] as string));
if (used === 0) throw new Error('nothing was dealt');
process.send?.(groups);
