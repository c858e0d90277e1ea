// freecell-deals find

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Reading } from '../board/parse.js';
import { InputError } from '../common/errors.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { isTerminal, print, STDERR, STDIN } from './terminal.js';

/** Characters of a text with the first cards of a board. */
const MAX_LENGTH = 1024 * 1024;

export function addFind(program: Command): void {
  program
    .command('find')
    .summary('Look up the deal number of a board.')
    .description(
      'Look up the deal number of each board of a text, among all deals. Prints one line per board: the number, or - if no ' +
        'deal has the board. A board may be written in rows or in columns, in any style of show or as people paste it.',
    )
    .argument('[file]', 'File with one or several boards (default: standard input).')
    .option('--row [cards...]', 'Find all deals that begin with these cards, such as the first row.')
    .option('--in <deals>', 'Search these deals with --row (default: 1..1000000).')
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
  json?: boolean;
}

async function runFind(file: string | undefined, { row, in: deals, json = false }: FindFlags): Promise<void> {
  if (row !== undefined) return findRow(file, row === true ? [] : row, deals, json);
  if (deals !== undefined) {
    throw new InputError('--in is for --row; a whole board is looked up among all deals, so leave it out');
  }
  const { writeAll } = await import('../output/write-all.js');
  await writeAll('-', findBoards(file, json), false);
}

/** A line for each board of a text, written when it is found; throws an Error in the end if no deal has one of them. */
async function* findBoards(
  file: string | undefined,
  isJson: boolean,
): AsyncGenerator<Uint8Array, void, void> {
  const { BoardReader } = await import('../board/parse.js');
  const { findDeal } = await import('../game/find.js');
  const reader = new BoardReader();
  const encoder = new TextEncoder();
  let [boards, missing] = [0, 0];

  function* linesOf(found: Iterable<readonly Reading[]>): Generator<Uint8Array, void, void> {
    for (const readings of found) {
      const n = readings.reduce<number | undefined>((n, { cards }) => n ?? findDeal(cards), undefined);
      boards++;
      if (n === undefined) missing++;
      yield encoder.encode(lineOf(n, isJson));
    }
  }

  for await (const text of readTexts(file)) yield* linesOf(reader.read(text));
  yield* linesOf(reader.end());
  if (missing === 0) return;
  const which = boards === 1 ? 'this board' : `${missing} of the ${boards} boards`;
  throw new Error(`no deal ${FIRST_DEAL}..${LAST_DEAL} has ${which}, neither by rows nor by columns`);
}

/** The line of a board: n, or no deal. */
function lineOf(n: number | undefined, isJson: boolean): string {
  return `${isJson ? JSON.stringify({ deal: n ?? null }) : (n ?? '-')}\n`;
}

/** Writes all deals that begin with these words; without words, with the cards of a file or of standard input. */
async function findRow(
  file: string | undefined,
  words: string[],
  deals: string | undefined,
  isJson: boolean,
): Promise<void> {
  const { isCard } = await import('../board/named-cards.js');
  const { parseCards } = await import('../board/parse.js');
  const { findDealsByFirstCards } = await import('../game/find.js');
  const { DEFAULT_DEALS } = await import('../game/deal-numbers.js');
  const { writeTexts } = await import('../output/write-all.js');
  const [word = ''] = words;
  const isFile = words.length === 1 && !isCard(word) && (word === '-' || existsSync(word));
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
    yield lineOf(first, isJson);
    for (const n of numbers) yield lineOf(n, isJson);
  }
  await writeTexts('-', lines(first), false);
}

/** The text of a file, or of standard input. */
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
  const { openStream } = await import('../io/input.js');
  if (path === '-' && isTerminal(STDIN)) {
    print(STDERR, 'freecell-deals: type or paste a board, then press Ctrl-D on a line of its own\n');
  }
  const input = await openStream(path);
  try {
    let decoder: TextDecoder | undefined;
    for await (const bytes of input.windows()) {
      decoder ??= decoderOf(bytes);
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } finally {
    input.close();
  }
}

/** The decoder of UTF-8, or of the UTF-16 that > in PowerShell writes. */
function decoderOf(bytes: Uint8Array): TextDecoder {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8');
}
