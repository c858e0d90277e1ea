// Finds the deals for which a condition holds, with all workers. Shows how many there are, links to the first 12, prints ten, and hands
// all of them on to be saved.

import { type DealRange, parseDeals } from 'freecell-deals/internal';
import { addressed, changeAddress, whenReturned } from './address.js';
import { checkCondition, loadData, namesCells } from './data.js';
import { element, goToSection, grouped, make, readFrom, say, secondsOf } from './dom.js';
import { Encoders, workerCount } from './encoders.js';
import { answerWith, answerWithProblem, dealLinks } from './find.js';
import { printDeals } from './print.js';
import { Run } from './run.js';

const MAX_SHOWN = 12;
const MAX_PRINTED = 10;
const MAX_DRAWN = 1_000_000; // deal numbers in memory, of which some are drawn at random
const PORTION = 262_144; // deals per task of a worker: a few ms
const PORTIONS_PER_WORKER = 2;

const condition = element<HTMLInputElement>('condition');
const within = element<HTMLSelectElement>('ask-within');
const start = element<HTMLButtonElement>('ask-start');
const stop = element<HTMLButtonElement>('ask-stop');
const progress = element<HTMLProgressElement>('ask-progress');
const figures = element('ask-figures');
const answer = element('ask-answer');
const onward = element('ask-onward');
const printButton = element<HTMLButtonElement>('ask-print');
const randomButton = element<HTMLButtonElement>('ask-print-random');
const saveButton = element<HTMLButtonElement>('ask-save');

/** Splits ranges into portions, in order. */
function* portionsOf(ranges: readonly DealRange[]): Generator<DealRange, void, void> {
  for (const { first, last } of ranges) {
    for (let n = first; n <= last; n += PORTION) yield { first: n, last: Math.min(last, n + PORTION - 1) };
  }
}

/**
 * Yields the deals of ranges for which a condition holds, in order.
 * Ends its workers when it ends.
 */
export async function* matches(
  where: string,
  ranges: readonly DealRange[],
): AsyncGenerator<{ dealt: number; kept: Float64Array }, void, void> {
  const workers = workerCount();
  const encoders = new Encoders(workers);
  const portions = portionsOf(ranges);
  const inFlight: { dealt: number; kept: Promise<Float64Array> }[] = [];
  try {
    for (;;) {
      while (inFlight.length < workers * PORTIONS_PER_WORKER) {
        const { value: portion } = portions.next();
        if (portion === undefined) break;
        const kept = encoders.run<Float64Array>({ where, numbers: [portion] });
        kept.catch(() => {}); // not unhandled: it is awaited below, unless an earlier task fails first
        inFlight.push({ dealt: portion.last - portion.first + 1, kept });
      }
      const next = inFlight.shift();
      if (next === undefined) return;
      yield { dealt: next.dealt, kept: await next.kept };
    }
  } finally {
    encoders.end();
  }
}

/** The deals found so far. */
interface Found {
  count: number;
  numbers: number[]; // the first ones, at most MAX_DRAWN
  dealt: number;
}

function showFound({ count, numbers }: Found, heading: string): void {
  answerWith(answer, make('p', {}, heading, ...dealLinks(numbers.slice(0, MAX_SHOWN), count)));
}

/** Draws other deals each time. Returns them ascending. */
function draw(numbers: readonly number[]): number[] {
  const drawn = new Set<number>();
  while (drawn.size < MAX_PRINTED) drawn.add(numbers[Math.floor(Math.random() * numbers.length)] as number);
  return [...drawn].sort((a, b) => a - b);
}

function showOnward({ count, numbers }: Found, where: string, deals: string): void {
  progress.value = 1;
  onward.hidden = count === 0;
  const first = numbers.slice(0, MAX_PRINTED);
  say(printButton, first.length === 1 ? 'Print it' : `Print the first ${first.length}`);
  printButton.onclick = () => printDeals(first);
  randomButton.hidden = count <= MAX_PRINTED;
  const among = count > MAX_DRAWN ? ` of the first ${grouped(MAX_DRAWN)}` : '';
  say(randomButton, `Print ${MAX_PRINTED}${among} at random`);
  randomButton.onclick = () => printDeals(draw(numbers));
  saveButton.onclick = () => saveAll(where, deals);
}

/** Looks at all deals of the selected range, and shows what it finds meanwhile. */
async function search(where: string, run: Run): Promise<void> {
  const deals = within.value;
  const ranges = parseDeals(deals);
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const found: Found = { count: 0, numbers: [], dealt: 0 };
  let linked = 0;
  for await (const { dealt, kept } of matches(where, ranges)) {
    found.dealt += dealt;
    found.count += kept.length;
    for (const n of kept.subarray(0, MAX_DRAWN - found.numbers.length)) found.numbers.push(n);
    if (run.signal.aborted) break;
    const share = `${Math.floor((100 * found.dealt) / total)} % of ${grouped(total)} deals checked`;
    const isShown = run.report(found.dealt, total, `${share}, ${grouped(found.count)} found`);
    const shown = Math.min(found.count, MAX_SHOWN);
    if (!isShown || shown === linked) continue;
    linked = shown;
    showFound(found, 'So far: ');
  }
  say(figures, `${grouped(found.dealt)} deals checked in ${secondsOf(run.elapsed)}`);
  const state = run.signal.aborted ? 'Stopped: ' : '';
  const of = `of ${grouped(found.dealt)} deals`;
  showFound(found, `${state}${found.count === 0 ? `None ${of}.` : `${grouped(found.count)} ${of}: `}`);
  if (run.signal.aborted) progress.value = 0;
  else showOnward(found, where, deals);
}

let running: Run | undefined;
let next: (() => void) | undefined; // asks the question that replaces the running one

/** Clears what the last question has left. */
function clear(): void {
  progress.value = 0;
  say(figures, '');
  onward.hidden = true;
  condition.removeAttribute('aria-invalid');
  answerWith(answer);
}

async function ask(): Promise<void> {
  if (running !== undefined) return;
  const where = condition.value.trim();
  clear();
  try {
    running = new Run('Ask', { start, stop, progress, figures });
    answerWith(answer, 'Dealing …');
    readFrom(condition, () => checkCondition(where));
    if (where !== addressed('where')?.trim()) changeAddress('where', where, true);
    if (namesCells(where)) await loadData(); // says what to do if they cannot be loaded
    await search(where, running);
  } catch (error) {
    progress.value = 0;
    say(figures, '');
    answerWithProblem(answer, error);
  }
  running?.end();
  running = undefined;
  const call = next;
  next = undefined;
  call?.();
}

/**
 * Calls a function that changes the question, once the running question has stopped.
 * Until then the field shows the question to which the answer belongs.
 */
function replace(call: () => void): void {
  if (running === undefined) call();
  else {
    next = call;
    stop.click();
  }
}

/** Asks for the deals of 1..1000000 that meet a condition. Without one, clears the section. */
function askMillion(where: string | null): void {
  replace(() => {
    condition.value = where ?? condition.defaultValue;
    within.selectedIndex = 0;
    if (where === null) clear();
    else ask();
  });
}

/** Goes to the section, and asks for the deals of 1..1000000 that meet a condition. */
export function askFor(where: string): void {
  goToSection('ask');
  askMillion(where);
}

/** Fills the form of Save deals so that it saves all deals of the last question, not of one that is typed since. */
function saveAll(where: string, deals: string): void {
  element<HTMLInputElement>('deals').value = deals;
  element<HTMLInputElement>('where').value = where;
  element<HTMLInputElement>('limit').value = '';
  element<HTMLSelectElement>('format').value = 'numbers';
  element('format').dispatchEvent(new Event('input'));
  goToSection('take');
  element('generate').focus({ preventScroll: true });
}

export function startAsk(): void {
  element('ask-form').addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('.question')) {
    button.addEventListener('click', () =>
      replace(() => {
        condition.value = button.dataset.where as string;
        ask();
      }),
    );
  }
  const where = addressed('where');
  if (where !== null) askFor(where);
  whenReturned('where', askMillion);
}
