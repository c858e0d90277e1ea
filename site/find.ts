// Looks up the deal number of a pasted board, and searches for the deals that begin with the clicked cards, in a worker.

import { findDeal, isRed, type NearDeal, parseBoard, parseCards } from 'freecell-deals/browser';
import { rangesIn } from './data.js';
import { goTo, goToBoard } from './deal.js';
import { element, elements, goToSection, make, readFrom } from './dom.js';
import { ALL, spokenName, symbolOf } from './facts.js';
import { TaskWorker } from './task-worker.js';
import { grouped, messageOf } from './texts.js';
import type { RowResult, SearchTask } from './workers/search.js';

const DECK = 52;
const ROW = 8;
const MOST_IN_ROWS = 6 * ROW; // cards of a text that is searched for; more are a board with a mistake
const SUITS = 4;
const MOST_PASTED = 100_000; // characters, which are read in 0.1 s
/** Time after which an unfinished search shows a message, and after which typing has stopped, ms. */
const PATIENCE = 150;

const { pasted } = elements('textarea', '', 'pasted');
const { within } = elements('input', '', 'within');
const pastedAnswer = element('pasted-answer');
const rowAnswer = element('row-answer');

/** Creates a link that shows a deal. */
function dealLink(n: number): HTMLAnchorElement {
  const link = make('a', { href: `?deal=${n}#deal`, className: 'number' }, grouped(n));
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab or window
    event.preventDefault();
    goTo(n);
    goToSection('deal');
  });
  return link;
}

/** Creates links to the first deals of those found. */
export function dealLinks(first: readonly number[], found: number): (Node | string)[] {
  const links = first.flatMap((n, i) => (i === 0 ? [dealLink(n)] : [', ', dealLink(n)]));
  return found > first.length ? [...links, ', …'] : links;
}

export function answerWith(where: HTMLElement, ...content: (Node | string)[]): void {
  where.classList.remove('problem');
  where.replaceChildren(...content);
}

export function answerWithProblem(where: HTMLElement, error: unknown): void {
  where.classList.add('problem');
  where.replaceChildren(messageOf(error));
}

/** Buttons that show a board that no deal has, read by rows and by columns. */
function showBoards(text: string): HTMLElement[] {
  return (['rows', 'columns'] as const).map((by) => {
    const onclick = () => {
      goToBoard(parseBoard(text, { by }));
      goToSection('deal');
    };
    return make('button', { type: 'button', className: 'further', onclick }, `Show it, read by ${by}`);
  });
}

const nearSearcher = new TaskWorker<SearchTask, NearDeal[]>('search');
let pause: ReturnType<typeof setTimeout> | undefined; // after the typing

/** Looks for deals near a text once nothing more is typed, and adds a link to each below the answer. */
function findNear(text: string): void {
  pause = setTimeout(async () => {
    const near = await nearSearcher.run({ text }).catch(() => []); // the answer says what is wrong
    const links = near.map(({ deal, change }) =>
      make('p', {}, 'Deal ', dealLink(deal), ` has it ${change === 'backwards' ? '' : 'with '}${change}.`),
    );
    pastedAnswer.append(...links);
  }, PATIENCE);
}

/** Reads a text as cards that a board begins with; none if it is a whole board, or something else. */
function firstCardsIn(text: string): number[] {
  try {
    const cards = [...parseCards(text)];
    return cards.length <= MOST_IN_ROWS ? cards : [];
  } catch {
    return []; // read as a board, it says what is wrong
  }
}

function findPasted(): void {
  clearTimeout(pause);
  nearSearcher.stop();
  pasted.removeAttribute('aria-invalid');
  answerWith(pastedAnswer);
  const text = pasted.value;
  const isTooLong = text.length > MOST_PASTED;
  chooseAll(isTooLong ? [] : firstCardsIn(text));
  if (text.trim() === '') return;
  if (isTooLong) {
    const most = `paste a board alone, or up to ${grouped(MOST_PASTED)}`;
    answerWithProblem(pastedAnswer, `the text has ${grouped(text.length)} characters; ${most}`);
    return;
  }
  if (chosen.length > 0) {
    const there = make('a', { href: '#row-answer' }, 'below the deck');
    answerWith(pastedAnswer, 'Deals that begin with these cards are ', there, '.');
    return;
  }
  try {
    const answers = (['rows', 'columns'] as const).flatMap((by) => {
      const n = findDeal(parseBoard(text, { by }));
      return n === undefined ? [] : make('p', {}, 'Deal ', dealLink(n), `, read by ${by}`);
    });
    answerWith(pastedAnswer, ...answers);
    if (answers.length > 0) return;
    answerWith(pastedAnswer, make('p', {}, 'No deal has this board.'), ...showBoards(text));
  } catch (error) {
    pasted.ariaInvalid = 'true';
    answerWithProblem(pastedAnswer, error);
  }
  findNear(text);
}

const chosen: number[] = []; // card bytes, in dealing order; more than a row if they are pasted
const keys: HTMLButtonElement[] = []; // by card byte
const searcher = new TaskWorker<SearchTask, RowResult, RowResult>('search');
let patience: ReturnType<typeof setTimeout> | undefined;

/** A button that looks for the cards in all deals. */
function lookInAll(): HTMLElement {
  const onclick = () => {
    within.value = ALL;
    search();
  };
  return make('button', { type: 'button', className: 'further', onclick }, 'Look in all 8,589,934,591 deals');
}

function showFound({ found, numbers, state }: RowResult): void {
  clearTimeout(patience);
  if (found === 0) {
    const further = within.value === ALL ? [] : [lookInAll()];
    answerWith(rowAnswer, 'None of these deals begins with these cards.', ...further);
    return;
  }
  const count = state === 'stopped' ? `more than ${grouped(found)}` : grouped(found);
  const heading = found === 1 ? 'Deal ' : `${count} deals begin with these cards: `;
  answerWith(rowAnswer, state === 'searching' ? 'So far: ' : '', heading, ...dealLinks(numbers, found));
}

async function search(): Promise<void> {
  searcher.stop();
  clearTimeout(patience);
  answerWith(rowAnswer);
  within.removeAttribute('aria-invalid');
  if (chosen.length === 0) return;
  patience = setTimeout(answerWith, PATIENCE, rowAnswer, 'Searching …');
  try {
    readFrom(within, () => rangesIn(within));
    showFound(await searcher.run({ cards: chosen, deals: within.value }, showFound));
  } catch (error) {
    clearTimeout(patience);
    answerWithProblem(rowAnswer, error);
  }
}

function showRow(): void {
  const slots = Array.from({ length: ROW }, (_, i) => {
    const card = chosen[i];
    if (card === undefined) return make('li', { className: 'slot' });
    return make('li', { className: isRed(card) ? 'slot card red' : 'slot card' }, symbolOf(card));
  });
  element('row').replaceChildren(...slots);
  for (const [card, key] of keys.entries()) {
    const isChosen = chosen.includes(card);
    key.setAttribute('aria-pressed', String(isChosen));
    key.setAttribute('aria-disabled', String(!isChosen && chosen.length >= ROW));
  }
}

/** Looks for cards in place of those chosen before. */
function chooseAll(cards: readonly number[]): void {
  chosen.splice(0, DECK, ...cards);
  showRow();
  search();
}

function choose(card: number): void {
  if (chosen.includes(card)) chooseAll(chosen.filter((other) => other !== card));
  else if (chosen.length < ROW) chooseAll([...chosen, card]);
}

/** Moves the focus to a card of the deck, the only one in tab order. */
function focusCard(card: number): void {
  for (const [i, key] of keys.entries()) key.tabIndex = i === card ? 0 : -1;
  keys[card]?.focus();
}

function makeKey(card: number): HTMLElement {
  const key = make(
    'button',
    { type: 'button', className: isRed(card) ? 'key red' : 'key', tabIndex: card === 0 ? 0 : -1 },
    make('span', { ariaHidden: 'true' }, symbolOf(card)),
    make('span', { className: 'unseen' }, spokenName(card)),
  );
  key.addEventListener('click', () => choose(card));
  key.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -SUITS, ArrowRight: SUITS, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    focusCard((card + by + DECK) % DECK);
  });
  keys[card] = key;
  return key;
}

export function startFind(): void {
  for (let suit = 0; suit < SUITS; suit++) {
    const ofSuit = Array.from({ length: DECK / SUITS }, (_, rank) => makeKey(SUITS * rank + suit));
    element('deck').append(make('div', { className: 'suit' }, ...ofSuit)); // in reading order
  }
  showRow();
  pasted.addEventListener('input', findPasted);
  within.addEventListener('input', search);
  element('clear-row').addEventListener('click', () => chooseAll([]));
}
