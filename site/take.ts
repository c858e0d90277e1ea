// Generates deals into a file in the browser. Shows the plan before and the progress during a run, which can be cancelled.

import { loadKnownCells } from 'freecell-deals/browser';
import {
  FORMATS,
  type FormatName,
  InputError,
  type PlannedOutput,
  parseDeals,
  planOutput,
  provideCells,
} from 'freecell-deals/internal';
import { matches } from './ask.js';
import { element, grouped, messageOf, say } from './dom.js';
import { Encoders, workerCount } from './encoders.js';
import { type Destination, isStreamed, MAX_COLLECTED, openDestination } from './save.js';

/** Chunks in flight per worker: one is encoded, one is queued. */
const CHUNKS_PER_WORKER = 2;
const MAX_KEPT = 50_000_000; // deal numbers in memory
const BETWEEN_FIGURES = 100; // ms
const MEGABYTE = 1e6;

const deals = element<HTMLInputElement>('deals');
const where = element<HTMLInputElement>('where');
const limit = element<HTMLInputElement>('limit');
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
let chosen = Promise.resolve(); // when the data of the chosen format are loaded

function sizeOf(bytes: number): string {
  if (bytes < MEGABYTE) return `${grouped(bytes)} bytes`;
  const [divisor, unit] = bytes < 1000 * MEGABYTE ? [MEGABYTE, 'MB'] : [1000 * MEGABYTE, 'GB'];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}

/** Formats a rate with three digits. */
function rateOf(deals: number, elapsed: number): string {
  return `${grouped(Number(((deals / elapsed) * 1000).toPrecision(3)))} deals per second`;
}

function secondsOf(ms: number): string {
  return ms < 100_000 ? `${(ms / 1000).toPrecision(2)} s` : `${Math.round(ms / 60_000)} min`;
}

function condition(): string {
  return where.value.trim();
}

/**
 * Reads the largest number of deals; undefined means all.
 * Throws an InputError if the text is not a number of deals.
 */
function most(): number | undefined {
  const text = limit.value.trim();
  if (text === '') return undefined;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError(`${text} is not a number of deals; expected a whole number, 1 or more`);
}

/**
 * Plans the output that the form describes.
 * If there is a condition, it plans all deals for which that is evaluated.
 */
function readForm(): PlannedOutput {
  const limit = most();
  const isAsked = condition() !== '';
  const output = planOutput(deals.value, format.value as FormatName, isAsked ? {} : { limit });
  if (!isAsked) checkSize(output);
  return output;
}

/** Throws an InputError if an output is too large for the browser. */
function checkSize(output: PlannedOutput): void {
  if (!isStreamed() && output.bytes > MAX_COLLECTED) {
    throw new InputError(
      `the file has ${sizeOf(output.bytes)}, but this browser can save ${sizeOf(MAX_COLLECTED)} at most; choose fewer deals, or use a browser that streams to a file`,
    );
  }
}

/**
 * Plans the output of the deals for which the condition holds.
 * Finds all of them before anything is written.
 */
async function planKept(total: number, signal: AbortSignal): Promise<PlannedOutput> {
  const found: Float64Array[] = [];
  let [dealt, count] = [0, 0];
  const limit = most();
  for await (const { dealt: more, kept: all } of matches(condition(), parseDeals(deals.value))) {
    signal.throwIfAborted();
    const kept = all.subarray(0, limit === undefined ? all.length : limit - count);
    dealt += more;
    count += kept.length;
    if (count > MAX_KEPT) {
      throw new InputError(
        `the condition holds for more than ${grouped(MAX_KEPT)} deals, too many for this page; choose fewer deals, or use the command`,
      );
    }
    found.push(kept);
    if (count === limit) break;
    progress.value = dealt / total;
    say(figures, `${grouped(dealt)} deals checked, ${grouped(count)} found`);
  }
  const numbers = new Float64Array(count);
  let filled = 0;
  for (const kept of found) {
    numbers.set(kept, filled);
    filled += kept.length;
  }
  const output = planOutput(deals.value, format.value as FormatName, { where: condition(), limit, numbers });
  checkSize(output);
  return output;
}

/** Quotes a text for a shell, which reads nothing but a quote in single quotes. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Shows what the form would generate, or what is wrong with it. */
function showPlan(): PlannedOutput | undefined {
  try {
    const output = readForm();
    say(problem, '');
    deals.removeAttribute('aria-invalid');
    const count = output.deals === 1 ? '1 deal' : `${grouped(output.deals)} deals`;
    say(
      plan,
      condition() === ''
        ? `${count}, ${grouped(output.bytes)} bytes`
        : `the deals for which the condition holds, out of ${count}`,
    );
    const whereFlag = condition() === '' ? '' : ` --where ${shellQuote(condition())}`;
    const limitFlag = most() === undefined ? '' : ` --limit ${most()}`;
    say(
      command,
      `freecell-deals generate ${deals.value.replace(/\s/g, '')}${whereFlag}${limitFlag} -o deals${output.extension}`,
    );
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

/** Generates the output into a destination, until it is complete or cancelled. */
async function write(output: PlannedOutput, destination: Destination, signal: AbortSignal): Promise<void> {
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
  } finally {
    encoders.end();
  }
}

/** Saves the form's output in a file; returns the time, ms. */
async function save(
  planned: PlannedOutput,
  name: string,
  signal: AbortSignal,
): Promise<{ output: PlannedOutput; elapsed: number }> {
  // first, because browsers show a file picker only right after a click
  const destination = await openDestination(name);
  const start = performance.now();
  try {
    const output = condition() === '' ? planned : await planKept(planned.deals, signal);
    await write(output, destination, signal);
    await destination.close();
    return { output, elapsed: performance.now() - start };
  } catch (error) {
    await destination.abort().catch(() => {}); // the first error says more
    throw error;
  }
}

/** Loads the fewest free cells if files of the chosen format have them: the size of a file depends on them. */
async function chooseFormat(): Promise<void> {
  try {
    if (FORMATS.some(({ name, hasCells }) => hasCells && name === format.value)) {
      const known = await loadKnownCells();
      provideCells(() => known);
    }
  } catch (error) {
    say(problem, messageOf(error));
    return;
  }
  showPlan();
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function take(): Promise<void> {
  await chosen;
  const planned = showPlan();
  if (planned === undefined || running !== undefined) return;
  running = new AbortController();
  const name = `deals${planned.extension}`;
  generate.disabled = true;
  cancel.disabled = false;
  progress.value = 0;
  say(figures, '');
  say(answer, 'Generating …');
  addEventListener('beforeunload', warnBeforeLeaving);
  try {
    const { output, elapsed } = await save(planned, name, running.signal);
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
      ? 'The browser streams the deals into the file that you choose, without a limit to its size.'
      : `This browser downloads the file when it is complete, up to ${sizeOf(MAX_COLLECTED)}.`,
  );
  chosen = chooseFormat(); // a browser may have kept the choice of an earlier visit
  deals.addEventListener('input', showPlan);
  where.addEventListener('input', showPlan);
  limit.addEventListener('input', showPlan);
  format.addEventListener('change', () => {
    chosen = chooseFormat();
  });
  cancel.addEventListener('click', () => running?.abort());
  element('take-form').addEventListener('submit', (event) => {
    event.preventDefault();
    take();
  });
}
