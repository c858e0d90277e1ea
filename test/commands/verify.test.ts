import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, run, runShell, temporaryFolder } from '../support/command.js';

describe('verify of standard input', () => {
  // more than one block of 1 MiB each, and as many as are in flight
  it.each([
    ['a.bin', ['1..150000']],
    ['list.bin', ['100000,1..90000']],
    ['a.ndjson', ['99000..120000']],
    ['list.ndjson', ['--sample', '8000']],
    ['a.txt', ['4294960000..4294980000']],
    ['a.numbers', ['4294900000..4295200000']],
  ])('says of %s, redirected or through a pipe, what it says of the file', (name, deals) => {
    const folder = temporaryFolder();
    run(['generate', ...deals, '-o', name], folder);
    const file = run(['verify', name], folder).stdout.toString();
    expect(file).toMatch(/^[a-z.]+: [\d,]{5,} deals, all right: \d/);
    const wanted = file.replace(name, 'standard input');
    for (const line of [`verify - < ${name}`, `verify -t 1 - < ${name}`]) {
      expect(runShell(`"$0" "$1" ${line}`, folder)).toMatchObject({
        status: 0,
        stdout: Buffer.from(wanted),
        stderr: '',
      });
    }
    expect(runShell(`cat ${name} | "$0" "$1" verify -`, folder).stdout.toString()).toBe(wanted);
  });

  it.each([
    ['a.bin', 3_000_064, 'it is cut off: 3000064 bytes of the 5200064 that 100000 records take'],
    ['a.ndjson', 3_000_000, '1 of 10,566 deals is wrong, first deal 10566 at offset 2999919: it is cut off'],
    ['a.txt', 3_000_000, '1 of 19,231 deals is wrong, first deal 19231 at offset 2999880: it is cut off'],
  ])('says how %s is cut off, as of a file', (name, size, message) => {
    const folder = temporaryFolder();
    run(['generate', '1..100000', '-o', name], folder);
    truncateSync(join(folder, name), size);
    for (const [line, file] of [
      [`verify ${name}`, name],
      [`verify - < ${name}`, 'standard input'],
    ]) {
      const { status, stderr, stdout } = runShell(`"$0" "$1" ${line}`, folder);
      expect({ status, stderr, stdout: stdout.length }).toEqual({
        status: 1,
        stderr: `freecell-deals: ${file}: ${message}\n`,
        stdout: 0,
      });
    }
  });

  it('says that a binary file goes on after its last record', () => {
    const folder = temporaryFolder();
    run(['generate', '1..100', '-o', 'a.bin'], folder);
    appendFileSync(join(folder, 'a.bin'), 'x');
    // also where the byte comes long after the last record has been checked
    const late = '{ head -c 5264 a.bin; sleep 1; printf x; } | "$0" "$1" verify -';
    for (const line of ['"$0" "$1" verify - < a.bin', late])
      expect(runShell(line, folder)).toMatchObject({
        status: 1,
        stderr:
          'freecell-deals: standard input: it goes on after its last record: 5265 bytes where 5264 were expected\n',
      });
  });

  it('names the first wrong record, wherever it stands', () => {
    const folder = temporaryFolder();
    run(['generate', '5001..25000', '-o', 'a.ndjson'], folder);
    const bytes = readFileSync(join(folder, 'a.ndjson'));
    for (const index of [0, 3722, 3723, 3800, 19_999]) {
      const damaged = Buffer.from(bytes);
      const lines = damaged.toString('latin1').split('\n');
      const offset = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
      damaged[offset + 100] = 0x58;
      writeFileSync(join(folder, 'b.ndjson'), damaged);
      expect(runShell('"$0" "$1" verify - < b.ndjson', folder)).toMatchObject({
        status: 1,
        stderr: `freecell-deals: standard input: 1 of 20,000 deals is wrong, first deal ${5001 + index} at offset ${offset}: it is another line\n`,
      });
    }
  });

  it('goes on where the shell has read some of the file', () => {
    const folder = temporaryFolder();
    run(['generate', '1..100', '-o', 'a.ndjson'], folder);
    const { stdout } = runShell('{ read -r line; "$0" "$1" verify -; } < a.ndjson', folder);
    expect(stdout.toString()).toBe('standard input: 99 deals, all right: 2..100\n');
  });

  it('knows text also behind a byte order mark or blank lines, and says that these stand there', () => {
    const folder = temporaryFolder();
    run(['generate', '1..3', '-o', 'a.ndjson'], folder);
    run(['generate', '1..3', '-o', 'a.txt'], folder);
    expect(runShell(`{ printf '\\357\\273\\277'; cat a.ndjson; } | "$0" "$1" verify -`, folder).stderr).toBe(
      'freecell-deals: standard input: 1 of 3 deals is wrong, first deal 1 at offset 0: it begins with a byte order mark; save the file as UTF-8 without one\n',
    );
    expect(runShell('{ echo; cat a.txt; } | "$0" "$1" verify -', folder).stderr).toContain(
      'at offset 0: it has a blank line',
    );
  });

  it('takes the format from the flag, and asks for it where it cannot infer it', () => {
    const folder = temporaryFolder();
    run(['generate', '1..3', '-o', 'a.txt'], folder);
    expect(runShell('"$0" "$1" verify -f text - < a.txt', folder).status).toBe(0);
    expect(runShell('"$0" "$1" verify -f ndjson - < a.txt', folder)).toMatchObject({ status: 1 });
    expect(runShell('echo hello | "$0" "$1" verify -', folder)).toMatchObject({
      status: 2,
      stderr:
        'freecell-deals: cannot infer the format of standard input; pass --format (bin, ndjson, text, numbers, parquet)\n',
    });
  });

  it('says that it is empty, or a folder', () => {
    const folder = temporaryFolder();
    const empty = { status: 1, stderr: 'freecell-deals: standard input: it is empty\n' };
    expect(runShell('"$0" "$1" verify - < /dev/null', folder)).toMatchObject(empty);
    expect(runShell('"$0" "$1" verify -f ndjson - < /dev/null', folder)).toMatchObject(empty);
    expect(runShell('"$0" "$1" verify - < .', folder)).toMatchObject({
      status: 1,
      stderr: 'freecell-deals: cannot read standard input: it is a folder; name a file in it\n',
    });
  });

  it('needs no more memory for a long stream', () => {
    const folder = temporaryFolder();
    // 287 MB; the blocks of all of it together would need 350
    const peak = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
    writeFileSync(join(folder, 'peak.cjs'), peak);
    const line = '"$0" "$1" generate 1..1000000 -q -o - | "$0" -r ./peak.cjs "$1" verify -t 2 -';
    const { stdout, stderr } = runShell(line, folder);
    expect(stdout.toString()).toBe('standard input: 1,000,000 deals, all right: 1..1000000\n');
    expect(Number(stderr)).toBeGreaterThan(20_000);
    expect(Number(stderr)).toBeLessThan(220_000); // KiB; 110,000 is usual
  });

  it('is one of several files', () => {
    const folder = temporaryFolder();
    run(['generate', '1..3', '-o', 'a.txt'], folder);
    run(['generate', '4..6', '-o', 'b.bin'], folder);
    expect(runShell('cat b.bin | "$0" "$1" verify a.txt - b.bin', folder)).toMatchObject({
      status: 0,
      stdout: Buffer.from(
        'a.txt: 3 deals, all right: 1..3\nstandard input: 3 deals, all right: 4..6\nb.bin: 3 deals, all right: 4..6\n',
      ),
    });
  });

  it('ends on Ctrl-C while it waits for more', async () => {
    const folder = temporaryFolder();
    run(['generate', '1..10000', '-o', 'a.txt'], folder);
    expect(await interrupted(readFileSync(join(folder, 'a.txt')))).toBe(
      'freecell-deals: stopped by SIGINT\n',
    );
  });

  it('ends on Ctrl-C within boards that have all to be looked up', async () => {
    const folder = temporaryFolder();
    run(['generate', '--sample', '50000', '-o', 'sorted.txt'], folder);
    const boards = readFileSync(join(folder, 'sorted.txt'));
    const mixed = Buffer.alloc(boards.length); // 50,000 boards in no order: 2 s or more
    for (let i = 0; i < 50_000; i++) boards.copy(mixed, ((i * 7919) % 50_000) * 156, i * 156, (i + 1) * 156);
    expect(await interrupted(mixed)).toBe('freecell-deals: stopped by SIGINT\n');
  });
});

describe('verify of a damaged file', () => {
  it.each([
    ['list.bin', ['100000,1..90000'], 60],
    ['a.ndjson', ['99000..115000'], 288],
    ['a.txt', ['1..15000,20000..30000'], 156],
    ['a.numbers', ['4294900000..4295200000'], 11],
  ])('says the same of %s on any threads and of standard input', (name, deals, size) => {
    const folder = temporaryFolder();
    run(['generate', ...deals, '-o', name], folder);
    const bytes = readFileSync(join(folder, name));
    const middle = 64 + size * Math.floor(bytes.length / size / 2);
    // some records garbage, and single bits in the last third
    bytes.fill(0x20, middle, middle + 40 * size);
    for (let offset = Math.floor(bytes.length * 0.7); offset < bytes.length; offset += 99_991) {
      bytes[offset] = (bytes[offset] as number) ^ 4;
    }
    writeFileSync(join(folder, name), bytes);
    const said = [
      `verify -t 1 ${name}`,
      `verify -t 3 ${name}`,
      `verify -t 1 - < ${name}`,
      `verify -t 3 - < ${name}`,
    ].flatMap((line) =>
      ['0', '1'].map((workersOnly) => {
        const shell = `FREECELL_DEALS_TEST_WORKERS_ONLY=${workersOnly} "$0" "$1" ${line}`;
        const { status, stderr } = runShell(shell, folder);
        expect(status).toBe(1);
        return stderr.replace('standard input', name);
      }),
    );
    expect(said[0]).toMatch(
      new RegExp(`^freecell-deals: ${name}: \\d[\\d,]* of [\\d,]{5,} deals are wrong, first `),
    );
    expect(new Set(said)).toEqual(new Set([said[0]]));
  });
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
