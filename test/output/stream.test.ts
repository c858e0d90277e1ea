// Pipes, devices, and streams that go through a temporary file.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { CLI, runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

/** Where the links of a folder point, as far as they are still there. */
function readlinks(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return [];
    }
  });
}

describe('what cannot be written to standard output ends with status 1 and one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-stream-'));
  beforeAll(async () => {
    writeFileSync(join(folder, 'board.txt'), showDeal(617));
    await generate({ deals: '1..10', output: join(folder, 'a.bin') });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    'generate --count',
    'generate 1..10 -f ndjson -o -',
    'info a.bin',
    'info --json a.bin',
    'verify a.bin',
    'cat a.bin',
    'show 617',
    'find --row 7D AD 5C 3S',
    'find board.txt',
    '--version',
    '--help',
    'generate --help',
  ])('%s >/dev/full', (args) => {
    const { status, stderr } = runShell(`"$0" "$1" ${args} >/dev/full`, folder);
    expect(stderr).toMatch(/^freecell-deals: cannot write standard output: no space left[^\n]*\n$/);
    expect(status).toBe(1);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;

  it.runIf(hasPython).each(['--version', 'generate --count', 'info a.bin', 'verify a.bin'])(
    '%s waits for a full pipe that is set to non-blocking (needs python3)',
    async (args) => {
      // fills a pipe, starts the command on it, and reads later
      const script = `import os, subprocess, sys, time
r, w = os.pipe()
os.set_blocking(w, False)
filled = 0
try:
    while True: filled += os.write(w, b'x' * 4096)
except BlockingIOError: pass
child = subprocess.Popen(sys.argv[1:], stdout=w)
time.sleep(0.3)
assert child.poll() is None, child.returncode
os.close(w)
data = b''
while True:
    part = os.read(r, 65536)
    if not part: break
    data += part
sys.stdout.write(str(len(data) - filled) + ' ' + str(child.wait()))`;
      const words = args.split(' ');
      const command = ['-c', script, process.execPath, CLI, ...words];
      const { stdout, stderr } = spawnSync('python3', command, { cwd: folder, encoding: 'utf8' });
      const { length } = (await runMain(words, folder)).stdout;
      expect({ stdout, stderr }).toEqual({ stdout: `${length} 0`, stderr: '' });
    },
  );

  it.each(['--help', 'generate --count', 'info a.bin', 'verify a.bin'])(
    '%s: a reader that has left is no failure',
    (args) => {
      const line = `(sleep 0.1; "$0" "$1" ${args}; echo $? >&2) | true`;
      expect(runShell(line, folder).stderr).toBe('0\n');
    },
  );
});

describe('binary data of a filter or a list to a pipe', () => {
  const folderWithList = () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), '5\n3\n617\n');
    mkdirSync(join(folder, 'tmp'));
    return folder;
  };
  const args = 'generate --deals-from list.txt -f bin -o - -q';
  /** What is in TMPDIR but for the code that Node 22 and later keep there. */
  const left = (folder: string) =>
    readdirSync(join(folder, 'tmp')).filter((name) => name !== 'node-compile-cache');

  it('goes through an unlinked file in TMPDIR, which is gone however the run ends', async () => {
    const folder = folderWithList();
    const { status, stdout } = runShell(`TMPDIR=$PWD/tmp "$0" "$1" ${args}`, folder);
    expect(status).toBe(0);
    await generate({ deals: '5,3,617', output: join(folder, 'expected.bin') });
    checkSame(stdout, readFileSync(join(folder, 'expected.bin')));
    expect(left(folder)).toEqual([]);
    // a list without an end: while it is read, and after the run was killed
    const child = spawn(process.execPath, [CLI, 'generate', '--deals-from', '-', '-f', 'bin', '-o', '-'], {
      env: { ...process.env, TMPDIR: join(folder, 'tmp') },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    child.stdin.write('1..100000\n');
    // it opens the file, and takes its name away at once
    const files = () =>
      readlinks(`/proc/${child.pid}/fd`).filter((path) => path.startsWith(join(folder, 'tmp')));
    const withoutName = [expect.stringMatching(/ \(deleted\)$/)];
    await vi.waitFor(() => expect(files()).toEqual(withoutName), { timeout: 15_000, interval: 10 });
    expect(left(folder)).toEqual([]);
    child.kill('SIGKILL');
    await ended;
    expect(left(folder)).toEqual([]);
  });
});
