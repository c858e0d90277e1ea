// Cases for the command on Windows, which run under Node for Windows in Wine (windows.test.ts) and on an imitation of Windows
// (../platforms/windows.test.ts). As a program: runs the cases; a child process then gets real pipes of Windows. Arguments: the
// command, the file for the results. Standard error goes to a file, because such pipes in Wine sometimes end Node.

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const WORKERS = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '300' };
const SLOW = { ...WORKERS, FREECELL_DEALS_TEST_WORKER_DELAY: '4000' };

/** SHA-256 of binary files, as Linux writes them. */
const MANY = 'c34cff9a0ebc35acb4e9f60cf314f56ca2d9f10c24f6b06ebe4070ab8b2f17ce'; // 1..400000
const FEW = '16e5b7f959758894b18e56f326cae4e2c1c9467bc715b1e435fe3d16e19034a4'; // 1..1000
const LIST = '70f7eb1b7f59065f5eb7ced693db390e3f090baae4c0a299a606e9300f963b8d'; // 5,3,617, as NDJSON

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

/** A folder in which a case runs the command. */
class Place {
  constructor(folder, cli, env = {}) {
    Object.assign(this, { folder, cli, env });
  }

  path(name) {
    return join(this.folder, name);
  }

  /**
   * Starts the command.
   * `ended` resolves to its status, the digest of its standard output, and its standard error.
   */
  async start(args, { input, env = {} } = {}) {
    const path = join(tmpdir(), `stderr-${process.pid}-${++runs}`);
    const stderr = fs.openSync(path, 'w');
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', stderr];
    const child = await spawnSurely(process.execPath, [this.cli, ...args], {
      cwd: this.folder,
      stdio,
      env: { ...process.env, ...this.env, ...env },
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

  async run(args, options) {
    const { ended } = await this.start(args, options);
    return ended;
  }

  /** Runs the command, which must succeed and print no error. */
  async succeed(args, options) {
    const { status, stderr, ...rest } = await this.run([...args, '-q'], options);
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, args.join(' '));
    return rest;
  }

  /** Requires that the folder has only a.bin, with these bytes. */
  checkFile(sha256) {
    assert.deepEqual(this.files(), ['a.bin']);
    assert.equal(this.sha256('a.bin'), sha256);
  }

  files() {
    return fs.readdirSync(this.folder).sort();
  }

  sha256(name) {
    return createHash('sha256')
      .update(fs.readFileSync(this.path(name)))
      .digest('hex');
  }

  /** Leaves an interrupted run of 400,000 deals for a.bin; tries again if a run ends before it is killed. */
  async interrupt() {
    const args = ['generate', '1..400000', '-o', 'a.bin', '-t', '2', '--force'];
    const size = () => fs.statSync(this.path('a.bin.partial'), { throwIfNoEntry: false })?.size ?? 0;
    do {
      const { child, ended } = await this.start(args, { env: SLOW });
      while (size() < 1e6 && child.exitCode === null) await sleep(2);
      child.kill('SIGKILL');
      await ended;
    } while (this.files().includes('a.bin'));
    assert.deepEqual(this.files(), ['a.bin.partial', 'a.bin.run']);
  }
}

const cases = {
  'two threads write a file': async (place) => {
    await place.succeed(['generate', '1..400000', '-o', 'a.bin', '-t', '2'], { env: WORKERS });
    place.checkFile(MANY);
  },
  'two threads write to a pipe': async (place) => {
    const args = ['generate', '1..400000', '-f', 'bin', '-o', '-', '-t', '2'];
    assert.equal((await place.succeed(args, { env: WORKERS })).sha256, MANY);
  },
  'a list with CRLF is read from a pipe, and its deals are written to a pipe': async (place) => {
    const args = ['generate', '--deals-from', '-', '-f', 'ndjson', '-o', '-'];
    const { sha256 } = await place.succeed(args, { input: '5\r\n3\r\n617\r\n' });
    assert.equal(sha256, LIST);
    assert.deepEqual(place.files(), []);
  },
  'the status is 0 if the reader closes the pipe': async (place) => {
    const { child, ended } = await place.start(['generate', '-f', 'ndjson', '-o', '-', '-q']);
    child.stdout.once('data', () => child.stdout.destroy());
    const { status, stderr } = await ended;
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  },
  '--sync writes a complete file, although folders cannot be synced': async (place) => {
    await place.succeed(['generate', '1..1000', '-o', 'a.bin', '--sync']);
    place.checkFile(FEW);
  },
  '--force replaces a file and an interrupted run': async (place) => {
    await place.interrupt();
    await place.succeed(['generate', '1..1000', '-o', 'a.bin', '--force']);
    await place.succeed(['generate', '1..1000', '-o', 'a.bin', '--force']);
    place.checkFile(FEW);
  },
  'a killed run is refused, and resumed with --resume': async (place) => {
    await place.interrupt();
    const { status, stderr } = await place.run(['generate', '1..400000', '-o', 'a.bin']);
    assert.match(stderr, /^freecell-deals: cannot write a\.bin: an interrupted run left /);
    assert.equal(status, 1);
    await place.succeed(['generate', '1..400000', '-o', 'a.bin', '--resume']);
    place.checkFile(MANY);
  },
  'NUL is the null device, and reserved names are refused': async (place) => {
    for (const name of ['NUL', 'nul']) await place.succeed(['generate', '1..1000', '-f', 'bin', '-o', name]);
    const { status, stderr } = await place.run(['generate', '1..10', '-o', 'com1.bin']);
    const fault = 'Windows reserves the name com1.bin for a device; name another file';
    assert.equal(stderr, `freecell-deals: cannot write com1.bin: ${fault}\n`);
    assert.equal(status, 1);
    assert.deepEqual(place.files(), []);
  },
  'shards are generated, joined and verified by pattern': async (place) => {
    const shards = [1, 2, 3].map((i) => ['generate', '1..1000', '--shard', `${i}/3`, '-o', `s${i}.bin`]);
    await Promise.all(shards.map((args) => place.succeed(args)));
    await place.succeed(['generate', '--deals-from', 's?.bin', '-o', 'all.bin']);
    assert.equal(place.sha256('all.bin'), FEW);
    const { stdout } = await place.run(['verify', 's*.bin', 'all.bin']);
    assert.match(
      stdout,
      /^s1\.bin: 334 deals.*\ns2\.bin: 333 deals.*\ns3\.bin: 333 deals.*\nall\.bin: 1,000 deals.*\n$/,
    );
    const verified = await place.run(['verify', '-'], { input: fs.readFileSync(place.path('all.bin')) });
    assert.match(verified.stdout, /^standard input: 1,000 deals/);
    const none = await place.run(['generate', '--deals-from', 't*.bin', '-o', 'none.bin']);
    assert.equal(none.stderr, "freecell-deals: no file matches 't*.bin'; check the path\n");
    assert.equal(none.status, 2);
  },
};

/** Cases that the imitation cannot show. */
const casesInWine = {
  'NUL with the prefix of devices is the null device': async (place) => {
    await place.succeed(['generate', '1..1000', '-f', 'bin', '-o', '\\\\.\\NUL']);
    assert.deepEqual(place.files(), []);
  },
  '--force waits for a program that has the file open, and then fails': async (place) => {
    fs.writeFileSync(place.path('a.bin'), 'old');
    let reader = fs.openSync(place.path('a.bin'), 'r');
    const args = ['generate', '1..1000', '-o', 'a.bin', '--force'];
    const { status, stderr } = await place.run(args);
    assert.match(
      stderr,
      /^freecell-deals: cannot write \S*a\.bin: another program has it open; close it there, then continue with --resume and --force\n$/,
    );
    assert.equal(status, 1);
    assert.equal(fs.readFileSync(place.path('a.bin'), 'utf8'), 'old');
    fs.closeSync(reader);
    await place.succeed([...args, '--resume']);
    assert.equal(place.sha256('a.bin'), FEW);
    reader = fs.openSync(place.path('a.bin'), 'r');
    const closed = sleep(600).then(() => fs.closeSync(reader));
    await place.succeed(args);
    await closed;
    assert.deepEqual(place.files(), ['a.bin']);
  },
  // Wine does not forward Ctrl-C, so a preloaded script emits it in the process
  'a second Ctrl-C ends a run, also while its pipe is not read': async (place) => {
    const script = place.path('interrupt.cjs');
    fs.writeFileSync(
      script,
      `if (require('node:worker_threads').isMainThread) {
        const interrupt = () => process.listenerCount('SIGINT') > 0 && process.emit('SIGINT', 'SIGINT');
        setInterval(interrupt, 300).unref();
      }`,
    );
    const env = { ...SLOW, NODE_OPTIONS: `--require ${script.replaceAll('\\', '/')}` };
    assert.equal((await place.run(['generate', '-o', 'a.bin', '-q'], { env })).status, 130);
    const { child, ended } = await place.start(['generate', 'all', '-f', 'ndjson', '-o', '-', '-q'], {
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

async function main([cli, resultsFile]) {
  const results = [];
  for (const [name, test] of Object.entries({ ...cases, ...casesInWine })) {
    const folder = fs.mkdtempSync(join(tmpdir(), 'freecell-deals-'));
    try {
      await test(new Place(folder, cli));
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

module.exports = { Place, WORKERS, cases };
if (require.main === module) main(process.argv.slice(2));
