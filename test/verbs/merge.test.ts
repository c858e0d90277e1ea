import { existsSync, linkSync, readdirSync, readFileSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DamageError, merge, type Selection, verify } from '../../src/index.js';
import { checkSame } from '../support/bytes.js';
import { runShell } from '../support/command.js';
import { expected, records } from '../support/engines.js';
import { checkFailure } from '../support/failure.js';
import { edit } from '../support/files.js';
import { folderWith } from '../support/folder.js';
import { runLine } from '../support/main.js';

const RANGE = '4294960000..4294970000'; // across 2^32, with one digit more from there on
const EXTENSIONS = ['.bin', '.ndjson', '.txt', '.numbers'];

/** Writes a whole selection and its shards, part-1 .. part-N, to a new folder. */
async function shardsOf(count: number, selection: Selection, extension = '.bin') {
  const folder = await folderWith({ [`whole${extension}`]: selection });
  const names = Array.from({ length: count }, (_, i) => `part-${i + 1}${extension}`);
  for (const [i, name] of names.entries())
    await folderWith({ [name]: { ...selection, shard: { index: i + 1, count } } }, folder);
  const [output, whole] = ['all', 'whole'].map((name) => join(folder, name + extension));
  const checkWhole = () => checkSame(readFileSync(output), readFileSync(whole));
  return { folder, output, files: names.map((name) => join(folder, name)), checkWhole };
}

describe('merge', () => {
  it.each(EXTENSIONS)(
    'makes of the shards of a range what one run writes, in whatever order they are given: %s',
    async (extension) => {
      const { folder, checkWhole } = await shardsOf(12, { deals: RANGE }, extension);
      const shuffled = [4, 1, 5, 12, 3, 10, 2, 11, 6, 9, 7, 8].map((i) => `part-${i}${extension}`);
      expect(await runLine(`merge all${extension} ${shuffled.join(' ')}`, folder)).toMatchObject({
        status: 0,
        stderr: expect.stringContaining(
          ': 12 files in the order of their names, deals 4294960000..4294970000, ',
        ),
      });
      checkWhole();
      expect(readdirSync(folder).length).toBe(14);
    },
  );

  // test/pipeline/everything.test.ts merges the shards of random selections
  it.each<[string, Selection]>([
    ['fewer deals than shards', { deals: '617,5' }],
    [
      'what is no range but by its ends',
      { dealsFrom: [1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 15, 14, 16] },
    ],
  ])('joins the shards of %s into the bytes that one run writes', async (_, selection) => {
    for (const extension of EXTENSIONS) {
      const { output, files, checkWhole } = await shardsOf(4, selection, extension);
      expect(await merge({ output, files, allowGaps: true })).toMatchObject({ status: 'written' });
      checkWhole();
    }
  });

  it('gives each deal its own number in a file of many blocks', async () => {
    const deals = '1..150000,4294967000..4295116999'; // three blocks of 4 MiB each
    const { output, files, checkWhole } = await shardsOf(2, { deals });
    await merge({ output, files, allowGaps: true });
    checkWhole();
  });

  it('joins two descending deals as a list, because no deal is missing between them', async () => {
    const { folder, checkWhole } = await shardsOf(2, { deals: '7,5' });
    expect(await runLine('merge all.bin part-1.bin part-2.bin', folder)).toMatchObject({
      status: 0,
      stderr: 'all.bin: 2 files in the order given, 184 bytes; nothing tells whether a file is missing\n',
    });
    checkWhole();
  });

  it('prints the summary as a line of JSON on standard error with --json', async () => {
    const folder = await folderWith({ '1.bin': '1..50', '2.bin': '51..100' });
    expect(JSON.parse((await runLine('merge --json all.bin 1.bin 2.bin', folder)).stderr)).toEqual({
      output: 'all.bin',
      files: 2,
      bytes: 5264,
      order: 'given',
      isCounted: false,
      range: { first: 1, last: 100 },
      status: 'written',
      seconds: expect.any(Number),
    });
  });

  it('writes ranges with gaps as a list if gaps are allowed', async () => {
    const folder = await folderWith({ '0.bin': '1..5', '1.bin': '9', '2.bin': '11..12' });
    const files = [0, 1, 2].map((i) => join(folder, `${i}.bin`));
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
    expect((await verify(output)).ranges).toMatchObject([{ last: 5 }, { first: 9 }, { first: 11 }]);
  });

  it('replaces a file only with --force, and writes to a pipe, whose reader may close it', async () => {
    const folder = await folderWith({ 'a.txt': '1..10', 'b.txt': '11..5000', 'all.txt': '1..10' });
    expect((await runLine('merge all.txt a.txt b.txt', folder)).status).toBe(1);
    expect((await runLine('merge all.txt a.txt b.txt --force', folder)).status).toBe(0);
    const { stdout } = runShell('"$0" "$1" merge - a.txt b.txt | cat', folder);
    checkSame(stdout, expected(records.text, 1, 5000));
    checkSame(readFileSync(join(folder, 'all.txt')), stdout);
    const line = '{ "$0" "$1" merge - a.txt b.txt; echo "status $?" >&2; } | head -c 5';
    expect(runShell(line, folder)).toMatchObject({ stderr: 'status 0\n' });
  });

  // merge-plan.test.ts has the files whose deals do not fit, and test/reader/shard-file.test.ts the damaged ones
  it.each<[why: string, files: string, status: number, message: string]>([
    ['a file that is given twice', 'all.bin a.bin a.bin', 2, 'a.bin is given twice, also as a.bin'],
    ['a file under two names', 'all.bin a.bin link.bin', 2, 'link.bin is given twice, also as a.bin'],
    ['another format', 'all.bin a.bin a.ndjson', 2, 'a.bin is bin and a.ndjson is ndjson'],
    ['Parquet', 'all.parquet a.parquet', 2, 'Parquet files are not merged, because databases read'],
    ['a file that is cut off', 'all.bin a.bin cut.bin', 1, 'cut.bin: it is cut off: 500 bytes of the 584'],
    ['a file that is not there', 'all.bin a.bin none.bin', 1, 'cannot read none.bin: there is no such file'],
  ])('refuses %s, and writes nothing', async (_, names, status, message) => {
    const folder = await folderWith({
      'a.bin': '1..10',
      'a.ndjson': '1..10',
      'a.parquet': '1..10',
      'cut.bin': '11..20',
    });
    linkSync(join(folder, 'a.bin'), join(folder, 'link.bin'));
    truncateSync(join(folder, 'cut.bin'), 500);
    const before = readdirSync(folder);
    const { stderr, ...ran } = await runLine(`merge ${names}`, folder);
    expect(ran).toEqual({ status, stdout: '' });
    expect(stderr).toContain(`freecell-deals: ${message}`);
    expect(stderr).toMatch(/^[^\n]*\n$/);
    expect(readdirSync(folder)).toEqual(before);
  });

  describe('of files that change', () => {
    const TIME = 1_000_000_000;

    /** Writes the shards of a range, all modified at the same time. */
    async function oldShards() {
      const shards = await shardsOf(2, { deals: '1..200000' });
      for (const file of shards.files) utimesSync(file, TIME, TIME);
      return shards;
    }

    /** Changes a byte in the middle of a file and leaves its size and its time of modification as they were. */
    function change(path: string): void {
      edit(path, (bytes) => bytes.write('x', bytes.length >> 1));
      utimesSync(path, TIME, TIME);
    }

    /** A merge that was interrupted after the first copy. */
    async function interrupted() {
      const shards = await oldShards();
      const stop = new AbortController();
      const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) };
      const { output, files } = shards;
      await expect(merge({ output, files, ...options })).rejects.toThrow('stopped');
      return shards;
    }

    const outputsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('all'));

    // test/reader/shard-file.test.ts has the other changes that are noticed
    it('is not resumed if one of them was edited in place', async () => {
      const { folder, files, output } = await interrupted();
      change(files[1]);
      await expect(merge({ output, files, resume: true })).rejects.toThrow(
        /^cannot write .*: the interrupted run has selection merge of files in state .* start over with force: true/,
      );
      expect(existsSync(output)).toBe(false);
      expect(await merge({ output, files, force: true })).toMatchObject({ status: 'written' });
      expect(outputsIn(folder)).toEqual(['all.bin']);
    });

    it('is resumed if none of them has changed', async () => {
      const { files, output, checkWhole } = await interrupted();
      expect(await merge({ output, files, resume: true })).toMatchObject({ status: 'written' });
      checkWhole();
    });

    it('is not published if one of them changes while it is copied', async () => {
      const { folder, files, output } = await oldShards();
      let isFirst = true;
      const onProgress = () => {
        if (isFirst) change(files[1]);
        isFirst = false;
      };
      const message = `${files[1]}: it has changed while it was read; start over when nothing writes to it`;
      await checkFailure(merge({ output, files, onProgress }), DamageError, message);
      expect(outputsIn(folder)).toEqual([]);
    });
  });
});
