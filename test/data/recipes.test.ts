// The recipes of docs/known-deals.md, typed on small lists of the forms that are published.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runShell, temporaryFolder } from '../support/command.js';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/known-deals.md', import.meta.url)), 'utf8');
const [, recipes = ''] = /## Lists of all(.*?)\n## /s.exec(PAGE) ?? [];
const lines = recipes.match(/(?<=^ {4})(?:cat|freecell-deals) .*$/gm) ?? [];

it('the recipes for lists of all deals answer from small lists of the same forms', () => {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries({
    'freecell-pro-0fc-deals/0fc-logs/00.log.txt':
      '### freecell-pro-3fc-deals ###\nS\t164\nInt\t798194\nS\t892\n',
    'freecell-pro-0fc-deals/0fc-logs/01.log.txt': 'S\t1012\nS\t1081\nS\t1150\nS\t1151\n',
    'freecell-pro-3fc-deals--split/Imp3/000XXXXXXX.txt': '617\n11982\n9999999\n',
    'freecell-pro-3fc-deals--split/Imp3/001XXXXXXX.txt': '14720822\n14720823\n',
  })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const program = lines.join('\n').replaceAll(/^freecell-deals /gm, '"$0" "$1" ');
  const { stdout } = runShell(program, folder);
  // three need four cells, two are impossible, the first five without a cell, and all but three of 1..9999999
  expect(stdout.toString()).toBe('3\n2\n164\n892\n1012\n1081\n1150\n9999996\n');
});
