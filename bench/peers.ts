// Compiles the published loop in C (peers/deal.c), as its users do.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './results.js';

/** A compiled program and the flags it was compiled with. */
export interface Peer {
  name: string;
  program: string;
}

/** Compiles the loop for this processor; undefined if there is no compiler. */
export function compileNative(folder: string): Peer | undefined {
  const peer = compile(folder, 'deal', ['-O3', '-march=native']);
  if (peer === undefined) console.error('there is no C compiler (cc); the comparisons with C are skipped');
  return peer;
}

/** Compiles the loop for every processor of this architecture, as distributions do. */
export function compilePortable(folder: string): Peer | undefined {
  return compile(folder, 'deal-portable', ['-O3']);
}

function compile(folder: string, name: string, flags: string[]): Peer | undefined {
  const program = join(folder, name);
  const { status } = spawnSync('cc', [...flags, '-o', program, join(ROOT, 'bench/peers/deal.c')], {
    stdio: 'inherit',
  });
  return status === 0 ? { name: `C, gcc ${flags.join(' ')}`, program } : undefined;
}
