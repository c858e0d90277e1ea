#!/usr/bin/env node
// Makes known-cells.bin anew out of data/records, and puts the new counts into the documents that quote them. The other
// commands draw the picture of these counts anew:
//   npm run build && node data/renew.mjs && npm run build:tools && node build/bench/cells.js && git diff
// examples/solve/README.md reports single searches, and stays.
// Replaced are the numbers of deals per number of cells of the last commit, where they have four digits or more. The script
// prints them, and each line with such a number.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadImpossibleDeals } from '../dist/index.js';
import { KnownCells } from '../dist/internal.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = 'data/known-cells.bin';
const LEAST_REPLACED = 1000; // a smaller number stands for other things, too

const impossible = await loadImpossibleDeals();
const run = (program, ...args) =>
  execFileSync(program, args, { cwd: ROOT, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'inherit'] });

/** The number of deals that need 0, 1, .. 5 cells, and of open deals. */
function countsIn(bytes) {
  const known = new KnownCells(bytes, impossible);
  const counts = new Array(7).fill(0);
  for (let n = 1; n <= known.last; n++) counts[known.cellsNeeded(n) ?? 6]++;
  return counts;
}

const before = countsIn(run('git', 'show', `HEAD:${FILE}`));
run(process.execPath, 'data/make-cells.mjs');
const after = countsIn(readFileSync(new URL(`../${FILE}`, import.meta.url)));
for (const [i, count] of after.entries()) {
  console.log(`${i < 6 ? `${i} cells` : 'open'}: ${before[i]} -> ${count}`);
}

const changes = new Map();
for (const [i, count] of after.entries()) {
  if (count === before[i]) continue;
  if (before[i] < LEAST_REPLACED) console.log(`find ${before[i]} in the documents by hand`);
  else
    for (const locale of [undefined, 'en-US']) changes.set(textOf(before[i], locale), textOf(count, locale));
}

/** A number as documents write it: 2174 or, with a locale, 2,174. */
function textOf(count, locale) {
  return locale === undefined ? String(count) : count.toLocaleString(locale);
}

for (const path of run('git', 'ls-files', '*.md', ':!examples/solve').toString().trim().split('\n')) {
  const text = readFileSync(`${ROOT}/${path}`, 'utf8');
  const lines = text.split('\n').map((line) => {
    const renewed = line.replace(/\d[\d,]*\d/g, (number) => changes.get(number) ?? number);
    if (renewed !== line) console.log(`${path}: ${renewed}`);
    return renewed;
  });
  if (lines.join('\n') !== text) writeFileSync(`${ROOT}/${path}`, lines.join('\n'));
}
