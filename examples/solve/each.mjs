// Runs a command for each deal on standard input, JOBS at a time, and writes a record of each deal to standard output.
//   each.mjs COMMAND..                    reads NDJSON; COMMAND writes its processor time to descriptor 3, as `times` does
//   each.mjs --check PROGRAM COMMAND..    checks the settings, and writes what tells the records of this command from others

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { escapeControls } from './escape.mjs';

const KEPT = 1 << 20; // characters at the end of an output
const { JOBS, MAX_SECONDS, LAST_LINES, MATCH, SOLVER } = process.env;
const MAX_TIMEOUT = 2 ** 31 - 1; // ms, 24 days; setTimeout takes a longer one for 1 ms
/** A program that sleeps, or that others keep from running, is given up after this many times the limit. */
const PATIENCE = 10;
const IDLE = 500; // ms without output after which a program that has ended has no more
const TICKS = 100; // of /proc per second
const isCheck = process.argv[2] === '--check';
const [program, ...args] = process.argv.slice(isCheck ? 4 : 2);

/** Process groups of the commands that run; each has the number of its first process. */
const groups = new Set();
let folder = ''; // with the files that {} names, if the command has one

function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {} // its processes have ended
}

/** Seconds of processor time that a process group has used, with all children that have ended; 0 without /proc. */
function cpuSecondsOf(group) {
  let ticks = 0;
  for (const pid of existsSync('/proc/self/stat') ? readdirSync('/proc') : []) {
    try {
      const fields = /^\d+$/.test(pid)
        ? readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/.*\)/s, '').split(' ')
        : [];
      if (Number(fields[3]) === group) for (const time of fields.slice(12, 16)) ticks += Number(time);
    } catch {} // it has ended
  }
  return ticks / TICKS;
}

/** The seconds that `times` has written for the children of a shell, such as 0m1.204s 0m0.010s in its second line. */
function secondsIn(times) {
  const seconds = ([, minutes, rest]) => 60 * minutes + Number(rest.replace(',', '.'));
  const [, , user = 0, system = 0] = Array.from(times.matchAll(/(\d+)m([\d.,]+)s/g), seconds);
  return Math.round((user + system) * 1000) / 1000;
}

/** Ends this process, its commands and their files. */
function end(status) {
  groups.forEach(killGroup);
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
  process.exit(status);
}

/** The board as solvers read it: a line for each column. */
function boardOf(cards) {
  const column = (c) => cards.filter((_, i) => i % 8 === c).join(' ');
  return [0, 1, 2, 3, 4, 5, 6, 7].map((c) => `${column(c)}\n`).join('');
}

/** The part of an output that goes into a record; null if there is none. */
function answerIn(printed) {
  const output = printed.length < KEPT ? printed : printed.slice(printed.indexOf('\n') + 1); // whole lines
  const lines = output.trimEnd().split('\n');
  if (!MATCH) return lines.slice(-Number(LAST_LINES || 3)).join('\n');
  const [match = null, group = match] = new RegExp(MATCH, 'm').exec(output) ?? [];
  return group;
}

/**
 * Runs the command on a deal. Resolves to its status, its processor time and its output. `status` is null if the limit has
 * ended it.
 */
function run(deal, board) {
  const path = join(folder, `${deal}.txt`);
  if (folder !== '') writeFileSync(path, board);
  const words = args.map((arg) => arg.replace(/\{(deal)?\}/g, (_, isDeal) => (isDeal ? deal : path)));
  return new Promise((resolve, reject) => {
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'];
    const child = spawn(program, words, { detached: true, stdio }); // a process group of its own
    child.on('error', reject);
    if (child.pid === undefined) return; // it cannot be started
    groups.add(child.pid);
    const outputs = child.stdio.slice(1);
    const printed = ['', '', ''];
    let count = 0; // of the texts that have come
    for (const [i, output] of outputs.entries())
      output.setEncoding('utf8').on('data', (text) => {
        printed[i] = (printed[i] + text).slice(-KEPT);
        count++;
      });

    let isLate = false;
    let [timer, waited] = [undefined, 0]; // ms; a pause (Ctrl-Z) does not count
    const watch = () => {
      const left = MAX_SECONDS * 1000 - 1000 * cpuSecondsOf(child.pid);
      isLate = left <= 0 || waited >= PATIENCE * 1000 * MAX_SECONDS;
      if (isLate) return killGroup(child.pid);
      const delay = Math.min(Math.max(left / availableParallelism(), 50), MAX_TIMEOUT); // it cannot use it up sooner
      waited += delay;
      timer = setTimeout(watch, delay);
    };
    if (MAX_SECONDS) watch();

    /** Waits for what the command has written. A process that it has left may hold its pipes. */
    const drain = (seen) => {
      if (seen === count) for (const output of outputs) output.destroy();
      else setTimeout(setImmediate, IDLE, drain, count); // after a pause, what has come meanwhile is read first
    };
    child.on('exit', () => {
      clearTimeout(timer);
      killGroup(child.pid); // processes that it has left
      drain();
    });
    child.on('close', (status) => {
      groups.delete(child.pid);
      if (folder !== '') rmSync(path, { force: true }); // the command may have removed it
      const cpuSeconds = isLate ? Number(MAX_SECONDS) : secondsIn(printed[2]);
      resolve({ status: isLate ? null : status, cpuSeconds, output: printed[0] || printed[1] });
    });
    child.stdin.on('error', () => {}); // the command need not read the board
    child.stdin.end(board);
  });
}

async function record({ deal, cards }) {
  const started = performance.now();
  const { status, cpuSeconds, output } = await run(deal, boardOf(cards));
  const seconds = Math.round(performance.now() - started) / 1000;
  const times = { seconds, cpuSeconds };
  const line = JSON.stringify({ deal, status, ...times, output: answerIn(output), ...JSON.parse(SOLVER) });
  // a pipe may take a long line later
  await new Promise((resolve) => process.stdout.write(`${escapeControls(line)}\n`, resolve));
}

if (isCheck) {
  try {
    answerIn('');
  } catch (error) {
    console.error(`each: MATCH is no regular expression: ${escapeControls(error.message)}`);
    process.exit(2);
  }
  const quote = (word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  // another build of the program, or of the script that it runs, gives other answers
  const hash = createHash('sha256').update(readFileSync(process.argv[3]));
  if (args.length > 0 && statSync(args[0], { throwIfNoEntry: false })?.isFile())
    hash.update(readFileSync(args[0]));
  const digest = hash.digest('hex').slice(0, 16);
  console.log(JSON.stringify({ solver: program, options: args.map(quote).join(' '), digest }));
} else {
  process.on('uncaughtException', ({ message }) => {
    console.error(`each: ${escapeControls(message)}`);
    end(1);
  });
  if (args.some((arg) => arg.includes('{}'))) folder = mkdtempSync(join(tmpdir(), 'freecell-each-'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end(1));
  process.stdout.on('error', () => end(1)); // the process that reads the records has ended
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const deal = JSON.parse(next.value);
      await record(deal).catch(({ message }) =>
        console.error(`each: deal ${deal.deal} has no record: ${message}`),
      );
    }
  };
  await Promise.all(Array.from({ length: Number(JOBS) || availableParallelism() }, work));
  end(0);
}
