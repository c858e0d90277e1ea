// The temporary file of a stream whose first bytes are known last: its output and its failures.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OutputError } from '../../src/common/errors.js';
import { openSpool } from '../../src/output/spool.js';
import type { OutputWriter } from '../../src/output/writer.js';
import { NO_CHECKPOINT } from '../../src/pipeline/checkpoint.js';
import { temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';

const MIB = 1024 * 1024;

afterEach(() => void vi.unstubAllEnvs());

/** A stream that notes what is done with it. */
function streamOf(done: unknown[]): OutputWriter {
  return {
    name: 'a stream',
    resumed: NO_CHECKPOINT,
    write: async (bytes, offset) => void done.push([offset, bytes.length, bytes[0]]),
    checkpoint: () => {},
    commit: async (bytes) => void done.push(`commit ${bytes}`),
    suspend: async () => void done.push('suspend'),
    abort: async () => void done.push('abort'),
    failure: (cause) => new OutputError('a stream', cause),
  };
}

describe('a spool', () => {
  it('writes its bytes to the stream in order, one MiB at a time, only when they are complete', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    const done: unknown[] = [];
    const spool = await openSpool(streamOf(done));
    expect(readdirSync(folder)).toEqual([]);
    expect(spool).toMatchObject({ name: 'a stream', resumed: NO_CHECKPOINT, shared: { alreadyWritten: 0 } });
    await spool.write(new Uint8Array(MIB).fill(2), MIB);
    await spool.write(new Uint8Array(5).fill(3), 2 * MIB);
    spool.checkpoint({ ...NO_CHECKPOINT, bytes: 5 });
    await spool.write(new Uint8Array(MIB).fill(1), 0);
    expect(done).toEqual([]);
    await spool.commit(2 * MIB + 5);
    const parts = [0, 1, 2].map((i) => [i * MIB, i < 2 ? MIB : 5, i + 1]);
    expect(done).toEqual([...parts, `commit ${2 * MIB + 5}`]);
    await spool.abort();
    await spool.suspend();
    expect(done.slice(4)).toEqual(['abort', 'suspend']);
  });

  it('of whole MiB writes no empty piece, and an empty spool writes nothing', async () => {
    const done: unknown[] = [];
    const spool = await openSpool(streamOf(done));
    await spool.write(new Uint8Array(MIB), 0);
    await spool.commit(MIB);
    await (await openSpool(streamOf(done))).commit(0);
    expect(done).toEqual([[0, MIB, 0], `commit ${MIB}`, 'commit 0']);
  });

  it.each(['suspend', 'abort'] as const)('ends its stream by %s, and writes nothing to it', async (end) => {
    const done: unknown[] = [];
    const spool = await openSpool(streamOf(done));
    await spool.write(new Uint8Array(5), 0);
    await spool[end]();
    expect(done).toEqual([end]);
    await expect(spool.write(new Uint8Array(5), 0)).rejects.toThrow(OutputError);
  });
});

describe('the temporary folder', () => {
  const REMEDY = 'set TMPDIR to another folder, or write to a file';

  it.each([
    ['none', 'its folder does not exist'],
    ['file', 'a part of the path is not a folder'],
  ])('named %s is in the error: %s, and the stream ends', async (name, problem) => {
    const path = join(fileWith('', 'file'), '..', name);
    vi.stubEnv('TMPDIR', path);
    const done: unknown[] = [];
    await expect(openSpool(streamOf(done))).rejects.toThrow(
      `cannot write a stream: the temporary folder ${path} fails: ${problem}; ${REMEDY}`,
    );
    expect(done).toEqual(['abort']);
  });

  it('is named in the error if a write fails', async () => {
    vi.stubEnv('TMPDIR', temporaryFolder());
    const spool = await openSpool(streamOf([]));
    const message = `cannot write a stream: the temporary folder ${process.env.TMPDIR} fails: no space left on the device; ${REMEDY}`;
    const failure = spool.failure(Object.assign(new Error('of the system'), { code: 'ENOSPC' }));
    expect(failure).toMatchObject({ name: 'OutputError', code: 'ENOSPC', message });
    await spool.abort();
  });
});
