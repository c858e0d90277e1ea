// freecell-deals info

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { DamageError, InputError, nameDamaged } from '../common/errors.js';
import { escapeLine, grouped, quote } from '../common/quote.js';
import { readHeader, BINARY_VERSION as version } from '../formats/binary.js';
import { parquet, readContents } from '../formats/parquet.js';
import { formatOfHead, HEAD_BYTES } from '../formats/registry.js';
import { COLUMNS, REGIME_ADDENDS, REGIME_BITS, REGIME_FIRST_DEALS, SUITS } from '../game/constants.js';
import { parseDeals } from '../game/deal-numbers.js';
import { viewDeal } from '../game/deal-view.js';
import { type Input, openInput } from '../io/input.js';
import { impossibleDeals } from '../selection/facts.js';
import { allCells } from '../verbs/cells.js';
import { cellsIn } from './progress.js';
import { writeOutput } from './terminal.js';
import { type Info, unfinishedInfo } from './unfinished.js';

export function addTo(program: Command): void {
  program
    .command('info')
    .summary('Show what a file holds, or what is known of a deal.')
    .description(
      'Show what a file holds, from the header and size of a binary file or the footer of a Parquet file. ' +
        'For an unfinished file, show how far it is, whether a run is writing it, and the command that resumes it. ' +
        'For a deal number, show whether the deal can be won, the fewest free cells for that, and the places of ' +
        'its aces and kings.',
    )
    .argument('<file>', 'Binary, Parquet or unfinished file, or a deal number such as 617 or #617.')
    .option('--json', 'Print one line of JSON.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals info deals.bin
  freecell-deals info --json deals.parquet
  freecell-deals info 617`,
    )
    .action(runInfo);
}

async function runInfo(argument: string, { json = false }: { json?: boolean }): Promise<void> {
  const n = dealNumberIn(argument);
  const info = n === undefined ? (unfinishedInfo(argument) ?? (await fileInfo(argument))) : dealInfo(n);
  const width = Math.max(...info.lines.map(([name]) => name.length)) + 2;
  const lines = json
    ? [JSON.stringify(info.json)]
    : info.lines.map(([name, value]) => name.padEnd(width) + value);
  // control characters are escaped for pipes, too, because any program may have written the file
  await writeOutput(lines.map((line) => `${escapeLine(line)}\n`).join(''));
}

async function fileInfo(path: string): Promise<Info> {
  if (path === '-')
    throw new InputError('info reads both ends of a file; write standard input to a file first');
  using input = await openInput(path).catch((error) => {
    const none = `${quote(path)} is neither a file nor a deal number; expected for example deals.bin or 617`;
    throw error.code === 'ENOENT' ? new Error(none) : error;
  });
  try {
    if (input.size === undefined)
      throw new DamageError('it is not a regular file; only a regular file can be read');
    const head = await input.read(0, HEAD_BYTES);
    if (parquet.isBegunBy(head)) return await parquetInfo(path, input);
    const format = formatOfHead(head);
    if (format?.isBinary === false)
      throw new DamageError(`it is ${format.name}, which info does not read; verify checks files of deals`);
    return await binaryInfo(path, input, head);
  } catch (error) {
    throw nameDamaged(path, error);
  }
}

async function binaryInfo(file: string, input: Input, head: Uint8Array): Promise<Info> {
  const bytes = input.size as number;
  const { count, first: start, record, offset: headerBytes } = readHeader(head, bytes);
  const recordBytes = record.maxBytes;
  const numberAt = async (index: number) =>
    start === undefined
      ? record.number?.(await input.read(headerBytes + index * recordBytes, recordBytes), 0)
      : start + index;
  const [first, last] = count === 0 ? [] : [await numberAt(0), await numberAt(count - 1)];
  const isList = start === undefined;
  const layout = isList ? 2 : 1;
  const listed = count > 0 ? `${grouped(count)}, the first ${first}, the last ${last}` : 'none';
  return {
    json: { file, format: 'bin', version, layout, headerBytes, recordBytes, count, first, last, bytes },
    lines: [
      ['file', file],
      ['format', `binary, version ${version}`],
      ['layout', isList ? '2: a list, each deal with its number' : '1: a range of consecutive deals'],
      ['deals', isList ? listed : `${first}..${last}`],
      ['count', grouped(count)],
      ['size', `${grouped(bytes)} bytes`],
    ],
  };
}

async function parquetInfo(file: string, input: Input): Promise<Info> {
  const { origin, groups, deals } = await readContents(input);
  const bytes = input.size as number;
  const min = deals === 0 ? undefined : Math.min(...groups.map((group) => group.min));
  const max = deals === 0 ? undefined : Math.max(...groups.map((group) => group.max));
  return {
    json: { file, format: 'parquet', ...origin, count: deals, min, max, rowGroups: groups.length, bytes },
    lines: [
      ['file', file],
      ['format', `Parquet, by freecell-deals ${origin.version}`],
      ['deals', deals === 0 ? 'none' : `between ${min} and ${max}`],
      ['of', origin.selection],
      ['count', grouped(deals)],
      ['size', `${grouped(bytes)} bytes`],
    ],
  };
}

/** The deal number that an argument names, such as 617, #617, ms617 or Game #617, unless a file has that name. */
function dealNumberIn(argument: string): number | undefined {
  if (existsSync(argument) || !/^(?:game ?)?(?:#|ms ?)?\d[^./\\]*$/i.test(argument)) return undefined;
  const [{ first }, ...others] = parseDeals(argument); // without a point, it has no range
  if (others.length === 0) return first;
  throw new InputError(`info takes one deal, not ${quote(argument)}; show takes several`);
}

const FIRST_VERSION = 32_000; // deals of the first Microsoft FreeCell
const MILLION = 1_000_000; // deals of Microsoft FreeCell since Windows XP

/** Games with the same numbers, up to the last one that they have. */
const GAMES = { 'Windows FreeCell': MILLION, KPat: 2 ** 31 - 1, 'Solitaire City': 100_000 };

/** The games that have a deal by its number, and those that have another deal. */
function gamesOf(n: number): Info['lines'] {
  const games = Object.entries(GAMES).flatMap(([name, last]) => (n <= last ? `, ${name}` : ''));
  const others = 'freecell.net (NetCELL), AisleRiot, Solitaire Collection of Windows 10';
  return [
    ['same in:', `FreeCell Pro, Freecell Solver${games.join('')}, PySolFC as ms${n}`],
    ['not in:', n <= FIRST_VERSION ? others : `${others}, PySolFC without ms`],
  ];
}

/** The game that has a deal, and the rule by which it is dealt. */
function gameOf(n: number): string {
  if (n <= FIRST_VERSION) return 'Microsoft FreeCell, one of the 32,000 deals of its first version';
  if (n <= MILLION) return 'Microsoft FreeCell, one of the million deals since Windows XP';
  const regime = REGIME_FIRST_DEALS.findLastIndex((first) => first <= n);
  if (regime === 0) return "beyond the million, dealt by Microsoft's rule: draws of 15 bits";
  const rule = `draws of ${REGIME_BITS[regime]} bits plus ${grouped(REGIME_ADDENDS[regime])}`;
  return `FreeCell Pro range, from 2^${Math.log2(REGIME_FIRST_DEALS[regime])}: ${rule}`;
}

/** Returns the known facts of a deal: its game, whether it can be won, its fewest cells, its aces and kings. */
function dealInfo(n: number): Info {
  const cells = allCells.cellsNeeded(n);
  const winnable = !impossibleDeals().has(n);
  const deal = viewDeal(n);
  const positionsOf = (rank: string) =>
    Array.from(SUITS, (suit) => [rank + suit, deal.position(rank + suit)] as const);
  const placesOf = (rank: string) =>
    positionsOf(rank)
      .map(([name, i]) => `${name} column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}`)
      .join('; ');
  const game = gameOf(n);
  return {
    json: {
      deal: n,
      game,
      winnable,
      cells: cells ?? null,
      aces: Object.fromEntries(positionsOf('A')),
      kings: Object.fromEntries(positionsOf('K')),
    },
    lines: [
      ['deal:', String(n)],
      ['game:', game],
      ['4 cells:', winnable ? 'winnable' : 'impossible'],
      [
        'fewest:',
        cells === undefined ? `not known; freecell-deals solve ${n} searches for it` : cellsIn(cells),
      ],
      ['aces:', placesOf('A')],
      ['kings:', placesOf('K')],
      ...gamesOf(n),
      ['places:', 'columns and rows count from 1; in --json and --where, places count from 0'],
    ],
  };
}
