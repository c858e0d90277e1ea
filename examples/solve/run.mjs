// Deals that have no record yet go from the generator to the solvers; each record that comes back is appended at once.
//   run.mjs RESULTS GENERATE... --solvers PARALLEL...

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { FC_SOLVE: options, FC_SOLVE_VERSION: solver } = process.env;
const VERDICTS = ['solved', 'unsolved', 'gave-up'];

/** The record that a line holds; undefined if it is none. */
function recordOf(line) {
  try {
    const record = JSON.parse(line);
    return Number.isInteger(record.deal) && VERDICTS.includes(record.verdict) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Takes off what a killed run left of its last line. */
function mend(path) {
  const file = openSync(path, 'r');
  const byte = Buffer.alloc(1);
  const size = statSync(path).size;
  let end = size;
  while (end > 0 && readSync(file, byte, 0, 1, end - 1) === 1 && byte[0] !== 0x0a) end--;
  closeSync(file);
  if (end < size) truncateSync(path, end);
}

/** Verdict by deal, of the records by this solver with these options. */
async function readRecords(path) {
  const verdicts = new Map();
  let lineNumber = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    lineNumber++;
    const record = recordOf(line);
    if (record === undefined) throw new Error(`line ${lineNumber} of ${path} is no record; take it out`);
    if (record.solver === solver && record.options === options) verdicts.set(record.deal, record.verdict);
  }
  return verdicts;
}

/** Starts a program; `ended` is its exit status. */
function start([program, ...args], stdio) {
  const child = spawn(program, args, { stdio });
  const ended = once(child, 'close').then(([status]) => status ?? 1);
  return { stdin: child.stdin, stdout: child.stdout, ended };
}

async function run(results, generate, solvers) {
  mend(results);
  const known = await readRecords(results);
  const file = openSync(results, 'a');
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  const waiting = new Set(); // handed to a solver, no record yet
  let found = 0;
  const started = performance.now();

  const generator = start(generate, ['inherit', 'pipe', 'inherit']);
  const solving = start(solvers, ['pipe', 'pipe', 'inherit']);
  solving.stdin.on('error', () => {}); // solvers that have ended are told by what has no record

  const handOut = async () => {
    for await (const line of createInterface({ input: generator.stdout })) {
      const deal = Number(/\d+/.exec(line)[0]); // it comes first in the line
      const verdict = known.get(deal);
      if (verdict !== undefined) {
        counts[verdict]++;
        found++;
        continue;
      }
      waiting.add(deal);
      if (solving.stdin.destroyed || solving.stdin.write(`${line}\n`)) continue;
      await Promise.race([once(solving.stdin, 'drain'), solving.ended]);
    }
    solving.stdin.end();
  };
  const takeIn = async () => {
    for await (const line of createInterface({ input: solving.stdout })) {
      const record = recordOf(line);
      if (record === undefined || !waiting.delete(record.deal)) continue;
      writeSync(file, `${line}\n`); // one write a record: a kill leaves whole lines
      counts[record.verdict]++;
    }
  };
  const [generated] = await Promise.all([generator.ended, handOut(), takeIn(), solving.ended]);

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isAny = VERDICTS.some((verdict) => counts[verdict] > 0);
  if (generated !== 0 && !isAny) return generated; // the generator has said why
  const said = VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
  console.error(`solve: ${said}; ${found} of them had their record before; ${seconds} s`);
  if (generated !== 0) return generated;
  if (waiting.size === 0) return 0;
  console.error(`solve: ${waiting.size} deals have no record; run it again to try them again`);
  return 1;
}

const [results, ...words] = process.argv.slice(2);
const at = words.indexOf('--solvers');
try {
  process.exitCode = await run(results, words.slice(0, at), words.slice(at + 1));
} catch (error) {
  console.error(`solve: ${error.message}`);
  process.exitCode = 1;
}
