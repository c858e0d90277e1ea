// Measures WebAssembly against plain TypeScript on the visitor's machine: each engine alone in one worker, then the fastest one in
// all workers at once. Three rounds, in which the engines take turns, tell how much the figures vary.

import { drawBars } from './bars.js';
import { element, elements, say } from './dom.js';
import { Run } from './run.js';
import { TaskWorker } from './task-worker.js';
import { grouped, messageOf } from './texts.js';
import type { Engine, RaceResult, RaceTask } from './workers/race.js';

const ROUNDS = 3;
const TURN = 500; // ms
const MAX_WORKERS = 64;
const cores = navigator.hardwareConcurrency;

type Racer = TaskWorker<RaceTask, RaceResult>;

interface Lane {
  name: string;
  engine: Engine;
  racers: Racer[];
  rates: number[]; // deals per second, of each round
}

function laneOf(name: string, engine: Engine, workers = 1): Lane {
  const racers = Array.from({ length: workers }, (): Racer => new TaskWorker('race'));
  return { name, engine, racers, rates: [] };
}

const lanes = [
  laneOf('TypeScript', 'reference'),
  laneOf('WebAssembly', 'scalar'),
  laneOf('WebAssembly SIMD', 'simd'),
  laneOf('SIMD, all workers', 'simd', Math.min(cores, MAX_WORKERS)),
] as const;
const racers = lanes.flatMap((lane) => lane.racers);

const { start, stop } = elements('button', 'race-', 'start', 'stop');
const answer = element('race-answer');

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/** Shows the medians of the rates, and how far those of all rounds lie apart when they are over. */
function drawLanes(): void {
  const bars = lanes.map(({ name, engine, rates }) => {
    const rate = rates.length === 0 ? 0 : median(rates);
    const spread = Math.round((100 * (Math.max(...rates) - Math.min(...rates))) / rate);
    const text = `${grouped(Math.round(rate / 1e4) * 1e4)}${rates.length < ROUNDS ? '' : `, spread ${spread} %`}`;
    return { name, className: engine, length: rate, text: rate === 0 ? '–' : text };
  });
  drawBars(element('lanes'), bars);
}

/** Runs the rounds. Returns the digest of each lane's million deals. */
async function runRounds(): Promise<RaceResult[]> {
  say(answer, 'Dealing the million once …');
  const digests = [];
  for (const { engine, racers } of lanes) {
    const [first] = await Promise.all(racers.map((racer, i) => racer.run({ engine, isCompared: i === 0 })));
    digests.push(first);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    say(answer, `Round ${round} of ${ROUNDS} …`);
    for (const { racers, rates } of lanes) {
      const turns = await Promise.all(racers.map((racer) => racer.run({ turn: TURN })));
      rates.push(turns.reduce<number>((sum, rate) => sum + Number(rate), 0));
      drawLanes();
    }
  }
  return digests;
}

function resultOf(digests: readonly RaceResult[]): string {
  const [reference, , simd] = lanes;
  const ratio = (median(simd.rates) / median(reference.rates)).toFixed(1);
  const faster = `SIMD is ${ratio} times as fast as TypeScript.`;
  const [digest] = digests;
  if (digest === undefined) return `${faster} The cards can be compared only over HTTPS.`;
  return digests.every((other) => other === digest)
    ? `${faster} All dealt the same cards: SHA-256 ${digest}.`
    : `${faster} But they did not deal the same cards, which is a bug.`;
}

async function race(): Promise<void> {
  for (const lane of lanes) lane.rates = [];
  drawLanes();
  let run: Run | undefined;
  const end = (reason?: unknown) => {
    for (const racer of racers) racer.end(reason);
  };
  try {
    run = new Run('Race', { start, stop });
    run.signal.onabort = () => end(run?.signal.reason);
    say(answer, resultOf(await runRounds()));
  } catch (error) {
    say(answer, run?.signal.aborted ? 'Stopped.' : `The race did not run: ${messageOf(error)}`);
  }
  end();
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
