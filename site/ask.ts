// Finds the deals for which a condition holds, with all workers. Shows how many there are, of which cells, links to the first 12, prints
// ten, and hands all of them on to be saved. The question is in the address.

import { countCells, type DealRange, formatRanges } from 'freecell-deals/internal';

import { addressed, addressOf, changeAddress, whenReturned } from './address.js';
import { drawBars, percentOf } from './bars.js';
import { askable, checkCondition, dealsOf, knownCells, loadData, namesCells, rangesIn } from './data.js';
import { copyText, element, goToSection, grouped, make, readFrom, say, secondsOf } from './dom.js';
import { inPortions } from './encoders.js';
import { answerWith, answerWithProblem, dealLinks } from './find.js';
import { printDeals } from './print.js';
import { Run } from './run.js';
import { offerSave } from './take.js';
import { helpTyping } from './typing.js';

const MAX_SHOWN = 12;
const MAX_PRINTED = 10;
const MAX_DRAWN = 1_000_000; // deal numbers in memory, of which some are drawn at random
const UNKNOWN = 16; // in place of a number of cells, which is below
const MILLION = '1..1000000';
const ALL = '1..8589934591';

const condition = element<HTMLInputElement>('condition');
const within = element<HTMLInputElement>('ask-within');
const order = element<HTMLSelectElement>('ask-order');
const start = element<HTMLButtonElement>('ask-start');
const stop = element<HTMLButtonElement>('ask-stop');
const progress = element<HTMLProgressElement>('ask-progress');
const figures = element('ask-figures');
const answer = element('ask-answer');
const copied = element('ask-copied');
const chart = element('ask-cells');
const onward = element('ask-onward');
const button = (name: string) => element<HTMLButtonElement>(`ask-${name}`);

/** A question as it is asked, and what is found of it so far. */
interface Question {
  where: string;
  among: string; // as it was typed
  order: string;
  ranges: DealRange[];
  isCut: boolean; // to deals whose cells are known
  count: number;
  numbers: number[]; // the first deals found, at most MAX_DRAWN
  cells: number[]; // deals found by the cells that they need, where these are known
  dealt: number;
  elapsed: number; // ms
}

/** Returns the first deals of ranges, or those after them. */
function cut(ranges: readonly DealRange[], count: number, isRest = false): DealRange[] {
  let left = count;
  return ranges.flatMap(({ first, last }) => {
    const end = Math.min(last, first + left - 1);
    left -= end - first + 1;
    const range = isRest ? { first: end + 1, last } : { first, last: end };
    return range.first <= range.last ? [range] : [];
  });
}

/** Draws other deals each time. Returns them ascending. */
function draw(numbers: readonly number[]): number[] {
  const drawn = new Set<number>();
  while (drawn.size < Math.min(MAX_PRINTED, numbers.length))
    drawn.add(numbers[Math.floor(Math.random() * numbers.length)] as number);
  return [...drawn].sort((a, b) => a - b);
}

/** The deals found in the order of the question: by number, ten at random, or by cells, those that are not known last. */
function inOrder({ numbers, order }: Question): readonly number[] {
  if (order === 'random') return draw(numbers);
  if (order === '' || knownCells === undefined) return numbers;
  const groups: number[][] = Array.from({ length: UNKNOWN + 1 }, () => []);
  for (const n of numbers) groups[knownCells.cellsNeeded(n) ?? UNKNOWN]?.push(n);
  const unknown = groups.pop() ?? [];
  return [...(order === 'hardest' ? groups.reverse() : groups), unknown].flat();
}

/** Says how many deals there are: of how many, in which order. */
function headingOf({ count, dealt, isCut, order, numbers }: Question): string {
  const of = `of ${isCut ? 'the ' : ''}${grouped(dealt)} deals${isCut ? ' whose cells are known' : ''}`;
  if (count === 0) return `None ${of}.`;
  const among = count > numbers.length ? ` of the first ${grouped(numbers.length)}` : '';
  const which = order === 'random' ? `, ${MAX_PRINTED}${among} at random` : `, the ${order}${among} first`;
  return `${grouped(count)} ${of}${order === '' ? '' : which}: `;
}

/** Returns the deals that are shown. */
function showFound(question: Question, heading: string): readonly number[] {
  const shown = inOrder(question).slice(0, MAX_SHOWN);
  answerWith(answer, make('p', {}, heading, ...dealLinks(shown, question.count)));
  return shown;
}

/** Groups the deals found by their cells. A click on a group asks for its deals. */
function showCells({ where, cells, count }: Question): void {
  const known = cells.reduce((sum, deals) => sum + deals, 0);
  chart.hidden = known === 0;
  const rows = [...cells].map((deals = 0, needed) => ({
    name:
      needed === 1
        ? '1 free cell'
        : `${needed === 0 ? 'no' : needed} free cells`.replace('no free cells', 'no free cell'),
    length: deals,
    text: `${grouped(deals)}, ${percentOf(deals / count)}`,
    pick: () => askFor(`(${where}) AND cells = ${needed}`),
  }));
  const rest = count - known;
  const unknown = { name: 'not known', length: rest, text: `${grouped(rest)}, ${percentOf(rest / count)}` };
  drawBars(element('ask-bars'), rest > 0 ? [...rows, unknown] : rows);
}

function showOnward(question: Question, shown: readonly number[]): void {
  const { where, among, order, ranges, count, dealt } = question;
  onward.hidden = false;
  for (const name of ['print', 'save']) button(name).hidden = count === 0;
  const first = shown.slice(0, MAX_PRINTED);
  say(button('print'), first.length === 1 ? 'Print it' : `Print the first ${first.length}`);
  button('print').onclick = () => printDeals(first);
  const deals = formatRanges(cut(ranges, dealt));
  button('save').onclick = () => offerSave({ deals, where, format: 'numbers' });
  button('on').hidden = dealt === dealsOf(ranges);
  button('on').onclick = () => run(question);
  button('all').hidden = count > 0 || dealt < dealsOf(ranges) || question.isCut || among === ALL;
  button('all').onclick = () => {
    within.value = ALL;
    ask();
  };
  const link = addressOf({ where, among: among === MILLION ? null : among, order: order || null });
  button('link').onclick = () => copyText(link.href, 'Link', copied);
}

/** Looks at the deals that are left, and shows what it finds meanwhile. */
async function search(question: Question, run: Run): Promise<void> {
  const { where, ranges, numbers } = question;
  const total = dealsOf(ranges);
  const known = await loadData().catch((error) => {
    if (namesCells(where)) throw error; // it says what to do
  });
  let linked = -1;
  for await (const { portion, dealt, kept } of inPortions({ where }, cut(ranges, question.dealt, true))) {
    question.dealt += dealt;
    question.count += kept.length;
    for (const n of kept.subarray(0, MAX_DRAWN - numbers.length)) numbers.push(n);
    if (known !== undefined) countCells(known, question.cells, kept, portion);
    if (run.signal.aborted) break;
    const share = `${Math.floor((100 * question.dealt) / total)} % of ${grouped(total)} deals checked`;
    const isShown = run.report(question.dealt, total, `${share}, ${grouped(question.count)} found`);
    const shown = Math.min(question.count, MAX_SHOWN);
    if (!isShown || shown === 0 || shown === linked) continue;
    linked = shown;
    showFound(question, 'So far: ');
  }
}

let running: Run | undefined;
let next: (() => void) | undefined; // asks the question that replaces the running one

/** Clears what the last question has left. */
function clear(): void {
  say(figures, '');
  say(copied, '');
  onward.hidden = true;
  chart.hidden = true;
  for (const field of [condition, within]) field.removeAttribute('aria-invalid');
  answerWith(answer);
}

/** Asks a question, or goes on with one that was stopped. */
async function run(question: Question): Promise<void> {
  clear();
  try {
    running = new Run('Ask', { start, stop, progress, figures }, question.elapsed);
    answerWith(answer, 'Dealing …');
    await search(question, running);
    question.elapsed = running.elapsed;
    say(figures, `${grouped(question.dealt)} deals checked in ${secondsOf(question.elapsed)}`);
    const heading = `${running.signal.aborted ? 'Stopped: ' : ''}${headingOf(question)}`;
    const shown = showFound(question, heading);
    showCells(question);
    showOnward(question, shown);
  } catch (error) {
    say(figures, '');
    answerWithProblem(answer, error);
  }
  running?.end();
  running = undefined;
  const call = next;
  next = undefined;
  call?.();
}

/** Reads the question from the form into the address, and asks it. */
function ask(): void {
  if (running !== undefined) return;
  clear();
  try {
    const where = condition.value.trim();
    readFrom(condition, () => checkCondition(where));
    const asked = readFrom(within, () => askable(where, rangesIn(within)));
    const among = formatRanges(rangesIn(within));
    const parameters = { where, among: among === MILLION ? null : among, order: order.value || null };
    const isNew = Object.entries(parameters).some(([key, value]) => addressed(key as 'where') !== value);
    if (isNew) changeAddress(parameters, true);
    run({
      where,
      among,
      order: order.value,
      ...asked,
      count: 0,
      numbers: [],
      cells: [],
      dealt: 0,
      elapsed: 0,
    });
  } catch (error) {
    answerWithProblem(answer, error);
  }
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

/** Fills the form, and asks. */
function askThis(where: string, among = within.value, by = order.value): void {
  replace(() => {
    condition.value = where;
    within.value = among;
    order.value = by;
    ask();
  });
}

/** Goes to the section, and asks for the deals that meet a condition. */
export function askFor(where: string, among?: string): void {
  goToSection('ask');
  askThis(where, among);
}

/** Asks the question in the address. Without one, clears the section. */
function readAddress(): void {
  const where = addressed('where');
  if (where !== null) askThis(where, addressed('among') ?? MILLION, addressed('order') ?? '');
  else
    replace(() => {
      condition.value = condition.defaultValue;
      within.value = MILLION;
      order.value = '';
      clear();
    });
}

export function startAsk(): void {
  helpTyping(condition, element('condition-help'));
  element('ask-form').addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
  for (const question of document.querySelectorAll<HTMLButtonElement>('.question')) {
    const { where = '', among } = question.dataset;
    question.addEventListener('click', () => askThis(where, among));
  }
  if (addressed('where') !== null) {
    goToSection('ask');
    readAddress();
  }
  whenReturned(['where', 'among', 'order'], readAddress);
}
