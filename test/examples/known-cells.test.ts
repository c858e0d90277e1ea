// The scripts that make known-cells.bin, and compare it with what others have found.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownCells } from '../../src/selection/facts.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));

describe('data/make-cells.mjs', () => {
  const known = knownCells();
  const records = ['deal,cells,at_least,at_most,states'];
  for (const deal of range(1, known.last)) records.push(`${deal},${known.cellsNeeded(deal)},,,9`);

  /** Runs data/make-cells.mjs in a folder of its own. */
  function make(lines: string[]) {
    const folder = temporaryFolder();
    cpSync(join(DATA, 'make-cells.mjs'), join(folder, 'make-cells.mjs'));
    writeFileSync(join(folder, 'million.csv'), lines.join('\n'));
    const { stderr } = spawnSync(process.execPath, ['make-cells.mjs', 'million.csv'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { file: join(folder, 'known-cells.bin'), stderr };
  }

  it('makes known-cells.bin out of the records of all deals', () => {
    checkSame(readFileSync(make(records).file), readFileSync(join(DATA, 'known-cells.bin')));
  });

  it('refuses a deal that is open, and one that is missing', () => {
    expect(make(records.with(7, '7,,1,2,9')).stderr).toContain(
      "'7,,1,2,9' does not tell the cells of deal 7",
    );
    expect(make(records.toSpliced(7, 1)).stderr).toContain('999999 records; expected 1000000');
  });
});

it('data/check-cells.mjs says with which files the known cells agree, and which deals contradict a file', () => {
  const known = knownCells();
  expect(known.last).toBe(1_000_000);
  const deals = range(1, known.last);
  const hard = deals.filter((n) => (known.cellsNeeded(n) ?? 0) > 3);
  const easiest = deals.filter((n) => known.cellsNeeded(n) === 0);
  const folder = temporaryFolder();
  for (const [path, lines] of Object.entries({
    'freecell-pro-0fc-deals/0fc-logs/00.log.txt': easiest.map((n) => `S\t${n}`),
    'freecell-pro-3fc-deals--split/Imp3/000XXXXXXX.txt': [1, ...hard.slice(2)],
    'freecell-pro-3fc-deals--split/Int3.txt': hard.slice(1, 2), // open there
    'MicrosoftFreeCell32000-minimal-freecells/msfc32k-min-fc': ['1\t3', '2\t4'],
  })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), lines.map((line) => `${line}\n`).join(''));
  }
  const { status, stdout } = spawnSync(process.execPath, [join(DATA, 'check-cells.mjs'), folder]);
  expect(String(stdout)).toContain(`won without a cell: the same ${easiest.length} deals`);
  expect(String(stdout)).toMatch(new RegExp(`three cells do not win: WRONG 1\\D+${hard[0]}\n`));
  expect(String(stdout)).toContain('fewest cells of 1..32000: WRONG 2\n');
  expect(status).toBe(1);
});
