// Shows the deal whose number is in the field and in the address, with its facts, and copies it. Says whether the deal can be won:
// the page knows that up to 1,000,000, and looks all other deals up in the list of the deals known to be impossible.

import {
  FIRST_DEAL,
  type ImpossibleDeals,
  InputError,
  type KnownCells,
  LAST_DEAL,
  loadImpossibleDeals,
  loadKnownCells,
  parseDeals,
  ReadError,
  type StyleName,
  showDeal,
} from 'freecell-deals/browser';
import { drawBoard, redrawWhenResized } from './board.js';
import { element, grouped, make, messageOf, say } from './dom.js';
import { factsOf, knownVerdict, LAST_PROVEN, type Verdict, verdict } from './facts.js';

const KEY = 'deal'; // in the address: ?deal=617
const START = 617;

const field = element<HTMLInputElement>('number');
const problem = element('number-problem');
const figure = element('board');
const answer = element('verdict');
const facts = element('facts');
const lookUp = element<HTMLButtonElement>('look-up');
const copied = element('copied');
const among = element<HTMLSelectElement>('among');

let shown = START;
let knownCells: KnownCells | undefined;
let impossible: ImpossibleDeals | undefined;

/**
 * Parses one deal number, which may be grouped: 1,000.
 * Throws an InputError for any other text.
 */
function numberIn(text: string): number {
  const isGrouped = /^\s*\d{1,3}([,.' \u00a0\u202f]\d{3})+\s*$/.test(text);
  const ranges = parseDeals(isGrouped ? text.replace(/\D/g, '') : text);
  const [{ first, last } = { first: 0, last: 0 }] = ranges;
  if (ranges.length > 1 || first !== last) {
    throw new InputError(`'${text}' is several deals; expected one deal number`);
  }
  return first;
}

/** Returns the verdict on a deal, or undefined if that needs the list of impossible deals and the list is not loaded. */
function verdictOf(n: number): Verdict | undefined {
  const known = knownVerdict(n, knownCells);
  if (known !== undefined || impossible === undefined) return known;
  if (impossible.has(n)) return verdict(true);
  const listed = grouped(impossible.numbers.length);
  return { isImpossible: false, text: `is not among the ${listed} deals known to be impossible.` };
}

function showVerdict(): void {
  const found = verdictOf(shown);
  lookUp.hidden = found !== undefined;
  answer.classList.toggle('impossible', found?.isImpossible ?? false);
  say(answer, found === undefined ? '' : `Deal ${grouped(shown)} ${found.text}`);
}

function showProblem(message: string): void {
  say(problem, message);
  figure.classList.toggle('stale', message !== '');
  if (message === '') field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
}

function show(n: number): void {
  showProblem('');
  say(copied, '');
  drawBoard(figure, n);
  shown = n;
  document.title = `FreeCell deal ${n}`;
  facts.replaceChildren(...factsOf(n).map((fact) => make('p', {}, fact)));
  showVerdict();
}

function addressOf(n: number): URL {
  const address = new URL(location.href);
  address.searchParams.set(KEY, String(n));
  return address;
}

/**
 * Shows the deal in the field and puts it into the address.
 * If the field has no deal number, shows what is wrong.
 */
function readField(): void {
  try {
    const n = numberIn(field.value);
    show(n);
    history.replaceState(null, '', addressOf(n));
    if (n <= LAST_PROVEN) void learnCells();
  } catch (error) {
    showProblem(messageOf(error));
  }
}

function step(by: number): void {
  field.value = String(Math.min(LAST_DEAL, Math.max(FIRST_DEAL, shown + by)));
  readField();
}

/** Goes to a deal; the browser's Back returns to the previous one. */
export function goTo(n: number): void {
  if (n !== shown) history.pushState(null, '', addressOf(n));
  field.value = String(n);
  readField();
}

/** Shows the deal in the address, or what is wrong with it. */
function readAddress(): void {
  field.value = new URL(location.href).searchParams.get(KEY) ?? String(START);
  try {
    show(numberIn(field.value));
  } catch (error) {
    if (figure.childElementCount === 0) show(START);
    showProblem(messageOf(error));
  }
}

let isLearning = false;

/**
 * Loads the fewest free cells in the background, once, and adds them to the verdict.
 * The first view of the page does without them, because the file is larger than the page.
 */
async function learnCells(): Promise<void> {
  if (isLearning) return;
  isLearning = true;
  try {
    knownCells = await loadKnownCells();
    showVerdict();
  } catch {
    isLearning = false; // the next deal tries again
  }
}

async function lookUpImpossible(): Promise<void> {
  lookUp.disabled = true;
  say(answer, '');
  try {
    impossible = await loadImpossibleDeals();
    showVerdict();
  } catch (error) {
    const isOld = error instanceof ReadError && navigator.onLine;
    say(answer, isOld ? `${error.message}; reload the page, it may have a new version` : messageOf(error));
  }
  lookUp.disabled = false;
}

/**
 * Goes to the next deal that is not known to be impossible.
 * Up to 1,000,000, this is the next deal that can be won.
 */
async function goToWinnable(): Promise<void> {
  for (let n = shown + 1; n <= LAST_DEAL; n++) {
    if (verdictOf(n) === undefined) await lookUpImpossible();
    const found = verdictOf(n);
    if (found === undefined) return;
    if (!found.isImpossible) {
      goTo(n);
      return;
    }
  }
}

/** Moves the focus to the field if / is pressed elsewhere. */
function focusField(event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
}

async function copy({ dataset, textContent }: HTMLButtonElement): Promise<void> {
  const { style } = dataset;
  const text =
    style === 'link'
      ? addressOf(shown).href
      : showDeal(shown, style as StyleName, knownCells && { knownCells });
  say(copied, '');
  try {
    await navigator.clipboard.writeText(text);
    say(copied, `${textContent} copied.`);
  } catch {
    say(copied, 'The browser does not let this page use the clipboard.');
  }
}

export function startDeal(): void {
  readAddress();
  redrawWhenResized(figure);
  addEventListener('popstate', readAddress);
  field.addEventListener('input', readField);
  field.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  element('deal-form').addEventListener('submit', (event) => {
    event.preventDefault();
    readField();
  });
  element('previous').addEventListener('click', () => step(-1));
  element('next').addEventListener('click', () => step(1));
  element('random').addEventListener('click', () =>
    goTo(FIRST_DEAL + Math.floor(Math.random() * Number(among.value))),
  );
  lookUp.addEventListener('click', lookUpImpossible);
  element('next-winnable').addEventListener('click', goToWinnable);
  addEventListener('keydown', focusField);
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.addEventListener('click', () => copy(button));
  }
}
