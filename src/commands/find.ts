// freecell-deals find

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { NearDeal } from '../board/near.js';
import { InputError } from '../common/errors.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { standard } from '../io/standard.js';
import type { FoundBoard } from '../verbs/find.js';
import { isTerminal, print } from './terminal.js';

/** Characters of a text with the first cards of a board. */
const MAX_LENGTH = 1024 * 1024;

export function addFind(program: Command): void {
  program
    .command('find')
    .summary('Look up the deal number of a board.')
    .description(
      'Look up the deal number of each board of a text, among all deals. Prints one line per board: the number, or - if no ' +
        'deal has the board. A board may be written in rows or in columns, in any style of show or as people paste it. If no ' +
        'deal has the board of a text, the message names the deals that have it except for one mistake, and the mistake.',
    )
    .argument('[file]', 'File with one or several boards (default: standard input).')
    .option('--row [cards...]', 'Find all deals that begin with these cards, such as the first row.')
    .option('--in <deals>', 'Search these deals with --row (default: 1..1000000).')
    .option('--near', 'Look for one mistake in each board that no deal has (0.3 s per board).')
    .option('--json', 'Print each line as JSON: {"deal":617}, or null instead of the number.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals find board.txt
  freecell-deals show 1..32000 | freecell-deals find
  freecell-deals find --row 7D AD 5C 3S 5S 8C 2D AH --in 1..2147483647`,
    )
    .action(runFind);
}

interface FindFlags {
  row?: true | string[];
  in?: string;
  near?: boolean;
  json?: boolean;
}

async function runFind(file: string | undefined, flags: FindFlags): Promise<void> {
  const { row, in: deals, near = false, json = false } = flags;
  if (near && row !== undefined) throw new InputError('--near is for whole boards; leave it out with --row');
  if (row !== undefined) return findRow(file, row === true ? [] : row, deals, json);
  if (deals !== undefined) {
    throw new InputError('--in is for --row; a whole board is looked up among all deals, so leave it out');
  }
  const { dealNumberIn } = await import('./deal-info.js');
  const n = file === undefined ? undefined : dealNumberIn(file);
  if (n !== undefined) {
    throw new InputError(
      `there is no file '${file}'; show ${n} shows the board of deal ${n}, info ${n} what is known of it`,
    );
  }
  const { checkInputs } = await import('../verbs/inputs.js');
  const { targetOf } = await import('../output/open.js');
  const { writeAll } = await import('./write-texts.js');
  checkInputs(targetOf('-'), [file ?? '-']);
  await writeAll('-', boardLines(file, near, json), false);
}

interface Miss {
  board: number; // from 1
  near: readonly NearDeal[];
}

/** Yields a line for each board of a text when it is found; throws an Error in the end if no deal has one of them. */
async function* boardLines(file: string | undefined, isNear: boolean, isJson: boolean) {
  const { findBoards } = await import('../verbs/find.js');
  const misses: Miss[] = [];
  let boards = 0;
  for await (const found of findBoards(readTexts(file), isNear)) {
    boards++;
    if (found.deal === undefined) misses.push({ board: boards, near: found.near ?? [] });
    yield Buffer.from(lineOf(found, isJson));
  }
  if (misses.length > 0) throw new Error(explain(misses, boards, isNear));
}

const MOST_NAMED = 5; // deals in a message

function explain(misses: readonly Miss[], boards: number, isNear: boolean): string {
  const which = boards === 1 ? 'this board' : `${misses.length} of the ${boards} boards`;
  const near =
    boards === 1 || isNear
      ? misses.flatMap(({ board, near }) => near.map((deal) => ({ board, ...deal })))
      : [];
  if (near.length > 0) {
    const named = near.slice(0, MOST_NAMED).map(({ deal, board, change }) => {
      return `deal ${deal} has ${boards === 1 ? 'it' : `board ${board}`} with ${change}`;
    });
    const more = near.length > MOST_NAMED ? `, and ${near.length - MOST_NAMED} more that --json names` : '';
    return `no deal has ${which}; ${named.join(', ')}${more}`;
  }
  const hint = boards === 1 || isNear ? '' : '; --near looks for one mistake in each';
  return `no deal ${FIRST_DEAL}..${LAST_DEAL} has ${which}, neither by rows nor by columns${hint}`;
}

function lineOf({ deal, near }: FoundBoard, isJson: boolean): string {
  return `${isJson ? JSON.stringify({ deal: deal ?? null, near }) : (deal ?? '-')}\n`;
}

/** Writes all deals that begin with these words; without words, with the cards of a file or of standard input. */
async function findRow(
  file: string | undefined,
  words: string[],
  deals: string | undefined,
  isJson: boolean,
): Promise<void> {
  const { cardsOf } = await import('../board/card-words.js');
  const { parseCards } = await import('../board/parse.js');
  const { findDealsByFirstCards } = await import('../game/find.js');
  const { DEFAULT_DEALS } = await import('../game/deal-numbers.js');
  const { writeTexts } = await import('./write-texts.js');
  const [word = ''] = words;
  const isFile = words.length === 1 && cardsOf(word).length === 0 && (word === '-' || existsSync(word));
  if (file !== undefined && words.length > 0) {
    throw new InputError(`'${file}' and the cards of --row are both given; expected one of the two`);
  }
  const text = isFile || words.length === 0 ? await readText(isFile ? word : file) : words.join(' ');
  const among = deals ?? DEFAULT_DEALS;
  const numbers = findDealsByFirstCards(parseCards(text), among);
  const { value: first, done } = numbers.next();
  if (done || first === undefined)
    throw new Error(`no deal of ${among} begins with these cards; name other deals by --in`);
  function* lines(first: number): Generator<string> {
    yield lineOf({ deal: first }, isJson);
    for (const deal of numbers) yield lineOf({ deal }, isJson);
  }
  await writeTexts('-', lines(first), false);
}

async function readText(file: string | undefined): Promise<string> {
  let text = '';
  for await (const part of readTexts(file)) {
    text += part;
    if (text.length > MAX_LENGTH) {
      throw new InputError(
        `the first cards of a board have more than ${MAX_LENGTH} characters; expected at most ${CARDS} cards`,
      );
    }
  }
  return text;
}

/** Yields the text of a file, or of standard input, as it comes. */
async function* readTexts(path = '-'): AsyncGenerator<string, void, void> {
  const { openInput } = await import('../io/input.js');
  if (path === '-' && isTerminal(standard.input)) {
    print('freecell-deals: type or paste a board, then press Ctrl-D on a line of its own');
  }
  const input = await openInput(path);
  try {
    let decoder: TextDecoder | undefined;
    for await (const bytes of input.windows()) {
      // > in PowerShell writes UTF-16
      decoder ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8');
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } finally {
    input.close();
  }
}
