// An output leaves no descriptor open, however it ends. Otherwise a process with many runs would use up its descriptors.

import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutput, targetOf } from '../../src/output/open.js';
import type { OutputOptions, OutputWriter } from '../../src/output/writer.js';
import { generate } from '../../src/verbs/generate.js';
import { merge } from '../../src/verbs/merge.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { JOB } from '../support/output.js';

const PLAIN: OutputOptions = { force: false, resume: false, sync: false, headComesLast: false };

/** The path of a FIFO with a reader. */
function fifo(): string {
  const path = newFifo();
  const reader = openSync(path, 'r+');
  onTestFinished(() => closeSync(reader));
  return path;
}

/** The path of a new output, and with what it is opened. */
const outputs: Record<string, () => [path: string, job: typeof JOB | undefined, options: OutputOptions]> = {
  'a file': () => [join(temporaryFolder(), 'a.bin'), JOB, PLAIN],
  'a file without a journal': () => [join(temporaryFolder(), 'a.bin'), undefined, PLAIN],
  'a file whose folder is synced': () => [join(temporaryFolder(), 'a.bin'), JOB, { ...PLAIN, sync: true }],
  'a file that replaces another': () => {
    const path = join(temporaryFolder(), 'a.bin');
    writeFileSync(path, 'mine');
    return [path, JOB, { ...PLAIN, force: true }];
  },
  'a FIFO': () => [fifo(), JOB, PLAIN],
  'a FIFO whose head is written last': () => [fifo(), JOB, { ...PLAIN, headComesLast: true }],
  'a device': () => ['/dev/null', JOB, PLAIN],
  'a device whose head is written last': () => ['/dev/null', JOB, { ...PLAIN, headComesLast: true }],
  'standard output': () => ['-', JOB, PLAIN],
  'standard output whose head is written last': () => ['-', JOB, { ...PLAIN, headComesLast: true }],
};

const ends: Record<string, (output: OutputWriter) => Promise<void>> = {
  commit: (output) => output.commit(0),
  'commit and suspend': async (output) => {
    await output.commit(0);
    await output.suspend();
  },
  suspend: (output) => output.suspend(),
  abort: (output) => output.abort(),
  'abort and suspend': async (output) => {
    await output.abort();
    await output.suspend();
  },
};

/** What the open descriptors of this process are; the folder's own, which lists them, is closed by then. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd')
    .flatMap((fd) => (existsSync(`/proc/self/fd/${fd}`) ? [readlinkSync(`/proc/self/fd/${fd}`)] : []))
    .sort();
}

describe.runIf(existsSync('/proc/self/fd'))('no descriptor stays open (needs /proc)', () => {
  it.each(Object.keys(outputs).flatMap((name) => Object.keys(ends).map((end) => [name, end] as const)))(
    'of %s after %s',
    async (name, end) => {
      const [path, job, options] = outputs[name]();
      const before = openFiles();
      const output = await openOutput(targetOf(path), job, options);
      await ends[end](output);
      expect(openFiles()).toEqual(before);
    },
  );

  it('after an output could not be opened', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.bin'), 'mine');
    writeFileSync(join(folder, 'b.bin.partial'), 'mine');
    const before = openFiles();
    for (const name of ['a.bin', 'b.bin', 'none/c.bin'])
      await expect(openOutput(targetOf(join(folder, name)), JOB, PLAIN)).rejects.toThrow('cannot write');
    expect(openFiles()).toEqual(before);
  });

  it('after merge has refused a shard that is damaged or not a regular file', async () => {
    const folder = temporaryFolder();
    await generate({ deals: '1..10', output: join(folder, 'good.bin') });
    writeFileSync(join(folder, 'bad.bin'), 'mine');
    symlinkSync('/dev/null', join(folder, 'device.bin'));
    const before = openFiles();
    for (const name of ['bad.bin', 'device.bin', 'none.bin']) {
      const files = ['good.bin', name].map((file) => join(folder, file));
      await expect(merge({ output: join(folder, 'merged.bin'), files })).rejects.toThrow(name);
    }
    expect(openFiles()).toEqual(before);
  });
});
