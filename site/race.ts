// Measures WebAssembly against plain TypeScript on the visitor's machine: first each engine alone, one after another, then the
// fastest engine in all workers at once.

import { element, grouped, make, messageOf, say } from './dom.js';
import { startWorker, workerError } from './start-worker.js';
import type { Engine, RaceOrder, RaceReport } from './workers/race.js';

interface Contestant {
  name: string;
  engine: Engine;
  workers: number;
}

const SECOND = 1000; // ms
const MAX_WORKERS = 64;
const cores = navigator.hardwareConcurrency;

const CONTESTANTS: readonly Contestant[] = [
  { name: 'TypeScript', engine: 'reference', workers: 1 },
  { name: 'WebAssembly', engine: 'scalar', workers: 1 },
  { name: 'WebAssembly SIMD', engine: 'simd', workers: 1 },
  {
    name: cores > 1 ? `SIMD, ${Math.min(cores, MAX_WORKERS)} workers` : 'SIMD, all workers',
    engine: 'simd',
    workers: Math.min(cores, MAX_WORKERS),
  },
];

const start = element<HTMLButtonElement>('start-race');
const answer = element('race-answer');

/** A row of the table: one contestant. */
class Lane {
  readonly #bar = make('div', { className: 'bar' });
  readonly #rate = make('td', { className: 'figure' });
  readonly #time = make('td', { className: 'figure' });
  rate = 0; // deals per second

  constructor(name: string, engine: Engine) {
    const bar = make('td', { className: `bar-cell ${engine}` }, this.#bar);
    element('lanes').append(make('tr', {}, make('th', { scope: 'row' }, name), bar, this.#rate, this.#time));
    this.clear();
  }

  clear(): void {
    this.rate = 0;
    say(this.#rate, '–');
    say(this.#time, '–');
    this.draw(1);
  }

  /** @param longest rate of a bar of full length, deals per second */
  draw(longest: number): void {
    this.#bar.style.transform = `scaleX(${this.rate / longest})`;
  }

  showFigures(): void {
    say(this.#rate, grouped(Math.round(this.rate / 1e4) * 1e4));
    say(this.#time, `${(1e9 / this.rate).toPrecision(3)} ms`);
  }
}

const lanes = CONTESTANTS.map(({ name, engine }) => new Lane(name, engine));

function drawLanes(): void {
  const longest = Math.max(1, ...lanes.map(({ rate }) => rate));
  for (const lane of lanes) lane.draw(longest);
}

/** A worker of one contestant, which carries out one order after another. */
class Racer {
  readonly #worker = startWorker('race');

  /** Sends an order; resolves to its last report. Others go to onProgress. */
  order(order: RaceOrder, onProgress: (report: RaceReport) => void = () => {}): Promise<RaceReport> {
    return new Promise((resolve, reject) => {
      this.#worker.onerror = (event) => reject(workerError(event));
      this.#worker.onmessage = ({ data }: MessageEvent<RaceReport>) => {
        if (data.state === 'failed') reject(new Error(data.message));
        else if (data.state === 'running') onProgress(data);
        else resolve(data);
      };
      this.#worker.postMessage(order);
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** Runs a contestant; returns the digest of its million deals. */
async function run({ engine, workers }: Contestant, lane: Lane): Promise<string | undefined> {
  const racers = Array.from({ length: workers }, () => new Racer());
  const rates = new Float64Array(workers);
  try {
    await Promise.all(racers.map((racer) => racer.order({ prepare: engine })));
    await Promise.all(
      racers.map(async (racer, i) => {
        const onProgress = (report: RaceReport) => {
          if (!('dealt' in report)) return;
          // grows for a second, after which it is the rate
          rates[i] = (report.dealt * SECOND) / Math.max(SECOND, report.elapsed);
          lane.rate = rates.reduce((sum, rate) => sum + rate);
          drawLanes();
        };
        onProgress(await racer.order('run', onProgress));
      }),
    );
    lane.showFigures();
    const report = await (racers[0] as Racer).order('digest');
    return report.state === 'digest' ? report.digest : undefined;
  } finally {
    for (const racer of racers) racer.end();
  }
}

function resultOf(digests: readonly (string | undefined)[]): string {
  const [reference, , simd] = lanes.map(({ rate }) => rate) as [number, number, number];
  const faster = `SIMD is ${(simd / reference).toFixed(1)} times as fast as TypeScript.`;
  const [digest] = digests;
  if (digest === undefined) return `${faster} The cards can be compared only over HTTPS.`;
  if (digests.some((other) => other !== digest))
    return `${faster} But they did not deal the same cards, which is a bug.`;
  return `${faster} All dealt the same cards: SHA-256 ${digest}.`;
}

async function race(): Promise<void> {
  start.disabled = true;
  say(answer, 'Racing …');
  for (const lane of lanes) lane.clear();
  try {
    const digests = [];
    for (const [i, contestant] of CONTESTANTS.entries())
      digests.push(await run(contestant, lanes[i] as Lane));
    say(answer, resultOf(digests));
  } catch (error) {
    say(answer, `The race stopped: ${messageOf(error)}`);
  }
  start.disabled = false;
}

/** Returns the browser's name, such as "Chromium 156", or an empty text. */
function browserName(): string {
  const { userAgentData } = navigator as { userAgentData?: { brands: { brand: string; version: string }[] } };
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
  const { brand, version } = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0] ?? {};
  if (brand !== undefined) return `${brand} ${version}`;
  const [, firefox] = /Firefox\/(\d+)/.exec(navigator.userAgent) ?? [];
  const [, safari] = /Version\/([\d.]+).*Safari/.exec(navigator.userAgent) ?? [];
  return firefox ? `Firefox ${firefox}` : safari ? `Safari ${safari}` : '';
}

export function startRace(): void {
  const machine = [browserName(), cores === 1 ? '1 core' : `${cores} cores`].filter((part) => part !== '');
  say(element('machine'), machine.join(', '));
  start.addEventListener('click', race);
}
