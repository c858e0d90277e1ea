// A system that takes or gives half of what it is asked for, and one that fails in the middle of a run.

import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formats } from '../../src/formats/registry.js';
import { standard } from '../../src/io/standard.js';
import { openText, wholeText } from '../../src/io/text.js';
import { generate } from '../../src/verbs/generate.js';
import { verify } from '../../src/verbs/verify.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { dealsIn } from '../support/files.js';

const system = vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_HEARTBEAT = '20'; // a run that could not say that it has ended is dead after 120 ms
  return {
    isBusy: false,
    tries: 0,
    doesHalf: false,
    most: Number.POSITIVE_INFINITY,
    calls: 0,
    failsAt: Number.POSITIVE_INFINITY,
  };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  type Call = (fd: number, bytes: Uint8Array, from: number, length: number, at: number | null) => number;
  type Asked = Parameters<Call>;
  const limited = (call: Call): Call => {
    return (fd, bytes, from = 0, length = bytes.length - from, at = null) => {
      if (++system.calls >= system.failsAt) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      const half = system.doesHalf ? Math.ceil(length / 2) : length;
      return call(fd, bytes, from, Math.min(half, system.most), at);
    };
  };
  const [readSync, writeSync] = [limited(real.readSync), limited(real.writeSync)];
  const { promisify } = await import('node:util');
  const later = (call: Call, name: string) => {
    const run = async (...args: Asked) => {
      if (system.isBusy && ++system.tries % 2 > 0) throw Object.assign(new Error(), { code: 'EAGAIN' });
      return { [name]: call(...args) };
    };
    return Object.assign(() => {}, { [promisify.custom]: run });
  };
  const [read, write] = [later(readSync, 'bytesRead'), later(writeSync, 'bytesWritten')];
  const fs = { ...real, readSync, writeSync, read, write };
  return { ...fs, default: fs };
});

const WHOLE = {
  isBusy: false,
  doesHalf: false,
  most: Number.POSITIVE_INFINITY,
  failsAt: Number.POSITIVE_INFINITY,
};
afterEach(() => void Object.assign(system, WHOLE));

it.each(['utf8', 'utf16le'] as const)('a text in %s has characters across reads', async (encoding) => {
  const path = join(temporaryFolder(), 'a');
  writeFileSync(path, Buffer.from('\ufeff5♠ 617♥', encoding));
  system.most = 3;
  const input = await openText(path, '');
  onTestFinished(() => input.close());
  expect(await wholeText(input, 100, '')).toBe('5♠ 617♥');
});

const SELECTION = { deals: '1..2000', where: 'deal % 7 > 0' };
const NAMES = formats.map(({ extension }) => `a${extension}`);

describe.each(NAMES)('%s', (name) => {
  it('is the same file if the system does half of what it is asked, and is read and compared the same way', async () => {
    const right = readFileSync(await dealsIn(name, SELECTION));
    const options = { ...SELECTION, output: join(temporaryFolder(), name), chunkBytes: 10_000, threads: 1 };
    system.doesHalf = true;
    expect(await generate(options)).toMatchObject({ status: 'written' });
    expect(await generate({ ...options, resume: true })).toMatchObject({ status: 'unchanged' });
    expect(await verify(options.output)).toMatchObject({ records: 1715, bad: 0 });
    checkSame(readFileSync(options.output), right);
  });

  it('is named if one of its reads fails while it is verified', async () => {
    const path = await dealsIn(name, SELECTION);
    const ends: string[] = [];
    do {
      Object.assign(system, { calls: 0, failsAt: ends.length + 1 });
      ends.push(await verify(path, { threads: 1 }).catch(({ message }) => message));
    } while (system.calls >= system.failsAt);
    expect(ends.pop()).toMatchObject({ bad: 0 });
    expect(new Set(ends)).toEqual(new Set([`cannot read ${path}: the device failed; check the disk`]));
  });
});

describe.each([
  ['a.bin', 20_000],
  ['a.ndjson', 100_000],
  ['a.parquet', 20_000],
] as const)('%s', (name, chunkBytes) => {
  it('is published only if it is right when a read or a write fails, and the resumed run is right', async () => {
    const right = readFileSync(await dealsIn(name, SELECTION));
    const options = { ...SELECTION, output: join(temporaryFolder(), name), chunkBytes, threads: 1 };
    const ends: string[] = [];
    // of the calls after the last one that matters, the last tells FILE.run that the run has ended
    for (let failsAt = 1; !ends.includes('complete'); failsAt++) {
      Object.assign(system, { calls: 0, failsAt });
      ends.push(
        await generate(options).then(
          () => 'complete',
          ({ name }) => name,
        ),
      );
      expect(existsSync(options.output)).toBe(ends.at(-1) === 'complete');
      system.failsAt = Number.POSITIVE_INFINITY;
      await generate({ ...options, resume: true });
      checkSame(readFileSync(options.output), right);
      rmSync(options.output);
    }
    expect(ends.length).toBeGreaterThan(4);
    expect(new Set(ends.slice(0, -1))).toEqual(new Set(['OutputError']));
  });
});

it('a stream is written and verified to its end if the system does half of what it is asked, or nothing yet', async () => {
  const [path, written] = [await dealsIn('a.bin', '1..2000'), join(temporaryFolder(), 'a')];
  Object.assign(system, { doesHalf: true, isBusy: true }); // as a pipe that is set to non-blocking
  standard.output = openSync(written, 'w');
  standard.input = openSync(path, 'r');
  const totals = new Set<number | undefined>(); // a file behind standard input has a size
  try {
    await generate({ deals: '1..2000', output: '-', format: 'bin', threads: 1 });
    checkSame(readFileSync(written), readFileSync(path));
    const verified = await verify('-', { onProgress: ({ totalBytes }) => totals.add(totalBytes) });
    expect(verified).toMatchObject({ records: 2000, bad: 0 });
    expect([...totals]).toEqual([statSync(path).size]);
  } finally {
    for (const fd of [standard.input, standard.output]) closeSync(fd);
    Object.assign(standard, { input: 0, output: 1 });
  }
});
