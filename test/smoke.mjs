// node test/smoke.mjs [RUNTIME ...]: runs the built command under Node, or under another runtime (`deno run -A`), on any
// platform. Tests every format, pipes, lists, shards, a filter, a reader that closes its pipe, and resuming after a kill.
// The expected digests come from Linux on x86-64.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/cli.cjs', import.meta.url));
const [runtime, ...flags] = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];
const cwd = mkdtempSync(join(tmpdir(), 'freecell-deals-smoke-'));

const MIXED = '2147400000..2147500000,617,4294950000..4295050000'; // both sides of 2^31 and 2^32
const MILLION = '81b9e28c23c2d97691b174e9f24d098af62a232a22a1f86fbdcec4349d5298c6';
const DIGESTS = {
  'mixed.bin': '19c9e97b4e1e5ab6db0079924bf323e8eed93cc51bc53829e95a2dd22f0ea410',
  'mixed.ndjson': 'dadbc2ca678414bbedb64c74f531ca4cd1809489685058645fcd5bc21b9a0e73',
  'mixed.txt': 'cc17bfacb8240835b6f233f0af0d21fc2f16d54ce7a6c67de34022d5f8beb262',
  'mixed.parquet': '9bceb3a647b452d0b3ef5736333c32c99b687b599e25b442c3a63da4b9604f4c', // has the version: changes with it
  'mixed.numbers': '9a2f786ce6d72d77aa065ea7cca6b960f1d581b3d1ef922bedad1b5125c81857',
};

function start(...args) {
  const child = spawn(runtime, [...flags, CLI, ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {}); // the command may not read its standard input
  child.errors = '';
  child.stderr.on('data', (text) => {
    child.errors += text;
  });
  return child;
}

/** Runs a command with an input; returns the digest of its output. */
async function run(args, { input = '', status = 0 } = {}) {
  const child = start(...args);
  child.stdin.end(input);
  const ended = once(child, 'close');
  const digest = await digestOf(child.stdout);
  const [code] = await ended;
  check(`status of ${args.join(' ')} ${child.errors}`, code, status);
  return digest;
}

async function digestOf(stream) {
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest('hex');
}

const digestOfFile = (name) => digestOf(createReadStream(join(cwd, name)));

const isDeno = /\bdeno\b/.test(runtime); // it has one thread, and cannot run filters
let failures = 0;

function check(what, found, expected) {
  if (found === expected) return;
  failures++;
  console.error(`WRONG ${what}: ${found} instead of ${expected}`);
}

async function part(name, work) {
  const started = performance.now();
  await work();
  console.log(`${name}: ${Math.round(performance.now() - started)} ms`);
}

/**
 * Runs a command and kills it when FILE.partial has `bytes` bytes.
 * Returns whether it was killed before it ended.
 */
async function kill(args, file, bytes) {
  const child = start(...args);
  const ended = once(child, 'close');
  const path = join(cwd, `${file}.partial`);
  while (child.exitCode === null && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) < bytes)
    await sleep(2);
  child.kill('SIGKILL');
  await ended;
  return existsSync(path);
}

try {
  await part('the million, to a file and to a pipe', async () => {
    await run(['generate', '1..1000000', '-o', 'a.bin', '-q']);
    check('the file', await digestOfFile('a.bin'), MILLION);
    check('the pipe', await run(['generate', '-f', 'bin', '-o', '-', '-q']), MILLION);
    if (!isDeno)
      check(
        'the pipe of two threads',
        await run(['generate', '-f', 'bin', '-o', '-', '-q', '-t', '2']),
        MILLION,
      );
    await run(['verify', 'a.bin']);
  });

  for (const [file, digest] of Object.entries(DIGESTS)) {
    await part(file, async () => {
      for (const threads of isDeno ? ['1'] : ['1', '3']) {
        await run(['generate', MIXED, '-o', file, '-q', '--force', '-t', threads]);
        check(`${file} of ${threads} threads`, await digestOfFile(file), digest);
      }
      if (!file.endsWith('.numbers')) await run(['verify', file]);
    });
  }

  await part('a list from standard input', async () => {
    const args = ['generate', '--deals-from', '-', '-f', 'ndjson', '-o', '-', '-q'];
    check('the list', await run(args, { input: MIXED }), DIGESTS['mixed.ndjson']);
  });

  if (!isDeno)
    await part('a filter', async () => {
      writeFileSync(
        join(cwd, 'aces.mjs'),
        "export default (deal) => ['AC', 'AD', 'AH', 'AS'].every((ace) => deal.position(ace) < 8);\n",
      );
      const count = createHash('sha256').update('262\n').digest('hex');
      check('the deals it keeps', await run(['generate', '--filter', './aces.mjs', '--count']), count);
    });

  await part('shards, joined', async () => {
    for (const index of [1, 2, 3])
      await run(['generate', '--shard', `${index}/3`, '-o', `s${index}.bin`, '-q']);
    await run(['generate', '--deals-from', 's?.bin', '-o', 'joined.bin', '-q']);
    check('the joined file', await digestOfFile('joined.bin'), MILLION);
  });

  await part('a reader that closes its pipe', async () => {
    const child = start('generate', '1..100000000', '-f', 'ndjson', '-o', '-', '-q');
    const ended = once(child, 'close');
    await once(child.stdout, 'readable');
    child.stdout.destroy();
    const [status] = await ended;
    check(`the status ${child.errors}`, status, 0);
  });

  await part('runs that are killed and resumed', async () => {
    const args = ['generate', '1..4000000', '-o', 'k.bin', '-q'];
    const whole = await run([...args.slice(0, 2), '-f', 'bin', '-o', '-', '-q']);
    let killed = 0;
    for (const bytes of [1, 20_000_000, 100_000_000])
      if (await kill([...args, '--resume'], 'k.bin', bytes)) killed++;
    if (killed === 0) check('kills', killed, 'one at least');
    await run([...args, '--resume']);
    check('the resumed file', await digestOfFile('k.bin'), whole);
    await run(['verify', 'k.bin', '-q']);
  });

  check(
    'what is left',
    readdirSync(cwd)
      .filter((name) => /\.(partial|run)$/.test(name))
      .join(),
    '',
  );
} finally {
  rmSync(cwd, { recursive: true, force: true, maxRetries: 5 });
}
console.log(failures === 0 ? 'all right' : `${failures} wrong`);
process.exitCode = failures === 0 ? 0 : 1;
