// Runs the command under Node for Windows, where a child process gets real pipes of Windows. Standard error goes to a file, because
// such pipes in Wine sometimes end Node. Arguments: the command, the expected digests, the file for the results.

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const [, , cli, expectedFile, resultsFile] = process.argv;
const expected = JSON.parse(fs.readFileSync(expectedFile, 'utf8'));
const WORKERS = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '300' };
const SLOW = { ...WORKERS, FREECELL_DEALS_TEST_WORKER_DELAY: '4000' };

let folder; // folder of the current case
let runs = 0;

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
 * Starts the command.
 * `ended` resolves to its status, the digest of its standard output, and its standard error.
 */
async function start(args, { input, env = {} } = {}) {
  const path = join(tmpdir(), `stderr-${process.pid}-${++runs}`);
  const stderr = fs.openSync(path, 'w');
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', stderr];
  const child = await spawnSurely(process.execPath, [cli, ...args], {
    cwd: folder,
    stdio,
    env: { ...process.env, ...env },
  });
  child.stdin?.end(input);
  const digest = createHash('sha256');
  let text = '';
  const collect = (bytes) => {
    digest.update(bytes);
    if (text.length < 1e4) text += bytes;
  };
  child.stdout.on('data', collect);
  const ended = once(child, 'close').then(([status]) => {
    fs.closeSync(stderr);
    const said = fs.readFileSync(path, 'utf8');
    fs.unlinkSync(path);
    return { status, sha256: digest.digest('hex'), stdout: text, stderr: said };
  });
  return { child, ended };
}

async function run(args, options) {
  const { ended } = await start(args, options);
  return ended;
}

/** Runs the command, which must succeed and print no error. */
async function succeed(args, options) {
  const { status, stderr, ...rest } = await run([...args, '-q'], options);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, args.join(' '));
  return rest;
}

function files() {
  return fs.readdirSync(folder).sort();
}

function sha256(name) {
  return createHash('sha256')
    .update(fs.readFileSync(join(folder, name)))
    .digest('hex');
}

/** Leaves an interrupted run of 400,000 deals for a.bin. */
async function interrupt() {
  const { child, ended } = await start(['generate', '1..400000', '-o', 'a.bin', '-t', '2'], { env: SLOW });
  const partial = join(folder, 'a.bin.partial');
  while ((fs.statSync(partial, { throwIfNoEntry: false })?.size ?? 0) < 1e6) await sleep(2);
  child.kill();
  await ended;
  assert.deepEqual(files(), ['a.bin.partial', 'a.bin.run']);
}

const cases = {
  'two threads write a file': async () => {
    await succeed(['generate', '1..400000', '-o', 'a.bin', '-t', '2'], { env: WORKERS });
    assert.deepEqual(files(), ['a.bin']);
    assert.equal(sha256('a.bin'), expected.many);
  },
  'two threads write to a pipe': async () => {
    const args = ['generate', '1..400000', '-f', 'bin', '-o', '-', '-t', '2'];
    assert.equal((await succeed(args, { env: WORKERS })).sha256, expected.many);
  },
  'NDJSON is written to a pipe': async () => {
    assert.equal(
      (await succeed(['generate', '1..100000', '-f', 'ndjson', '-o', '-'])).sha256,
      expected.ndjson,
    );
  },
  'a list with CRLF is read from a pipe, and its deals are written to a pipe': async () => {
    const args = ['generate', '--deals-from', '-', '-f', 'bin', '-o', '-'];
    assert.equal((await succeed(args, { input: '5\r\n3\r\n617\r\n' })).sha256, expected.list);
    assert.deepEqual(files(), []);
  },
  'the status is 0 if the reader closes the pipe': async () => {
    const { child, ended } = await start(['generate', '-f', 'ndjson', '-o', '-', '-q']);
    child.stdout.once('data', () => child.stdout.destroy());
    const { status, stderr } = await ended;
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  },
  '--sync writes a complete file': async () => {
    await succeed(['generate', '1..1000', '-o', 'a.bin', '--sync']);
    assert.deepEqual(files(), ['a.bin']);
    assert.equal(sha256('a.bin'), expected.few);
  },
  '--force replaces a file and an interrupted run': async () => {
    await interrupt();
    await succeed(['generate', '1..1000', '-o', 'a.bin', '--force']);
    await succeed(['generate', '1..1000', '-o', 'a.bin', '--force']);
    assert.deepEqual(files(), ['a.bin']);
    assert.equal(sha256('a.bin'), expected.few);
  },
  'a killed run is refused, and resumed with --resume': async () => {
    await interrupt();
    const { status, stderr } = await run(['generate', '1..400000', '-o', 'a.bin']);
    assert.match(stderr, /^freecell-deals: cannot write a\.bin: an interrupted run left /);
    assert.equal(status, 1);
    await succeed(['generate', '1..400000', '-o', 'a.bin', '--resume']);
    assert.deepEqual(files(), ['a.bin']);
    assert.equal(sha256('a.bin'), expected.many);
  },
  '--force waits for a program that has the file open, and then fails': async () => {
    fs.writeFileSync(join(folder, 'a.bin'), 'old');
    let reader = fs.openSync(join(folder, 'a.bin'), 'r');
    const args = ['generate', '1..1000', '-o', 'a.bin', '--force'];
    const { status, stderr } = await run(args);
    assert.match(
      stderr,
      /^freecell-deals: cannot write \S*a\.bin: another program has it open; close it there, then continue with --resume and --force\n$/,
    );
    assert.equal(status, 1);
    assert.equal(fs.readFileSync(join(folder, 'a.bin'), 'utf8'), 'old');
    fs.closeSync(reader);
    await succeed([...args, '--resume']);
    assert.equal(sha256('a.bin'), expected.few);
    reader = fs.openSync(join(folder, 'a.bin'), 'r');
    const closed = sleep(600).then(() => fs.closeSync(reader));
    await succeed(args);
    await closed;
    assert.deepEqual(files(), ['a.bin']);
  },
  'NUL is the null device, and reserved names are refused': async () => {
    await succeed(['generate', '1..1000', '-f', 'bin', '-o', 'NUL']);
    await succeed(['generate', '1..1000', '-f', 'bin', '-o', '\\\\.\\NUL']);
    for (const [name, fault] of [
      ['CON', 'reserves the name CON for a device'],
      ['com1.bin', 'reserves the name com1.bin for a device'],
      ['a?b.bin', 'does not allow "?" in a name'],
    ]) {
      const { status, stderr } = await run(['generate', '1..10', '-f', 'bin', '-o', name]);
      assert.equal(stderr, `freecell-deals: cannot write ${name}: Windows ${fault}; name another file\n`);
      assert.equal(status, 1);
    }
    assert.deepEqual(files(), []);
  },
  'shards are generated, merged and verified by pattern, and read with cat': async () => {
    for (const i of [1, 2, 3]) await succeed(['generate', '1..1000', '--shard', `${i}/3`, '-o', `s${i}.bin`]);
    await succeed(['merge', 'all.bin', 's?.bin']);
    assert.equal(sha256('all.bin'), expected.few);
    await succeed(['verify', '*.bin']);
    const { status, sha256: digest } = await run(['cat', 'all.bin', '-f', 'bin']);
    assert.deepEqual({ status, digest }, { status: 0, digest: expected.few });
    const verified = await run(['verify', '-'], { input: fs.readFileSync(join(folder, 'all.bin')) });
    assert.match(verified.stdout, /^standard input: 1,000 deals/);
  },
  // Wine does not forward Ctrl-C, so a preloaded script emits it in the process
  'a second Ctrl-C ends a run, also while its pipe is not read': async () => {
    const script = join(folder, 'interrupt.cjs');
    fs.writeFileSync(
      script,
      `if (require('node:worker_threads').isMainThread) {
        const interrupt = () => process.listenerCount('SIGINT') > 0 && process.emit('SIGINT', 'SIGINT');
        setInterval(interrupt, 300).unref();
      }`,
    );
    const env = { ...SLOW, NODE_OPTIONS: `--require ${script.replaceAll('\\', '/')}` };
    assert.equal((await run(['generate', '-o', 'a.bin', '-q'], { env })).status, 130);
    const { child, ended } = await start(['generate', 'all', '-f', 'ndjson', '-o', '-', '-q'], {
      env: { NODE_OPTIONS: env.NODE_OPTIONS },
    });
    child.stdout.removeAllListeners('data');
    child.stdout.pause();
    const status = await Promise.race([once(child, 'exit').then(([status]) => status), sleep(20_000)]);
    if (status === undefined) child.kill();
    child.stdout.resume();
    await ended;
    assert.ok([1, 130].includes(status), `status ${status}`); // 1 if a write was blocked and the process was killed
  },
};

async function main() {
  const results = [];
  for (const [name, test] of Object.entries(cases)) {
    folder = fs.mkdtempSync(join(tmpdir(), 'freecell-deals-'));
    try {
      await test();
      results.push({ name });
    } catch (error) {
      results.push({ name, problem: error.message });
    }
    fs.writeFileSync(resultsFile, JSON.stringify(results));
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // a failed case may have left a file open
    }
  }
}

main();
