// An output leaves no descriptor open, however it ends, nor does an input that is refused. Otherwise a process with many
// runs would use up its descriptors.

import { closeSync, linkSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OutputOptions } from '../../src/output/writer.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { JOB } from '../support/journal.js';
import { leftover, newFile, openFile, openFiles } from '../support/output.js';

/** The path of a FIFO with a reader. */
function fifo(): string {
  const path = newFifo();
  const reader = openSync(path, 'r+');
  onTestFinished(() => closeSync(reader));
  return path;
}

const outputs: Record<string, () => [path: string, options?: OutputOptions]> = {
  'a file': () => [newFile()],
  'a file whose folder is synced': () => [newFile(), { sync: true }],
  'a file that replaces another': () => [fileWith('mine', 'a.bin'), { force: true }],
  'an interrupted run that goes on': () => [leftover({ synced: 400 }), { resume: true }],
  'an interrupted run that starts over': () => [leftover(), { resume: true }],
  'a FIFO': () => [fifo()],
  'a device': () => ['/dev/null'],
  'standard output': () => ['-'],
};

const ENDS = ['complete', 'interrupted', 'failed'];

describe.runIf(openFiles().length > 0)('no descriptor stays open (needs /proc)', () => {
  it.each(Object.keys(outputs))('of %s, however it ends', async (name) => {
    for (const end of ENDS) {
      const [path, options] = outputs[name]();
      const before = openFiles();
      const output = await openFile(path, options);
      if (end === 'complete') await output.commit?.(0);
      await output.end(end !== 'failed');
      expect(openFiles(), end).toEqual(before);
    }
  });

  it('after an output could not be opened', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.bin', 'b.bin.partial', 'c.bin.run']) writeFileSync(join(folder, name), 'mine');
    linkSync(join(folder, 'a.bin'), join(folder, 'e.bin.run'));
    const [job, linked] = [{ ...JOB, format: 'ndjson' }, leftover()];
    const before = openFiles();
    for (const path of ['a.bin', 'b.bin', 'c.bin', 'none/d.bin', 'e.bin'].map((name) => join(folder, name)))
      await expect(openFile(path)).rejects.toThrow('cannot write');
    await expect(openFile(linked, { resume: true }, job)).rejects.toThrow('the interrupted run has format');
    expect(openFiles()).toEqual(before);
  });
});
