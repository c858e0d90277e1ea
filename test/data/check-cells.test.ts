import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownCells } from '../../src/selection/load-known-cells.js';
import { temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';

const SCRIPT = fileURLToPath(new URL('../../data/check-cells.mjs', import.meta.url));
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
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder]);
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
