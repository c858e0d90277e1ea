// freecell-deals find

import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import { type NearDeal, nearDeals } from '../board/near.js';
import { parseCards, readBoards } from '../board/parse.js';
import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { findDealsByFirstCards } from '../game/find.js';
import { standard } from '../io/standard.js';
import { openText, wholeText } from '../io/text.js';
import { checkInputs } from '../verbs/inputs.js';
import { print } from './terminal.js';
import { writeTexts } from './write-texts.js';

/** Characters of a text: a million boards have fewer, and V8 allows twice as many. */
const MAX_LENGTH = 2 ** 28;

export function addTo(program: Command): void {
  program
    .command('find')
    .summary('Look up the deal number of a board.')
    .description(
      'Look up the deal number of each board of a text, among all deals. Prints one line per board: the number, or - ' +
        'if no deal has the board. A board may be written in rows or in columns, in any style of show or as people ' +
        'paste it. If no deal has the board of a text, the message names the deals that have it except for one ' +
        'mistake, and the mistake.',
    )
    .argument('[file]', 'File with one or several boards (default: standard input).')
    .option('--row <cards...>', 'Find all deals that begin with these cards, such as the first row.')
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
  row?: string[];
  in?: string;
  near?: boolean;
  json?: boolean;
}

async function runFind(file: string | undefined, flags: FindFlags): Promise<void> {
  const { row, in: deals, near = false, json = false } = flags;
  if (row === undefined) {
    if (deals !== undefined)
      throw new InputError('--in is for --row; a whole board is looked up among all deals, so leave it out');
    if (file !== undefined && /^#?\d+$/.test(file) && !existsSync(file))
      throw new InputError(`find takes a file with a board; show ${file} shows the board of a number`);
    checkInputs('-', [file ?? '-']);
    return writeTexts('-', boardLines(await readText(file), near, json), false);
  }
  if (near) throw new InputError('--near is for whole boards; leave it out with --row');
  if (file !== undefined)
    throw new InputError(`${quote(file)} and the cards of --row are both given; expected one of the two`);
  const found = findDealsByFirstCards(parseCards(row.join(' ')), deals);
  await writeTexts('-', rowLines(found, deals ?? '1..1000000', json), false);
}

const MOST_NAMED = 5; // deals in a message

/**
 * Yields a line for each board of a text; throws an InputError for one that is no board and near none, and an Error in
 * the end if no deal has one of them.
 * @param isNear whether to look for deals near each board. If there is only one board, they are looked for in any case.
 */
function* boardLines(text: string, isNear: boolean, isJson: boolean) {
  let [boards, misses] = [0, 0];
  const near: (NearDeal & { board: number })[] = []; // board: from 1
  const readings = readBoards(text);
  for (let step = readings.next(); step.done !== true; ) {
    const { value: reading } = step;
    step = readings.next();
    boards++;
    let found: NearDeal[] | undefined; // where they are looked for
    if (reading.deal === undefined) {
      misses++;
      if (isNear || (boards === 1 && step.done)) found = nearDeals(reading);
      else if (reading.fault !== undefined) throw reading.fault;
    }
    for (const deal of found ?? []) near.push({ board: boards, ...deal });
    yield lineOf(reading.deal, isJson, found);
  }
  if (misses === 0) return;
  const which = boards === 1 ? 'this board' : `${misses} of the ${boards} boards`;
  if (near.length === 0) {
    const none = `no deal ${FIRST_DEAL}..${LAST_DEAL} has ${which}, neither by rows nor by columns`;
    throw new Error(boards === 1 || isNear ? none : `${none}; --near looks for one mistake in each`);
  }
  const named = near.slice(0, MOST_NAMED).map(({ deal, board, change }) => {
    const how = change === 'backwards' ? change : `with ${change}`;
    return `deal ${deal} has ${boards === 1 ? 'it' : `board ${board}`} ${how}`;
  });
  const more = near.length > MOST_NAMED ? `, and ${near.length - MOST_NAMED} more that --json names` : '';
  throw new Error(`no deal has ${which}; ${named.join(', ')}${more}`);
}

/** Yields a line for each deal; throws an Error that names the ranges searched if there is none. */
function* rowLines(deals: Iterable<number>, ranges: string, isJson: boolean) {
  let isFound = false;
  for (const deal of deals) {
    isFound = true;
    yield lineOf(deal, isJson);
  }
  if (!isFound)
    throw new Error(`no deal of ${ranges} begins with these cards; name others by --in, such as all`);
}

function lineOf(deal: number | undefined, isJson: boolean, near?: readonly NearDeal[]): string {
  return `${isJson ? JSON.stringify({ deal: deal ?? null, near }) : (deal ?? '-')}\n`;
}

/** Reads the text of a file, `-` for standard input, with the boards for a command. */
export async function readText(path = '-', command = 'find'): Promise<string> {
  if (path === '-' && isatty(standard.input)) {
    print('freecell-deals: type or paste a board, then press Ctrl-D on a line of its own');
  }
  using input = await openText(path, command);
  return await wholeText(input, MAX_LENGTH, 'look up fewer boards at a time');
}
