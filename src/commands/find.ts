// freecell-deals find

import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import { InputError, ReadError } from '../errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../ms.js';
import { print, STDERR, STDIN } from '../terminal.js';

/** A drawing has 10 KB; what is far larger is no board, and is not read to its end. */
const MOST_BYTES = 1024 * 1024;
const RETRY_AFTER = 5; // ms, where a pipe that is set to non-blocking has nothing yet

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
  const { parseBoard } = await import('../board.js');
  const { findDeal } = await import('../find.js');
  const { writeTexts } = await import('../output.js');
  const found = parseBoard(readText(file)).flatMap(({ by, cards }) => {
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
  const { isCard, parseRow } = await import('../board.js');
  const { findDealsStarting } = await import('../find.js');
  const { DEFAULT_DEALS } = await import('../range.js');
  const { writeTexts } = await import('../output.js');
  const [word = ''] = words;
  const isFile = words.length === 1 && !isCard(word) && (word === '-' || existsSync(word));
  if (file !== undefined && words.length > 0) {
    throw new InputError(`'${file}' and the cards of --row are both given; expected one of the two`);
  }
  const text = isFile || words.length === 0 ? readText(isFile ? word : file) : words.join(' ');
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
function readText(file = '-'): string {
  const isInput = file === '-';
  if (isInput && isatty(STDIN)) {
    print(STDERR, 'freecell-deals: type or paste a board, then press Ctrl-D on a line of its own\n');
  }
  let fd: number | undefined;
  try {
    fd = isInput ? STDIN : openSync(file, 'r');
    return decoded(readBytes(fd, isInput ? 'standard input' : file));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new ReadError(isInput ? 'standard input' : file, error);
  } finally {
    if (fd !== undefined && !isInput) closeSync(fd);
  }
}

function readBytes(fd: number, name: string): Uint8Array {
  const bytes = new Uint8Array(MOST_BYTES + 1);
  let size = 0;
  while (size < bytes.length) {
    const got = readSome(fd, bytes, size);
    if (got === 0) return bytes.subarray(0, size);
    size += got;
  }
  throw new InputError(`${name} has more than ${MOST_BYTES} bytes; expected the text of one board`);
}

/** Reads what is there, at least a byte; 0 at the end. */
function readSome(fd: number, bytes: Uint8Array, at: number): number {
  for (;;) {
    try {
      return readSync(fd, bytes, at, bytes.length - at, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0; // Windows, where a pipe has ended
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_AFTER);
    }
  }
}

/** UTF-8, or the UTF-16 that PowerShell's > writes. */
function decoded(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}
