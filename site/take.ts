// Generates deals into a file in the browser. Shows the plan before and the progress during a run, which can be cancelled.

import { InputError } from 'freecell-deals/browser';
import { FORMATS, type FormatName, formatRanges, planOutput } from 'freecell-deals/internal';
import { askable, checkCondition, hasCells, knownCells, loadData, namesCells, rangesIn } from './data.js';
import { copyText, element, elements, goToSection, onSubmit, readFrom, say } from './dom.js';
import { Encoders, inPortions } from './encoders.js';
import { Run } from './run.js';
import { type Destination, isStreamed, MAX_COLLECTED, openDestination } from './save.js';
import { followed, grouped, messageOf, secondsOf } from './texts.js';

const MAX_KEPT = 50_000_000; // deal numbers in memory

const { deals, where, limit: limitField } = elements('input', '', 'deals', 'where', 'limit');
const { format } = elements('select', '', 'format');
const { generate, cancel } = elements('button', '', 'generate', 'cancel');
const { progress } = elements('progress', 'take-', 'progress');
const { problem, plan, figures, answer } = elements('p', 'take-', 'problem', 'plan', 'figures', 'answer');
const command = element('take-command');

format.append(...FORMATS.map(({ name, label, extension }) => new Option(`${label} (${extension})`, name)));

let dataProblem = ''; // why the data for the chosen format are not there

function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${grouped(bytes)} bytes`;
  const [divisor, unit] = bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}

function countOf(deals: number): string {
  return deals === 1 ? '1 deal' : `${grouped(deals)} deals`;
}

/** Formats a rate with three digits. */
function rateOf(deals: number, elapsed: number): string {
  return `${grouped(Number(((deals / elapsed) * 1000).toPrecision(3)))} deals per second`;
}

/**
 * Reads the largest number of deals; undefined means all.
 * Throws an InputError if the text is not a number of deals.
 */
function most(): number | undefined {
  const text = limitField.value.trim();
  if (text === '') return undefined;
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InputError(`${text} is not a number of deals; expected a whole number, 1 or more`);
}

const fields = [deals, where, limitField, format];

/** Whether the form needs the fewest free cells: in its condition, or for the size of files of its format. */
function needsData(): boolean {
  return hasCells(format.value) || namesCells(where.value);
}

/**
 * Reads the form. Throws an InputError that says what is wrong, and marks its field.
 * If there is a condition, the output is that of all deals for which it is evaluated.
 */
function readForm() {
  for (const field of fields) field.removeAttribute('aria-invalid');
  const order = { where: where.value.trim(), format: format.value as FormatName };
  const typed = readFrom(deals, () => rangesIn(deals));
  const isAsked = order.where !== '';
  if (isAsked) readFrom(where, () => checkCondition(order.where));
  const { ranges, isCut } = readFrom(deals, () =>
    isAsked ? askable(order.where, typed) : { ranges: typed, isCut: false },
  );
  const limit = readFrom(limitField, most);
  readFrom(hasCells(format.value) ? format : where, () => {
    if (needsData() && knownCells === undefined)
      throw new InputError(dataProblem || 'loading the free cells of deals …');
  });
  const output = planOutput(ranges, order.format, isAsked ? {} : { limit });
  if (!isAsked) readFrom(deals, () => checkSize(output));
  return { ...order, ranges, isCut, limit, output };
}

type Order = ReturnType<typeof readForm>;
type PlannedOutput = ReturnType<typeof planOutput>;

/** Throws an InputError if an output is too large for the browser. */
function checkSize(output: PlannedOutput): void {
  if (isStreamed() || output.bytes <= MAX_COLLECTED) return;
  const sizes = `the file has ${sizeOf(output.bytes)}, but this browser can save ${sizeOf(MAX_COLLECTED)} at most`;
  throw new InputError(`${sizes}; choose fewer deals, or use a browser that streams to a file`);
}

/** Plans the output of the deals for which the condition holds, of which it finds all before anything is written. */
async function planKept({ ranges, where, limit, format, output }: Order, run: Run): Promise<PlannedOutput> {
  const found: Float64Array[] = [];
  let [dealt, count] = [0, 0];
  for await (const { dealt: more, kept: all } of inPortions(where, ranges)) {
    run.signal.throwIfAborted();
    const kept = all.subarray(0, limit === undefined ? all.length : limit - count);
    found.push(kept);
    dealt += more;
    count += kept.length;
    if (count > MAX_KEPT) {
      const many = `the condition holds for more than ${grouped(MAX_KEPT)} deals, too many for this page`;
      throw new InputError(`${many}; choose fewer deals, or use the command`);
    }
    if (count === limit) break;
    run.report(dealt, output.deals, `${grouped(dealt)} deals checked, ${grouped(count)} found`);
  }
  const numbers = new Float64Array(await new Blob(found as BlobPart[]).arrayBuffer());
  const planned = planOutput(ranges, format, { where, limit, numbers });
  checkSize(planned);
  return planned;
}

/**
 * The command that writes the same file. It has the deals in digits, because a shell would read the # of #617 as a
 * comment, and blanks as the ends of words.
 */
function commandOf({ ranges, where, limit, output: { extension } }: Order): string {
  // in single quotes, a shell reads nothing but the next quote
  const whereFlag = where === '' ? '' : ` --where '${where.replaceAll("'", "'\\''")}'`;
  const limitFlag = limit === undefined ? '' : ` --limit ${limit}`;
  return `freecell-deals generate ${formatRanges(ranges)}${whereFlag}${limitFlag} -o deals${extension}`;
}

/** Shows what the form would generate, or what is wrong with it. */
function showPlan(): Order | undefined {
  const show = (wrong: string, planned = '', line = '') => {
    say(problem, wrong);
    say(plan, planned);
    say(command, line);
    say(element('take-said'), '');
  };
  try {
    const order = readForm();
    const { isCut, limit, output } = order;
    const count = countOf(output.deals);
    const among = `out of ${isCut ? `the ${count} whose cells are known` : count}`;
    const first = limit === undefined ? '' : `first ${grouped(limit)} `;
    const asked = `the ${first}deals for which the condition holds, ${among}`;
    show('', order.where === '' ? `${count}, ${grouped(output.bytes)} bytes` : asked, commandOf(order));
    return order;
  } catch (error) {
    show(messageOf(error));
    return undefined;
  }
}

/** Generates the output into a destination, until it is complete or cancelled. */
async function write(output: PlannedOutput, destination: Destination, run: Run): Promise<void> {
  const encoders = new Encoders();
  const done = { deals: 0, bytes: 0 };
  try {
    const { encoder } = output;
    const parts = output.parts(
      (numbers) => encoders.run<Uint8Array<ArrayBuffer>>({ encoder, numbers }),
      encoders.tasks,
    );
    for await (const { bytes, deals } of parts) {
      done.deals += deals;
      done.bytes += bytes.length;
      await destination.write(bytes as Uint8Array<ArrayBuffer>);
      encoders.giveBack(bytes as Uint8Array<ArrayBuffer>);
      run.signal.throwIfAborted();
      const size = `${grouped(done.deals)} deals, ${sizeOf(done.bytes)}`;
      run.report(done.deals, output.deals, `${size}; ${rateOf(done.deals, run.elapsed)}`);
    }
  } finally {
    encoders.end();
  }
  await destination.close();
}

/** Shows the plan, and loads the data that it needs. */
async function showPlanWithData(): Promise<void> {
  showPlan();
  if (!needsData() || knownCells !== undefined) return;
  dataProblem = await loadData().then(() => '', messageOf);
  showPlan();
}

const warnBeforeLeaving = (event: Event) => event.preventDefault();

async function take(): Promise<void> {
  const order = showPlan();
  if (order === undefined) {
    fields.find((field) => field.ariaInvalid === 'true')?.focus();
    return;
  }
  progress.value = 0;
  let destination: Destination | undefined;
  let run: Run | undefined;
  try {
    run = new Run('Save deals', { start: generate, stop: cancel, progress, figures });
    say(answer, 'Generating …');
    addEventListener('beforeunload', warnBeforeLeaving);
    // at once, because browsers show a file picker only right after a click
    destination = await openDestination(`deals${order.output.extension}`);
    run.begin();
    const output = order.where === '' ? order.output : await planKept(order, run);
    await write(output, destination, run);
    const { elapsed } = run;
    progress.value = 1;
    const time = `${secondsOf(elapsed)}, ${rateOf(output.deals, elapsed)}`;
    const size = `${countOf(output.deals)}, ${grouped(output.bytes)} bytes`;
    say(answer, `${destination.name} is complete: ${size} in ${time}.`);
  } catch (error) {
    progress.value = 0;
    // the picker's AbortError is the visitor's Cancel; that of a write may be a full disk
    const isClosed = destination === undefined && (error as Error).name === 'AbortError';
    const isCancelled = isClosed || run?.signal.aborted;
    const why = isCancelled ? 'Cancelled; nothing is saved.' : `Nothing is saved: ${messageOf(error)}`;
    const left = (await destination?.abort().catch(() => '')) ?? '';
    say(answer, followed(why, left));
  }
  say(figures, '');
  removeEventListener('beforeunload', warnBeforeLeaving);
  run?.end();
}

/** Fills the form, and goes there. */
export function offerSave(order: { deals: string; where?: string; format: FormatName }): void {
  deals.value = order.deals;
  where.value = order.where ?? '';
  limitField.value = '';
  format.value = order.format;
  showPlanWithData();
  goToSection('take');
  generate.focus({ preventScroll: true });
}

export function startTake(): void {
  const streamed =
    'The browser streams the deals into the file that you choose, without a limit to its size.';
  const collected = `This browser downloads the file when it is complete, up to ${sizeOf(MAX_COLLECTED)}.`;
  say(element('take-way'), isStreamed() ? streamed : collected);
  showPlanWithData(); // a browser may have kept the choices of an earlier visit
  for (const field of fields) field.addEventListener('input', showPlanWithData);
  element('take-copy').onclick = () => copyText(command.textContent ?? '', 'Command', element('take-said'));
  onSubmit('take-form', take);
}
