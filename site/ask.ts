// Finds the deals for which a condition holds, with all workers. Shows how many there are, of which cells, links to the first 12, prints
// ten, and hands all of them on to be saved. The question is in the address.

import { countCells, type DealRange, formatRanges } from 'freecell-deals/internal';
import { addressed, addressOf, changeAddress } from './address.js';
import { drawBars } from './bars.js';
import { askable, checkCondition, dealsOf, knownCells, loadData, namesCells, rangesIn } from './data.js';
import { copyText, element, elements, goToSection, make, onSubmit, readFrom, say } from './dom.js';
import { inPortions } from './encoders.js';
import { ALL, freeCells, MILLION } from './facts.js';
import { answerWith, answerWithProblem, dealLinks } from './find.js';
import { printDeals } from './print.js';
import { Run } from './run.js';
import { offerSave } from './take.js';
import { grouped, percentOf, secondsOf } from './texts.js';
import { helpTyping } from './typing.js';

const MAX_SHOWN = 12;
const MAX_PRINTED = 10;
const MAX_DRAWN = 1_000_000; // deal numbers in memory, of which some are drawn at random
const UNKNOWN = 16; // in place of a number of cells, which is below
const KEYS = ['where', 'among', 'order'] as const; // of the address

const { condition } = elements('input', '', 'condition');
const { within } = elements('input', 'ask-', 'within');
const { order } = elements('select', 'ask-', 'order');
const buttons = elements('button', 'ask-', 'start', 'stop', 'on', 'all', 'print', 'save', 'link');
const { progress } = elements('progress', 'ask-', 'progress');
const { answer, onward } = elements('div', 'ask-', 'answer', 'onward');
const figures = element('ask-figures');
const copied = element('ask-copied');
const chart = element('ask-cells');

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

/** The question in the address. */
function parametersOf({ where, among, order }: Pick<Question, (typeof KEYS)[number]>) {
  return { where, among: among === MILLION ? null : among, order: order || null };
}

/** Returns the first deals of ranges, or those after them. */
function firstOf(ranges: readonly DealRange[], count: number, isRest = false): DealRange[] {
  let left = count;
  return ranges.flatMap(({ first, last }) => {
    const end = Math.min(last, first + left - 1);
    left -= end - first + 1;
    const range = isRest ? { first: end + 1, last } : { first, last: end };
    return range.first <= range.last ? [range] : [];
  });
}

/** Draws as many deals as are shown, others each time. */
function draw(numbers: readonly number[]): number[] {
  const drawn = new Set<number>();
  while (drawn.size < Math.min(MAX_SHOWN, numbers.length))
    drawn.add(numbers[Math.floor(Math.random() * numbers.length)] as number);
  return [...drawn];
}

/** The deals found in the order of the question: by number, at random, or by cells, those that are not known last. */
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
  const of = isCut ? `the ${grouped(dealt)} deals whose cells are known` : `${grouped(dealt)} deals`;
  if (count === 0) return `None of ${of}.`;
  const among = count > numbers.length ? ` of the first ${grouped(numbers.length)}` : '';
  const which = order === 'random' ? `, some${among} at random` : `, the ${order}${among} first`;
  return `${grouped(count)} of ${of}${order === '' ? '' : which}: `;
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
  const bar = (name: string, length: number) => ({
    name,
    length,
    text: `${grouped(length)}, ${percentOf(length / count)}`,
  });
  const bars = [...cells].map((deals = 0, needed) => {
    return { ...bar(freeCells(needed), deals), pick: () => askFor(`(${where}) AND cells = ${needed}`) };
  });
  drawBars(element('ask-bars'), known < count ? [...bars, bar('not known', count - known)] : bars);
}

function showOnward(question: Question, shown: readonly number[]): void {
  const { where, among, ranges, count, dealt } = question;
  onward.hidden = false;
  for (const button of [buttons.print, buttons.save]) button.hidden = count === 0;
  const first = shown.slice(0, MAX_PRINTED);
  say(buttons.print, first.length === 1 ? 'Print it' : `Print the first ${first.length}`);
  buttons.print.onclick = () => printDeals(first);
  const deals = formatRanges(firstOf(ranges, dealt));
  buttons.save.onclick = () => offerSave({ deals, where, format: 'numbers' });
  buttons.on.hidden = dealt === dealsOf(ranges);
  buttons.on.onclick = () => run(question);
  buttons.all.hidden = count > 0 || dealt < dealsOf(ranges) || question.isCut || among === ALL;
  buttons.all.onclick = () => {
    within.value = ALL;
    ask();
  };
  buttons.link.onclick = () => copyText(addressOf(parametersOf(question)).href, 'Link', copied);
}

/** Looks at the deals that are left, and shows what it finds meanwhile. */
async function search(question: Question, run: Run): Promise<void> {
  const { where, ranges, numbers } = question;
  const total = dealsOf(ranges);
  const known = await loadData().catch((error) => {
    if (namesCells(where)) throw error; // it says what to do
  });
  let linked = -1;
  for await (const { portion, dealt, kept } of inPortions(where, firstOf(ranges, question.dealt, true))) {
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
const inAddress = () => KEYS.map(addressed).join('\n');
let asked = inAddress(); // the last question

/** Ends the running question, and clears what it or the last one has left. */
function clear(): void {
  running?.end();
  running = undefined;
  for (const text of [figures, copied]) say(text, '');
  for (const shown of [onward, chart]) shown.hidden = true;
  for (const field of [condition, within]) field.removeAttribute('aria-invalid');
  answerWith(answer);
}

/** Asks a question, or goes on with one that was stopped. A question that is asked meanwhile takes its place. */
async function run(question: Question): Promise<void> {
  clear();
  let own: Run | undefined;
  try {
    own = new Run('Ask', { ...buttons, progress, figures }, question.elapsed);
    running = own;
    answerWith(answer, 'Dealing …');
    await search(question, own);
    if (running !== own) return;
    question.elapsed = own.elapsed;
    say(figures, `${grouped(question.dealt)} deals checked in ${secondsOf(question.elapsed)}`);
    const shown = showFound(question, `${own.signal.aborted ? 'Stopped: ' : ''}${headingOf(question)}`);
    showCells(question);
    showOnward(question, shown);
  } catch (error) {
    if (running !== own) return;
    say(figures, '');
    answerWithProblem(answer, error);
  }
  own?.end();
  running = undefined;
}

/** Reads the question from the form into the address, and asks it. */
function ask(): void {
  clear();
  try {
    const where = condition.value.trim();
    readFrom(condition, () => checkCondition(where));
    const cut = readFrom(within, () => askable(where, rangesIn(within)));
    const question = { where, among: formatRanges(rangesIn(within)), order: order.value };
    changeAddress(parametersOf(question), true);
    asked = inAddress();
    run({ ...question, ...cut, count: 0, numbers: [], cells: [], dealt: 0, elapsed: 0 });
  } catch (error) {
    answerWithProblem(answer, error);
  }
}

function fill(where: string, among: string, by: string): void {
  condition.value = where;
  within.value = among;
  order.value = by;
}

/** Fills the form, and asks. */
function askThis(where: string, among = within.value): void {
  fill(where, among, order.value);
  ask();
}

/** Goes to the section, and asks for the deals that meet a condition. */
export function askFor(where: string, among?: string): void {
  goToSection('ask');
  askThis(where, among);
}

/** Asks the question in the address. Without one, clears the section. */
function readAddress(): void {
  const where = addressed('where');
  fill(where ?? condition.defaultValue, addressed('among') ?? MILLION, addressed('order') ?? '');
  asked = inAddress();
  if (where === null) clear();
  else ask();
}

export function startAsk(): void {
  helpTyping(condition, elements('datalist', 'condition-', 'names').names, element('condition-help'));
  onSubmit('ask-form', ask);
  for (const question of document.querySelectorAll<HTMLButtonElement>('.question')) {
    const { where = '', among } = question.dataset;
    question.addEventListener('click', () => askThis(where, among));
  }
  if (addressed('where') !== null) {
    goToSection('ask');
    readAddress();
  }
  addEventListener('popstate', () => {
    if (inAddress() !== asked) readAddress();
  });
}
