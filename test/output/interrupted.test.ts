// Files that another user puts beside an output are neither trusted nor damaged.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/output/journal-lines.js';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { journalLine } from '../support/journal.js';
import { canRunAsNobody } from '../support/nobody.js';
import { checkpointAt, filesBeside, JOB, openFile } from '../support/output.js';

const isRoot = process.getuid?.() === 0;
const jobLine = (job: unknown = JOB) => journalLine({ job, journal: 4 });

/** A folder with FILE.partial and FILE.run as given. */
function leftover(partial: string | undefined, journal: string | undefined): string {
  const folder = temporaryFolder();
  if (partial !== undefined) writeFileSync(join(folder, 'a.bin.partial'), partial);
  if (journal !== undefined) writeFileSync(join(folder, 'a.bin.run'), journal);
  return join(folder, 'a.bin');
}

/** Puts a socket at a path, whose process is dead. */
function leaveSocket(path: string): void {
  const listen =
    'require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, 9))';
  spawnSync(process.execPath, ['-e', listen, path]);
}

/** What may have the name of a side file, how a message says so, and how it comes there. */
const PUT: [what: string, fault: string, put: (path: string, precious: string) => void][] = [
  ['a symbolic link', 'is a symbolic link', (path, precious) => symlinkSync(precious, path)],
  ['a hard link', 'has more than one hard link', (path, precious) => linkSync(precious, path)],
  ['a folder', 'is a folder', (path) => mkdirSync(path)],
  ['a FIFO', 'is not a regular file', (path) => runShell(`mkfifo ${path}`, '/')],
  ['a socket', 'is not a regular file', leaveSocket],
];

/** An output beside which another user has put something in the place of a side file, and a file that is precious. */
function occupied(suffix: string, put: (path: string, precious: string) => void, journal?: string) {
  const file = leftover(undefined, journal);
  const precious = join(file, '../precious');
  writeFileSync(precious, 'p'.repeat(5000));
  put(file + suffix, precious);
  return { file, precious };
}

describe('FILE.partial that is not the file of an interrupted run', () => {
  it.each(PUT)('%s is refused, and the file behind it does not change', async (what, fault, put) => {
    const { file } = occupied('.partial', put, jobLine());
    for (const options of [{}, { resume: true }]) {
      await expect(openFile(file, options)).rejects.toMatchObject({
        name: 'OutputError',
        code: 'EEXIST',
        message: expect.stringContaining(`a.bin.partial ${fault}; remove it, or start over with force: true`),
      });
    }
    if (what === 'a folder') {
      const message = 'a.bin.partial cannot be removed (it is a folder); remove it, or name another file';
      return expect(openFile(file, { force: true })).rejects.toThrow(message);
    }
    const output = await openFile(file, { force: true });
    await output.write(Buffer.alloc(1000, 'n'), 0);
    await output.commit(1000);
    expect(lstatSync(file).isFile()).toBe(true);
    expect(filesBeside(file)).toEqual({ 'a.bin': 'n'.repeat(1000), precious: 'p'.repeat(5000) });
  });

  it.runIf(isRoot)('the file of another user is refused (needs root)', async () => {
    const file = leftover('x'.repeat(100), jobLine());
    for (const [name, remedy] of [
      ['a.bin.partial', 'remove it, or start over with force: true'],
      ['a.bin.run', 'remove it, or name another file'],
    ]) {
      chownSync(join(file, '..', name), 12345, 12345);
      const message = `${name} belongs to another user (12345); ${remedy}`;
      await expect(openFile(file, { resume: true })).rejects.toThrow(message);
    }
  });

  it.runIf(canRunAsNobody)(
    "--force over another user's in a sticky folder names it (needs root, and dist/ for all to read)",
    async () => {
      const file = leftover('x', undefined);
      const folder = join(file, '..');
      chmodSync(folder, 0o1777);
      const args = ['generate', '1..10', '-o', 'a.bin', '--force'];
      const { status, stderr } = run(args, folder, { uid: 65534 });
      expect(stderr).toMatch(
        /^freecell-deals: cannot write a\.bin: \S*a\.bin\.partial cannot be removed \(the system does not permit it\); [^\n]*\n$/,
      );
      expect(status).toBe(1);
      expect(readdirSync(folder)).toEqual(['a.bin.partial']);
    },
  );
});

describe('a journal that does not tell which run left FILE.partial', () => {
  const damaged = jobLine().replace('1..10', '1..11'); // its checksum is wrong now
  const checkpoint = journalLine({ checkpoint: checkpointAt(100), after: 0 });
  const NO_JOURNAL = 'is in the way and no journal tells which run left it';
  const OTHER_VERSION = 'a run of another version of freecell-deals left';

  it.each([
    ['no journal', undefined, `${NO_JOURNAL}; remove it, or`],
    ['an empty one', '', NO_JOURNAL],
    ['a damaged job line', damaged + checkpoint, NO_JOURNAL],
    ['a job line without a job', journalLine({ journal: 4 }), NO_JOURNAL],
    ['an earlier version', journalLine({ job: JOB, journal: 3 }), OTHER_VERSION],
    ['a later version', journalLine({ job: JOB, journal: 5 }), OTHER_VERSION],
  ])('%s: resuming is refused, and force replaces the file', async (_, journal, message) => {
    const file = leftover('x'.repeat(500), journal);
    const problem = expect.stringMatching(`${message}.*force: true$`);
    await expect(openFile(file, { resume: true })).rejects.toMatchObject({ message: problem });
    expect(readFileSync(`${file}.partial`, 'utf8')).toBe('x'.repeat(500));
    const output = await openFile(file, { resume: true, force: true });
    expect(output.resumed).toEqual(checkpointAt(0));
    expect(output.shared?.alreadyWritten).toBe(0);
    await output.commit(0);
    expect(readdirSync(join(file, '..'))).toEqual(['a.bin']);
  });

  it('a damaged checkpoint is ignored, and so are those after a gap in the facts', async () => {
    const lines = [
      jobLine(),
      journalLine({ checkpoint: checkpointAt(100, [1, 2]), after: 0 }),
      journalLine({ checkpoint: checkpointAt(200, [3]), after: 2 }),
      journalLine({ checkpoint: checkpointAt(300, [4]), after: 3 }).replace('300', '301'),
      journalLine({ checkpoint: checkpointAt(400, [5]), after: 4 }),
    ];
    const resumed = async (count: number) => {
      const file = leftover('x'.repeat(1000), lines.slice(0, count).join(''));
      const output = await openFile(file, { resume: true });
      await output.suspend();
      return output.resumed;
    };
    expect(await resumed(2)).toEqual(checkpointAt(100, [1, 2]));
    for (let count = 3; count <= lines.length; count++)
      expect(await resumed(count)).toEqual(checkpointAt(200, [1, 2, 3]));
  });

  it.each(PUT)('%s is refused, and the message names it', async (_, fault, put) => {
    const { file, precious } = occupied('.run', put);
    for (const options of [{ resume: true }, { force: true }]) {
      await expect(openFile(file, options)).rejects.toThrow(
        `a.bin.run ${fault}; remove it, or name another file`,
      );
    }
    expect(readFileSync(precious, 'utf8')).toBe('p'.repeat(5000));
    expect(readdirSync(join(file, '..')).sort()).toEqual(['a.bin.run', 'precious']);
  });

  it('a journal of gigabytes is refused before it is read', async () => {
    const file = leftover('x', '');
    truncateSync(`${file}.run`, 5e9);
    await expect(openFile(file, { resume: true })).rejects.toThrow(
      'a.bin.run has 5,000,000,000 bytes, more than a journal can have; remove it',
    );
  });
});

describe('the job of an interrupted run', () => {
  it.each(Object.keys(JOB) as (keyof Job)[])(
    'is refused with another %s, and the message names the difference',
    async (key) => {
      const file = leftover('x'.repeat(500), jobLine());
      const job = { ...JOB, [key]: typeof JOB[key] === 'number' ? 7 : 'other' };
      await expect(openFile(file, { resume: true }, job)).rejects.toThrow(
        `the interrupted run has ${key} ${JOB[key]}, not ${job[key]}; resume it with the same options`,
      );
      await expect(openFile(file, { resume: true, force: true }, job)).rejects.toThrow(`${key} ${JOB[key]}`);
      const output = await openFile(file, { force: true }, job);
      await output.abort();
      expect(readdirSync(join(file, '..'))).toEqual([]);
    },
  );

  it('has no checkpoint after the run has started over', async () => {
    const file = leftover(
      'x'.repeat(500),
      jobLine() + journalLine({ checkpoint: checkpointAt(400), after: 0 }),
    );
    const output = await openFile(file, { force: true });
    expect(output.resumed).toEqual(checkpointAt(0));
    await output.write(Buffer.alloc(450), 0);
    await output.suspend();
    const again = await openFile(file, { resume: true });
    expect(again.resumed).toEqual(checkpointAt(0));
    expect(again.shared?.alreadyWritten).toBe(450);
    await again.suspend();
    rmSync(`${file}.partial`);
    const third = await openFile(file, { resume: true });
    expect(third.resumed).toEqual(checkpointAt(0));
    await third.abort();
  });

  it('continues after half a journal line that a dying process left', async () => {
    const file = leftover(
      'x'.repeat(500),
      `${jobLine()}${journalLine({ checkpoint: checkpointAt(9), after: 0 })}12ab`,
    );
    const output = await openFile(file, { resume: true });
    await expect(openFile(file, { resume: true })).rejects.toThrow('is writing it'); // its line can be read
    await output.suspend();
    expect(output.resumed).toEqual(checkpointAt(9));
  });

  it('starts from the beginning if FILE.partial is shorter than its checkpoint', async () => {
    const journal = jobLine() + journalLine({ checkpoint: checkpointAt(400, [1]), after: 0 });
    const file = leftover('x'.repeat(399), journal);
    const output = await openFile(file, { resume: true });
    expect(output.resumed).toEqual(checkpointAt(0));
    await output.suspend();
    const whole = await openFile(leftover('x'.repeat(400), journal), { resume: true });
    expect(whole.resumed).toEqual(checkpointAt(400, [1]));
    await whole.suspend();
  });

  it('cuts FILE.partial to the final size of the file', async () => {
    const file = leftover('x'.repeat(1500), jobLine());
    const output = await openFile(file, { resume: true });
    expect(statSync(`${file}.partial`).size).toBe(1000);
    expect(output.shared?.alreadyWritten).toBe(1000);
    await output.suspend();
    const open = { ...JOB, bytes: null };
    const list = leftover('x'.repeat(1500), jobLine(open));
    const shorter = await openFile(list, { resume: true }, open);
    expect(shorter.shared?.alreadyWritten).toBe(1500);
    await shorter.commit(700);
    expect(readFileSync(list, 'utf8')).toBe('x'.repeat(700));
  });
});
