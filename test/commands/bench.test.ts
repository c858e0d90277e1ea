// freecell-deals bench: what it prints, and that it times nothing unless all contestants deal the same cards.

import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { bench } from '../../src/verbs/bench.js';
import { runShell, temporaryFolder } from '../support/command.js';

const QUICK = 'FREECELL_DEALS_TEST_BENCH_ROUNDS=2';
const NAMES = ['reference implementation (TypeScript)', 'WASM kernel, scalar', 'WASM kernel, SIMD'];

describe('bench', () => {
  it('prints a table with the machine, the figures and the ratios', () => {
    const { status, stdout, stderr } = runShell(`${QUICK} "$0" "$1" bench -t 2`, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [machine, rounds, , head, ...rows] = stdout.toString().trimEnd().split('\n');
    expect(machine).toMatch(
      new RegExp(`^freecell-deals \\S+, Node ${process.version}, .*, \\d+ processors?$`),
    );
    expect(rounds).toBe('All deal the same cards. Medians of 2 alternating rounds:');
    expect(head?.trim().split(/ {2,}/)).toEqual(['ns per deal', 'M deals/s', 'ratio', 'spread']);
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([...NAMES, 'the command, 2 threads']);
    for (const row of rows) expect(row).toMatch(/ +[\d.]+ +[\d.]+ +[\d.]+ x +[\d.]+ to [\d.]+$/);
    expect(rows[0]).toContain(' 1.00 x ');
  });

  it('prints one line of JSON with --json, whose figures agree', () => {
    const { status, stdout, stderr } = runShell(`${QUICK} "$0" "$1" bench -t 1 --json`, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { contestants, ...machine } = JSON.parse(stdout.toString());
    expect(Object.keys(machine)).toEqual(['version', 'node', 'processor', 'processors']);
    expect(contestants.length).toBe(NAMES.length + 1);
    for (const { nsPerDeal, dealsPerSecond, ratio, rounds } of contestants) {
      expect(rounds.length).toBe(2);
      expect(nsPerDeal).toBeCloseTo((rounds[0] + rounds[1]) / 2, 6);
      expect(dealsPerSecond * nsPerDeal).toBeCloseTo(1e9, 3);
      expect(ratio).toBeCloseTo(contestants[0].nsPerDeal / nsPerDeal, 6);
    }
  });

  it('refuses to time contestants that deal different cards, and names the first such deal', async () => {
    const loadKernel: typeof library.loadKernel = async (options) => {
      const kernel = await library.loadKernel(options);
      if (options?.simd === false) return kernel;
      const mistake = (first: number) => (card: number, i: number) =>
        first + i / 52 === 2 ** 31 + 8 ? card ^ 1 : card;
      return { deal: (first, count) => kernel.deal(first, count).map(mistake(first)) };
    };
    await expect(bench({ ...library, loadKernel }, 1, new AbortController().signal)).rejects.toThrow(
      'WASM kernel, SIMD deals other cards than the reference implementation, first in deal 2147483656',
    );
  });
});
