import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import type { RecordsBlock } from '../../src/formats/blocks.js';
import { recordTypeOf } from '../../src/formats/registry.js';
import { checkBlock } from '../../src/tasks/check-block.js';
import { temporaryFolder } from '../support/command.js';
import { engines, expectedOf } from '../support/engines.js';

const engine = engines.at(-1)?.engine as Engine;
const LINES = expectedOf(recordTypeOf('numbers'), [617, 11982, 1_000_000, 8_589_934_591]);

const open: number[] = [];
afterEach(() => {
  for (const fd of open.splice(0)) closeSync(fd);
});

/** A descriptor of a file with four numbers, each on a line. */
function openLines(): number {
  const path = join(temporaryFolder(), 'numbers.txt');
  writeFileSync(path, LINES);
  const fd = openSync(path, 'r');
  open.push(fd);
  return fd;
}

function blockOf(offset: number, bytes: number): RecordsBlock {
  return { check: 'records', offset, bytes, encoder: 'numbers', numbers: 'in-record', first: undefined };
}

function check(block: RecordsBlock, source: { fd: number } | { bytes: Uint8Array }) {
  return checkBlock(engine, { kind: 'check', block, source, bytes: block.bytes });
}

it('checkBlock reads its block of the file, whatever the block before was', () => {
  const fd = openLines();
  for (const [offset, bytes, first, last] of [
    [10, 8, 1_000_000, 1_000_000],
    [0, LINES.length, 617, 8_589_934_591],
    [4, 6, 11_982, 11_982],
    [0, 4, 617, 617],
  ]) {
    const { report } = check(blockOf(offset, bytes), { fd }) as { report: { ranges: object[]; bad: number } };
    expect(report.bad).toBe(0);
    expect([report.ranges.at(0), report.ranges.at(-1)]).toEqual([
      { first, last: first },
      { first: last, last },
    ]);
  }
});

it('checkBlock takes bytes that were already read, also from the middle of a larger buffer', () => {
  const memory = new Uint8Array(LINES.length + 5);
  memory.set(LINES, 5);
  const bytes = memory.subarray(5);
  expect(check(blockOf(700, bytes.length), { bytes })).toMatchObject({ report: { records: 4, bad: 0 } });
  memory[5] ^= 1;
  expect(check(blockOf(700, bytes.length), { bytes })).toMatchObject({
    report: { records: 4, bad: 0, ranges: [{ first: 717 }, {}, {}, {}] },
  });
});

it('checkBlock throws an error with the offset at which the file ends within the block', () => {
  const fd = openLines();
  expect(check(blockOf(10, LINES.length), { fd })).toEqual({ cutOffAt: LINES.length });
  expect(check(blockOf(100, 8), { fd })).toEqual({ cutOffAt: 100 });
  expect(check(blockOf(10, 8), { bytes: LINES.subarray(0, 3) })).toEqual({ cutOffAt: 13 });
});

it('checkBlock throws an error that says why a file cannot be read', () => {
  const fd = openSync(temporaryFolder(), 'r');
  open.push(fd);
  expect(check(blockOf(0, 8), { fd })).toMatchObject({ unreadable: { name: 'Error', code: 'EISDIR' } });
});
