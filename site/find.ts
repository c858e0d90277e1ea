// Looks up the deal number of a pasted board, and searches for the deals that begin with the clicked cards, in a worker.

import { findDeal, isRed, parseBoard, parseCards } from 'freecell-deals/browser';
import { rangesIn } from './data.js';
import { goTo, goToBoard } from './deal.js';
import { element, goToSection, grouped, make, messageOf, readFrom } from './dom.js';
import { spokenName, symbolOf } from './facts.js';
import { startWorker, workerError } from './start-worker.js';
import type { NearResult, NearSearch, RowResult, RowSearch } from './workers/search.js';

const DECK = 52;
const ROW = 8;
const MOST_IN_ROWS = 6 * ROW; // cards of a text that is searched for; more are a board with a mistake
const SUITS = 4;
const MOST_PASTED = 100_000; // characters, which are read in 0.1 s
const ALL = '1..8589934591';
/** Time after which an unfinished search shows a message, and after which typing has stopped, ms. */
const PATIENCE = 150;

const pasted = element<HTMLTextAreaElement>('pasted');
const pastedAnswer = element('pasted-answer');
const row = element('row');
const deck = element('deck');
const within = element<HTMLInputElement>('within');
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

let nearWorker: Worker | undefined;
let pastes = 0; // so that a late answer to an earlier paste is not taken for one to the last

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

/** Looks for deals near a text once nothing more is typed, and adds a link to each below the answer. */
function findNear(text: string): void {
  const id = pastes;
  setTimeout(() => {
    if (id !== pastes) return;
    nearWorker ??= startWorker('search');
    nearWorker.onmessage = ({ data }: MessageEvent<NearResult>) => {
      if (data.id !== pastes || data.near.length === 0) return;
      const links = data.near.map(({ deal, change }) =>
        make('p', {}, 'Deal ', dealLink(deal), ` has it ${change === 'backwards' ? '' : 'with '}${change}.`),
      );
      pastedAnswer.append(...links);
    };
    nearWorker.postMessage({ id, text } satisfies NearSearch);
  }, PATIENCE);
}

function findPasted(): void {
  pastes++;
  pasted.removeAttribute('aria-invalid');
  answerWith(pastedAnswer);
  const text = pasted.value;
  if (text.trim() === '') return;
  if (text.length > MOST_PASTED) {
    const many = `the text has ${grouped(text.length)} characters; paste a board alone, or up to ${grouped(MOST_PASTED)}`;
    answerWithProblem(pastedAnswer, new Error(many));
    return;
  }
  try {
    const first = parseCards(text);
    if (first.length <= MOST_IN_ROWS) {
      const there = make('a', { href: '#row-answer' }, 'below the deck');
      answerWith(pastedAnswer, 'Deals that begin with these cards are ', there, '.');
      chosen.splice(0, DECK, ...first);
      showRow();
      search();
      return;
    }
  } catch {} // it is no row; read as a board, it says what is wrong
  try {
    const found = (['rows', 'columns'] as const)
      .map((by) => ({ by, n: findDeal(parseBoard(text, { by })) }))
      .filter(({ n }) => n !== undefined);
    const answers = found.map(({ by, n }) =>
      make('p', {}, 'Deal ', dealLink(n as number), `, read by ${by}`),
    );
    answerWith(
      pastedAnswer,
      ...(answers.length > 0 ? answers : [make('p', {}, 'No deal has this board.'), ...showBoards(text)]),
    );
    if (answers.length === 0) findNear(text);
  } catch (error) {
    pasted.setAttribute('aria-invalid', 'true');
    answerWithProblem(pastedAnswer, error);
    findNear(text);
  }
}

const chosen: number[] = []; // card bytes, in dealing order; more than a row if they are pasted
const keys: HTMLButtonElement[] = []; // by card byte
let worker: Worker | undefined;
let searches = 0; // number of the latest search: a late answer to an earlier search is ignored
let isSearching = false;

function startSearcher(): Worker {
  const started = startWorker('search');
  started.addEventListener('message', ({ data }: MessageEvent<RowResult>) => {
    if (data.id !== searches) return;
    isSearching = data.state === 'searching';
    showFound(data);
  });
  started.addEventListener('error', (event) => {
    [worker, isSearching] = [undefined, false];
    answerWithProblem(rowAnswer, workerError(event));
  });
  return started;
}

/** A button that looks for the cards in all deals. */
function lookInAll(): HTMLElement {
  const onclick = () => {
    within.value = ALL;
    search();
  };
  return make('button', { type: 'button', className: 'further', onclick }, 'Look in all 8,589,934,591 deals');
}

function showFound({ found, numbers, state }: RowResult): void {
  if (found === 0) {
    answerWith(
      rowAnswer,
      'None of these deals begins with these cards.',
      ...(within.value === ALL ? [] : [lookInAll()]),
    );
    return;
  }
  const count = state === 'stopped' ? `more than ${grouped(found)}` : grouped(found);
  const heading = found === 1 ? 'Deal ' : `${count} deals begin with these cards: `;
  const soFar = state === 'searching' ? 'So far: ' : '';
  answerWith(rowAnswer, soFar, heading, ...dealLinks(numbers, found));
}

function search(): void {
  searches++;
  if (isSearching) {
    worker?.terminate();
    worker = undefined;
    isSearching = false;
  }
  answerWith(rowAnswer);
  within.removeAttribute('aria-invalid');
  if (chosen.length === 0) return;
  try {
    readFrom(within, () => rangesIn(within));
  } catch (error) {
    answerWithProblem(rowAnswer, error);
    return;
  }
  worker ??= startSearcher();
  isSearching = true;
  const id = searches;
  worker.postMessage({ id, cards: chosen, deals: within.value } satisfies RowSearch);
  setTimeout(() => {
    if (isSearching && id === searches) answerWith(rowAnswer, 'Searching …');
  }, PATIENCE);
}

function showRow(): void {
  row.replaceChildren(
    ...Array.from({ length: ROW }, (_, i) => {
      const card = chosen[i];
      if (card === undefined) return make('li', { className: 'slot' });
      return make('li', { className: isRed(card) ? 'slot card red' : 'slot card' }, symbolOf(card));
    }),
  );
  for (const [card, key] of keys.entries()) {
    const isChosen = chosen.includes(card);
    key.setAttribute('aria-pressed', String(isChosen));
    key.setAttribute('aria-disabled', String(!isChosen && chosen.length >= ROW));
  }
}

function choose(card: number): void {
  const i = chosen.indexOf(card);
  if (i >= 0) chosen.splice(i, 1);
  else if (chosen.length < ROW) chosen.push(card);
  else return;
  showRow();
  search();
}

/** Moves the focus to a card of the deck, the only one in tab order. */
function focusCard(card: number): void {
  for (const [i, key] of keys.entries()) key.tabIndex = i === card ? 0 : -1;
  keys[card]?.focus();
}

function makeDeck(): void {
  for (let card = 0; card < DECK; card++) {
    const key = make(
      'button',
      { type: 'button', className: isRed(card) ? 'key red' : 'key', tabIndex: card === 0 ? 0 : -1 },
      make('span', { ariaHidden: 'true' }, symbolOf(card)),
      make('span', { className: 'unseen' }, spokenName(card)),
    );
    key.addEventListener('click', () => choose(card));
    key.addEventListener('keydown', (event) => {
      const suit = card % SUITS;
      const to = {
        ArrowLeft: Math.max(suit, card - SUITS),
        ArrowRight: Math.min(suit + DECK - SUITS, card + SUITS),
        ArrowUp: suit > 0 ? card - 1 : card,
        ArrowDown: suit < SUITS - 1 ? card + 1 : card,
        Home: suit,
        End: suit + DECK - SUITS,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      focusCard(to);
    });
    keys.push(key);
  }
  // suit by suit, in reading order
  for (let suit = 0; suit < SUITS; suit++) {
    const ofSuit = keys.filter((_, card) => card % SUITS === suit);
    deck.append(make('div', { className: 'suit' }, ...ofSuit));
  }
}

export function startFind(): void {
  makeDeck();
  showRow();
  pasted.addEventListener('input', findPasted);
  within.addEventListener('input', search);
  element('clear-row').addEventListener('click', () => {
    chosen.length = 0;
    showRow();
    search();
  });
}
