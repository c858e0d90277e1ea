#!/usr/bin/env node
// Compares the fewest cells that the package has with what others have published:
//   npm run build && node data/check-cells.mjs FOLDER
// FOLDER holds clones of these repositories of https://github.com/shlomif, of which the script reads these files:
//   freecell-pro-3fc-deals--split               deals that three cells do not win, found by Theodore Pringle
//   freecell-pro-0fc-deals                      deals that can be won without a cell, found by Shlomi Fish
//   MicrosoftFreeCell32000-minimal-freecells    fewest cells of 1..32000, found by Theodore Pringle
//   fc-solve                                    totals for two cells of 1..400000, found by Shlomi Fish
//   freecell-pro-impossible-deals               deals that four cells do not win, and those that five do not, found by both
// Exit status 1: a contradiction, or a folder in which there is nothing to compare with.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadImpossibleDeals, loadKnownCells } from '../dist/index.js';

const known = await loadKnownCells();
let contradictions = 0;

/** Prints the result of a check: the deals that contradict each other, or what agrees. */
function report(title, wrong, agreement) {
  contradictions += wrong.length;
  console.log(wrong.length > 0 ? `${title}: WRONG ${wrong.join(', ')}` : `${title}: ${agreement}`);
}

/** The deals of a range, in an array. */
function dealsIn(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const all = dealsIn(1, known.last);

/** Compares the deals that can be won with a number of cells with a list of those, or of all others. */
function compareList(title, cells, listed, isListed, openThere = new Set()) {
  const ours = all.filter((n) => known.cellsNeeded(n) <= cells === isListed);
  const isOurs = new Set(ours);
  const wrong = all.filter((n) => !openThere.has(n) && isOurs.has(n) !== listed.has(n));
  const open = all.filter((n) => openThere.has(n)).length;
  report(title, wrong, `the same ${ours.length} deals, ${open} of 1..${known.last} undecided there`);
}

const numbersIn = (text) => text.trim().split('\n').map(Number);

function compareThreeCells(text, folder) {
  const open = numbersIn(readFileSync(join(folder, 'freecell-pro-3fc-deals--split/Int3.txt'), 'utf8'));
  compareList('three cells do not win', 3, new Set(numbersIn(text)), false, new Set(open));
}

const { numbers: impossible } = await loadImpossibleDeals();

/** Compares the deals of 1..8589934591 that a number of cells, four or more, does not win. */
function compareImpossible(cells, text) {
  const listed = new Set(numbersIn(text));
  const ours = new Set(impossible.filter((n) => known.cellsNeeded(n) > cells));
  const wrong = [...ours, ...listed].filter((n) => !(ours.has(n) && listed.has(n)));
  report(`${cells} cells do not win, of 1..8589934591`, wrong, `the same ${ours.size} deals`);
}

function compareNoCells(text) {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const [solved, open] = ['S', 'Int'].map(
    (mark) =>
      new Set(lines.filter(([found, n]) => found === mark && n <= known.last).map(([, n]) => Number(n))),
  );
  compareList('won without a cell', 0, solved, true, open);
}

function compareMinimal(text) {
  const published = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const wrong = published.filter(([n, cells]) => known.cellsNeeded(n) !== cells).map(([n]) => n);
  report('fewest cells of 1..32000', wrong, `the same for ${published.length} deals`);
}

/** Compares totals of ranges, which the file gives in paragraphs. */
function compareTwoCells(text) {
  const paragraphs =
    /([\d,]+) - ([\d,]+):\s+-+\s+Solved: ([\d,]+) ; Impossible: ([\d,]+) ; Intractable: ([\d,]+)/g;
  for (const [, ...figures] of text.matchAll(paragraphs)) {
    const [first, last, solved, impossible] = figures.map((figure) => Number(figure.replaceAll(',', '')));
    const title = `two cells, ${first}..${last}`;
    if (last > known.last) {
      console.log(`${title}: not known here`);
      continue;
    }
    const won = dealsIn(first, last).filter((n) => known.cellsNeeded(n) <= 2).length;
    const lost = last - first + 1 - won;
    report(
      title,
      solved > won || impossible > lost ? [`${solved} and ${impossible} there, ${won} and ${lost} here`] : [],
      `won ${solved} there, ${won} here; not won ${impossible} there, ${lost} here`,
    );
  }
}

const FILES = {
  'freecell-pro-3fc-deals--split/Imp3/000XXXXXXX.txt': compareThreeCells,
  'freecell-pro-0fc-deals/0fc-logs/00.log.txt': compareNoCells,
  'MicrosoftFreeCell32000-minimal-freecells/msfc32k-min-fc': compareMinimal,
  'fc-solve/fc-solve/docs/2_freecells-Report-for-first-400K-deals/Report-2fc-freecell-solvability.txt':
    compareTwoCells,
  'freecell-pro-impossible-deals/data/impossible-with-4freecells-deals.txt': (text) =>
    compareImpossible(4, text),
  'freecell-pro-impossible-deals/data/impossible-with-5freecells-deals.txt': (text) =>
    compareImpossible(5, text),
};

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('name the folder of the clones');
let compared = 0;
for (const [path, compare] of Object.entries(FILES)) {
  const file = join(folder, path);
  if (existsSync(file)) {
    compare(readFileSync(file, 'utf8'), folder);
    compared++;
  } else console.log(`${file} is not there`);
}
if (compared === 0) throw new Error(`${folder} has none of the lists`);
if (contradictions > 0) process.exitCode = 1;
