// freecell-deals find

import { closeSync, existsSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import { InputError, ReadError } from '../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { print, STDERR, STDIN } from './terminal.js';

/** A drawing has 10 KB; what is far larger is no board, and is not read to its end. */
const MOST_BYTES = 1024 * 1024;

export function addFind(program: Command): void {
  program
    .command('find')
    .summary('tell the number of a board')
    .description(
      'Tells the number of a board, out of all there are: written in rows or in columns, in any style of show or as ' +
        'people paste it.',
    )
    .argument('[file]', 'file that holds the board; without it, or for -, standard input')
    .option('--row [cards...]', 'tell every deal that begins with these cards, such as the first row or two')
    .option('--in <deals>', 'deals among which --row looks (default: 1..1000000)')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals find board.txt
  freecell-deals show 617 | freecell-deals find
  freecell-deals find --row 7D AD 5C 3S 5S 8C 2D AH --in 1..2147483647`,
    )
    .action(runFind);
}

interface FindFlags {
  row?: true | string[];
  in?: string;
}

async function runFind(file: string | undefined, { row, in: deals }: FindFlags): Promise<void> {
  if (row !== undefined) return findRow(file, row === true ? [] : row, deals);
  if (deals !== undefined) {
    throw new InputError('--in is for --row; a whole board is looked for among all deals, so leave it out');
  }
  const { parseBoard } = await import('../board/parse.js');
  const { findDeal } = await import('../game/find.js');
  const { writeTexts } = await import('../output/parts.js');
  const found = parseBoard(await readText(file)).flatMap(({ by, cards }) => {
    const n = findDeal(cards);
    return n === undefined ? [] : [{ by, n }];
  });
  if (found.length === 0) {
    throw new Error(`no deal ${FIRST_DEAL}..${LAST_DEAL} has this board, neither by rows nor by columns`);
  }
  await writeTexts(
    '-',
    found.map(({ n }) => `${n}\n`),
    false,
  );
  if (found.length > 1) print(STDERR, `${found.map(({ by, n }) => `${n} is read by ${by}`).join(', ')}\n`);
}

/** Writes every deal that begins with the cards, which are words, or the text of a file or of standard input. */
async function findRow(file: string | undefined, words: string[], deals: string | undefined): Promise<void> {
  const { isCard, parseRow } = await import('../board/parse.js');
  const { findDealsStarting } = await import('../game/find.js');
  const { DEFAULT_DEALS } = await import('../game/deal-numbers.js');
  const { writeTexts } = await import('../output/parts.js');
  const [word = ''] = words;
  const isFile = words.length === 1 && !isCard(word) && (word === '-' || existsSync(word));
  if (file !== undefined && words.length > 0) {
    throw new InputError(`'${file}' and the cards of --row are both given; expected one of the two`);
  }
  const text = isFile || words.length === 0 ? await readText(isFile ? word : file) : words.join(' ');
  const among = deals ?? DEFAULT_DEALS;
  const numbers = findDealsStarting(parseRow(text), among);
  const { value: first, done } = numbers.next();
  if (done) throw new Error(`no deal of ${among} begins with these cards; name other deals by --in`);
  function* lines(): Generator<string> {
    yield `${first}\n`;
    for (const n of numbers) yield `${n}\n`;
  }
  await writeTexts('-', lines(), false);
}

/** The text of a file, or of standard input. */
async function readText(file = '-'): Promise<string> {
  const { readStream } = await import('../io/stream.js');
  const isInput = file === '-';
  const name = isInput ? 'standard input' : file;
  if (isInput && isatty(STDIN)) {
    print(STDERR, 'freecell-deals: type or paste a board, then press Ctrl-D on a line of its own\n');
  }
  let fd: number | undefined;
  try {
    fd = isInput ? STDIN : openSync(file, 'r');
    const bytes = new Uint8Array(MOST_BYTES + 1);
    let size = 0;
    for (let got = 1; got > 0 && size < bytes.length; size += got)
      got = await readStream(fd, bytes.subarray(size));
    if (size < bytes.length) return decoded(bytes.subarray(0, size));
  } catch (error) {
    throw new ReadError(name, error);
  } finally {
    if (fd !== undefined && !isInput) closeSync(fd);
  }
  throw new InputError(`${name} has more than ${MOST_BYTES} bytes; expected the text of one board`);
}

/** UTF-8, or the UTF-16 that PowerShell's > writes. */
function decoded(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}
