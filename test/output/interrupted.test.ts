// An interrupted run: where a resumed run goes on, when it starts over, and when it is refused.

import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSpace } from '../../src/io/platform.js';
import type { Job } from '../../src/output/run-log.js';
import { runShell } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import {
  appendLine,
  begunLine,
  checkpointAt,
  JOB,
  lineOf,
  syncedBytes,
  syncedLine,
  UNFIXED,
} from '../support/journal.js';
import { filesBeside, leftover, newFile, openFile, write } from '../support/output.js';

/** Resumes the run; returns its first byte, and whether it writes to the FILE.partial that was there. */
async function resume(file: string) {
  const before = fs.statSync(`${file}.partial`, { throwIfNoEntry: false })?.ino;
  const held = before === undefined ? undefined : fs.openSync(`${file}.partial`, 'r'); // its inode is not used again
  const output = await openFile(file, { resume: true });
  if (held !== undefined) fs.closeSync(held);
  const at = output.reached?.bytes ?? 0;
  const isSame = fs.statSync(`${file}.partial`).ino === before;
  await output.end(false);
  return { at, isSame };
}

function copyPartial(file: string): void {
  fs.copyFileSync(`${file}.partial`, `${file}.copy`);
  fs.renameSync(`${file}.copy`, `${file}.partial`);
}

const BEGUN = { begun: JOB };
const GOES_ON = { at: 400, isSame: true };
const STARTS_OVER = { at: 0, isSame: false };

describe('a resumed run', () => {
  it.each<[what: string, change: (file: string) => void, wanted: object]>([
    ['goes on at the synced bytes', () => {}, GOES_ON],
    ['goes on after the last whole line', (file) => fs.appendFileSync(`${file}.run`, '12ab'), GOES_ON],
    [
      'forgets the synced bytes of another FILE.partial',
      (file) => fs.appendFileSync(`${file}.run`, syncedLine(`${file}.partial`, 450, UNFIXED)),
      GOES_ON,
    ],
    ['starts over if the file is shorter', (file) => fs.truncateSync(`${file}.partial`, 399), STARTS_OVER],
    ['starts over if FILE.partial is a copy, which may have holes', copyPartial, STARTS_OVER],
    ['starts over after a run that synced nothing', (file) => appendLine(`${file}.run`, BEGUN), STARTS_OVER],
    ['starts over without FILE.partial', (file) => fs.rmSync(`${file}.partial`), STARTS_OVER],
  ])('%s', async (_, change, wanted) => {
    const file = leftover({ synced: 400 });
    change(file);
    expect(await resume(file)).toEqual(wanted);
  });

  it('of a selection with a list starts over, says so, and leaves the old file to a run that is only paused', async () => {
    const file = leftover({ begun: UNFIXED });
    const paused = fs.openSync(`${file}.partial`, 'r+');
    const warned = once(process, 'warning');
    const output = await write(file, { resume: true }, UNFIXED);
    fs.writeSync(paused, 'old', 0);
    fs.closeSync(paused);
    await output.commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': 'n'.repeat(1000) });
    const message = `${file}.partial: starting over, because the deals of a list may have changed`;
    expect(await warned).toMatchObject([{ name: 'FreecellDealsWarning', message }]);
  });

  it('writes over what follows the synced bytes, and cuts off the rest at the end', async () => {
    const file = leftover({ partial: 5000, synced: 400 });
    const output = await openFile(file, { resume: true });
    expect(fs.statSync(`${file}.partial`).size).toBe(5000); // a paused first run may publish it
    await output.write(Buffer.alloc(600, 'n'), 400);
    await output.commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': 'x'.repeat(400) + 'n'.repeat(600) });
  });

  it('that begins anew forgets the synced bytes of the file before, if the disk has room without that file', async () => {
    expect(() => checkSpace('/proc', 9e12)).not.toThrow(); // it does not tell its space
    const [job, file] = [{ ...JOB, bytes: 9e12 }, leftover({ synced: 400 })];
    await expect(openFile(file, { force: true }, job)).rejects.toThrow('bytes and the disk has');
    expect(syncedBytes(file)).toBe(400);
    fs.truncateSync(`${file}.partial`, 9e12 - 1000);
    const output = await openFile(file, { force: true }, job);
    expect(syncedBytes(file)).toBe(0);
    await output.end(false);
  });

  it.each([
    [JOB, '500 of 1,000 bytes'],
    [UNFIXED, '500 bytes'],
  ])('is advised if resume is not given: %o', async (job, left) => {
    const file = leftover({ begun: job });
    const remedy = 'resume it with --resume, or start over with --force';
    const message = `cannot write ${file}: an interrupted run left ${file}.partial, ${left}; ${remedy}`;
    await expect(openFile(file, {}, job)).rejects.toMatchObject({ code: 'EEXIST', message });
  });
});

const jobs = rowsIn<[keyof Job, unknown, string]>('other-jobs.txt');
jobs.push(['selection', `\n${'x'.repeat(1000)}`, `selection 1..10, not \\n${'x'.repeat(999)}...`]);

it.each(jobs)(
  'another %s of an interrupted job is refused, and starts over with force',
  async (key, value, message) => {
    const job = { ...JOB, [key]: value };
    const same = key === 'version' ? 'that version' : 'the same options';
    const remedy = `resume it with ${same}, or start over with --force instead`;
    for (const force of [false, true]) {
      const file = leftover({ synced: 400 });
      await expect(openFile(file, { resume: true, force }, job)).rejects.toMatchObject({
        code: 'EEXIST',
        message: `cannot write ${file}: the interrupted run has ${message}; ${remedy}`,
      });
      expect(fs.readFileSync(`${file}.partial`, 'utf8')).toBe('x'.repeat(500));
      await (await openFile(file, { force: true }, job)).end(false);
      expect(filesBeside(file)).toEqual({});
    }
  },
);

/** What may have the name of a side file, how a message says so, and how it comes there. */
const PUT: [what: string, fault: string, put: (precious: string, path: string) => void][] = [
  ['a symbolic link', 'cannot be opened (a symbolic link is in the way)', fs.symlinkSync],
  ['a hard link', 'has more than one hard link', fs.linkSync],
  ['a folder', 'cannot be opened (it is a folder)', (_, path) => fs.mkdirSync(path)],
  ['a FIFO', 'is not a regular file', (_, path) => runShell(`mkfifo ${path}`, '/')],
];

describe('a file of another user or purpose', () => {
  describe.each(['.partial', '.run'])('at FILE%s', (suffix) => {
    it.each(PUT)('is refused if it is %s; the file behind it does not change', async (what, fault, put) => {
      const file = suffix === '.run' ? newFile() : leftover();
      const precious = join(dirname(file), 'precious');
      fs.writeFileSync(precious, 'p'.repeat(5000));
      fs.rmSync(file + suffix, { force: true });
      put(precious, file + suffix);
      for (const options of [{ resume: true }, ...(suffix === '.run' ? [{}, { force: true }] : [])]) {
        const message = `cannot write ${file}: ${file}${suffix} ${fault}; remove it, or name another file`;
        await expect(openFile(file, options)).rejects.toThrow(message);
      }
      if (suffix === '.run') {
        expect(fs.readdirSync(dirname(file)).sort()).toEqual(['a.bin.run', 'precious']);
      } else if (what === 'a folder') {
        const message = 'a.bin.partial cannot be removed (it is a folder); remove it, or name another file';
        await expect(openFile(file, { force: true })).rejects.toThrow(message);
        fs.rmSync(`${file}.run`);
        await expect(openFile(file, { force: true })).rejects.toThrow(message);
        expect(fs.readdirSync(dirname(file)).sort()).toEqual(['a.bin.partial', 'precious']);
      } else {
        await (await write(file, { force: true })).commit(1000);
        expect(fs.lstatSync(file).isFile()).toBe(true);
      }
      expect(fs.readFileSync(precious, 'utf8')).toBe('p'.repeat(5000));
    });

    it.runIf(process.getuid?.() === 0)('is refused if it is of another user (needs root)', async () => {
      const file = leftover();
      fs.chownSync(file + suffix, 12345, 12345);
      const message = `${suffix} belongs to another user (12345); remove it, or name another file`;
      await expect(openFile(file, { resume: true })).rejects.toThrow(message);
    });
  });

  const others = [{ writer: 5 }, { begun: {} }, { safe: true }].map(lineOf);
  it.each([...others, 'my script\n', 'precious', '{"safe":null}\n', '\0\0\0\u0001', '0a1b2c3d {}\n'])(
    'at FILE.run with %j is refused and stays as it is, with FILE.partial',
    async (text) => {
      for (const hasPartial of [false, true]) {
        const file = hasPartial ? leftover() : newFile();
        fs.writeFileSync(`${file}.run`, text);
        const before = filesBeside(file);
        for (const options of [{}, { resume: true }, { force: true }]) {
          const message = `${file}.run is not a file of this program; remove it, or name another file`;
          await expect(openFile(file, options)).rejects.toThrow(message);
          expect(filesBeside(file)).toEqual(before);
        }
      }
    },
  );

  it.each([
    ['is missing', undefined],
    ['has no job', [{ writer: { id: 'some' } }, { ended: 'some' }].map(lineOf).join('')],
    ['has synced bytes alone', begunLine(JOB).replace(/.*"begun".*/, lineOf({ synced: checkpointAt(9) }))],
  ])('at FILE.partial is refused if FILE.run %s, and replaced with force', async (_, text) => {
    const file = newFile();
    fs.writeFileSync(`${file}.partial`, 'mine');
    if (text !== undefined) fs.writeFileSync(`${file}.run`, text);
    const message = `${file}.partial is in the way and no file beside it tells which run left it; remove it, or use --force`;
    for (const options of [{}, { resume: true }])
      await expect(openFile(file, options)).rejects.toThrow(message);
    expect(filesBeside(file)).toEqual({ 'a.bin.partial': 'mine' });
    for (const more of [{}, { resume: true }]) {
      fs.writeFileSync(`${file}.partial`, 'mine');
      if (text !== undefined) fs.writeFileSync(`${file}.run`, text);
      await (await openFile(file, { force: true, ...more })).end(false);
      expect(filesBeside(file)).toEqual({});
    }
  });
});
