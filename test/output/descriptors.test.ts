// An output leaves no descriptor open, however it ends. Otherwise a process with many runs would use up its descriptors.

import { closeSync, existsSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutput, targetOf } from '../../src/output/open.js';
import type { OutputOptions } from '../../src/output/writer.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { JOB } from '../support/output.js';

const PLAIN: OutputOptions = { force: false, resume: false, sync: false, headComesLast: false };

function newFile(): string {
  return join(temporaryFolder(), 'a.bin');
}

/** The path of a FIFO with a reader. */
function fifo(): string {
  const path = newFifo();
  const reader = openSync(path, 'r+');
  onTestFinished(() => closeSync(reader));
  return path;
}

const HEAD_LAST = { ...PLAIN, headComesLast: true };
const SYNC = { ...PLAIN, sync: true };

/** The path of a new output, and with what it is opened. */
const outputs: Record<string, () => [path: string, job: typeof JOB | undefined, options: OutputOptions]> = {
  'a file': () => [newFile(), JOB, PLAIN],
  'a file without a journal': () => [newFile(), undefined, PLAIN],
  'a file whose folder is synced': () => [newFile(), JOB, SYNC],
  'a file that replaces another': () => [fileWith('mine', 'a.bin'), JOB, { ...PLAIN, force: true }],
  'a FIFO': () => [fifo(), JOB, PLAIN],
  'a FIFO whose head is written last': () => [fifo(), JOB, HEAD_LAST],
  'a device': () => ['/dev/null', JOB, PLAIN],
  'a device whose head is written last': () => ['/dev/null', JOB, HEAD_LAST],
  'standard output': () => ['-', JOB, PLAIN],
  'standard output whose head is written last': () => ['-', JOB, HEAD_LAST],
};

type End = 'commit' | 'suspend' | 'abort';
const ends: End[][] = [['commit'], ['commit', 'suspend'], ['suspend'], ['abort'], ['abort', 'suspend']];

/** What the open descriptors of this process are; the folder's own, which lists them, is closed by then. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd')
    .flatMap((fd) => (existsSync(`/proc/self/fd/${fd}`) ? [readlinkSync(`/proc/self/fd/${fd}`)] : []))
    .sort();
}

describe.runIf(existsSync('/proc/self/fd'))('no descriptor stays open (needs /proc)', () => {
  it.each(Object.keys(outputs).flatMap((name) => ends.map((calls) => [name, calls] as const)))(
    'of %s after %s',
    async (name, calls) => {
      const [path, job, options] = outputs[name]();
      const before = openFiles();
      const output = await openOutput(targetOf(path), job, options);
      for (const call of calls) await output[call](0);
      expect(openFiles()).toEqual(before);
    },
  );

  it('after an output could not be opened', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.bin'), 'mine');
    writeFileSync(join(folder, 'b.bin.partial'), 'mine');
    const before = openFiles();
    for (const name of ['a.bin', 'b.bin', 'none/c.bin'])
      await expect(openOutput(targetOf(join(folder, name)), JOB, SYNC)).rejects.toThrow('cannot write');
    expect(openFiles()).toEqual(before);
  });
});
