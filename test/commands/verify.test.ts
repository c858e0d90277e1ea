import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../src/formats/registry.js';
import type { Selection } from '../../src/selection/selection.js';
import { generate } from '../../src/verbs/generate.js';
import { CLI, type Ran, runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

/** A new folder with a file in it that `generate` wrote. */
async function written(name: string, selection: Selection): Promise<string> {
  const folder = temporaryFolder();
  await generate({ ...selection, output: join(folder, name) });
  return folder;
}

/** Verifies a file, and then its bytes as standard input. */
async function verifyBoth(name: string, folder: string): Promise<Ran> {
  return runMain(['verify', name, '-'], folder, readFileSync(join(folder, name)));
}

describe('verify of standard input', () => {
  // more than one block of 1 MiB each, and as many as are in flight
  const selections: Record<Exclude<FormatName, 'parquet'>, Record<string, Selection>> = {
    bin: { 'a.bin': { deals: '1..150000' }, 'list.bin': { deals: '100000,1..90000' } },
    ndjson: { 'a.ndjson': { deals: '99000..120000' }, 'list.ndjson': { sample: { count: 8000 } } },
    text: { 'a.txt': { deals: '4294960000..4294980000' } },
    numbers: { 'a.numbers': { deals: '4294900000..4295200000' } },
  };
  it.each(Object.values(selections).flatMap(Object.entries<Selection>))(
    'prints the same line for %s, redirected or through a pipe, as for the file',
    async (name, selection) => {
      const folder = await written(name, selection);
      const [, file, redirected] =
        /^([^\n]*\n)([^\n]*\n)$/.exec((await verifyBoth(name, folder)).stdout.toString()) ?? [];
      expect(file).toMatch(/^[a-z.]+: [\d,]{5,} deals, all right: \d/);
      const wanted = file?.replace(name, 'standard input');
      expect(redirected).toBe(wanted);
      // one thread of two formats, each other one of all processors
      const flags = name.startsWith('list') ? '-t 1' : '';
      const { status, stdout, stderr } = runShell(`cat ${name} | "$0" "$1" verify ${flags} -`, folder);
      expect({ status, stdout: stdout.toString(), stderr }).toEqual({
        status: 0,
        stdout: wanted,
        stderr: '',
      });
    },
  );

  it.each([
    ['a.bin', 2_000_064, 'it is cut off: 2000064 bytes of the 2600064 that 50000 records take'],
    ['a.ndjson', 3_000_000, '1 of 10,566 deals is wrong, first deal 10566 at offset 2999919: it is cut off'],
    ['a.txt', 3_000_000, '1 of 19,231 deals is wrong, first deal 19231 at offset 2999880: it is cut off'],
  ])('reports where %s is cut off, from standard input as from a file', async (name, size, message) => {
    const folder = await written(name, { deals: '1..50000' });
    truncateSync(join(folder, name), size);
    const { status, stderr, stdout } = await verifyBoth(name, folder);
    expect({ status, stderr, stdout: stdout.length }).toEqual({
      status: 1,
      stderr: [name, 'standard input'].map((file) => `freecell-deals: ${file}: ${message}\n`).join(''),
      stdout: 0,
    });
  });

  it('reports that a binary file continues after its last record', async () => {
    const folder = await written('a.bin', { deals: '1..100' });
    appendFileSync(join(folder, 'a.bin'), 'x');
    // also where the byte comes long after the last record has been checked
    const late = '{ head -c 5264 a.bin; sleep 0.5; printf x; } | "$0" "$1" verify -';
    for (const line of ['"$0" "$1" verify - < a.bin', late])
      expect(runShell(line, folder)).toMatchObject({
        status: 1,
        stderr:
          'freecell-deals: standard input: it goes on after its last record: 5265 bytes where 5264 were expected\n',
      });
  });

  it('names the first wrong record, wherever in the stream it is', async () => {
    const folder = await written('a.ndjson', { deals: '5001..10000' });
    const bytes = readFileSync(join(folder, 'a.ndjson'));
    // the first and the last one, and those at the end of the first block, of 1 MiB
    for (const index of [0, 3691, 3692, 4999]) {
      const damaged = Buffer.from(bytes);
      const lines = damaged.toString('latin1').split('\n');
      const offset = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
      damaged[offset + 100] = 0x58;
      expect(await runMain(['verify', '-'], folder, damaged)).toMatchObject({
        status: 1,
        stderr: `freecell-deals: standard input: 1 of 5,000 deals is wrong, first deal ${5001 + index} at offset ${offset}: it is another line\n`,
      });
    }
  });

  it('begins where the shell has stopped reading the file', async () => {
    const folder = await written('a.ndjson', { deals: '1..100' });
    const { stdout } = runShell('{ read -r line; "$0" "$1" verify -; } < a.ndjson', folder);
    expect(stdout.toString()).toBe('standard input: 99 deals, all right: 2..100\n');
  });

  it('recognizes text after a byte order mark or blank lines, and reports them', async () => {
    const folder = await written('a.ndjson', { deals: '1..3' });
    await generate({ deals: '1..3', output: join(folder, 'a.txt') });
    const marked = `\ufeff${readFileSync(join(folder, 'a.ndjson'))}`;
    expect((await runMain(['verify', '-'], folder, marked)).stderr).toBe(
      'freecell-deals: standard input: 1 of 3 deals is wrong, first deal 1 at offset 0: it begins with a byte order mark; save the file as UTF-8 without one\n',
    );
    const headed = `\n${readFileSync(join(folder, 'a.txt'))}`;
    expect((await runMain(['verify', '-'], folder, headed)).stderr).toContain(
      'at offset 0: it has a blank line',
    );
  });

  it('takes the format from --format, and asks for it if it cannot infer it', async () => {
    const folder = await written('a.txt', { deals: '1..3' });
    const text = readFileSync(join(folder, 'a.txt'));
    expect((await runMain(['verify', '-f', 'text', '-'], folder, text)).status).toBe(0);
    expect((await runMain(['verify', '-f', 'ndjson', '-'], folder, text)).status).toBe(1);
    expect(await runMain(['verify', '-'], folder, 'hello\n')).toMatchObject({
      status: 2,
      stderr:
        'freecell-deals: cannot infer the format of standard input; pass --format (bin, ndjson, text, numbers, parquet)\n',
    });
  });

  it('reports that standard input is empty or a folder', async () => {
    const folder = temporaryFolder();
    const empty = { status: 1, stderr: 'freecell-deals: standard input: it is empty\n' };
    expect(runShell('"$0" "$1" verify - < /dev/null', folder)).toMatchObject(empty);
    expect(await runMain(['verify', '-f', 'ndjson', '-'], folder)).toMatchObject(empty);
    expect(runShell('"$0" "$1" verify - < .', folder)).toMatchObject({
      status: 1,
      stderr: 'freecell-deals: cannot read standard input: it is a folder; name a file in it\n',
    });
  });

  it('needs no more memory for a stream of 171 MB than for a short one', () => {
    const folder = temporaryFolder();
    // 171 MB; the blocks of all of it together would need 210
    const peak = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
    writeFileSync(join(folder, 'peak.cjs'), peak);
    const line = '"$0" "$1" generate 1..600000 -q -o - | "$0" -r ./peak.cjs "$1" verify -t 2 -';
    const { stdout, stderr } = runShell(line, folder);
    expect(stdout.toString()).toBe('standard input: 600,000 deals, all right: 1..600000\n');
    expect(Number(stderr)).toBeGreaterThan(20_000);
    expect(Number(stderr)).toBeLessThan(220_000); // KiB; 110,000 is usual
  });

  it('checks standard input as one of several files, in their order', async () => {
    const folder = await written('a.txt', { deals: '1..3' });
    await generate({ deals: '4..6', output: join(folder, 'b.bin') });
    expect(runShell('cat b.bin | "$0" "$1" verify a.txt - b.bin', folder)).toMatchObject({
      status: 0,
      stdout: Buffer.from(
        'a.txt: 3 deals, all right: 1..3\nstandard input: 3 deals, all right: 4..6\nb.bin: 3 deals, all right: 4..6\n',
      ),
    });
  });

  it('ends on Ctrl-C while it waits for more input', async () => {
    const folder = await written('a.txt', { deals: '1..10000' });
    expect(await interrupted(readFileSync(join(folder, 'a.txt')))).toBe(
      'freecell-deals: stopped by SIGINT\n',
    );
  });

  it('ends on Ctrl-C within 5 s while it looks up every board', async () => {
    const folder = await written('sorted.txt', { sample: { count: 50_000 } });
    const boards = readFileSync(join(folder, 'sorted.txt'));
    const mixed = Buffer.alloc(boards.length); // 50,000 boards in no order: 2 s or more
    for (let i = 0; i < 50_000; i++) boards.copy(mixed, ((i * 7919) % 50_000) * 156, i * 156, (i + 1) * 156);
    expect(await interrupted(mixed)).toBe('freecell-deals: stopped by SIGINT\n');
  });
});

describe('verify of a damaged file', () => {
  // each number of threads with workers alone and with the calling thread, of every two kinds of file
  it.each<[string, string, number, workersOnly: [number, number]]>([
    ['list.bin', '100000,1..90000', 60, [0, 1]],
    ['a.ndjson', '99000..109000', 288, [1, 0]],
    ['a.txt', '1..10000,20000..26000', 156, [0, 1]],
    ['a.numbers', '4294900000..4295200000', 11, [1, 0]],
  ])(
    'reports the same damage of %s on any number of threads and from standard input',
    async (name, deals, size, workersOnly) => {
      const folder = await written(name, { deals });
      const bytes = readFileSync(join(folder, name));
      const middle = 64 + size * Math.floor(bytes.length / size / 2);
      // some records garbage, and single bits in the last third
      bytes.fill(0x20, middle, middle + 40 * size);
      for (let offset = Math.floor(bytes.length * 0.7); offset < bytes.length; offset += 99_991) {
        bytes[offset] = (bytes[offset] as number) ^ 4;
      }
      writeFileSync(join(folder, name), bytes);
      const said = [1, 3].flatMap((threads, i) => {
        const shell = `FREECELL_DEALS_TEST_WORKERS_ONLY=${workersOnly[i]} "$0" "$1" verify -t ${threads} ${name} - < ${name}`;
        const { status, stderr } = runShell(shell, folder);
        expect(status).toBe(1);
        return stderr.replace('standard input', name).split(/(?<=\n)/);
      });
      expect(said[0]).toMatch(
        new RegExp(`^freecell-deals: ${name}: \\d[\\d,]* of [\\d,]{5,} deals are wrong, first `),
      );
      expect(said.length).toBe(4);
      expect(new Set(said)).toEqual(new Set([said[0]]));
    },
  );
});

/**
 * Writes bytes to `verify -` and sends SIGINT once it has read most of the first 3 MB; returns what it said on standard
 * error. Its standard input stays open, so it does not end by itself.
 */
async function interrupted(bytes: Buffer): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'verify', '-t', '1', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  child.stdin.on('error', () => {}); // it has gone before all was written
  await new Promise((written) => child.stdin.write(bytes.subarray(0, 3_000_000), written));
  child.stdin.write(bytes.subarray(3_000_000));
  const started = performance.now();
  child.kill('SIGINT');
  const [status, signal] = await closed;
  expect(status === 130 || signal === 'SIGINT').toBe(true);
  expect(performance.now() - started).toBeLessThan(5000);
  return said;
}
