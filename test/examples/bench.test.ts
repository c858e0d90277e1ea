// The command bench: what it prints, and that it times nothing unless all contestants deal the same cards. It stands with the
// benches, because it takes long.

import { availableParallelism } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import * as load from '../../src/engine/load.js';
import * as verb from '../../src/verbs/bench.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';

const PROCESSORS = availableParallelism() === 1 ? '1 processor' : `${availableParallelism()} processors`;
const ALL = 'the command, 2 threads';
const { loadKernel } = load; // before a test mocks it
const NAMES = ['reference implementation (TypeScript)', 'WASM kernel, scalar', 'WASM kernel, SIMD'];

describe('bench', () => {
  it.each([
    ['', undefined],
    ['\nThis machine is busy: other programs took all.\n', 'this machine is busy: other programs took all'],
  ])('prints a table with the machine, the figures and the ratios, and at its end: %j', async (end, busy) => {
    const measured = [
      { name: NAMES[0], nsPerDeal: 1234.5, dealsPerSecond: 810_044, ratio: 1, rounds: [1300, 1234.5, 999.6] },
      { name: ALL, nsPerDeal: 8.02, dealsPerSecond: 124.7e6, ratio: 154, rounds: [9, 8.02, 7.04] },
    ] as verb.Measured[];
    vi.spyOn(verb, 'bench').mockResolvedValueOnce(measured).mockResolvedValueOnce(measured);
    vi.spyOn(verb, 'describeLoad').mockResolvedValueOnce(busy).mockResolvedValueOnce(busy);
    const { status, stdout, stderr } = await runLine('bench -t 2', temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [machine, ...table] = stdout.split('\n');
    expect(machine).toMatch(new RegExp(`^freecell-deals \\S+, Node ${process.version}, .*, ${PROCESSORS}$`));
    expect(table).toEqual([
      'All deal the same cards. Median, least and most of 3 alternating rounds:',
      '',
      '                                      ns per deal       least        most   M deals/s       ratio',
      'reference implementation (TypeScript)        1235        1000        1300       0.810      1.00 x',
      'the command, 2 threads                       8.02        7.04        9.00         125       154 x',
      ...end.split('\n'),
    ]);
    const { load, contestants } = JSON.parse((await runLine('bench --json', temporaryFolder())).stdout);
    expect({ load, contestants }).toEqual({ load: busy, contestants: measured });
  });

  it('prints one line of JSON with --json, whose figures agree', () => {
    const line = 'FREECELL_DEALS_TEST_BENCH_ROUNDS=2 "$0" "$1" bench -t 2 --json';
    const { status, stdout, stderr } = runShell(line, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { contestants, load, ...machine } = JSON.parse(stdout.toString());
    expect(load ?? 'this machine is busy').toMatch(/^this machine is busy/);
    expect(Object.keys(machine)).toEqual(['version', 'node', 'processor', 'processors']);
    expect(contestants.map(({ name }: verb.Measured) => name)).toEqual([...NAMES, ALL]);
    expect(contestants[0].ratio).toBe(1);
    for (const { nsPerDeal, dealsPerSecond, ratio, rounds } of contestants) {
      expect(rounds.length).toBe(2);
      expect(nsPerDeal).toBeGreaterThan(1); // 2 threads take 8 ns, the reference implementation 1,200
      expect(nsPerDeal).toBeLessThan(100_000);
      expect(nsPerDeal).toBe(Math.max(...rounds)); // the upper median
      expect(dealsPerSecond * nsPerDeal).toBeCloseTo(1e9, 3);
      expect(ratio).toBeCloseTo(contestants[0].nsPerDeal / nsPerDeal, 6);
    }
  });

  it.each([
    [undefined, 2 ** 32 + 99_999, false, /^WASM kernel, scalar deals other .* first in deal 4295067295$/],
    [
      undefined,
      2 ** 31 + 8,
      undefined,
      /^WASM kernel, SIMD deals other .* reference implementation, first in deal 2147483656$/,
    ],
    // only the command is compared in this deal
    [1, 2 ** 17, undefined, /^the command, 1 thread deals other .* first in deal 131072$/],
  ])('refuses to time %s threads if deal %i differs, and names it', async (threads, wrong, simd, message) => {
    vi.spyOn(load, 'loadKernel').mockImplementation(async (options) => {
      const kernel = await loadKernel(options);
      if (options?.simd !== simd) return kernel;
      const mistake = (first: number) => (card: number, i: number) =>
        first + i / 52 === wrong ? card ^ 1 : card;
      return { deal: (first, count) => kernel.deal(first, count).map(mistake(first)) };
    });
    await expect(verb.bench(threads, new AbortController().signal)).rejects.toThrow(message);
  });
});
