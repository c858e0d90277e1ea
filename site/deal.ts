// Shows the deal whose number is in the field and in the address, with its facts, and copies it. Chooses deals that can be won.

import {
  FIRST_DEAL,
  InputError,
  type KnownCells,
  LAST_DEAL,
  parseDeals,
  randomWinnableDeal,
  type StyleName,
  showDeal,
} from 'freecell-deals/browser';
import { winnableDealOfDay } from 'freecell-deals/internal';
import { addressed, addressOf, changeAddress } from './address.js';
import { drawBoard, whenResized } from './board.js';
import { isImpossible, knownCells, loadData, whenIdle } from './data.js';
import { element, grouped, messageOf, say } from './dom.js';
import { factsOf, verdictOf } from './facts.js';

const START = 617;
/** What may stand before a number, as in "Deal number 617", "Game #617" and ms617. */
const BEFORE_NUMBER = /^(?:freecell|game|deal|number|ms|[\s#])+(?=\d)/i;

const field = element<HTMLInputElement>('number');
const problem = element('number-problem');
const figure = element('board');
const answer = element('verdict');
const facts = element('facts');
const copied = element('copied');
const among = element<HTMLSelectElement>('among');

let shown = START;

/**
 * Parses one deal number, which may be grouped: 1,000.
 * Throws an InputError for any other text.
 */
function numberIn(text: string): number {
  const number = text.replace(BEFORE_NUMBER, '');
  const isGrouped = /^\s*\d{1,3}([,.' \u00a0\u202f]\d{3})+\s*$/.test(number);
  const ranges = /\d/.test(number) ? parseDeals(isGrouped ? number.replace(/\D/g, '') : number) : [];
  const [{ first, last } = { first: 0, last: 0 }] = ranges;
  if (ranges.length !== 1 || first !== last) {
    const what = text.trim() === '' ? 'the field is empty' : `'${text}' is not one deal number`;
    throw new InputError(`${what}; type a deal number, ${FIRST_DEAL} to ${grouped(LAST_DEAL)}`);
  }
  return first;
}

/** Shows whether the deal can be won, as soon as the data are there. Loads them. */
async function showVerdict(): Promise<void> {
  try {
    if (knownCells === undefined) say(answer, '');
    const data = knownCells ?? (await loadData());
    answer.classList.toggle('impossible', isImpossible(shown, data));
    say(answer, `Deal ${grouped(shown)} ${verdictOf(shown, data)}`);
  } catch (error) {
    say(answer, `It is not known here whether deal ${grouped(shown)} can be won: ${messageOf(error)}`);
  }
}

function showProblem(message: string): void {
  say(problem, message);
  figure.classList.toggle('stale', message !== '');
  field.ariaInvalid = message === '' ? null : 'true';
}

function show(n: number): void {
  showProblem('');
  say(copied, '');
  drawBoard(figure, n);
  shown = n;
  document.title = `FreeCell deal ${n}`;
  facts.replaceChildren(...factsOf(n));
}

/**
 * Shows the deal in the field and puts it into the address.
 * If the field has no deal number, shows what is wrong.
 */
function readField(isEntry = false): void {
  try {
    const n = numberIn(field.value);
    // the address may have a wrong number, beside which the previous deal remains
    if (String(n) !== (addressed('deal') ?? String(START))) changeAddress('deal', String(n), isEntry);
    show(n);
    showVerdict();
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
  field.value = String(n);
  readField(true);
}

/** Shows the deal in the address, or what is wrong with it. */
function readAddress(): void {
  field.value = addressed('deal') ?? String(START);
  try {
    show(numberIn(field.value));
  } catch (error) {
    if (figure.childElementCount === 0) show(START);
    showProblem(messageOf(error));
  }
}

/** Goes to a deal that a function chooses by the data. */
async function choose(chosen: (known: KnownCells) => number): Promise<void> {
  try {
    goTo(chosen(await loadData()));
  } catch (error) {
    showProblem(messageOf(error));
  }
}

function goToRandom(): void {
  const { value } = among;
  if (value === 'million') goTo(randomWinnableDeal());
  else
    choose((known) => {
      if (value !== 'all') return randomWinnableDeal({ cells: Number(value), knownCells: known });
      let n: number;
      do n = FIRST_DEAL + Math.floor(Math.random() * LAST_DEAL);
      while (isImpossible(n, known));
      return n;
    });
}

function goToNextWinnable(): void {
  choose((known) => {
    let n = Math.min(LAST_DEAL, shown + 1);
    while (isImpossible(n, known)) n++;
    return n;
  });
}

/** The day as a seed, as show today takes it: 20261123 on 23 November 2026. */
function today(): number {
  const day = new Date();
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();
}

/** Moves the focus to the field if / is pressed elsewhere. */
function focusField(event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
}

async function copy({ dataset, textContent }: HTMLButtonElement): Promise<void> {
  const { style } = dataset;
  const text =
    style === 'link'
      ? addressOf('deal', String(shown)).href
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
  whenResized(() => drawBoard(figure, shown));
  whenIdle(showVerdict);
  addEventListener('popstate', () => {
    readAddress();
    showVerdict();
  });
  field.addEventListener('input', () => readField());
  field.addEventListener('focus', () => field.select()); // what is typed replaces the number
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
  element('random').addEventListener('click', goToRandom);
  among.addEventListener('change', goToRandom);
  element('today').addEventListener('click', () => goTo(winnableDealOfDay(today())));
  element('next-winnable').addEventListener('click', goToNextWinnable);
  element('print').addEventListener('click', () => print());
  addEventListener('keydown', focusField);
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.addEventListener('click', () => copy(button));
  }
}
