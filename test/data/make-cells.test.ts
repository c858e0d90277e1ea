import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { KnownCells } from '../../src/game/known-cells.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));

function linesOf(records: object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Runs data/make-cells.mjs in a folder of its own, on files of records and on records from standard input. */
function make(files: object[][], input?: object[]) {
  const folder = temporaryFolder();
  cpSync(join(DATA, 'make-cells.mjs'), join(folder, 'make-cells.mjs'));
  const names = files.map((records, i) => {
    writeFileSync(join(folder, `${i}.ndjson`), linesOf(records));
    return `${i}.ndjson`;
  });
  if (input !== undefined) names.push('-');
  const { status, stderr } = spawnSync(process.execPath, ['make-cells.mjs', ...names], {
    cwd: folder,
    input: input && linesOf(input),
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
    const [first, second] = [
      [
        { deal: 1, cells: 2 },
        { deal: 3, cells: 0 },
      ],
      [
        { deal: 2, atLeast: 1, atMost: 2 },
        { deal: 5, cells: 1 },
      ],
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

  it('reaches deals far from the previous exception', () => {
    const records = Array.from({ length: 1000 }, (_, i) => ({ deal: i + 1, cells: i === 777 ? 5 : 1 }));
    const bounds = boundsOf(make([records]).bytes);
    expect(bounds.indexOf('5..5')).toBe(777);
    expect(bounds.filter((text) => text === '1..1').length).toBe(999);
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
