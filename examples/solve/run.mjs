// Passes the deals that have no record from the generator to the solvers, and appends each record that comes back.
//   run.mjs NAME RESULTS GENERATE... --solvers PARALLEL...

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, openSync, realpathSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { escapeControls } from './escape.mjs';
import { Progress } from './progress.mjs';
import { ENDINGS, readAndMendRecords, recordOf, VERDICTS, VerdictTable, verdictOf } from './records.mjs';

const { solver, options, digest } = JSON.parse(process.env.SOLVER);
const maxSeconds = Number(process.env.MAX_SECONDS || Number.POSITIVE_INFINITY);
const [name, results, ...words] = process.argv.slice(2);
/** The verdicts of this program. */
const OWN = name === 'each' ? ENDINGS : VERDICTS;

function print(message) {
  console.error(`${name}: ${escapeControls(message)}`);
}

/** Returns whether a record has a verdict of this program. A file can hold records of several programs. */
function hasOwnVerdict(record) {
  return OWN.includes(verdictOf(record));
}

/**
 * Returns whether a record answers this run's question. A deal that was given up because of a limit is tried again if this
 * run has a greater limit, or none.
 */
function isCurrent(record) {
  const isSameProgram = record.solver === solver && record.digest === digest;
  const isSameSolver = isSameProgram && record.options === options && hasOwnVerdict(record);
  const hasLess = (record.cpuSeconds ?? record.seconds) < maxSeconds;
  return isSameSolver && !(hasLess && isCutShort(verdictOf(record)));
}

/** Returns whether a limit cut the search short. */
function isCutShort(verdict) {
  return verdict === 'gave-up' || verdict === 'given up';
}

/** Starts a program. `ended` resolves to its exit status. */
function start([program, ...args], stdio) {
  const child = spawn(program, args, { stdio });
  const ended = once(child, 'close').then(([status]) => status ?? 1);
  return { stdin: child.stdin, stdout: child.stdout, ended };
}

/** Yields arrays of the lines that a stream has delivered, each line with its line feed. */
async function* batchesOfLines(stream) {
  let rest = '';
  for await (const text of stream.setEncoding('utf8')) {
    const lines = (rest + text).split(/(?<=\n)/);
    rest = lines.at(-1).endsWith('\n') ? '' : lines.pop();
    yield lines;
  }
}

function writeFully(file, text) {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
}

/** Removes the results file if this run made it and it is still empty. */
function removeEmptyResults() {
  const size = statSync(results, { throwIfNoEntry: false })?.size; // another program can have removed it
  if (process.env.RESULTS_ARE_NEW && size === 0) unlinkSync(realpathSync(results));
}

let progress; // undefined until the records are read

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    progress?.end();
    print('stopped; run it again to continue');
    removeEmptyResults();
    process.kill(process.pid, signal); // without a listener, the signal ends this process
  });
}

/** Solves the deals that have no record. Returns the exit status. */
async function run(generate, solvers) {
  const verdicts = new VerdictTable();
  await readAndMendRecords(results, (record) => {
    const verdict = verdictOf(record);
    const isBetter = !isCutShort(verdict) || verdicts.get(record.deal) === undefined;
    if (isCurrent(record) && isBetter) verdicts.set(record.deal, verdict);
  });
  const file = openSync(results, 'a');
  const counts = Object.fromEntries(OWN.map((verdict) => [verdict, 0]));
  const waiting = new Map(); // deals that were sent to a solver and have no record yet; how often the run was asked for them
  let found = 0; // deals that had their record before
  const started = performance.now();
  progress = new Progress(name, generate);

  const generator = start([...generate, '-f', 'ndjson', '-o', '-', '-q'], ['inherit', 'pipe', 'inherit']);
  const solving = start(solvers, ['pipe', 'pipe', 'inherit']);
  solving.stdin.on('error', () => {}); // if the solvers have ended, the deals without a record say so at the end

  /** Returns whether the deal of a line has to be solved; counts it if not. */
  const takeDeal = (line) => {
    const [, number] = /^\{"deal":(\d+)/.exec(line) ?? [];
    if (number === undefined) throw new Error(`a flag makes generate print no deals, but '${line.trim()}'`);
    const deal = Number(number);
    const verdict = verdicts.get(deal);
    if (verdict !== undefined) {
      counts[verdict]++;
      found++;
      progress.add({ solved: 0 });
      return false;
    }
    const times = waiting.get(deal) ?? 0;
    waiting.set(deal, times + 1);
    if (times > 0) progress.add({ solved: 0 });
    return times === 0;
  };
  /** Returns whether a line is the record of a deal that waits for it; counts it if so. */
  const takeRecord = (line) => {
    const record = recordOf(line);
    const times = waiting.get(record?.deal);
    if (times === undefined || !hasOwnVerdict(record)) return false;
    waiting.delete(record.deal);
    const verdict = verdictOf(record);
    verdicts.set(record.deal, verdict);
    counts[verdict] += times;
    found += times - 1;
    progress.add({ solved: 1 });
    return true;
  };
  const feedSolvers = async () => {
    try {
      for await (const lines of batchesOfLines(generator.stdout)) {
        const deals = lines.filter(takeDeal).join('');
        if (deals === '' || solving.stdin.destroyed || solving.stdin.write(deals)) continue;
        const drained = once(solving.stdin, 'drain').catch(() => {}); // it rejects if the solvers have ended
        await Promise.race([drained, solving.ended]);
      }
    } finally {
      solving.stdin.end();
    }
  };
  const appendRecords = async () => {
    for await (const lines of batchesOfLines(solving.stdout)) {
      const records = lines.filter(takeRecord).join('');
      if (records !== '') writeFully(file, records);
      // an editor writes a new file under the name
      if (statSync(results, { throwIfNoEntry: false })?.ino !== fstatSync(file).ino)
        throw new Error(
          `${results} was removed or replaced, so its last records are lost; run it again to continue`,
        );
    }
  };
  const [generated] = await Promise.all([
    generator.ended,
    feedSolvers(),
    appendRecords(),
    solving.ended,
  ]).finally(() => progress.end());

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isAny = Object.values(counts).some((count) => count > 0);
  if (generated !== 0 && !isAny) return generated; // the generator has printed why
  const summary = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
  print(`${summary.join(', ')}; ${found} of them had their record before; ${seconds} s`);
  if (generated !== 0) return generated;
  if (waiting.size === 0) return 0;
  const without = waiting.size === 1 ? '1 deal has' : `${waiting.size} deals have`;
  print(`${without} no record; run it again to try again`);
  return 1;
}

const at = words.indexOf('--solvers');
try {
  process.exitCode = await run(words.slice(0, at), words.slice(at + 1));
} catch (error) {
  print(error.message);
  process.exitCode = 1;
}
if (process.exitCode !== 0) removeEmptyResults();
