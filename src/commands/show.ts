// freecell-deals show

import { extname } from 'node:path';
import type { Command } from 'commander';
import { type StyleName, showDeals, styleNamed } from '../board/show.js';
import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { WINNABLE_IN_MILLION } from '../game/random.js';
import { allCells } from '../verbs/cells.js';
import { deals } from '../verbs/deals.js';
import { type Flags, goesToTerminal, seedOf, showsUnicode, stopSignal } from './terminal.js';
import { writeTexts } from './write-texts.js';

export function addTo(program: Command): void {
  program
    .command('show')
    .summary('Show boards.')
    .description(
      'Show the boards of deals as players know them, in rows of eight cards, or in another style.',
    )
    .argument(
      '<deals>',
      'Deal numbers and ranges, separated by commas, such as 617 or 1,617,11982..12000; random shows a deal of ' +
        '1..1000000 that can be won, today the one of the day.',
    )
    .option(
      '-s, --style <style>',
      'Set the style: ascii (JD), unicode (J♦), cards (🃋), text (for solvers), json, svg (default: by the file ' +
        'extension; unicode on a UTF-8 terminal; else ascii).',
    )
    .option('--seed <seed>', 'Choose the deal of random: 0..9007199254740991, or a date: 2026-11-23.', seedOf)
    .option('--where <condition>', "Choose the deal of random or today by a condition: 'cells = 4'.")
    .option('-o, --output <file>', 'Write to this file, - for standard output (default: -).')
    .option('--force', 'Replace an existing file.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals show 617
  freecell-deals show random --where 'cells = 4'
  freecell-deals show 617 -o board.svg
  freecell-deals show 617 --style text | fc-solve`,
    )
    .action(runShow);
}

interface ShowFlags extends Flags {
  style?: StyleName;
  seed?: number;
  where?: string;
}

const STYLES_OF_FILES: Record<string, StyleName> = {
  '': 'ascii',
  '.txt': 'ascii',
  '.svg': 'svg',
  '.json': 'json',
  '.ndjson': 'json',
  '.jsonl': 'json',
};

function styleOfFile(path: string): StyleName {
  const style = STYLES_OF_FILES[extname(path).toLowerCase()];
  if (style !== undefined) return style;
  const extensions = 'use one of the extensions .txt, .svg, .json, .ndjson';
  const png = 'for a PNG, write an SVG and convert it: rsvg-convert board.svg -o board.png';
  throw new InputError(`cannot infer the style of ${quote(path)}; pass --style, or ${extensions} (${png})`);
}

/** A deal of 1..1000000 that can be won and meets a condition: the first of all these deals in the order of a seed. */
async function randomDeal(where?: string, seed = Math.floor(Math.random() * 2 ** 53)): Promise<number> {
  const sample = { count: WINNABLE_IN_MILLION, seed };
  for await (const { first } of deals({ winnable: true, sample, where, limit: 1, threads: 1 })) return first;
  throw new InputError(`no deal of 1..1000000 that can be won meets the condition ${quote(where)}`);
}

/** The seed of the day: 20261123 on 23 November 2026. */
function seedOfToday(): number {
  const day = new Date();
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();
}

async function runShow(deals: string, flags: ShowFlags): Promise<void> {
  const { style, seed, where, output = '-', force = false } = flags;
  const word = deals.toLowerCase();
  const isDrawn = word === 'random' || word === 'today';
  if (seed !== undefined && word !== 'random')
    throw new InputError('--seed is for show random; leave it out');
  if (where !== undefined && !isDrawn)
    throw new InputError('--where is for show random and show today; leave it out');
  const isToTerminal = goesToTerminal(output);
  const terminalStyle = showsUnicode() ? 'unicode' : 'ascii';
  const shownStyle = style ?? (isToTerminal ? terminalStyle : styleOfFile(output));
  const n = isDrawn ? await randomDeal(where, word === 'today' ? seedOfToday() : seed) : undefined;
  const boards = showDeals(n ?? deals, shownStyle, {
    color: isToTerminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    ...(shownStyle === 'json' && { knownCells: allCells }),
  });
  const isHeaded = n !== undefined && styleNamed(shownStyle).several === 'headed';
  await writeTexts(output, isHeaded ? [`Game #${n}\n`, ...boards] : boards, force, stopSignal());
}
