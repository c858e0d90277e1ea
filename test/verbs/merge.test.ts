import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamageError, generate, InputError, merge, ReadError, type Selection } from '../../src/index.js';
import { checkSame } from '../support/bytes.js';
import { runShell, start, temporaryFolder } from '../support/command.js';
import { binaryHeader, expected, expectedOf, records } from '../support/engines.js';
import { runMain } from '../support/main.js';

const RANGE = '4294960000..4294970000'; // across 2^32, with one digit more from there on

type ErrorClass = typeof InputError | typeof DamageError | typeof ReadError;

const EXTENSIONS = ['.bin', '.ndjson', '.txt', '.numbers'];

/** Writes the shards of a selection and the whole of it; returns the paths of the shards. */
async function shardsOf(
  folder: string,
  count: number,
  selection: Selection,
  extension: string,
): Promise<string[]> {
  await generate({ ...selection, output: join(folder, `whole${extension}`), threads: 1 });
  const paths = Array.from({ length: count }, (_, i) => join(folder, `part-${i + 1}${extension}`));
  for (const [i, output] of paths.entries()) {
    await generate({ ...selection, shard: { index: i + 1, count }, output, threads: 1 });
  }
  return paths;
}

describe('merge', () => {
  it.each(EXTENSIONS)(
    'makes of the shards of a range what one run writes, in whatever order they are given: %s',
    async (extension) => {
      const folder = temporaryFolder();
      await shardsOf(folder, 12, { deals: RANGE }, extension);
      const shuffled = [4, 1, 5, 12, 3, 10, 2, 11, 6, 9, 7, 8].map((i) => `part-${i}${extension}`);
      expect(await runMain(['merge', `all${extension}`, ...shuffled], folder)).toMatchObject({
        status: 0,
        stderr: expect.stringContaining(
          ': 12 files in the order of their names, deals 4294960000..4294970000, ',
        ),
      });
      const [all, whole] = ['all', 'whole'].map((name) => readFileSync(join(folder, `${name}${extension}`)));
      checkSame(all, whole);
      expect(readdirSync(folder).length).toBe(14);
    },
  );

  it.each<[string, Selection]>([
    ['a sample', { deals: '1..100000', sample: { count: 1000, seed: 7 } }],
    ['winnable deals', { deals: '11980..11984,146690..146694', winnable: true }],
    ['fewer deals than shards', { deals: '617,5' }],
    ['ranges that descend', { deals: '1001..2000,1..1000' }],
    ['ranges in some order', { deals: '1..30,61..90,31..60,91..120' }],
    [
      'what is no range but by its ends',
      { dealsFrom: [1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 15, 14, 16] },
    ],
  ])('joins the shards of %s into the bytes that one run writes', async (_, selection) => {
    for (const extension of EXTENSIONS) {
      const folder = temporaryFolder();
      const paths = await shardsOf(folder, 4, selection, extension);
      const output = join(folder, `all${extension}`);
      expect(await merge({ output, files: paths, allowGaps: true })).toMatchObject({ status: 'written' });
      const [all, whole] = [readFileSync(output), readFileSync(join(folder, `whole${extension}`))];
      checkSame(all, whole);
    }
  });

  it('joins two descending deals as a list, because no deal is missing between them', async () => {
    const folder = temporaryFolder();
    await shardsOf(folder, 2, { deals: '7,5' }, '.bin');
    expect(await runMain(['merge', 'all.bin', 'part-1.bin', 'part-2.bin'], folder)).toMatchObject({
      status: 0,
      stderr: 'all.bin: 2 files in the order given, 184 bytes; nothing tells whether a file is missing\n',
    });
    expect(readFileSync(join(folder, 'all.bin'))).toEqual(readFileSync(join(folder, 'whole.bin')));
  });

  it.each<[string, Selection]>([
    ['a sample', { deals: '1..100000', sample: { count: 100, seed: 7 } }],
    ['ranges that descend', { deals: '1001..2000,1..1000' }],
  ])('refuses the shards of %s in alphabetical order, in which a shell names them', async (_, selection) => {
    const folder = temporaryFolder();
    await shardsOf(folder, 12, selection, '.bin');
    const { status, stderr } = runShell('"$0" "$1" merge all.bin part-*.bin', folder);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'freecell-deals: part-10.bin is given before part-2.bin, as a shell sorts names, and the order of these files counts; ' +
        'name them in their order, as ls -v does, or rename one\n',
    });
    expect(existsSync(join(folder, 'all.bin'))).toBe(false);
    expect(runShell('"$0" "$1" merge all.bin $(ls -v part-*.bin)', folder).status).toBe(0);
    expect(readFileSync(join(folder, 'all.bin'))).toEqual(readFileSync(join(folder, 'whole.bin')));
  });

  it('gives each deal its own number in a file of many blocks', async () => {
    const folder = temporaryFolder();
    const deals = '1..150000,4294967000..4295116999'; // three blocks of 4 MiB each
    await shardsOf(folder, 2, { deals }, '.bin');
    const output = join(folder, 'all.bin');
    await merge({
      output,
      files: ['part-1.bin', 'part-2.bin'].map((name) => join(folder, name)),
      allowGaps: true,
    });
    checkSame(readFileSync(output), readFileSync(join(folder, 'whole.bin')));
  });

  it('prints nothing if the reader closes the pipe', async () => {
    const folder = temporaryFolder();
    await shardsOf(folder, 2, { deals: '1..10000' }, '.txt');
    const line = '{ "$0" "$1" merge - part-1.txt part-2.txt; echo "status $?" >&2; } | head -c 5';
    expect(runShell(line, folder)).toMatchObject({ stderr: 'status 0\n' });
  });

  it('writes ranges with gaps as a list if gaps are allowed', async () => {
    const folder = temporaryFolder();
    const parts = ['1..5', '9', '11..12'];
    for (const [i, deals] of parts.entries()) await generate({ deals, output: join(folder, `${i}.bin`) });
    const files = parts.map((_, i) => join(folder, `${i}.bin`));
    const output = join(folder, 'all.bin');
    await expect(merge({ output, files })).rejects.toThrow(
      `deals 6..8 are missing between ${files[0]} and ${files[1]}; add the file with them, or merge with allowGaps: true`,
    );
    expect(existsSync(output)).toBe(false);
    expect(await merge({ output, files: files.toReversed(), allowGaps: true })).toEqual({
      files: 3,
      bytes: 64 + 8 * 60,
      order: 'ascending',
      isCounted: false,
      status: 'written',
    });
    const numbers = [1, 2, 3, 4, 5, 9, 11, 12];
    expect(readFileSync(output)).toEqual(
      Buffer.concat([binaryHeader(undefined, 8), expectedOf(records.numbered, numbers)]),
    );
  });

  describe('of files that cannot be merged', () => {
    const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-merge-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    beforeAll(async () => {
      for (const [deals, name] of [
        ['1..10', 'a.bin'],
        ['11..20', 'b.bin'],
        ['15..30', 'c.bin'],
        ['20..30', 'd.bin'],
        ['1..10', 'a.ndjson'],
        ['11..20', 'cut.ndjson'],
        ['11..20', 'header.bin'],
        ['11..20', 'cut.bin'],
        ['1..10', 'a.parquet'],
        ['11..20', 'b.parquet'],
      ] as const) {
        await generate({ deals, output: join(folder, name), threads: 1 });
      }
      linkSync(join(folder, 'a.bin'), join(folder, 'link.bin'));
      const header = readFileSync(join(folder, 'header.bin'));
      header[17] = 1;
      writeFileSync(join(folder, 'header.bin'), header);
      truncateSync(join(folder, 'cut.bin'), 500);
      truncateSync(join(folder, 'cut.ndjson'), 1000);
      writeFileSync(
        join(folder, 'text.bin'),
        'not deals at all, but text that goes on for more than a header takes\n',
      );
    });

    it.each<[why: string, files: string, error: ErrorClass, message: string]>([
      ['ranges that overlap', 'a.bin b.bin c.bin', InputError, 'b.bin and c.bin overlap at deal 15'],
      ['ranges that share one deal', 'a.bin b.bin d.bin', InputError, 'b.bin and d.bin overlap at deal 20'],
      ['a file that is given twice', 'a.bin a.bin', InputError, 'a.bin is given twice, also as a.bin'],
      ['a file under two names', 'a.bin link.bin', InputError, 'link.bin is given twice, also as a.bin'],
      ['another format', 'a.bin a.ndjson', InputError, 'a.bin is bin and a.ndjson is ndjson'],
      ['Parquet', 'a.parquet b.parquet', InputError, 'Parquet files are not merged, because databases read'],
      ['a damaged header', 'a.bin header.bin', DamageError, 'header.bin: its header is damaged: the CRC-32'],
      [
        'a file that is cut off',
        'a.bin cut.bin',
        DamageError,
        'cut.bin: it is cut off: 500 bytes of the 584',
      ],
      ['lines that are cut off', 'a.ndjson cut.ndjson', DamageError, 'cut.ndjson: the record at offset'],
      ['what is no file of deals', 'a.bin text.bin', DamageError, 'text.bin: it'],
      [
        'a file that is not there',
        'a.bin none.bin',
        ReadError,
        'cannot read none.bin: there is no such file',
      ],
    ])('refuses %s, and writes nothing', async (_, names, error, message) => {
      const before = readdirSync(folder).sort();
      const files = names.split(' ');
      const output = `all${extname(files[0])}`;
      const paths = files.map((file) => join(folder, file));
      const failure = await merge({ output: join(folder, output), files: paths }).catch((error) => error);
      expect(failure).toBeInstanceOf(error);
      expect(failure.message.replaceAll(`${folder}/`, '')).toContain(message);
      const { status, stderr } = await runMain(['merge', output, ...files], folder);
      expect(stderr).toContain(`freecell-deals: ${message}`);
      expect(stderr.trimEnd().split('\n').length).toBe(1);
      expect(status).toBe(error === InputError ? 2 : 1);
      expect(readdirSync(folder).sort()).toEqual(before);
    });
  });

  it('replaces a file only with --force, and writes to a pipe', async () => {
    const folder = temporaryFolder();
    await generate({ deals: '1..10', output: join(folder, 'a.txt') });
    await generate({ deals: '11..20', output: join(folder, 'b.txt') });
    copyFileSync(join(folder, 'a.txt'), join(folder, 'all.txt'));
    expect((await runMain(['merge', 'all.txt', 'a.txt', 'b.txt'], folder)).status).toBe(1);
    expect((await runMain(['merge', 'all.txt', 'a.txt', 'b.txt', '--force'], folder)).status).toBe(0);
    const { stdout } = runShell('"$0" "$1" merge - a.txt b.txt | cat', folder);
    expect(stdout).toEqual(readFileSync(join(folder, 'all.txt')));
    checkSame(stdout, expected(records.text, 1, 20));
  });

  describe('of files that change', () => {
    const TIME = 1_000_000_000;

    /** Writes the shards of a range, all modified at the same time. */
    async function oldShards(folder: string): Promise<[string, string]> {
      const files = await shardsOf(folder, 2, { deals: '1..200000' }, '.bin');
      for (const file of files) utimesSync(file, TIME, TIME);
      return files as [string, string];
    }

    /** Changes a byte in the middle of a file and leaves its size and its time of modification as they were. */
    function edit(path: string): void {
      const fd = openSync(path, 'r+');
      writeSync(fd, 'x', Math.floor(statSync(path).size / 2));
      closeSync(fd);
      utimesSync(path, TIME, TIME);
    }

    /** Puts a copy, with the same time of modification, in the place of a file. */
    function replace(path: string): void {
      copyFileSync(path, `${path}.new`);
      utimesSync(`${path}.new`, TIME, TIME);
      renameSync(`${path}.new`, path);
    }

    /** A folder with a merge that was interrupted after some MiB. */
    async function interrupted() {
      const folder = temporaryFolder();
      const files = await oldShards(folder);
      const output = join(folder, 'all.bin');
      const stop = new AbortController();
      const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) };
      await expect(merge({ output, files, ...options })).rejects.toThrow('stopped');
      return { folder, files, output };
    }

    it.each([
      ['was edited in place', edit],
      ['was replaced by one of the same size and time', replace],
    ])('is not resumed if one of them %s', async (_, change) => {
      const { folder, files, output } = await interrupted();
      change(files[1]);
      await expect(merge({ output, files, resume: true })).rejects.toThrow(
        /^cannot write .*: the interrupted run has selection merge of files in state .* start over with force: true/,
      );
      expect(existsSync(output)).toBe(false);
      const { status } = await merge({ output, files, force: true });
      expect(status).toBe('written');
      expect(readdirSync(folder).filter((name) => name.startsWith('all'))).toEqual(['all.bin']);
    });

    it('is resumed if none of them has changed', async () => {
      const { folder, files, output } = await interrupted();
      expect(await merge({ output, files, resume: true })).toMatchObject({ status: 'written' });
      checkSame(readFileSync(output), readFileSync(join(folder, 'whole.bin')));
    });

    it('is not published if one of them changes while it is copied', async () => {
      const folder = temporaryFolder();
      const files = await oldShards(folder);
      let isFirst = true;
      const onProgress = () => {
        if (isFirst) edit(files[1]);
        isFirst = false;
      };
      const failure = await merge({ output: join(folder, 'all.bin'), files, onProgress }).catch(
        (error) => error,
      );
      expect(failure).toBeInstanceOf(DamageError);
      expect(failure.message).toBe(
        `${files[1]}: it has changed while it was read; start over when nothing writes to it`,
      );
      expect(readdirSync(folder).filter((name) => name.startsWith('all'))).toEqual([]);
    });
  });

  it('gives the same file after it is killed at any instant and resumed', async () => {
    const folder = temporaryFolder();
    await shardsOf(folder, 3, { deals: '1..2000000' }, '.bin');
    const args = ['merge', 'all.bin', ...[1, 2, 3].map((i) => `part-${i}.bin`), '--resume', '-q'];
    let kills = 0;
    for (const ms of [60, 90, 150]) {
      const child = start(args, folder, { FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL: '5' });
      const ended = once(child, 'exit');
      await Promise.race([sleep(ms), ended]);
      child.kill('SIGKILL');
      const [status, signal] = await ended;
      if (signal === 'SIGKILL') kills++;
      else expect(status).toBe(0);
      if (existsSync(join(folder, 'all.bin'))) break;
    }
    expect(kills).toBeGreaterThan(0);
    if (!existsSync(join(folder, 'all.bin')))
      expect(await runMain(args, folder)).toMatchObject({ status: 0, stderr: '' });
    const [all, whole] = ['all.bin', 'whole.bin'].map((name) => readFileSync(join(folder, name)));
    checkSame(all, whole);
  }, 60_000);
});
