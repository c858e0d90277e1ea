// The results of a bench run, as they stand in bench/results.

import { fileURLToPath } from 'node:url';

/** The repository; this file runs as build/bench/results.js. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Contestants that took turns. */
export interface Group {
  title: string;
  unit: 'ns a deal' | 's' | 'ms a call' | 'µs a call';
  deals: number; // dealt in a run, or looked for
  contestants: Measured[];
}

export interface Measured {
  name: string;
  command: string;
  times: number[]; // in the group's unit, one a round
  bytes?: number; // written in a run
}

export interface Results {
  machine: { cpu: string; cores: number; memoryGiB: number; system: string };
  node: string;
  compiler: string;
  commit: string;
  date: string;
  rounds: number;
  groups: Group[];
}

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
}
