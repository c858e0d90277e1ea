// An output leaves no descriptor open, however it ends, nor does an input that is refused. Otherwise a process with many
// runs would use up its descriptors.

import { closeSync, linkSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeTexts } from '../../src/commands/write-texts.js';
import { openInput } from '../../src/io/input.js';
import { openText } from '../../src/io/text.js';
import type { OutputOptions } from '../../src/output/writer.js';
import { generate } from '../../src/verbs/generate.js';
import { verify } from '../../src/verbs/verify.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { dealsIn, fileWith } from '../support/files.js';
import { JOB } from '../support/journal.js';
import { runMain } from '../support/main.js';
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

  it('after inputs, a text, and a complete file that was compared', async () => {
    const [packed, output] = [fileWith(Uint8Array.of(0x1f, 0x8b), 'a b'), await dealsIn('a.bin', '1..9')];
    const [piped, filter] = [fifo(), fileWith('export default () => true', 'filter.mjs')];
    const before = openFiles();
    (await openInput(piped)).close();
    await generate({ deals: 5, filter, output: newFile(), threads: 1 }); // by a worker
    await expect(openInput(temporaryFolder())).rejects.toThrow('it is a folder');
    await expect(openText(packed, '')).rejects.toThrow(`unpack it: zcat '${packed}' | freecell-deals`);
    await writeTexts(newFile(), ['text'], false);
    await generate({ deals: '1..9', output, resume: true, threads: 1 });
    expect((await verify(output)).records).toBe(9);
    await expect(verify(packed, { format: 'bin' })).rejects.toThrow('unpack it');
    for (const suffix of ['partial', 'run']) writeFileSync(`${output}.${suffix}`, 'not of this program');
    // a file that cannot be understood, and one that can be opened and not be read
    for (const words of [`info ${output}.partial`, `info ${output}.run`, 'find /proc/self/mem'])
      expect(await runMain(words.split(' '), '.')).toMatchObject({ status: 1 });
    expect(openFiles()).toEqual(before);
  });
});
