// The results of a run of the bench, as bench/results stores them.

import { fileURLToPath } from 'node:url';

/** Path of the repository; this file runs as build/bench/results.js. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Contestants that were measured in turns. */
export interface Group {
  title: string;
  unit: 'ns per deal' | 'ms per deal' | 's' | 'ms per call';
  deals: number; // dealt or looked up per run
  contestants: Measured[];
}

interface Measured {
  name: string;
  command: string;
  times: number[]; // in the group's unit, one per round
  bytes?: number; // written per run
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

/** Says how many times as fast as the reference implementation each contestant is; undefined if a group lacks that one. */
export function timesAsFast({ contestants }: Group): number[] | undefined {
  const reference = contestants.find(({ name }) => name.startsWith('reference implementation'));
  return reference && contestants.map(({ times }) => median(reference.times) / median(times));
}

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
}
