// Generates deals to a file in the browser: the plan before, progress and rate meanwhile, and a way to cancel.

import { FORMATS, type FormatName, InputError, type PlannedOutput, planOutput } from 'freecell-deals/browser';
import { element, grouped, messageOf, say } from './dom.js';
import { Encoders, workerCount } from './encoders.js';
import { isStreamed, MOST_COLLECTED, openDestination } from './save.js';

/** Chunks in flight for each worker: one that it encodes and one that waits. */
const CHUNKS_PER_WORKER = 2;
const BETWEEN_FIGURES = 100; // ms
const MEGABYTE = 1e6;

const deals = element<HTMLInputElement>('deals');
const format = element<HTMLSelectElement>('format');
const problem = element('take-problem');
const plan = element('take-plan');
const command = element('take-command');
const generate = element<HTMLButtonElement>('generate');
const cancel = element<HTMLButtonElement>('cancel');
const progress = element<HTMLProgressElement>('take-progress');
const figures = element('take-figures');
const answer = element('take-answer');

format.append(...FORMATS.map(({ name, label, extension }) => new Option(`${label} (${extension})`, name)));

let running: AbortController | undefined;

function sizeOf(bytes: number): string {
  if (bytes < MEGABYTE) return `${grouped(bytes)} bytes`;
  const [divisor, unit] = bytes < 1000 * MEGABYTE ? [MEGABYTE, 'MB'] : [1000 * MEGABYTE, 'GB'];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}

/** Deals a second, in three digits. */
function rateOf(deals: number, elapsed: number): string {
  return `${grouped(Number(((deals / elapsed) * 1000).toPrecision(3)))} deals a second`;
}

function secondsOf(ms: number): string {
  return ms < 100_000 ? `${(ms / 1000).toPrecision(2)} s` : `${Math.round(ms / 60_000)} min`;
}

/** The plan of what the form asks for; an InputError says what is wrong with it. */
function readForm(): PlannedOutput {
  const output = planOutput(deals.value, format.value as FormatName);
  if (!isStreamed() && output.bytes > MOST_COLLECTED) {
    throw new InputError(
      `${sizeOf(output.bytes)} are more than this browser can save at once, ${sizeOf(MOST_COLLECTED)}; take fewer deals, or a browser that streams to a file`,
    );
  }
  return output;
}

/** Says what would be generated, or what is wrong with it. */
function showPlan(): PlannedOutput | undefined {
  try {
    const output = readForm();
    say(problem, '');
    deals.removeAttribute('aria-invalid');
    const count = output.deals === 1 ? '1 deal' : `${grouped(output.deals)} deals`;
    say(plan, `${count}, ${grouped(output.bytes)} bytes`);
    say(command, `freecell-deals generate ${deals.value.replace(/\s/g, '')} -o deals${output.extension}`);
    return output;
  } catch (error) {
    say(problem, messageOf(error));
    deals.setAttribute('aria-invalid', 'true');
    say(plan, '');
    say(command, '');
    return undefined;
  }
}

function showProgress(
  { deals, bytes }: { deals: number; bytes: number },
  total: number,
  elapsed: number,
): void {
  const left = ((total - deals) / deals) * elapsed;
  progress.value = deals / total;
  say(
    figures,
    `${grouped(deals)} deals, ${sizeOf(bytes)}; ${rateOf(deals, elapsed)}; ${secondsOf(left)} left`,
  );
}

/** Generates to a destination, until it is done or cancelled; returns how long it took, ms. */
async function write(output: PlannedOutput, name: string, signal: AbortSignal): Promise<number> {
  const destination = await openDestination(name);
  const workers = workerCount();
  const encoders = new Encoders(workers);
  const start = performance.now();
  let shown = start;
  const done = { deals: 0, bytes: 0 };
  try {
    const encode = encoders.encode.bind(encoders, output.encoder);
    for await (const { bytes, deals } of output.parts(encode, workers * CHUNKS_PER_WORKER)) {
      done.deals += deals;
      done.bytes += bytes.length;
      await destination.write(bytes as Uint8Array<ArrayBuffer>);
      encoders.giveBack(bytes as Uint8Array<ArrayBuffer>);
      signal.throwIfAborted();
      if (performance.now() - shown < BETWEEN_FIGURES) continue;
      shown = performance.now();
      showProgress(done, output.deals, shown - start);
    }
    await destination.close();
    return performance.now() - start;
  } catch (error) {
    await destination.abort().catch(() => {}); // the first error tells more
    throw error;
  } finally {
    encoders.end();
  }
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function take(): Promise<void> {
  const output = showPlan();
  if (output === undefined || running !== undefined) return;
  running = new AbortController();
  const name = `deals${output.extension}`;
  generate.disabled = true;
  cancel.disabled = false;
  progress.value = 0;
  say(figures, '');
  say(answer, 'Generating …');
  addEventListener('beforeunload', warnBeforeLeaving);
  try {
    const elapsed = await write(output, name, running.signal);
    progress.value = 1;
    say(figures, '');
    say(
      answer,
      `${name} is complete: ${grouped(output.bytes)} bytes in ${secondsOf(elapsed)}, ${rateOf(output.deals, elapsed)}.`,
    );
  } catch (error) {
    progress.value = 0;
    say(figures, '');
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    say(answer, isCancelled ? 'Cancelled; nothing is saved.' : `Nothing is saved: ${messageOf(error)}`);
  }
  removeEventListener('beforeunload', warnBeforeLeaving);
  running = undefined;
  generate.disabled = false;
  cancel.disabled = true;
}

export function startTake(): void {
  say(
    element('take-way'),
    isStreamed()
      ? 'Streamed into the file that you choose, whatever its size.'
      : `This browser downloads the file once it is complete, up to ${sizeOf(MOST_COLLECTED)}.`,
  );
  showPlan();
  deals.addEventListener('input', showPlan);
  format.addEventListener('change', showPlan);
  cancel.addEventListener('click', () => running?.abort());
  element('take-form').addEventListener('submit', (event) => {
    event.preventDefault();
    take();
  });
}
