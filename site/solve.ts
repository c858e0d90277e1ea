// Wins the board that is shown: searches in a worker how many free cells it needs where that is not known, and plays a solution.

import { isWon, type Played, playMove, startGame } from 'freecell-deals/internal';
import { drawBoard } from './board.js';
import { announce, copyText, element, elements, say } from './dom.js';
import { cellsText, freeCells, spokenName } from './facts.js';
import { TaskWorker } from './task-worker.js';
import { messageOf } from './texts.js';
import type { Found, SolveTask } from './workers/solve.js';

const PATIENCE = 150; // ms, after which an unfinished search shows a line
const PACE = 600; // ms from move to move
const MOST_CELLS = 7; // which solutions name a to g

const { stop } = elements('button', 'search-', 'stop');
const { at } = elements('input', 'play-', 'at');
const { cells: cellsField } = elements('select', 'play-', 'cells');
const said = element('copied');
const player = element('player');

const solver = new TaskWorker<SolveTask, Found>('solve');
let patience: ReturnType<typeof setTimeout> | undefined;

/** Ends what is said of a search, and a search that runs: it rejects with the reason, or never settles without one. */
function endSearch(reason?: Error): void {
  solver.stop(reason);
  clearTimeout(patience);
  stop.hidden = true;
  say(said, '');
}

async function search(cards: Uint8Array, solutions: boolean, cells?: number): Promise<Found> {
  endSearch();
  patience = setTimeout(() => {
    stop.hidden = false;
    say(said, 'Searching …');
  }, PATIENCE);
  return await solver.run({ cards: [...cards], cells, solutions }).finally(endSearch);
}

/** Says what a search has proved. It ends open if its memory ends. */
function proofOf({ cells, atLeast = 0, atMost, withCells = 0, winnable }: Found): string {
  if (cells !== undefined) return cellsText(cells);
  const least = winnable === false ? withCells + 1 : atLeast;
  const isOpen = winnable === undefined ? least <= MOST_CELLS : winnable === null;
  const proved = [
    least > 0 && `It cannot be won with ${freeCells(least - 1)}.`,
    atMost !== undefined && `It can be won with ${freeCells(atMost)}.`,
    isOpen && 'More is not known, because the memory of the search has ended.',
  ];
  return proved.filter(Boolean).join(' ');
}

/** Says how many free cells a board needs, as far as a search proves it. */
export async function searchCells(cards: Uint8Array): Promise<{ cells?: number | undefined; text: string }> {
  const found = await search(cards, false);
  return { cells: found.cells, text: proofOf(found) };
}

interface Game {
  shown: number; // index of the frame
  frames: Played[]; // the start, and after each move
  moves: string[];
}

let game: Game | undefined;
let timer: ReturnType<typeof setInterval> | undefined;

/** Says a move in words: "queen of hearts from column 8 to a free cell". */
function wordsOf(move: string, { moved }: Played): string {
  const place = (name: string) =>
    /\d/.test(name) ? `column ${name}` : name === 'h' ? 'the foundations' : `free cell ${name}`;
  const first = spokenName(moved[0] as number);
  const cards = moved.length === 1 ? first : `${moved.length} cards from the ${first} on`;
  return `${cards}: ${place(move.charAt(0))} to ${place(move.charAt(1))}`;
}

/** Shows a position of the game by its number of moves. */
function showFrame(index: number, isSpoken = true): void {
  const { frames, moves, shown: last } = game as Game;
  (game as Game).shown = index;
  at.value = String(index);
  const played = frames[index] as Played;
  const isStep = Math.abs(index - last) === 1;
  const moved = isStep ? (frames[Math.max(index, last)] as Played).moved : [];
  drawBoard(played.position, undefined, moved);
  const words = index === 0 ? 'the start' : wordsOf(moves[index - 1] as string, played);
  const text = `Move ${index} of ${moves.length}: ${words}${index === moves.length ? '. Won.' : ''}`;
  say(element('play-said'), text);
  at.ariaValueText = text;
  if (isSpoken) announce(text);
  if (index === moves.length) pause();
}

function pause(): void {
  clearInterval(timer);
  timer = undefined;
  say(element('play'), 'Play');
}

function step(by: number): void {
  pause();
  const { shown, moves } = game as Game;
  showFrame(Math.min(Math.max(shown + by, 0), moves.length));
}

function playOrPause(): void {
  if (timer !== undefined) {
    pause();
    announce(element('play-said').textContent ?? '');
    return;
  }
  if (game?.shown === game?.moves.length) showFrame(0, false);
  say(element('play'), 'Pause');
  timer = setInterval(() => showFrame((game as Game).shown + 1, false), PACE);
}

/** Ends the game; the caller draws the board. */
export function closePlayer(): void {
  endSearch();
  pause();
  game = undefined;
  player.hidden = true;
}

/**
 * Searches for a solution, and opens the player. Where there is none to play, says why.
 * @param cells free cells with which the board is won; undefined: the fewest
 * @param least the fewest free cells, where they are known
 * @returns the fewest free cells, where they are known now
 */
export async function openPlayer(cards: Uint8Array, cells?: number, least?: number) {
  closePlayer();
  try {
    const found = await search(cards, true, cells ?? least);
    const { solution, withCells, cells: fewest, atMost, atLeast = 0 } = found;
    if (solution === undefined) throw new Error(proofOf(found));
    const used = (withCells ?? fewest ?? atMost) as number;
    const moves = solution.split(' ');
    const frames: Played[] = [{ position: startGame(cards, used), moved: [] }];
    for (const [i, move] of moves.entries()) frames.push(playMove((frames[i] as Played).position, move));
    if (!isWon((frames.at(-1) as Played).position))
      throw new Error('The solution does not win, which is a bug.');
    game = { shown: 0, frames, moves };
    const choices = [0, 1, 2, 3, 4, 5, 6, 7].slice(least ?? fewest ?? atLeast);
    cellsField.replaceChildren(...choices.map((n) => new Option(`with ${freeCells(n)}`, String(n))));
    cellsField.value = String(used);
    at.max = String(moves.length);
    player.hidden = false;
    showFrame(0);
    at.focus({ preventScroll: true }); // it takes the keys
    player.parentElement?.scrollIntoView({ block: 'nearest' }); // with the board
    return least ?? fewest;
  } catch (error) {
    say(said, messageOf(error));
    return least;
  }
}

/**
 * @param choose opens a game with another number of cells
 * @param close ends the game
 */
export function startPlayer(choose: (cells: number) => void, close: () => void): void {
  stop.addEventListener('click', () => endSearch(new Error('The search was stopped.')));
  element('play').addEventListener('click', playOrPause);
  element('play-back').addEventListener('click', () => step(-1));
  element('play-forward').addEventListener('click', () => step(1));
  at.addEventListener('input', () => {
    pause();
    showFrame(Number(at.value), false); // screen readers read the value of a slider
  });
  cellsField.addEventListener('change', () => choose(Number(cellsField.value)));
  element('play-copy').addEventListener('click', () =>
    copyText(`${game?.moves.join(' ')}\n`, 'Solution', element('play-copied')),
  );
  element('play-close').addEventListener('click', close);
  player.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by !== undefined && event.target instanceof HTMLButtonElement) step(by);
    if (event.key !== ' ' || event.target !== at) return; // the slider has the other keys of its own
    event.preventDefault();
    playOrPause();
  });
}
