import { closeSync, openSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import type { RecordsBlock } from '../../src/formats/blocks.js';
import { recordTypeOf } from '../../src/formats/registry.js';
import { checkBlock } from '../../src/tasks/check-block.js';
import { temporaryFolder } from '../support/command.js';
import { engines, expectedOf } from '../support/engines.js';
import { fileWith } from '../support/files.js';

const engine = engines.at(-1)?.engine as Engine;
const LINES = expectedOf(recordTypeOf('numbers'), [617, 11982, 1_000_000, 8_589_934_591]);

/** Opens a file until the end of the test. */
function opened(path: string): number {
  const fd = openSync(path, 'r');
  onTestFinished(() => closeSync(fd));
  return fd;
}

/** A descriptor of a file with four numbers, each on a line. */
function openLines(): number {
  return opened(fileWith(LINES));
}

function blockOf(offset: number, bytes: number): RecordsBlock {
  return { check: 'records', offset, bytes, encoder: 'numbers', numbers: 'in-record', first: undefined };
}

function check(block: RecordsBlock, source: { fd: number } | { bytes: Uint8Array }) {
  return checkBlock(engine, { kind: 'check', block, source, bytes: block.bytes });
}

it('reads its bytes of the file, whatever the block before was', () => {
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

it('takes bytes that are read already, within larger memory', () => {
  const memory = new Uint8Array(LINES.length + 5);
  memory.set(LINES, 5);
  const bytes = memory.subarray(5);
  expect(check(blockOf(700, bytes.length), { bytes })).toMatchObject({ report: { records: 4, bad: 0 } });
  memory[5] ^= 1;
  expect(check(blockOf(700, bytes.length), { bytes })).toMatchObject({
    report: { records: 4, bad: 0, ranges: [{ first: 717 }, {}, {}, {}] },
  });
  memory[5] = 'x'.charCodeAt(0);
  expect(check(blockOf(700, bytes.length), { bytes })).toMatchObject({
    report: { records: 4, bad: 1, firstBad: { offset: 700 } },
  });
});

it('reports the offset at which the file ends within the block', () => {
  const fd = openLines();
  expect(check(blockOf(10, LINES.length), { fd })).toEqual({ cutOffAt: LINES.length });
  expect(check(blockOf(100, 8), { fd })).toEqual({ cutOffAt: 100 });
  expect(check(blockOf(10, 8), { bytes: LINES.subarray(0, 3) })).toEqual({ cutOffAt: 13 });
});

it('reports why a file cannot be read', () => {
  const fd = opened(temporaryFolder());
  expect(check(blockOf(0, 8), { fd })).toMatchObject({ unreadable: { name: 'Error', code: 'EISDIR' } });
});
