// Shows the deal whose number is in the field and in the address, and copies it. Looks up how many free cells the deal needs, or
// whether it is in the list of the deals known to be impossible.

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
import { element, grouped, messageOf, say } from './dom.js';

const KEY = 'deal'; // in the address: ?deal=617
const START = 617;
/** The list of impossible deals is complete up to this deal. */
const LAST_PROVEN = 1_000_000;
/** Sentences about a deal, by the free cells that it needs. */
const CELLS_TEXTS = [
  'can be won with no free cell.',
  'can be won with 1 free cell.',
  'can be won with 2 free cells.',
  'can be won with 3 free cells.',
  'can be won with 4 free cells.',
  'is known to be impossible with four free cells; with five it can be won.',
];

const field = element<HTMLInputElement>('number');
const problem = element('number-problem');
const figure = element('board');
const verdict = element('verdict');
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

/** Returns what is known of a deal, or undefined if that needs a file which is not loaded yet. */
function verdictOf(n: number): { isImpossible: boolean; text: string } | undefined {
  const bounds = knownCells?.cellsBounds(n);
  if (bounds !== undefined) {
    const { atLeast, atMost } = bounds;
    const openText = `needs ${atLeast} to ${atMost} free cells; the exact number is not known.`;
    return { isImpossible: atLeast > 4, text: atLeast === atMost ? CELLS_TEXTS[atLeast] : openText };
  }
  if (impossible === undefined) return undefined;
  const isImpossible = impossible.has(n);
  if (isImpossible) return { isImpossible, text: 'is known to be impossible with four free cells.' };
  if (n <= LAST_PROVEN) return { isImpossible, text: 'can be won.' };
  const listed = grouped(impossible.numbers.length);
  return { isImpossible, text: `is not among the ${listed} deals known to be impossible.` };
}

function showVerdict(): void {
  const found = verdictOf(shown);
  lookUp.hidden = found !== undefined;
  verdict.classList.toggle('impossible', found?.isImpossible ?? false);
  say(verdict, found === undefined ? '' : `Deal ${grouped(shown)} ${found.text}`);
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

/** Loads what the verdict on the shown deal takes. Shows the verdict, or why a file cannot be loaded. */
async function loadVerdict(): Promise<void> {
  lookUp.disabled = true;
  say(verdict, '');
  try {
    if (shown <= LAST_PROVEN) knownCells ??= await loadKnownCells();
    if (verdictOf(shown) === undefined) impossible ??= await loadImpossibleDeals();
    showVerdict();
  } catch (error) {
    const isOld = error instanceof ReadError && navigator.onLine;
    say(verdict, isOld ? `${error.message}; reload the page, it may have a new version` : messageOf(error));
  }
  lookUp.disabled = false;
}

/**
 * Goes to the next deal that is not known to be impossible.
 * Up to 1,000,000, this is the next deal that can be won.
 */
async function goToWinnable(): Promise<void> {
  if (verdictOf(shown) === undefined) await loadVerdict();
  if (verdictOf(shown) === undefined) return;
  let n = shown + 1;
  while (verdictOf(n)?.isImpossible) n++;
  if (n <= LAST_DEAL) goTo(n);
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
  lookUp.addEventListener('click', loadVerdict);
  element('next-winnable').addEventListener('click', goToWinnable);
  addEventListener('keydown', focusField);
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.addEventListener('click', () => copy(button));
  }
}
