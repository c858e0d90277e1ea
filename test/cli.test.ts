import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine } from '../src/commands/program.js';
import type { RecordType } from '../src/formats/format.js';
import { dealCards } from '../src/game/deal.js';
import { checkSame } from './support/bytes.js';
import { CLI, run, runShell, start, temporaryFolder } from './support/command.js';
import { binaryHeader, expected, records } from './support/engines.js';
import { runMain } from './support/main.js';
import { canRunAsNobody } from './support/nobody.js';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Matches an error: one line on standard error with this message. */
function errorLine(message: string): RegExp {
  return new RegExp(`^freecell-deals: [^\\n]*${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^\\n]*\\n$`);
}

describe('generate', () => {
  it('writes the million to deals.bin, with the published digest, if nothing else is asked for', async () => {
    const folder = temporaryFolder();
    const { status, stdout, stderr } = run(['generate'], folder);
    expect(status).toBe(0);
    expect(stdout.length).toBe(0);
    expect(stderr).toMatch(
      /^deals\.bin: 1,000,000 deals, 52,000,064 bytes in [\d.]+ s \([\d.]+ M deals\/s\)\n$/,
    );
    expect(readdirSync(folder)).toEqual(['deals.bin']);
    const file = readFileSync(join(folder, 'deals.bin'));
    expect(file.length).toBe(64 + 52_000_000);
    checkSame(file.subarray(0, 64), binaryHeader(1, 1000000));
    expect(sha256(file.subarray(64))).toBe(
      '2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d',
    );
  });

  it('writes the million as text with the published digest', () => {
    const line = '"$0" "$1" generate 1..1000000 -f text -o - -q | sha256sum';
    expect(runShell(line, temporaryFolder()).stdout.toString()).toBe(
      '4bc89b719e6bebff5817ac81f58654fbe40ff2fd685d3cfb15ac5d72df5737ad  -\n',
    );
  });

  it('advises shards before it writes a Parquet file of 200 million deals, except with -q', async () => {
    const args = ['generate', '1..200000001', '-f', 'parquet', '-o', '-'];
    for (const [words, advice] of [
      [args, /^freecell-deals: 200,000,001 deals in one file: .*--shard.*\n$/],
      [[...args, '-q'], /^$/],
    ] as const) {
      const child = start([...words], temporaryFolder());
      onTestFinished(() => void child.kill('SIGKILL'));
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      const ended = once(child, 'close');
      // two row groups: progress follows each, and the first progress prints the advice
      let bytes = 0;
      for await (const part of child.stdout) {
        bytes += part.length;
        if (bytes > 10_000_000) break;
      }
      child.kill('SIGKILL');
      await ended;
      expect(bytes).toBeGreaterThan(10_000_000);
      expect(stderr).toMatch(advice);
    }
  });

  it('writes a list in its order, as NDJSON, as text, and as binary layout 2', async () => {
    const folder = temporaryFolder();
    const list = '4294967290..4294967300,617,1..3';
    const parts = [
      [4294967290, 11],
      [617, 1],
      [1, 3],
    ] as const;
    const of = (record: RecordType) => Buffer.concat(parts.map(([n, count]) => expected(record, n, count)));
    for (const format of ['ndjson', 'text']) {
      const { stdout } = await runMain(['generate', list, '-f', format, '-o', '-'], folder);
      checkSame(stdout, of(records[format]));
    }
    expect((await runMain(['generate', list, '-o', 'list.bin'], folder)).status).toBe(0);
    const file = readFileSync(join(folder, 'list.bin'));
    expect(file.readUInt16LE(14)).toBe(2);
    checkSame(file.subarray(64), of(records.numbered));
  });

  it('writes a single deal as one NDJSON line', async () => {
    const { status, stdout, stderr } = await runMain(['generate', '617', '-o', '-'], temporaryFolder());
    expect(status).toBe(0);
    checkSame(stdout, records.ndjson.encode(617, dealCards(617)));
    expect(stderr).toMatch(/^standard output: 1 deal, 283 bytes in/);
  });

  it('ends with status 0 and prints nothing if head closes the pipe', () => {
    const line = '"$0" "$1" generate 2147483000..2147484000 -f ndjson -o - | head -1; exit $PIPESTATUS';
    const { status, stdout, stderr } = runShell(line, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    checkSame(stdout, expected(records.ndjson, 2147483000, 1));
  });

  it('ends with status 0 if the reader closes the pipe in the middle of a long run', () => {
    const line = '"$0" "$1" generate 1..8589934591 -f bin -o - | head -c 30000000 | wc -c; exit $PIPESTATUS';
    expect(runShell(line, temporaryFolder())).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses to replace a file, and replaces it with --force', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.bin'), 'mine');
    const refused = await runMain(['generate', '1..9', '-o', 'a.bin'], folder);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(errorLine('a.bin: it exists already; use --force'));
    expect(readFileSync(join(folder, 'a.bin'), 'utf8')).toBe('mine');
    expect((await runMain(['generate', '1..9', '-o', 'a.bin', '--force'], folder)).status).toBe(0);
    expect(statSync(join(folder, 'a.bin')).size).toBe(64 + 9 * 52);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('appends to the file behind standard output, between the output of other commands', () => {
    const folder = temporaryFolder();
    const many = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1 "$0" "$1" generate 1..200000 -f bin -q -t 2 -o -';
    const one = '"$0" "$1" generate 617 -f text -q -o -';
    const line = `: > f; ${many} >> f; ${one} >> f; (${many}; ${one}) | cmp - f; (${one}; ${one}) > g; wc -c < g`;
    expect(runShell(line, folder)).toMatchObject({ status: 0, stdout: Buffer.from('312\n'), stderr: '' });
  });

  it('writes through a symbolic link, to devices and to a FIFO', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'real.bin'), '');
    symlinkSync('elsewhere/real.bin', join(folder, 'link.bin'));
    expect((await runMain(['generate', '1..9', '-o', 'link.bin', '--force'], folder)).status).toBe(0);
    expect(statSync(join(folder, 'elsewhere', 'real.bin')).size).toBe(64 + 9 * 52);
    expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'link.bin']);
    expect((await runMain(['generate', '1..200000', '-f', 'bin', '-o', '/dev/null'], folder)).status).toBe(0);
    const lines = expected(records.ndjson, 1, 5000);
    for (const name of ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']) {
      const flags = `generate 1..5000 -f ndjson -q -o ${name}`;
      checkSame(runShell(`"$0" "$1" ${flags} | cat`, folder).stdout, lines);
      expect(runShell(`echo before > f; "$0" "$1" ${flags} >> f`, folder).status).toBe(0);
      checkSame(readFileSync(join(folder, 'f')).subarray(7), lines);
    }
    symlinkSync('nowhere.bin', join(folder, 'dangling.bin'));
    expect((await runMain(['generate', '1..9', '-o', 'dangling.bin'], folder)).stderr).toMatch(
      errorLine('dangling.bin: it is a symbolic link to nothing'),
    );
    const fifo = runShell(
      'mkfifo f.ndjson; "$0" "$1" generate 1..5000 -o f.ndjson & P=$!; cat f.ndjson; wait $P',
      folder,
    );
    expect(fifo.status).toBe(0);
    checkSame(fifo.stdout, lines);
  });
});

const isRoot = process.getuid?.() === 0;

it.skipIf(isRoot && !canRunAsNobody)(
  '-o in a folder without write permission fails (needs dist/ readable by all)',
  async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'closed'));
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'closed'), 0o555);
    const user = isRoot ? { uid: 65534 } : {};
    const { status, stderr } = run(['generate', '1..9', '-o', 'closed/a.bin'], folder, user);
    expect(stderr).toMatch(errorLine('closed/a.bin: permission denied'));
    expect(status).toBe(1);
  },
);

/** Only workers deal, and slowly, so that short runs can be stopped. */
const SLOW = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '150' };

describe('a signal', () => {
  it.each([
    ['SIGINT', 130, 'the calling thread alone', 8_000_000, 1e7, ['-t', '1'], {}],
    // more bytes than two threads have in flight, so that some chunks were written in order
    ['SIGTERM', 143, 'workers', 3_000_000, 6e7, ['-t', '2'], SLOW],
  ] as const)(
    '%s ends a run within a second with status %d (deals by %s), and the run can be resumed',
    async (signal, status, _, count, begun, threads, env) => {
      const folder = temporaryFolder();
      const args = ['generate', `1..${count}`, '-o', 'big.bin'];
      const child = start([...args, ...threads], folder, env);
      const said = child.stderr.toArray();
      const partial = join(folder, 'big.bin.partial');
      const size = () => statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
      while (size() < begun && child.exitCode === null) await sleep(2);
      child.kill(signal);
      const [code] = await once(child, 'exit');
      expect(code).toBe(status); // after a second, the signal itself would have ended it
      const [, deals = ''] =
        new RegExp(
          `^freecell-deals: stopped by ${signal} after ([\\d,]+) deals; resume it with --resume\\n$`,
        ).exec(String(await said)) ?? [];
      // at most one chunk of 4 MiB per thread is written out of order
      expect(Number(deals.replaceAll(',', ''))).toBeGreaterThan(1e5 / 2);
      expect(readdirSync(folder).sort()).toEqual(['big.bin.partial', 'big.bin.run']);
      expect((await runMain([...args, '--resume'], folder)).status).toBe(0);
      expect(readdirSync(folder)).toEqual(['big.bin']);
      expect(statSync(join(folder, 'big.bin')).size).toBe(64 + count * 52);
    },
  );

  it('SIGINT ends a run that waits for a reader to open its FIFO', async () => {
    const folder = temporaryFolder();
    runShell('mkfifo f.bin', folder);
    const child = start(['generate', '-o', 'f.bin'], folder);
    await sleep(400);
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'exit');
    expect(code ?? signal).toBe('SIGINT');
  });

  it('SIGINT ends a run within 5 s if the reader of its pipe does not read', async () => {
    const child = start(['generate', '-f', 'bin', '-o', '-'], temporaryFolder());
    const said = child.stderr.toArray();
    await once(child.stdout, 'readable'); // the run has started, and fills the pipe
    await sleep(100);
    child.kill('SIGINT');
    const stopped = performance.now();
    const [code, signal] = await once(child, 'exit');
    expect(code ?? signal).toBe('SIGINT'); // a shell reports it as status 130
    expect(performance.now() - stopped).toBeLessThan(5000);
    expect(String(await said)).toBe('freecell-deals: stopped by SIGINT\n');
  });
});

describe('help', () => {
  it('of each command lists all its flags', async () => {
    for (const command of commandLine(() => {}).commands) {
      const { status, stdout } = await runMain([command.name(), '--help'], temporaryFolder());
      expect(status).toBe(0);
      for (const { flags } of command.options) expect(stdout.toString()).toContain(flags);
    }
  });

  it('--version prints the version in package.json', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect((await runMain(['--version'], temporaryFolder())).stdout.toString()).toBe(`${version}\n`);
  });
});

it('help and single deals work without piscina and WASM files', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'dist'));
  for (const name of ['cli.cjs', 'command.cjs'])
    copyFileSync(join(dirname(CLI), name), join(folder, 'dist', name));
  copyFileSync(new URL('../package.json', import.meta.url), join(folder, 'package.json'));
  // the folder has no other files to load
  const alone = (args: string) => runShell(`"$0" dist/cli.cjs ${args}`, folder);
  expect(alone('--help').status).toBe(0);
  checkSame(alone('generate 617 -o -').stdout, expected(records.ndjson, 617, 1));
  expect(alone('generate 1..1000 -o -').status).toBe(1);
});

it('the command begins with a shebang, which npm needs to link it', () => {
  expect(readFileSync(CLI, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
});
