// Runs a command for each deal on standard input, JOBS at a time, and writes a record of each deal to standard output.
//   each.mjs COMMAND..            reads NDJSON
//   each.mjs --check COMMAND..    checks the settings, and writes what tells the records of this command from others

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { escapeControls } from './escape.mjs';

const KEPT = 1 << 20; // characters at the end of an output
const { JOBS, MAX_SECONDS, LAST_LINES, MATCH, SOLVER } = process.env;
const MAX_TIMEOUT = 2 ** 31 - 1; // ms, 24 days; setTimeout takes a longer one for 1 ms
const isCheck = process.argv[2] === '--check';
const [program, ...args] = process.argv.slice(isCheck ? 3 : 2);

/** Process groups of the commands that run; each has the number of its first process. */
const groups = new Set();
let folder = ''; // with the files that {} names, if the command has one

function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {} // its processes have ended
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

/** Runs the command on a deal. Resolves to its status and its output. `status` is null if the limit has ended it. */
function run(deal, board) {
  const path = join(folder, `${deal}.txt`);
  if (folder !== '') writeFileSync(path, board);
  const words = args.map((arg) => arg.replace(/\{(deal)?\}/g, (_, isDeal) => (isDeal ? deal : path)));
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { detached: true }); // a process group of its own
    child.on('error', reject);
    if (child.pid === undefined) return; // it cannot be started
    groups.add(child.pid);
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        printed[name] = (printed[name] + text).slice(-KEPT);
      });
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      killGroup(child.pid);
      child.stdout.destroy(); // another process may hold it
      child.stderr.destroy();
    };
    // After a pause (Ctrl-Z), the timer can come before what has happened meanwhile, such as the end of the command.
    const limit = Math.min(MAX_SECONDS * 1000, MAX_TIMEOUT);
    let timer = MAX_SECONDS ? setTimeout(() => (timer = setTimeout(giveUp, 100)), limit) : undefined;
    child.on('exit', () => killGroup(child.pid)); // processes that it has left
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      groups.delete(child.pid);
      if (folder !== '') rmSync(path, { force: true }); // the command may have removed it
      const output = printed.stdout || printed.stderr;
      resolve({ status: isLate ? null : (status ?? 128 + constants.signals[signal]), output });
    });
    child.stdin.on('error', () => {}); // the command need not read the board
    child.stdin.end(board);
  });
}

async function record({ deal, cards }) {
  const started = performance.now();
  const { status, output } = await run(deal, boardOf(cards));
  const seconds = status === null ? Number(MAX_SECONDS) : Math.round(performance.now() - started) / 1000;
  const line = JSON.stringify({ deal, status, seconds, output: answerIn(output), ...JSON.parse(SOLVER) });
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
  console.log(JSON.stringify({ solver: program, options: args.map(quote).join(' ') }));
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
