// Wins the board that is shown: searches in a worker how many free cells it needs where that is not known, and plays a solution.

import { isWon, type Played, playMove, startGame } from 'freecell-deals/internal';
import { drawBoard } from './board.js';
import { announce, copyText, element, messageOf, say } from './dom.js';
import { cellsText, spokenName } from './facts.js';
import { startWorker, workerError } from './start-worker.js';
import type { SolveOrder, SolveResult } from './workers/solve.js';

type Found = Extract<SolveResult, { found: unknown }>['found'];

const PATIENCE = 150; // ms, after which an unfinished search shows a line
const PACE = 600; // ms from move to move
const MOST_CELLS = 7; // which solutions name a to g

const button = (id: string) => element<HTMLButtonElement>(id);
const stopButton = button('search-stop');
const said = element('copied');
const player = element('player');
const at = element<HTMLInputElement>('play-at');
const cellsField = element<HTMLSelectElement>('play-cells');
const figure = element('board');

let worker: Worker | undefined;
/** Ends the search that runs. */
let stop = () => {};

/** Searches. Rejects with an Error when the search is stopped, by the visitor or by another one. */
async function search(order: SolveOrder): Promise<Found> {
  stop();
  const own = worker ?? startWorker('solve');
  worker = own;
  const patience = setTimeout(() => {
    stopButton.hidden = false;
    say(said, 'Searching …');
  }, PATIENCE);
  try {
    return await new Promise((resolve, reject) => {
      const end = (error: Error) => {
        own.terminate();
        worker = undefined;
        reject(error);
      };
      stop = () => end(new Error('The search was stopped.'));
      own.onmessage = ({ data }: MessageEvent<SolveResult>) =>
        'found' in data ? resolve(data.found) : reject(new Error(data.message));
      own.onerror = (event) => end(workerError(event));
      own.postMessage(order);
    });
  } finally {
    clearTimeout(patience);
    if (worker === own || worker === undefined) {
      stop = () => {};
      stopButton.hidden = true;
      say(said, '');
    }
  }
}

/** Says how many free cells a board needs, as far as a search proves it. */
export async function searchCells(cards: Uint8Array): Promise<{ cells: number | undefined; text: string }> {
  const { cells, atLeast = 0 } = await search({ cards: [...cards], solutions: false });
  if (cells !== undefined || atLeast === 0) return { cells, text: cellsText(cells) };
  return { cells, text: `${atLeast - 1} free cells are not enough.` };
}

interface Game {
  shown: number; // index of the frame
  solution: string;
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
  drawBoard(figure, played.position, undefined, moved);
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
  say(button('play'), 'Play');
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
  say(button('play'), 'Pause');
  timer = setInterval(() => showFrame((game as Game).shown + 1, false), PACE);
}

/** Ends the game; the caller draws the board. */
export function closePlayer(): void {
  stop();
  pause();
  game = undefined;
  player.hidden = true;
  say(said, '');
}

/**
 * Searches for a solution, and opens the player. Returns false if there is none to play, and says why.
 * @param cells free cells with which the board is won; undefined: the fewest
 * @param least the fewest free cells, where they are known
 */
export async function openPlayer(cards: Uint8Array, cells?: number, least?: number): Promise<boolean> {
  closePlayer();
  try {
    const found = await search({ cards: [...cards], cells: cells ?? least, solutions: true });
    const { solution, withCells, cells: used = withCells ?? MOST_CELLS } = found;
    if (solution === undefined) throw new Error(`${used} free cells are not enough.`);
    const moves = solution.split(' ');
    const frames: Played[] = [{ position: startGame(cards, used), moved: [] }];
    for (const [i, move] of moves.entries()) frames.push(playMove((frames[i] as Played).position, move));
    if (!isWon((frames.at(-1) as Played).position))
      throw new Error('The solution does not win, which is a bug.');
    game = { shown: 0, solution, frames, moves };
    const options = Array.from(
      { length: MOST_CELLS + 1 },
      (_, n) => new Option(`with ${n} free cell${n === 1 ? '' : 's'}`, String(n)),
    );
    cellsField.replaceChildren(...options.slice(least ?? used));
    cellsField.value = String(used);
    at.max = String(moves.length);
    player.hidden = false;
    showFrame(0);
    button('play').focus({ preventScroll: true });
  } catch (error) {
    say(said, messageOf(error));
  }
  return game !== undefined;
}

/** Draws the position again that is shown; returns whether there is one. */
export function redrawGame(): boolean {
  if (game !== undefined) showFrame(game.shown, false);
  return game !== undefined;
}

const KEYS: Record<string, () => void> = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(Number.NEGATIVE_INFINITY),
  End: () => step(Number.POSITIVE_INFINITY),
  ' ': playOrPause,
};

/**
 * @param choose opens a game with another number of cells
 * @param close ends the game
 */
export function startPlayer(choose: (cells: number) => void, close: () => void): void {
  stopButton.addEventListener('click', () => stop());
  button('play').addEventListener('click', playOrPause);
  button('play-back').addEventListener('click', () => step(-1));
  button('play-forward').addEventListener('click', () => step(1));
  at.addEventListener('input', () => {
    pause();
    showFrame(Number(at.value));
  });
  cellsField.addEventListener('change', () => choose(Number(cellsField.value)));
  button('play-copy').addEventListener('click', () =>
    copyText(`${game?.solution}\n`, 'Solution', element('play-copied')),
  );
  button('play-close').addEventListener('click', close);
  player.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    const act = KEYS[event.key];
    const isOwn =
      event.target === cellsField || (event.key === ' ' && event.target instanceof HTMLButtonElement);
    if (act === undefined || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}
