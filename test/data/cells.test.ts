// The scripts that make known-cells.bin, and compare it with what others have found.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { KnownCells } from '../../src/game/known-cells.js';
import { knownCells } from '../../src/selection/load-known-cells.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));
const known = knownCells();
const deals = range(1, known.last);
const hard = deals.filter((n) => (known.cellsBounds(n)?.atLeast ?? 0) > 3);
const easiest = deals.filter((n) => known.cellsBounds(n)?.atMost === 0);

const THREE = 'freecell-pro-3fc-deals--split/Imp3/000XXXXXXX.txt';
const NONE = 'freecell-pro-0fc-deals/0fc-logs/00.log.txt';
const MINIMAL = 'MicrosoftFreeCell32000-minimal-freecells/msfc32k-min-fc';
const TWO =
  'fc-solve/fc-solve/docs/2_freecells-Report-for-first-400K-deals/Report-2fc-freecell-solvability.txt';

/** Runs data/check-cells.mjs on files in place of the clones. */
function check(files: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [join(DATA, 'check-cells.mjs'), folder]);
  return { status, stdout: stdout.toString() };
}

function linesOf(lines: (string | number)[]): string {
  return `${lines.join('\n')}\n`;
}

const solved = (deals: number[]) => linesOf(deals.map((n) => `S\t${n}`));

function totalsOf(solved: string, impossible: string): string {
  return `1 - 32,000:\n-----------\n\nSolved: ${solved} ; Impossible: ${impossible} ; Intractable: 0 .\n`;
}

describe('data/check-cells.mjs', () => {
  it('says what agrees, and which file is not there', () => {
    const { status, stdout } = check({
      [THREE]: linesOf([...hard, 9_999_999]),
      [NONE]: `${solved(easiest)}Int\t${hard[0]}\n`,
      [TWO]: totalsOf('25,381', '6,619'),
    });
    expect(status).toBe(0);
    expect(stdout).toContain(`three cells do not win: the same ${hard.length} deals`);
    expect(stdout).toContain(`won without a cell: the same ${easiest.length} deals`);
    expect(stdout).toContain(
      'two cells, 1..32000: won 25381 there, 25381 here; not won 6619 there, 6619 here',
    );
    expect(stdout).toContain('msfc32k-min-fc is not there');
  });

  it.each([
    ['a deal too few', THREE, linesOf(hard.slice(1)), `three cells do not win: WRONG ${hard[0]}\n`],
    ['a deal too many', THREE, linesOf([1, ...hard]), 'three cells do not win: WRONG 1\n'],
    ['a deal too few', NONE, solved(easiest.slice(1)), `won without a cell: WRONG ${easiest[0]}\n`],
    ['another number', MINIMAL, linesOf(['1\t3', '2\t4']), 'fewest cells of 1..32000: WRONG 2\n'],
    ['other totals', TWO, totalsOf('25,380', '6,620'), 'two cells, 1..32000: WRONG 25380 and 6620 there'],
  ])('names the deals that contradict a file with %s', (_, path, text, message) => {
    const { status, stdout } = check({ [path]: text });
    expect(stdout).toContain(message);
    expect(status).toBe(1);
  });
});

/** Runs data/make-cells.mjs in a folder of its own, on files of records and on records from standard input. */
function make(files: object[][], input?: object[]) {
  const folder = temporaryFolder();
  cpSync(join(DATA, 'make-cells.mjs'), join(folder, 'make-cells.mjs'));
  const names = files.map((records, i) => {
    writeFileSync(join(folder, `${i}.ndjson`), linesOf(records.map((record) => JSON.stringify(record))));
    return `${i}.ndjson`;
  });
  if (input !== undefined) names.push('-');
  const { status, stderr } = spawnSync(process.execPath, ['make-cells.mjs', ...names], {
    cwd: folder,
    input: input && linesOf(input.map((record) => JSON.stringify(record))),
  });
  const bytes = status === 0 ? readFileSync(join(folder, 'known-cells.bin')) : Buffer.alloc(0);
  return { bytes, stderr: stderr.toString() };
}

/** The bounds of all deals in a file, as written in records. */
function boundsOf(bytes: Uint8Array): string[] {
  const known = new KnownCells(bytes);
  return Array.from({ length: known.last }, (_, i) => {
    const { atLeast, atMost } = known.cellsBounds(i + 1) ?? {};
    return `${atLeast}..${atMost}`;
  });
}

describe('data/make-cells.mjs', () => {
  it('makes known-cells.bin out of its deals, whatever their order', () => {
    const packed = readFileSync(join(DATA, 'known-cells.bin'));
    const known = new KnownCells(packed);
    const records = Array.from({ length: known.last }, (_, i) => {
      const deal = i + 1;
      const cells = known.cellsNeeded(deal);
      return cells === undefined ? { deal, ...known.cellsBounds(deal) } : { deal, cells };
    });
    checkSame(make([records.reverse()]).bytes, packed);
  });

  it('covers the deals before the first one without a record, of several files', () => {
    const [two, none, open] = [
      { deal: 1, cells: 2 },
      { deal: 3, cells: 0 },
      { deal: 2, atLeast: 1, atMost: 2 },
    ];
    const [first, second] = [
      [two, none],
      [open, { deal: 5, cells: 1 }],
    ];
    expect(boundsOf(make([first, second]).bytes)).toEqual(['2..2', '1..2', '0..0']);
    expect(boundsOf(make([first], second).bytes)).toEqual(['2..2', '1..2', '0..0']);
    expect(boundsOf(make([second]).bytes)).toEqual([]);
  });

  it('takes the closest bounds of a deal with several records', () => {
    const open = { deal: 1, atLeast: 1, atMost: 3 };
    expect(boundsOf(make([[open, { deal: 1, atLeast: 2, atMost: 4 }]]).bytes)).toEqual(['2..3']);
    expect(boundsOf(make([[{ deal: 1, cells: 2 }, open]]).bytes)).toEqual(['2..2']);
    expect(make([[open, { deal: 1, cells: 4 }]]).stderr).toContain('records of deal 1 contradict each other');
  });

  it.each([
    [{ deal: 7, cells: 16 }, 'deal 7 has the bounds 16..16'],
    [{ deal: 7, atLeast: 3, atMost: 2 }, 'deal 7 has the bounds 3..2'],
    [{ deal: 7 }, 'deal 7 has no atMost'],
    [{ deal: 7, atLeast: 2 }, 'deal 7 has no atMost'],
  ])('refuses %j', (record, message) => {
    expect(make([[record]]).stderr).toContain(message);
  });

  it('asks for files of records', () => {
    expect(make([]).stderr).toContain('name the files of records');
  });
});
