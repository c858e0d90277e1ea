// Measures WebAssembly against plain TypeScript on the visitor's machine: each engine alone in one worker, then the fastest one in
// all workers at once. Three rounds, in which the engines take turns, tell how much the figures vary.

import { drawBars } from './bars.js';
import { element, grouped, messageOf, say } from './dom.js';
import { alone, Run } from './run.js';
import { startWorker, workerError } from './start-worker.js';
import type { Engine, RaceOrder, RaceReport } from './workers/race.js';

interface Contestant {
  name: string;
  engine: Engine;
  workers: number;
}

const ROUNDS = 3;
const TURN = 500; // ms
const MAX_WORKERS = 64;
const cores = navigator.hardwareConcurrency;

const CONTESTANTS: readonly Contestant[] = [
  { name: 'TypeScript', engine: 'reference', workers: 1 },
  { name: 'WebAssembly', engine: 'scalar', workers: 1 },
  { name: 'WebAssembly SIMD', engine: 'simd', workers: 1 },
  { name: 'SIMD, all workers', engine: 'simd', workers: Math.min(cores, MAX_WORKERS) },
];

const start = element<HTMLButtonElement>('start-race');
const stop = element<HTMLButtonElement>('stop-race');
const answer = element('race-answer');

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/** Deals per second of a contestant. */
interface Lane {
  /** in the rounds that are over */
  rates: number[];
  /** of the turn while it lasts, then the median of the rounds */
  rate: number;
}

const lanes: Lane[] = CONTESTANTS.map(() => ({ rates: [], rate: 0 }));

/** Shows the rates, and how far those of all rounds lie apart when they are over. */
function drawLanes(): void {
  const bars = CONTESTANTS.map(({ name, engine }, i) => {
    const { rates, rate } = lanes[i] as Lane;
    const spread = Math.round((100 * (Math.max(...rates) - Math.min(...rates))) / rate);
    const text = `${grouped(Math.round(rate / 1e4) * 1e4)}${rates.length < ROUNDS ? '' : `, spread ${spread} %`}`;
    return { name, className: engine, length: rate, text: rate === 0 ? '–' : text };
  });
  drawBars(element('lanes'), bars);
}

/** Sends an order to a worker; resolves to its last report. Others go to onProgress. Rejects when the signal aborts. */
function order(
  worker: Worker,
  order: RaceOrder,
  signal: AbortSignal,
  onProgress: (report: RaceReport) => void = () => {},
): Promise<RaceReport> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = (event) => reject(workerError(event));
    worker.onmessage = ({ data }: MessageEvent<RaceReport>) => {
      if (data.state === 'failed') reject(new Error(data.message));
      else if (data.state === 'running') onProgress(data);
      else resolve(data);
    };
    worker.postMessage(order);
  });
}

/** Lets all workers of a contestant deal for one turn. Shows the rate, which grows until the turn is over. */
async function takeTurn(racers: readonly Worker[], lane: Lane, signal: AbortSignal): Promise<void> {
  const rates = new Float64Array(racers.length);
  const turns = racers.map(async (racer, i) => {
    const onProgress = (report: RaceReport) => {
      if (!('dealt' in report)) return;
      rates[i] = (report.dealt * 1000) / Math.max(TURN, report.elapsed);
      lane.rate = rates.reduce((sum, rate) => sum + rate);
      drawLanes();
    };
    onProgress(await order(racer, { run: TURN }, signal, onProgress));
  });
  await Promise.all(turns);
  lane.rates.push(lane.rate);
  lane.rate = median(lane.rates);
  drawLanes();
}

/** Runs the rounds. Returns the digest of each contestant's million deals. */
async function runRounds(teams: readonly Worker[][], { signal }: Run): Promise<(string | undefined)[]> {
  say(answer, 'Dealing the million once …');
  const digests = [];
  for (const [i, { engine }] of CONTESTANTS.entries()) {
    const [first, ...others] = teams[i] as [Worker, ...Worker[]];
    await Promise.all(others.map((racer) => order(racer, { prepare: engine }, signal)));
    const report = await order(first, { prepare: engine, isCompared: true }, signal);
    digests.push('digest' in report ? report.digest : undefined);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    say(answer, `Round ${round} of ${ROUNDS} …`);
    for (const [i, lane] of lanes.entries()) await takeTurn(teams[i] as Worker[], lane, signal);
  }
  return digests;
}

function resultOf(digests: readonly (string | undefined)[]): string {
  const [reference, , simd] = lanes as [Lane, Lane, Lane];
  const ratios = simd.rates.map((rate, round) => rate / (reference.rates[round] as number));
  const [middle, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) =>
    ratio.toFixed(1),
  );
  const faster = `SIMD is ${middle} times as fast as TypeScript (${least} to ${most} in ${ROUNDS} rounds).`;
  const [digest] = digests;
  if (digest === undefined) return `${faster} The cards can be compared only over HTTPS.`;
  if (digests.some((other) => other !== digest))
    return `${faster} But they did not deal the same cards, which is a bug.`;
  return `${faster} All dealt the same cards: SHA-256 ${digest}.`;
}

async function race(): Promise<void> {
  for (const lane of lanes) Object.assign(lane, { rates: [], rate: 0 });
  drawLanes();
  let run: Run | undefined;
  const teams: Worker[][] = [];
  try {
    run = new Run('Race', { start, stop });
    say(answer, 'Waiting for the other sections to end …');
    await alone(run);
    for (const { workers } of CONTESTANTS)
      teams.push(Array.from({ length: workers }, () => startWorker('race')));
    say(answer, resultOf(await runRounds(teams, run)));
  } catch (error) {
    say(answer, run?.signal.aborted ? 'Stopped.' : `The race did not run: ${messageOf(error)}`);
  }
  for (const racer of teams.flat()) racer.terminate();
  run?.end();
}

export function startRace(): void {
  say(element('machine'), cores === 1 ? '1 core' : `${cores} cores`);
  drawLanes();
  start.addEventListener('click', race);
  const details = start.closest('details') as HTMLDetailsElement;
  document
    .querySelector('nav a[href="#race"]')
    ?.addEventListener('click', () => Object.assign(details, { open: true }));
}
