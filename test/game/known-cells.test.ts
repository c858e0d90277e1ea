import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as browser from '../../src/browser.js';
import { cellsNeeded } from '../../src/game/cells-needed.js';
import { KNOWN_CELLS } from '../../src/game/known-cells.js';
import * as library from '../../src/index.js';
import { isImpossible } from '../../src/selection/impossible.js';
import { temporaryFolder } from '../support/command.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const known = Array.from({ length: 32_000 }, (_, i) => cellsNeeded(i + 1));

/** Runs data/make-cells.mjs on records in a folder of its own; the file it makes, and what it says. */
function make(records: object[]) {
  const folder = temporaryFolder();
  for (const path of ['data', 'src/game']) mkdirSync(join(folder, path), { recursive: true });
  cpSync(join(ROOT, 'data/make-cells.mjs'), join(folder, 'data/make-cells.mjs'));
  writeFileSync(
    join(folder, 'records.ndjson'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  const { status, stderr } = spawnSync(process.execPath, ['data/make-cells.mjs', 'records.ndjson'], {
    cwd: folder,
  });
  const made = status === 0 ? readFileSync(join(folder, 'src/game/known-cells.ts'), 'utf8') : '';
  return { made, stderr: stderr.toString() };
}

describe('cellsNeeded', () => {
  it('has as many deals of each number as are published', () => {
    const counts = [0, 1, 2, 3, 4, 5].map((cells) => known.filter((needed) => needed === cells).length);
    expect(counts).toEqual([69, 6220, 19_092, 6420, 198, 1]);
    expect([164, 892, 1012, 1081, 1150].map(cellsNeeded)).toEqual([0, 0, 0, 0, 0]);
    expect(known.indexOf(0)).toBe(163);
    expect(known.filter((cells, i) => (cells ?? 0) > 4 !== isImpossible(i + 1))).toEqual([]);
  });

  it('agrees with records', () => {
    const records = readFileSync(join(ROOT, 'examples/sql/test/cells.ndjson'), 'utf8').trim().split('\n');
    const wrong = records
      .map((line) => JSON.parse(line))
      .filter(({ deal, cells }) => cells !== undefined && cellsNeeded(deal) !== cells);
    expect(wrong).toEqual([]);
  });

  it('is unknown beyond 32000, refuses what is no deal, and is in both entries', () => {
    expect([32_000, 32_001, 8_589_934_591].map(cellsNeeded)).toEqual([known[31_999], undefined, undefined]);
    for (const wrong of [0, 1.5, 8_589_934_592]) expect(() => cellsNeeded(wrong)).toThrow(String(wrong));
    expect([library.cellsNeeded, browser.cellsNeeded]).toEqual([cellsNeeded, cellsNeeded]);
  });

  it('takes at most 8 KB in a bundle, and is made by data/make-cells.mjs', () => {
    expect(gzipSync(KNOWN_CELLS).length).toBeLessThan(8000);
    const records = known.map((cells, i) => ({ deal: i + 1, cells }));
    expect(make(records.reverse()).made).toBe(readFileSync(join(ROOT, 'src/game/known-cells.ts'), 'utf8'));
    expect(make(records.slice(0, -1)).stderr).toContain('does not have the cells of deal 1');
    expect(make([{ deal: 1, cells: 6 }]).stderr).toContain('deal 1 needs 6 cells');
  });
});
