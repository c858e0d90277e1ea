// freecell-deals show

import { extname } from 'node:path';
import type { Command } from 'commander';
import type { StyleName } from '../board/styles.js';
import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { isTerminal, STDOUT, showsUnicode, stopSignal } from './terminal.js';

export function addShow(program: Command): void {
  program
    .command('show')
    .summary('Show boards.')
    .description(
      'Show the boards of deals as players know them, in rows of eight cards, or in another style.',
    )
    .argument('<deals>', 'Deal numbers and ranges, separated by commas, such as 617 or 1,617,11982..12000.')
    .option(
      '-s, --style <style>',
      'Set the style: ascii (JD), unicode (J♦), cards (🃋), text (for solvers), json, svg (default: by the file extension; ' +
        'unicode on a UTF-8 terminal; else ascii).',
    )
    .option('-o, --output <file>', 'Write to this file, - for standard output (default: -).')
    .option('--force', 'Replace an existing file.')
    .addHelpText(
      'after',
      `
Examples:
  freecell-deals show 617
  freecell-deals show 617 -o board.svg
  freecell-deals show 617 --style text | fc-solve`,
    )
    .action(runShow);
}

interface ShowFlags {
  style?: StyleName;
  output?: string;
  force?: boolean;
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
  throw new InputError(
    `cannot infer the style of ${quote(path)}; pass --style, or use one of the extensions .txt, .svg, .json, .ndjson ` +
      '(for a PNG, write an SVG and convert it: rsvg-convert board.svg -o board.png)',
  );
}

function styleOfTerminal(): StyleName {
  return showsUnicode() ? 'unicode' : 'ascii';
}

async function runShow(deals: string, { style, output = '-', force = false }: ShowFlags): Promise<void> {
  const { showDeals } = await import('../board/show.js');
  const { knownCells } = await import('../selection/load-known-cells.js');
  const { writeTexts } = await import('../output/write-all.js');
  const isToTerminal = output === '-' && isTerminal(STDOUT);
  const shownStyle = style ?? (isToTerminal ? styleOfTerminal() : styleOfFile(output));
  const boards = showDeals(deals, shownStyle, {
    color: isToTerminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    ...(shownStyle === 'json' && { knownCells: knownCells() }),
  });
  await writeTexts(output, boards, force, stopSignal());
}
