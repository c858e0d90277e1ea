// node test/smoke.mjs [RUNTIME ...]: tests the built command on this platform, under Node or another runtime (`deno run -A`).
// Each case has a folder of its own. The expected digests come from Linux on x86-64.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../bin/freecell-deals.cjs', import.meta.url));
const [runtime, ...flags] = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];
const isDeno = /\bdeno\b/.test(runtime); // it has one thread, and cannot run filters
const isWindows = process.platform === 'win32';
const THREADS = isDeno ? ['1'] : ['1', '2'];
const DELAYED = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '300' };
const SLOW = { ...DELAYED, FREECELL_DEALS_TEST_WORKER_DELAY: '4000' };

/** SHA-256 of binary files. */
const MILLION = '81b9e28c23c2d97691b174e9f24d098af62a232a22a1f86fbdcec4349d5298c6';
const FOUR_MILLION = '70dc8bdb6b2ca9635430a01be44374d5caa9c615500c30b17c93828e7dbae739';
const FEW = '16e5b7f959758894b18e56f326cae4e2c1c9467bc715b1e435fe3d16e19034a4'; // 1..1000
const MIXED = '2147400000..2147500000,617,4294950000..4295050000'; // both sides of 2^31 and 2^32
const DIGESTS = {
  'mixed.bin': '19c9e97b4e1e5ab6db0079924bf323e8eed93cc51bc53829e95a2dd22f0ea410',
  'mixed.ndjson': 'dadbc2ca678414bbedb64c74f531ca4cd1809489685058645fcd5bc21b9a0e73',
  'mixed.txt': 'cc17bfacb8240835b6f233f0af0d21fc2f16d54ce7a6c67de34022d5f8beb262',
  'mixed.parquet': '8c197c333e27478b73ad15f89835da440e04b073a6ffa35634de00dad6fd5c03', // has the version: changes with it
  'mixed.numbers': '9a2f786ce6d72d77aa065ea7cca6b960f1d581b3d1ef922bedad1b5125c81857',
};

const base = fs.mkdtempSync(join(tmpdir(), 'freecell-deals-smoke-'));
let cwd = base; // folder of the case
let runs = 0;
const path = (name) => join(cwd, name);
const files = () => fs.readdirSync(cwd).sort();
const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Spawns a process, with a second try: Wine sometimes refuses the first. */
async function spawnSurely(...args) {
  for (let attempt = 1; ; attempt++) {
    try {
      return spawn(...args);
    } catch (error) {
      if (error.code !== 'UNKNOWN' || attempt === 5) throw error;
    }
    await sleep(1000);
  }
}

/**
 * Starts the command. `ended` resolves to its status, the digest and the beginning of its standard output, and its standard
 * error, which goes to a file: such pipes in Wine sometimes end Node.
 */
async function start(args, { input, env = {} } = {}) {
  const log = join(base, `stderr-${++runs}`);
  const fd = fs.openSync(log, 'w');
  const child = await spawnSurely(runtime, [...flags, CLI, ...args], {
    cwd,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', fd],
    env: { ...process.env, ...env },
  });
  child.stdin?.end(input);
  const digest = createHash('sha256');
  let stdout = '';
  child.stdout.on('data', (bytes) => {
    digest.update(bytes);
    if (stdout.length < 1e4) stdout += bytes;
  });
  const ended = once(child, 'close').then(([status]) => {
    fs.closeSync(fd);
    return { status, stdout, stderr: fs.readFileSync(log, 'utf8'), sha256: digest.digest('hex') };
  });
  return { child, ended };
}

async function run(args, options) {
  return (await start(args, options)).ended;
}

/** Runs generate, which must succeed and print no error; returns the digest of its standard output. */
async function generate(args, options) {
  const { status, stderr, sha256 } = await run(['generate', ...args, '-q'], options);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, args.join(' '));
  return sha256;
}

/** Requires that a command fails with a status and a message, which may name files by their whole paths. */
async function refuses(args, status, message) {
  const { stderr, ...ran } = await run(args);
  assert.ok(stderr.replaceAll(cwd + sep, '').startsWith(`freecell-deals: ${message}`), stderr);
  assert.equal(ran.status, status);
}

function checkFile(name, sha256) {
  assert.equal(digestOf(fs.readFileSync(path(name))), sha256, name);
}

/** Leaves an interrupted run for a.bin, some bytes of which are synced; tries again if a run ends before it is killed. */
async function interrupt() {
  do {
    fs.rmSync(path('a.bin'), { force: true });
    const args = ['generate', '1..4000000', '-o', 'a.bin', '-q'];
    const { child, ended } = await start(args, { env: { FREECELL_DEALS_TEST_HEARTBEAT: '20' } });
    const isSynced = () =>
      files().includes('a.bin.run') && /"synced"/.test(fs.readFileSync(path('a.bin.run')));
    while (child.exitCode === null && !isSynced()) await sleep(2);
    child.kill('SIGKILL');
    await ended;
  } while (files().includes('a.bin'));
  assert.deepEqual(files(), ['a.bin.partial', 'a.bin.run']);
}

const cases = {
  'solve decides deals and boards, for each number of threads': async () => {
    const records =
      '{"deal":617,"cells":4,"states":[6,114,816,9662,923]}\n{"deal":8589934591,"cells":2,"states":[9,115,1120]}\n';
    for (const threads of THREADS) {
      const { status, stdout, stderr } = await run(['solve', '617,8589934591', '-q', '-t', threads]);
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: records, stderr: '' });
    }
    const { stdout: board } = await run(['show', '617', '-s', 'text']);
    const { status, stdout } = await run(['solve', '-', '--cells', '3', '--json'], { input: board });
    assert.deepEqual(
      { status, stdout },
      { status: 0, stdout: '{"deal":617,"withCells":3,"winnable":false,"states":9662}\n' },
    );
  },
  'each number of threads writes the million to a file and to a pipe': async () => {
    for (const threads of THREADS) {
      const env = threads === '1' ? {} : DELAYED;
      const args = ['1..1000000', '-f', 'bin', '-t', threads, '--force', '-o'];
      await generate([...args, 'a.bin'], { env });
      checkFile('a.bin', MILLION);
      assert.equal(await generate([...args, '-'], { env }), MILLION);
    }
    assert.deepEqual(files(), ['a.bin']);
  },
  'each number of threads writes every format, and verify accepts it': async () => {
    for (const [name, digest] of Object.entries(DIGESTS)) {
      for (const threads of THREADS) {
        await generate([MIXED, '-o', name, '--force', '-t', threads]);
        checkFile(name, digest);
      }
      if (!name.endsWith('.numbers')) assert.equal((await run(['verify', name])).status, 0, name);
    }
  },
  'a list with CRLF is read from a pipe, and its deals are written to a pipe': async () => {
    const input = MIXED.replaceAll(',', '\r\n');
    const digest = await generate(['--deals-from', '-', '-f', 'ndjson', '-o', '-'], { input });
    assert.equal(digest, DIGESTS['mixed.ndjson']);
    assert.deepEqual(files(), []);
  },
  'a filter keeps deals': async () => {
    if (isDeno) return;
    const aces = "(deal) => ['AC', 'AD', 'AH', 'AS'].every((ace) => deal.position(ace) < 8)";
    fs.writeFileSync(path('aces.mjs'), `export default ${aces};\n`);
    assert.equal((await run(['generate', '--filter', './aces.mjs', '--count'])).stdout, '262\n');
  },
  'the status is 0 if the reader closes the pipe': async () => {
    const { child, ended } = await start(['generate', '1..100000000', '-f', 'ndjson', '-o', '-', '-q']);
    child.stdout.once('data', () => child.stdout.destroy());
    const { status, stderr } = await ended;
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  },
  // --sync, also where folders cannot be synced
  'a killed run is refused, resumed with --resume, and replaced with --force, as a file is': async () => {
    await interrupt();
    const args = ['1..4000000', '-o', 'a.bin'];
    await refuses(['generate', ...args], 1, 'cannot write a.bin: an interrupted run left ');
    await generate([...args, '--resume']);
    assert.deepEqual(files(), ['a.bin']);
    checkFile('a.bin', FOUR_MILLION);
    await interrupt();
    for (const last of ['999', '1000']) await generate([`1..${last}`, '-o', 'a.bin', '--force', '--sync']);
    assert.deepEqual(files(), ['a.bin']);
    checkFile('a.bin', FEW);
  },
  'shards are generated, joined and verified by pattern': async () => {
    for (const i of [1, 2, 3]) await generate(['1..1000', '--shard', `${i}/3`, '-o', `s${i}.bin`]);
    await generate(['--deals-from', 's?.bin', '-o', 'all.bin']);
    checkFile('all.bin', FEW);
    const { stdout } = await run(['verify', 's*.bin', 'all.bin']);
    assert.match(stdout, /^s1\.bin: 334 .*\ns2\.bin: 333 .*\ns3\.bin: 333 .*\nall\.bin: 1,000 deals.*\n$/);
    const verified = await run(['verify', '-'], { input: fs.readFileSync(path('all.bin')) });
    assert.match(verified.stdout, /^standard input: 1,000 deals/);
    const none = ['generate', '--deals-from', 't*.bin', '-o', 'none.bin'];
    await refuses(none, 2, "no file matches 't*.bin'; check the path\n");
  },
};

const casesOfWindows = {
  'NUL is the null device, and reserved names are refused': async () => {
    for (const name of ['NUL', 'nul', '\\\\.\\NUL']) await generate(['1..1000', '-f', 'bin', '-o', name]);
    const fault = 'Windows reserves the name com1.bin for a device; name another file';
    await refuses(['generate', '1..10', '-o', 'com1.bin'], 1, `cannot write com1.bin: ${fault}\n`);
    assert.deepEqual(files(), []);
  },
  '--force waits for a program that has the file open, and then fails': async () => {
    fs.writeFileSync(path('a.bin'), 'old');
    const args = ['1..1000', '-o', 'a.bin', '--force'];
    let reader = fs.openSync(path('a.bin'), 'r');
    const remedy = 'close it there, then continue with --resume and --force\n';
    await refuses(['generate', ...args], 1, `cannot write a.bin: another program has it open; ${remedy}`);
    assert.equal(fs.readFileSync(path('a.bin'), 'utf8'), 'old');
    fs.closeSync(reader);
    await generate([...args, '--resume']);
    checkFile('a.bin', FEW);
    reader = fs.openSync(path('a.bin'), 'r');
    const closed = sleep(600).then(() => fs.closeSync(reader));
    await generate(args);
    await closed;
    assert.deepEqual(files(), ['a.bin']);
  },
  // Wine does not forward Ctrl-C, so a preloaded script emits it in the process
  'a second Ctrl-C ends a run, also while its pipe is not read': async () => {
    const script = path('interrupt.cjs');
    fs.writeFileSync(
      script,
      `if (require('node:worker_threads').isMainThread) {
        const interrupt = () => process.listenerCount('SIGINT') > 0 && process.emit('SIGINT', 'SIGINT');
        setInterval(interrupt, 300).unref();
      }`,
    );
    const env = { NODE_OPTIONS: `--require ${script.replaceAll('\\', '/')}` };
    assert.equal((await run(['generate', '-o', 'a.bin', '-q'], { env: { ...SLOW, ...env } })).status, 130);
    const { child, ended } = await start(['generate', 'all', '-f', 'ndjson', '-o', '-', '-q'], { env });
    child.stdout.removeAllListeners('data');
    child.stdout.pause();
    const status = await Promise.race([once(child, 'exit').then(([status]) => status), sleep(20_000)]);
    if (status === undefined) child.kill();
    child.stdout.resume();
    await ended;
    assert.ok([1, 130].includes(status), `status ${status}`); // 1 if a write was blocked and the process was killed
  },
};

let failures = 0;
for (const [name, test] of Object.entries({ ...cases, ...(isWindows && casesOfWindows) })) {
  cwd = fs.mkdtempSync(join(base, 'case-'));
  const started = performance.now();
  try {
    await test();
    console.log(`ok, ${Math.round(performance.now() - started)} ms: ${name}`);
  } catch (error) {
    failures++;
    console.log(`WRONG: ${name}: ${error.stack}`);
  }
}
try {
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 5 });
} catch {
  // a case that failed may have left a file open
}
console.log(failures === 0 ? 'all right' : `${failures} wrong`);
process.exitCode = failures === 0 ? 0 : 1;
