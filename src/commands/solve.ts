// freecell-deals solve

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Reading, readBoards } from '../board/parse.js';
import { InputError } from '../common/errors.js';
import { grouped, quote } from '../common/quote.js';
import { loadSolver } from '../engine/load.js';
import { parseDeals } from '../game/deal-numbers.js';
import { typed } from '../io/standard.js';
import type { RecordFormat, Tally } from '../solver/records.js';
import { type CellsVerdict, MOST_CELLS, type Search, type WinVerdict } from '../solver/solver.js';
import { type SolveResult, solve } from '../verbs/solve.js';
import { readText } from './find.js';
import { cellsIn, openProgress, summary } from './progress.js';
import {
  addRunFlags,
  addSelectionFlags,
  runOf,
  type SelectionFlags,
  selectionOf,
} from './selection-flags.js';
import {
  goesToTerminal,
  numberOf,
  print,
  printJson,
  ReportedError,
  sendJsonToError,
  stopSignal,
  writeOutput,
} from './terminal.js';
import { describeSynced } from './unfinished.js';

export function addTo(program: Command): void {
  const command = program
    .command('solve')
    .summary('Find the fewest free cells that win a deal, and how.')
    .description(
      'Find the fewest free cells with which a deal can be won, with proof: a search of all positions that can be ' +
        'reached shows that fewer are not enough. One deal, or the boards of a file, are answered for people, with a ' +
        'solution. Several deals give a record each, on standard output or in a file that appears only when it is ' +
        'complete.\n\nAn easy deal takes a millisecond, most take four, and a few take minutes.',
    );
  addSelectionFlags(
    command,
    'Deal numbers and ranges, as in generate; or a file with boards, - for standard input.',
  )
    .option(
      '--cells <k>',
      `Ask only whether K free cells win, 0..${MOST_CELLS}.`,
      numberOf('number of cells', `0..${MOST_CELLS}`),
    )
    .option('--solutions', 'Write the moves of a win into each record.')
    .option(
      '--max-states <n>',
      'End a search with a number of cells after N states; the deal is then open (default: what fits into memory).',
      numberOf('limit of states', '1 or more'),
    )
    .option('-o, --output <file>', 'Write the records to this file, or to standard output for -.')
    .option(
      '-f, --format <format>',
      'Set the format: ndjson or csv (default: by the file extension; ndjson for -).',
    );
  addRunFlags(command)
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals solve 617
  freecell-deals solve board.txt
  freecell-deals solve 1000001..1100000 -o cells.ndjson
  freecell-deals solve all --sample 10000 --seed 7 -o cells.csv
  freecell-deals solve --deals-from open.txt --cells 3 -o three.ndjson`,
    )
    .action((deals, flags, { parent }) => {
      typed.words = parent.args;
      return runSolve(deals, flags);
    });
}

interface SolveFlags extends SelectionFlags, Search {}

async function runSolve(deals: string | undefined, flags: SolveFlags): Promise<void> {
  const { cells, maxStates, solutions } = flags;
  const isBoard = deals !== undefined && (deals === '-' || existsSync(deals));
  const selection = selectionOf(isBoard ? undefined : deals, flags);
  const narrowing = Object.entries(selection).filter(
    ([name, value]) => name !== 'deals' && value !== undefined,
  );
  if (isBoard) {
    if (narrowing.length > 0 || flags.output !== undefined)
      throw new InputError(`${quote(deals)} is a file with boards; a selection and -o are for deal numbers`);
    return solveForPeople(readBoards(await readText(deals, 'solve')), flags);
  }
  if (deals === undefined && selection.dealsFrom === undefined)
    throw new InputError(
      'solve needs deals, such as 617, 1..1000 or --deals-from FILE; all deals are 1..8589934591',
    );
  if (deals !== undefined && !/^(all$|[\d#]|ms|game)/i.test(deals))
    throw new InputError(`${quote(deals)} is neither deal numbers nor the name of a file with boards`);
  const output = flags.output ?? '-';
  if (flags.output === undefined && deals !== undefined && narrowing.length === 0) {
    const [{ first, last }, ...others] = parseDeals(deals);
    if (others.length === 0 && first === last) return solveForPeople([{ deal: first }], flags);
  }
  if (flags.output === undefined) sendJsonToError();
  const { quiet, json } = flags;
  const display = openProgress({ isQuiet: quiet || json, hidesProgress: goesToTerminal(output) });
  const started = performance.now();
  const signal = stopSignal(() => describeSynced(display.reached, output));
  const solved = await solve({
    ...runOf(flags),
    ...selection,
    cells,
    maxStates,
    solutions,
    output,
    format: flags.format as RecordFormat | undefined, // checked by solve
    signal,
    onProgress: display.update,
  }).finally(display.stop);
  const ms = performance.now() - started;
  if (json) await printJson({ output, ...solved, seconds: Math.round(ms) / 1000 });
  else if (solved.status !== 'reader-closed' && !quiet) {
    print(summary(output === '-' ? 'standard output' : output, solved, ms, selection.limit));
    if (solved.deals > 0) print(describeFound(solved, cells));
  }
  if (solved.found.open !== undefined) throw new ReportedError();
}

/** Says how many deals need 0 cells, 1 and so on, or how many a number of cells wins, and how many are open. */
function describeFound({ found }: SolveResult, asked: number | undefined): string {
  const { true: won = 0, false: lost = 0, open = 0, ...byCells }: Tally = found;
  if (asked !== undefined)
    return `with ${cellsIn(asked)}: winnable: ${grouped(won)}, not: ${grouped(lost)}, open: ${grouped(open)}`;
  const counts = Object.entries(byCells).map(([cells, count]) => `${cells}: ${grouped(count)}`);
  return `by fewest cells: ${[...counts, ...(open > 0 ? [`open: ${grouped(open)}`] : [])].join(', ')}`;
}

/** Prints what is found out about each board, with a solution. */
async function solveForPeople(
  boards: Iterable<Partial<Reading>>,
  { cells, maxStates, json }: SolveFlags,
): Promise<void> {
  const solver = await loadSolver();
  let isOpen = false;
  for (const { deal, fault, cards } of boards) {
    if (fault !== undefined) throw fault;
    const verdict = solver.solve(deal ?? (cards as Uint8Array), { cells, maxStates, solutions: true });
    isOpen ||= 'withCells' in verdict ? verdict.winnable === null : verdict.cells === undefined;
    if (json) await printJson({ deal: deal ?? null, ...verdict });
    else await writeOutput(describe(deal, verdict));
  }
  if (isOpen) throw new ReportedError();
}

const MOVES_PER_LINE = 20;

/** The lines for one deal: what wins, what was proved, a solution. */
function describe(deal: number | undefined, verdict: CellsVerdict | WinVerdict): string {
  const { moves, solution = '' } = verdict;
  const name = deal === undefined ? 'no deal number' : `deal ${deal}`;
  const lines = 'withCells' in verdict ? linesOfWin(verdict) : linesOfCells(verdict);
  const texts = solution.split(' ');
  if (moves !== undefined) lines.push(`solution in ${moves} moves:`);
  for (let i = 0; moves !== undefined && i < moves; i += MOVES_PER_LINE)
    lines.push(`  ${texts.slice(i, i + MOVES_PER_LINE).join(' ')}`);
  return `${[`${name}: ${lines[0]}`, ...lines.slice(1)].join('\n')}\n`;
}

function linesOfWin({ withCells, winnable, states }: WinVerdict): string[] {
  const searched = `${grouped(states)} states searched`;
  if (winnable === null) return [`open with ${cellsIn(withCells)}: a limit ended the search (${searched})`];
  return [`${winnable ? 'can' : 'cannot'} be won with ${cellsIn(withCells)} (${searched})`];
}

function linesOfCells({ cells, atLeast = 0, atMost, states }: CellsVerdict): string[] {
  const most = atMost === undefined ? '' : `, at most ${atMost}`;
  const bounds = `open: needs at least ${cellsIn(atLeast)}${most}`;
  const first = cells === undefined ? bounds : `needs ${cellsIn(cells)}`;
  return [
    first,
    ...states.map((searched, k) => {
      const found = k < (cells ?? atLeast) ? 'cannot be won' : k === (cells ?? atMost) ? 'won' : 'open';
      return `  with ${cellsIn(k)}: ${found} (${grouped(searched)} states searched)`;
    }),
  ];
}
