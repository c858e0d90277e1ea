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

function blockOf(offset: number, bytes: number): RecordsBlock {
  return { check: 'records', offset, bytes, encoder: 'numbers', numbers: 'in-record', first: undefined };
}

function check(block: RecordsBlock, source: { fd: number } | { bytes: Uint8Array }) {
  return checkBlock(engine, { kind: 'check', block, source, bytes: block.bytes });
}

// test/verbs/verify.test.ts and test/commands/verify.test.ts check files and streams of many blocks
it('reports the offset at which the file ends within the block', () => {
  const fd = opened(fileWith(LINES));
  expect(check(blockOf(10, LINES.length), { fd })).toEqual({ cutOffAt: LINES.length });
  expect(check(blockOf(100, 8), { fd })).toEqual({ cutOffAt: 100 });
  expect(check(blockOf(10, 8), { bytes: LINES.subarray(0, 3) })).toEqual({ cutOffAt: 13 });
});

it('reports why a file cannot be read', () => {
  const fd = opened(temporaryFolder());
  expect(check(blockOf(0, 8), { fd })).toMatchObject({ unreadable: { name: 'Error', code: 'EISDIR' } });
});
