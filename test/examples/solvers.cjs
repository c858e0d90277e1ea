#!/usr/bin/env node
// Imitates the input of solvers that Debian lacks: the name of this file says which. Fails if the input has another form.

const { readFileSync, writeFileSync } = require('node:fs');
const { basename } = require('node:path');

const [name, last] = [basename(process.argv[1]), process.argv.at(-1)];
const CARD = /(?:[A23456789TJQK][CDHS])/.source;
const line = (cards, before = '') => `${before}${CARD}(?: ${CARD}){${cards - 1}}\n`;
const columns = (before) => `(?:${line(7, before)}){4}(?:${line(6, before)}){4}`;
const pile = (cards) => String.raw`\[${Array(cards).fill('"(?:[A2-9JQK]|10)[CDHS]"').join(',')}\]`;
const piles = [7, 7, 7, 7, 6, 6, 6, 6].map(pile).join(',\n');
const [form, text] = {
  patsolve: () => [columns(''), readFileSync(last, 'utf8')],
  solvitaire: () => [String.raw`\{"tableau piles":\[${piles}\]\}\n`, readFileSync(last, 'utf8')],
  'rows-solver': () => [`(?:${line(8)}){6}${line(4)}`, readFileSync(0, 'utf8')],
  'cascade-solver': () => [columns('cascade: '), readFileSync(0, 'utf8')],
  solver: () => [String.raw`\d+`, last],
  'summary-fc-solve': () => [String.raw`(?:\d+\n)+`, readFileSync(process.argv[3], 'utf8')],
}[name]();
if (!new RegExp(`^${form}$`).test(text)) throw new Error(`${name} cannot read this:\n${text}`);
if (name === 'patsolve') writeFileSync('win', '');
console.log(text.trim().replace(/^/gm, 'Verdict: '));
