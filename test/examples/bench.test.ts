// The command bench: what it prints, and that it times nothing unless all contestants deal the same cards. It stands with the
// benches, because it takes long.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { availableParallelism, devNull } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as load from '../../src/engine/load.js';
import * as verb from '../../src/verbs/bench.js';
import * as generating from '../../src/verbs/generate.js';
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
    ];
    vi.spyOn(verb, 'bench').mockResolvedValueOnce(measured as verb.Measured[]);
    vi.spyOn(verb, 'describeLoad').mockResolvedValueOnce(busy);
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
    vi.spyOn(verb, 'bench').mockResolvedValueOnce(measured as verb.Measured[]);
    vi.spyOn(verb, 'describeLoad').mockResolvedValueOnce(busy);
    const { load, contestants } = JSON.parse((await runLine('bench --json', temporaryFolder())).stdout);
    expect({ load, contestants }).toEqual({ load: busy, contestants: measured });
  });

  it('ends by SIGINT', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] }); // after which it would end this process
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(verb, 'describeLoad').mockResolvedValueOnce(undefined);
    vi.spyOn(verb, 'bench').mockImplementationOnce(async (_, signal) => {
      process.listeners('SIGINT').at(-1)?.('SIGINT');
      signal.throwIfAborted();
      return [];
    });
    const stderr = 'freecell-deals: stopped by SIGINT\n';
    expect(await runLine('bench', temporaryFolder())).toEqual({ status: 130, stdout: '', stderr });
  });

  it('names the processor, with its family and model if the system tells them', () => {
    const models = [[{ model: 'AMD EPYC' }], [{ model: 'M4' }], []] as os.CpuInfo[][];
    for (const cpus of models) vi.spyOn(os, 'cpus').mockReturnValueOnce(cpus);
    const told = 'vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n';
    for (const info of [told, 'CPU part\t: 0xd0c\n', ''])
      vi.spyOn(fs, 'readFileSync').mockReturnValueOnce(info);
    syncBuiltinESMExports();
    const names = models.map(() => verb.processorName());
    expect(names).toEqual(['AMD EPYC (family 25, model 17)', 'M4', process.arch]);
  });

  it('measures the command when every worker deals, until 400 ms later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const calls: number[] = [];
    const generate = vi.spyOn(generating, 'generate').mockImplementation(async ({ signal, onProgress }) => {
      let deals = 0;
      for (let ms = 100; !signal?.aborted; ms += 100) {
        deals += ms > 200 ? 1e5 : 7e6; // the first ones are not measured
        vi.advanceTimersByTime(100);
        onProgress?.({ deals, dealt: deals, bytes: 0 });
        calls.push(ms);
      }
      throw signal?.reason;
    });
    onTestFinished(() => void generate.mockRestore());
    const measured = await verb.bench(2, new AbortController().signal);
    expect(measured.at(-1)).toEqual({
      name: ALL,
      nsPerDeal: 1000,
      dealsPerSecond: 1e6,
      ratio: 0, // the clock rests while the others deal
      rounds: Array(5).fill(1000),
    });
    expect(generate).toHaveBeenCalledWith(expect.objectContaining({ threads: 2, output: devNull }));
    expect(calls.slice(-6)).toEqual([100, 200, 300, 400, 500, 600]);
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

  it('ends by its signal before it times the next contestant', async () => {
    const [stop, kernel] = [new AbortController(), await loadKernel()];
    const deal = (first: number, count: number) => {
      if (count === verb.KERNEL_DEALS) stop.abort(new Error('enough'));
      return kernel.deal(first, count);
    };
    vi.spyOn(load, 'loadKernel').mockResolvedValue({ deal });
    await expect(verb.bench(1, stop.signal)).rejects.toThrow('enough');
  });

  it('ends by its signal while it compares what the threads deal', async () => {
    const [stop, kernel] = [new AbortController(), await loadKernel()];
    let late = 0;
    const deal = (first: number, count: number) => {
      if (stop.signal.aborted) late++;
      else if (count < 100_000) stop.abort(new Error('enough')); // a batch of the threads
      return kernel.deal(first, count);
    };
    vi.spyOn(load, 'loadKernel').mockResolvedValue({ deal });
    await expect(verb.bench(1, stop.signal)).rejects.toThrow('enough');
    expect(late).toBe(0);
  });

  it('tells how busy the machine is, if the system tells it', async () => {
    const spy = vi.spyOn(os, 'cpus');
    syncBuiltinESMExports();
    for (const [told, user] of Object.entries({
      ' 90 % ': 9,
      ' 21 % ': 2.1,
      undefined: 1.9,
      'undefined ': Number.NaN,
    })) {
      for (const past of [0, 0, 1, 1])
        spy.mockReturnValueOnce([{ times: { user: past * user, idle: past * (10 - user) } }] as os.CpuInfo[]);
      expect(`${await verb.describeLoad()} `).toContain(told);
    }
  });
});
