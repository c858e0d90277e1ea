// Measures the kernels, the C loop and the reference implementation. It is a process of its own, so that any Node can run it:
// run.ts starts it and receives its groups as a message.

import { execFileSync } from 'node:child_process';
import { dealCards, loadKernel } from 'freecell-deals';
import {
  compareCards,
  KERNEL_DEALS,
  kernelContestant,
  referenceContestant,
  time,
} from '../src/verbs/bench.js';
import { type Contestant, measure } from './measure.js';
import type { Peer } from './peers.js';
import type { Group } from './results.js';

/** The first argument of this process, as JSON. */
export interface KernelTask {
  rounds: number;
  peers: Peer[];
}

const CHUNK_DEALS = 20_164; // 1 MiB of cards

const REGIMES = [
  ['below 2^31', 1],
  ['from 2^31', 2 ** 31],
  ['from 2^32', 2 ** 32],
] as const;

/** Measures one thread that deals card bytes into memory that it has touched before. */
async function measureKernels({ rounds, peers }: KernelTask): Promise<Group[]> {
  const simd = await loadKernel();
  const scalar = await loadKernel({ simd: false });
  compareCards(dealCards, [kernelContestant('SIMD', simd, 1), kernelContestant('scalar', scalar, 1)]);
  return REGIMES.map(([regime, first]) =>
    measure(
      rounds,
      `One thread, cards into memory, deals ${regime}, Node ${process.version}`,
      'ns per deal',
      KERNEL_DEALS,
      [
        kernelContestant('SIMD', simd, first),
        {
          name: 'WASM kernel, SIMD, 1 MiB of cards a call',
          command: `kernel.deal(${first}, ${CHUNK_DEALS}), 50 times`,
          run: () =>
            time(50 * CHUNK_DEALS, () => {
              for (let i = 0; i < 50; i++) simd.deal(first + i * CHUNK_DEALS, CHUNK_DEALS);
              return simd.deal(first, 1)[0] as number;
            }),
        },
        kernelContestant('scalar', scalar, first),
        ...peers.map(
          ({ name, program }): Contestant => ({
            name,
            command: `deal loop ${first} ${KERNEL_DEALS}`,
            run: () => Number(execFileSync(program, ['loop', String(first), String(KERNEL_DEALS)])),
          }),
        ),
        referenceContestant(dealCards, first),
      ],
    ),
  );
}

const groups = await measureKernels(JSON.parse(process.argv[2] as string));
process.send?.(groups);
