import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as verb from '../src/verbs/generate.js';
import { checkSame, MILLION, sha256 } from './support/bytes.js';
import { newFifo, run, runShell, start, stopWhen, temporaryFolder, until } from './support/command.js';
import { binaryHeader } from './support/engines.js';
import { rowsIn } from './support/golden.js';
import { runLine } from './support/main.js';
import { testSessions } from './support/sessions.js';

describe('generate', () => {
  it('writes the million to deals.bin, with the published digest, if nothing else is asked for', async () => {
    const folder = temporaryFolder();
    const { status, stdout, stderr } = run(['generate'], folder);
    expect({ status, stdout: stdout.length }).toEqual({ status: 0, stdout: 0 });
    const summary = /^deals\.bin: 1,000,000 deals, 52,000,064 bytes in [\d.]+ s \([\d.]+ M deals\/s\)\n$/;
    expect(stderr).toMatch(summary);
    expect(readdirSync(folder)).toEqual(['deals.bin']);
    const file = readFileSync(join(folder, 'deals.bin'));
    checkSame(file.subarray(0, 64), binaryHeader(1, 1000000));
    expect(sha256(file.subarray(64))).toBe(MILLION);
  });

  it.each(rowsIn<[number, string, string]>('advised-shards.txt'))(
    'advises shards for a Parquet file of %d deals before it is written: %j',
    async (totalDeals, flag, said) => {
      const { generate } = verb;
      const spy = vi.spyOn(verb, 'generate').mockImplementation(({ onProgress: tell, ...options }) => {
        const onProgress = (progress: verb.GenerateProgress) =>
          [1, 2].forEach(() => void tell?.({ ...progress, totalDeals }));
        return generate({ ...options, onProgress });
      });
      onTestFinished(() => spy.mockRestore());
      const { stderr } = await runLine(`generate 1..9 -o a.parquet ${flag}`.trim(), temporaryFolder());
      expect(stderr).toMatch(new RegExp(said));
    },
  );
});

/** Only workers deal, and slowly, so that short runs can be stopped. */
const SLOW = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '150' };

describe('a signal', () => {
  it.each([
    ['SIGINT', 130, 'the calling thread alone', 8_000_000, 1e7, 1, {}],
    // more bytes than two threads have in flight, so that some chunks were written in order
    ['SIGTERM', 143, 'workers', 3_000_000, 6e7, 2, SLOW],
  ] as const)(
    '%s ends a run with status %d (deals by %s), and the run can be resumed',
    async (signal, status, _, count, begun, threads, env) => {
      const folder = temporaryFolder();
      const generate = `generate 1..${count} -o big.bin`;
      const size = () => statSync(join(folder, 'big.bin.partial'), { throwIfNoEntry: false })?.size ?? 0;
      const args = `${generate} -t ${threads}`.split(' ');
      const ran = await stopWhen(() => until(() => size() >= begun), args, folder, { signal, env });
      expect(ran.status).toBe(status);
      const [, deals = ''] =
        new RegExp(
          `^freecell-deals: stopped by ${signal} after ([\\d,]+) deals; resume it with --resume\\n$`,
        ).exec(ran.stderr) ?? [];
      // at most one chunk of 4 MiB per thread is written out of order
      expect(Number(deals.replaceAll(',', ''))).toBeGreaterThan(1e5 / 2);
      expect(readdirSync(folder).sort()).toEqual(['big.bin.partial', 'big.bin.run']);
      expect((await runLine(`${generate} --resume`, folder)).status).toBe(0);
      expect(readdirSync(folder)).toEqual(['big.bin']);
      expect(statSync(join(folder, 'big.bin')).size).toBe(64 + count * 52);
    },
  );

  it('SIGINT ends a run that waits for a reader to open its FIFO', async () => {
    const fifo = newFifo();
    writeFileSync(`${fifo}.run`, ''); // of another run, so that this one cannot be resumed
    const child = start(['generate', '-f', 'bin', '-o', fifo], temporaryFolder());
    const said = child.stderr.toArray();
    const tasks = `/proc/${child.pid}/task`;
    const isWaiting = (task: string) => readFileSync(join(tasks, task, 'wchan'), 'utf8').includes('partner');
    await until(() => readdirSync(tasks).some(isWaiting));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
    expect(String(await said)).toBe('freecell-deals: stopped by SIGINT\n');
  });

  it('SIGINT ends a run if the reader of its pipe does not read', async () => {
    const child = start(['generate', '-f', 'bin', '-o', '-'], temporaryFolder());
    const said = child.stderr.toArray();
    await once(child.stdout, 'readable'); // the run has started, and fills the pipe
    await sleep(100);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']); // a shell reports it as status 130
    expect(String(await said)).toBe('freecell-deals: stopped by SIGINT\n');
  });
});

testSessions('shell', it, (line, cwd) => {
  const { stdout, ...ran } = runShell(line, cwd);
  return { ...ran, stdout: stdout.toString() };
});
