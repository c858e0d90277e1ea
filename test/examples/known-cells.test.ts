// The scripts that make known-cells.bin, and compare it with what others have found.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownCells } from '../../src/selection/facts.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';
import { peer } from '../support/peer.js';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));

function textOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Runs data/make-cells.mjs in a folder of its own, on files of records and on records from standard input. */
function make(files: object[][], input?: object[]) {
  const folder = temporaryFolder();
  for (const name of ['make-cells.mjs', 'read-records.mjs']) cpSync(join(DATA, name), join(folder, name));
  symlinkSync(join(DATA, 'records'), join(folder, 'records'));
  const names = files.map((records, i) => {
    writeFileSync(join(folder, `${i}.ndjson`), textOf(records));
    return `${i}.ndjson`;
  });
  if (input !== undefined) names.push('-');
  const { status, stderr } = spawnSync(process.execPath, ['make-cells.mjs', ...names], {
    cwd: folder,
    input: input && textOf(input),
  });
  const bytes = status === 0 ? readFileSync(join(folder, 'known-cells.bin')) : Buffer.alloc(0);
  return { bytes, stderr: stderr.toString() };
}

describe('data/make-cells.mjs', () => {
  peer('xz')('makes known-cells.bin out of data/records', () => {
    checkSame(make([]).bytes, readFileSync(join(DATA, 'known-cells.bin')));
  });

  it('takes the closest bounds of a deal with several records, of several files', () => {
    const [open, other] = [
      { deal: 1, atLeast: 1, atMost: 3 },
      { deal: 1, atLeast: 2, atMost: 4 },
    ];
    const two = { deal: 1, cells: 2 };
    expect(make([[open, other]]).stderr).toContain('deal 1 is open, with the bounds 2..3');
    for (const { stderr } of [make([[two, open]]), make([[open], [two]]), make([[open]], [two])])
      expect(stderr).toContain('deal 2 is open, with the bounds 0..15');
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
