// Shows the deal whose number is in the field and in the address, or a board without a number, with what is known of it, and copies it.

import { cardName, dealCards, FIRST_DEAL, findDeal, InputError, LAST_DEAL } from 'freecell-deals/browser';
import { parseBoard, parseDeals, randomWinnableDeal, showDeal, startGame } from 'freecell-deals/internal';
import { addressed, addressOf, changeAddress } from './address.js';
import { drawBoard } from './board.js';
import { isImpossible, knownCells, loadData, whenIdle } from './data.js';
import { announce, copyText, element, elements, onSubmit, say } from './dom.js';
import { cellsText, dealOfToday, factsOf } from './facts.js';
import { closePlayer, openPlayer, searchCells, startPlayer } from './solve.js';
import { offerSave } from './take.js';
import { grouped, messageOf } from './texts.js';

const START = 617;
/** What may stand around a number, as in "Deal no. 617", "(Game #617)!" and ms617. */
const AROUND_NUMBER = /^(?:freecell|game|deal|number|no\.?|ms|[\s:#("'])+(?=\d)|[\s.,:;!?)"']+$/gi;

const { number: field } = elements('input', '', 'number');
const { among } = elements('select', '', 'among');
const problem = element('number-problem');
const { verdict, copied } = elements('p', '', 'verdict', 'copied');

/** A board, with its number if a deal has it. */
interface Shown {
  cards: Uint8Array;
  n: number | undefined;
  /** the fewest free cells, when they are known */
  cells?: number | undefined;
}

let shown: Shown = { cards: dealCards(START), n: START };

/**
 * Parses one deal number, which may be grouped: 1,000.
 * Throws an InputError for any other text.
 */
function numberIn(text: string): number {
  const number = text.trim().replace(AROUND_NUMBER, '');
  const isGrouped = /^\d{1,3}([,.' \u00a0\u202f]\d{3})+$/.test(number);
  const isNumber = isGrouped || /^[\d.^+*\s]+(?:e\d+|[kmg])?$/i.test(number);
  const ranges = isNumber ? parseDeals(isGrouped ? number.replace(/\D/g, '') : number) : [];
  const [{ first, last } = { first: 0, last: 0 }] = ranges;
  if (ranges.length !== 1 || first !== last) {
    const what = text.trim() === '' ? 'the field is empty' : `'${text}' is not one deal number`;
    throw new InputError(`${what}; type a deal number, ${FIRST_DEAL} to ${grouped(LAST_DEAL)}`);
  }
  return first;
}

/** Shows whether the board can be won, and with how many cells: from the data, which it loads, or by a search. */
async function showVerdict(): Promise<void> {
  if (problem.textContent !== '') return; // it stands beside another deal
  const board = shown;
  const { n, cards } = board;
  const tell = (text: string) => {
    if (board === shown) say(verdict, text);
  };
  try {
    if (knownCells === undefined) tell('');
    const data = knownCells ?? (await loadData());
    if (n !== undefined) board.cells ??= data.cellsNeeded(n);
    const isLost = n !== undefined && isImpossible(n, data);
    if (board === shown) verdict.classList.toggle('impossible', isLost);
    const name =
      n === undefined
        ? 'No deal has this board.'
        : `Deal ${grouped(n)} ${isLost ? 'cannot be won with four free cells' : 'can be won'}.`;
    tell(board.cells === undefined ? name : `${name} ${cellsText(board.cells)}`);
    if (board.cells !== undefined || board !== shown || addressed('solve') !== null) return;
    const { cells, text } = await searchCells(cards).catch((error) => ({
      cells: undefined,
      text: messageOf(error),
    }));
    board.cells = cells;
    tell(`${name} ${text}`);
  } catch (error) {
    const what = n === undefined ? 'this board' : `deal ${grouped(n)}`;
    tell(`It is not known here whether ${what} can be won: ${messageOf(error)}`);
  } finally {
    if (board === shown) announce(verdict.textContent);
  }
}

/** Plays a solution with the fewest free cells, or with a number of them. The verdict says the fewest once known. */
async function play(cells?: number): Promise<void> {
  const board = shown;
  const fewest = await openPlayer(board.cards, cells, board.cells);
  if (element('player').hidden) draw();
  if (fewest === undefined || board.cells !== undefined) return;
  board.cells = fewest;
  showVerdict();
}

/** Plays a solution, in the address: with the fewest free cells, or with a number of them. */
function solve(cells?: number): void {
  const deal = shown.n === undefined ? null : String(shown.n);
  changeAddress({ deal, solve: String(cells ?? '') }, true);
  play(cells);
}

/** Ends the playing, which is not in the address any more. */
function endPlaying(): void {
  closePlayer();
  changeAddress({ solve: null }, true);
  draw();
  element('solve').focus();
}

/** Shows what is wrong with a number or with the address, beside the deal before, whose game ends; or that nothing is. */
function showProblem(message: string): void {
  closePlayer();
  draw();
  say(problem, message);
  element('deal').classList.toggle('stale', message !== '');
  field.ariaInvalid = message === '' ? null : 'true';
}

function draw(): void {
  const { cards, n } = shown;
  document.title = n === undefined ? 'A board that no deal has' : `FreeCell deal ${n}`;
  drawBoard(startGame(cards, 0), n === undefined ? '' : `#${n}`);
}

function show(board: Shown): void {
  shown = board;
  showProblem('');
  element('facts').replaceChildren(...factsOf(board.cards));
  for (const button of document.querySelectorAll<HTMLElement>('.of-number'))
    button.hidden = board.n === undefined;
}

/**
 * Shows the deal in the field and puts it into the address.
 * If the field has no deal number, shows what is wrong.
 */
function readField(isEntry = false): void {
  try {
    const n = numberIn(field.value);
    // the address may have a wrong number, beside which the previous deal remains
    const isSame = addressed('board') === null && String(n) === (addressed('deal') ?? String(START));
    changeAddress(isSame ? { solve: null } : { deal: String(n), board: null, solve: null }, isEntry);
    show({ cards: dealCards(n), n });
    showVerdict();
  } catch (error) {
    showProblem(messageOf(error));
  }
}

function step(by: number): void {
  field.value = String(Math.min(LAST_DEAL, Math.max(FIRST_DEAL, (shown.n ?? START) + by)));
  readField();
}

/** Goes to a deal; the browser's Back returns to the previous one. */
export function goTo(n: number): void {
  field.value = String(n);
  readField(true);
  field.scrollIntoView({ block: 'nearest' }); // the choice of deals is below the board on a phone
}

/** Shows the deal or the board in the address, or what is wrong with it. */
function readAddress(): void {
  const board = addressed('board');
  field.value = board === null ? (addressed('deal') ?? String(START)) : '';
  try {
    if (board === null) {
      const n = numberIn(field.value);
      show({ cards: dealCards(n), n });
    } else {
      const cards = parseBoard(board);
      show({ cards, n: findDeal(cards) });
    }
  } catch (error) {
    showProblem(messageOf(error));
  }
}

/** Shows the verdict, and plays the solution that the address asks for, once the cells are known. */
async function followAddress(): Promise<void> {
  await showVerdict();
  const cells = addressed('solve');
  if (cells !== null && problem.textContent === '') play(/^[0-7]$/.test(cells) ? Number(cells) : undefined);
}

/** Goes to a board that no deal has. */
export function goToBoard(cards: Uint8Array): void {
  changeAddress({ board: Array.from(cards, cardName).join(' '), deal: null, solve: null }, true);
  readAddress();
  showVerdict();
}

/** Goes to a random deal of the kind that is chosen. */
async function goToRandom(): Promise<void> {
  const { value } = among;
  if (value === 'million') return goTo(randomWinnableDeal());
  try {
    const known = await loadData();
    const drawAny = () => FIRST_DEAL + Math.floor(Math.random() * LAST_DEAL);
    const draw = () =>
      value === 'all' ? drawAny() : randomWinnableDeal({ cells: Number(value), knownCells: known });
    let n = draw();
    while (isImpossible(n, known)) n = draw();
    goTo(n);
  } catch (error) {
    showProblem(messageOf(error));
  }
}

type Style = Parameters<typeof showDeal>[1];

/** A text of the board that is shown, in a style of the command or as columns for solvers, or a link to it. */
function textOf(style: string): string {
  const { cards, n } = shown;
  if (style === 'link')
    return addressOf(n === undefined ? { board: addressed('board') } : { deal: String(n) }).href;
  if (n !== undefined) return showDeal(n, style as Style);
  const lines = startGame(cards, 0).columns.map((column) => `${column.map(cardName).join(' ')}\n`);
  return lines.join('');
}

export function startDeal(): void {
  show(shown); // it remains beside a wrong number in the address
  readAddress();
  startPlayer(solve, endPlaying);
  element('solve').addEventListener('click', () => solve());
  whenIdle(followAddress);
  addEventListener('popstate', () => {
    readAddress();
    followAddress();
  });
  field.addEventListener('input', () => readField());
  field.addEventListener('focus', () => field.select()); // what is typed replaces the number
  field.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  onSubmit('deal-form', () => readField());
  element('previous').addEventListener('click', () => step(-1));
  element('next').addEventListener('click', () => step(1));
  element('random').addEventListener('click', goToRandom);
  among.addEventListener('change', goToRandom);
  element('today').addEventListener('click', () => goTo(dealOfToday()));
  element('print').addEventListener('click', () => print());
  element('save-deal').addEventListener('click', () => offerSave({ deals: String(shown.n), format: 'text' }));
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    const style = button.dataset.style as string;
    button.addEventListener('click', () =>
      copyText(textOf(style), button.textContent?.replace('Copy link', 'Link') ?? '', copied),
    );
  }
}
