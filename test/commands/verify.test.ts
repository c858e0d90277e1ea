import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Selection } from '../../src/selection/selection.js';
import { CLI, runShell, temporaryFolder } from '../support/command.js';
import { edit, folderWith } from '../support/files.js';
import { rowsIn } from '../support/golden.js';
import { runMain } from '../support/main.js';

describe('verify of standard input', () => {
  // more than one block of 1 MiB each, and as many as are in flight
  it.each<[string, Selection]>([
    ['a.bin', { deals: '1..150000' }],
    ['list.bin', { deals: '100000,1..90000' }],
    ['a.ndjson', { deals: '99000..120000' }],
    ['list.ndjson', { sample: { count: 8000 } }],
    ['a.txt', { deals: '4294960000..4294980000' }],
    ['a.numbers', { deals: '4294900000..4295200000' }],
    ['a.csv', { deals: '990000..1010000' }],
    ['list.csv', { sample: { count: 13_000 } }],
  ])('prints the same line for %s, redirected or piped, as for the file', async (name, selection) => {
    const folder = await folderWith({ [name]: selection });
    const input = readFileSync(join(folder, name));
    const { stdout } = await runMain(['verify', name, '-'], folder, input);
    const [file, ...redirected] = stdout.toString().split(/(?<=\n)/);
    expect(file).toMatch(/^[a-z.]+: [\d,]{5,} deals, all right: \d/);
    const wanted = file.replace(name, 'standard input');
    expect(redirected).toEqual([wanted]);
    if (name.startsWith('list')) return; // a pipe is read as any other one, whatever is in it
    const piped = runShell(`cat ${name} | "$0" "$1" verify -`, folder);
    expect(piped).toEqual({ status: 0, stdout: Buffer.from(wanted), stderr: '' });
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

  it('ends on Ctrl-C while it looks up every board, because they are in no order, and waits for more', async () => {
    const folder = await folderWith({ 'a.txt': { sample: { count: 8000 } } });
    const boards = readFileSync(join(folder, 'a.txt'), 'utf8').match(/(?:.+\n){8}/g) ?? [];
    const words = [CLI, 'verify', '-q', '-t', '1', '-'];
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'pipe'] });
    const said = child.stderr.toArray();
    await new Promise((written) => child.stdin.write(boards.reverse().join(''), written));
    child.kill('SIGINT');
    const [status, signal] = await once(child, 'close');
    expect([130, 'SIGINT']).toContain(status ?? signal);
    expect(String(await said)).toBe('freecell-deals: stopped by SIGINT\n');
  });
});

it('verify reads a FIFO as it comes, which info refuses', async () => {
  const folder = await folderWith({ 'a.bin': '1..100' });
  const { status, stdout } = runShell('"$0" "$1" verify <(cat a.bin)', folder);
  expect(stdout.toString()).toMatch(/: 100 deals, all right: 1\.\.100\n$/);
  expect(status).toBe(0);
  const info = runShell('"$0" "$1" info <(cat a.bin)', folder);
  expect(info.stderr).toMatch(/^freecell-deals: \/\S+: it is not a regular file; /);
});

it('verify of a pipe takes no memory for what its head claims, and says that it is cut off', async () => {
  const line =
    '"$0" "$1" generate all -f bin -o - -q | head -c 3000000 | "$0" --max-old-space-size=64 "$1" verify -';
  const { status, stderr } = runShell(line, temporaryFolder());
  expect(stderr).toBe(
    'freecell-deals: standard input: it is cut off: 3000000 bytes of the 446676598796 that 8589934591 records take\n',
  );
  expect(status).toBe(1);
});

it.each(rowsIn<[string, string, number]>('damaged-files.txt'))(
  'verify finds the same in damaged %s on 1 and 3 threads, also as a stream',
  async (name, deals, size) => {
    const folder = await folderWith({ [name]: deals });
    edit(join(folder, name), (bytes) => {
      const middle = 64 + size * Math.floor(bytes.length / size / 2);
      // some records garbage, and single bits in the last third
      bytes.fill(0x20, middle, middle + 40 * size);
      for (let at = Math.floor(bytes.length * 0.7); at < bytes.length; at += 99_991) bytes[at] ^= 4;
    });
    const input = readFileSync(join(folder, name));
    const said: string[] = [];
    for (const threads of ['1', '3']) {
      const { status, stderr } = await runMain(['verify', '-t', threads, name, '-'], folder, input);
      expect(status).toBe(1);
      said.push(...stderr.replace('standard input', name).split(/(?<=\n)/));
    }
    const wrong = `^freecell-deals: ${name}: \\d[\\d,]* of [\\d,]{5,} deals are wrong, first `;
    expect(said[0]).toMatch(new RegExp(wrong));
    expect(said).toEqual(Array(4).fill(said[0]));
  },
);
