// The files of a list: which files a pattern names, the order of the parts of an output, and what is refused.

import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DamageError, InputError } from '../../../src/common/errors.js';
import { expandPatterns } from '../../../src/io/patterns.js';
import { filesOf, partsOf } from '../../../src/selection/list/files.js';
import { resolveSelection, type Selection } from '../../../src/selection/selection.js';
import { countDeals } from '../../../src/verbs/count.js';
import { generate } from '../../../src/verbs/generate.js';
import { checkSame } from '../../support/bytes.js';
import { temporaryFolder } from '../../support/command.js';
import { checkFailure } from '../../support/failure.js';
import { folderWith } from '../../support/files.js';
import { pairsIn, rowsIn } from '../../support/golden.js';
import { numbersOf } from '../../support/selection.js';

/** A folder with empty files of these names, in words. */
function folderOf(names: string): string {
  const folder = temporaryFolder();
  for (const name of names.split(' ')) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

/** The files of some paths in a folder, in words. */
function expand(expandPaths: (paths: string[]) => string[], folder: string, paths: string): string {
  const files = expandPaths(paths.split(' ').map((path) => join(folder, path)));
  return files.map((file) => relative(folder, file)).join(' ');
}

const excluded = (paths: string[]) => [...(filesOf(paths).paths ?? [])];
const inOrder = (paths: string[]) => [...(partsOf(paths).paths ?? [])];

const FILES =
  'b1.bin a1.bin a10.bin a2.bin n999999999.bin n8589934590.bin a.bin .a1.bin a1xbin a3.bin.partial $+^(1){1}[1]|.bin y*.bin sub/c1.bin';

it.each(pairsIn('patterns.txt'))('the pattern %s matches %s', (paths, matches) => {
  expect(expand(expandPatterns, folderOf(FILES), paths)).toBe(matches);
});

// a hidden file matches no pattern
it.each(['c*.bin', 'none/*.bin', '*.BIN', '.a*'])('a pattern without matches is refused: %s', (pattern) => {
  const path = join(folderOf(FILES), pattern);
  for (const find of [expandPatterns, filesOf, partsOf])
    expect(() => find([path])).toThrow(new InputError(`no file matches '${path}'; check the path`));
});

it('the folder of a pattern must be one that can be read', () => {
  const file = join(folderOf(FILES), 'a.bin');
  const message = `cannot read ${file}: a part of the path is not a folder; check the path`;
  const error = { name: 'ReadError', code: 'ENOTDIR', message };
  expect(() => expandPatterns([join(file, '*.bin')])).toThrow(expect.objectContaining(error));
});

it.each(pairsIn('lists.txt'))('the files of the list %s are %s', (line, result) => {
  const [paths, files = 'none'] = line.split(' in ') as [string, string?];
  const folder = folderOf(files);
  const ordered = () => {
    try {
      return expand(inOrder, folder, paths);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as Error).message.replaceAll(`${folder}/`, '');
    }
  };
  expect(ordered()).toBe(result);
});

it('an excluded list may lack parts, but no part may be incomplete', () => {
  const folder = folderOf('p-1-of-3 p-3-of-3 q-1 q-1.partial');
  expect(expand(excluded, folder, 'p-*-of-3 x')).toBe('p-1-of-3 p-3-of-3 x');
  expect(() => expand(excluded, folder, 'q-?')).toThrow('q-1.partial belongs to a run');
  expect(() => expand(excluded, folder, 'x.run')).toThrow('belongs to a run that has not ended');
});

it('numbers of a program are no files', () => {
  for (const list of [[5, 3], new Set([5]), []])
    expect(partsOf(list)).toMatchObject({ paths: undefined, numbers: list });
  expect(partsOf(['./a-2-of-2.bin', resolve('a-1-of-2.bin')]).paths).toEqual([
    resolve('a-1-of-2.bin'),
    './a-2-of-2.bin',
  ]);
  expect(partsOf(['\n2 of 2', '\n1 of 2']).paths).toEqual(['\n1 of 2', '\n2 of 2']);
});

describe('shards as a list are the whole selection', () => {
  /** Generates the shards of a selection as part-1-of-N, and so on; returns the folder. */
  async function shardsOf(selection: Selection, count: number, extension: string): Promise<string> {
    const names = Array.from({ length: count }, (_, i) => `part-${i + 1}-of-${count}.${extension}`);
    const shards = names.map((name, i) => [name, { ...selection, shard: { index: i + 1, count } }]);
    return folderWith(Object.fromEntries(shards));
  }

  it.each([
    ['bin', '1..3000', 4],
    ['bin', '8,11..20', 3],
    ['bin', '1..3', 5], // two are empty
    ['parquet', '1..300000', 3],
  ])('in .%s of %s in %i parts, byte for byte', async (extension, deals, count) => {
    const folder = await shardsOf({ deals }, count, extension);
    const [all, joined] = ['all', 'joined'].map((name) => join(folder, `${name}.${extension}`));
    await generate({ deals, output: all });
    await generate({ dealsFrom: join(folder, 'part-*'), output: joined });
    checkSame(readFileSync(joined), readFileSync(all));
  });

  it('has the key of the ranges, and can be sampled; winnable, impossible and limit apply as to ranges', async () => {
    const folder = await shardsOf({ deals: '11900..12100' }, 3, 'bin');
    const dealsFrom = join(folder, 'part-*.bin');
    const sample = { count: 5, seed: 7 };
    for (const more of [{}, { winnable: true }, { impossible: true }, { sample }, { limit: 99 }]) {
      const typed = { deals: '11900..12100', ...more };
      const listed = { dealsFrom, ...more };
      expect((await resolveSelection(listed)).key).toBe((await resolveSelection(typed)).key);
      expect(await numbersOf(listed)).toEqual(await numbersOf(typed));
    }
    const parts = [1, 2, 3].map((i) => join(folder, `part-${i}-of-3.bin`));
    const { inputs } = await resolveSelection({ dealsFrom, exclude: parts[1] });
    expect(inputs).toEqual([...parts, parts[1]]);
  });

  const joined = rowsIn<[what: string, files: Record<string, Selection>, key: string]>('joined-files.txt');

  it.each(joined)('files that %s', async (_, files, key) => {
    const folder = await folderWith(files);
    const dealsFrom = Object.keys(files).map((name) => join(folder, name));
    const numbers = (await Promise.all(dealsFrom.map((path) => numbersOf({ dealsFrom: path })))).flat();
    expect(await numbersOf({ dealsFrom })).toEqual(numbers);
    const { source } = await resolveSelection({ dealsFrom });
    expect([source.key, source.count]).toEqual([key, numbers.length]);
  });

  it('cannot be sampled, but is counted, if the files are lists', async () => {
    const folder = await shardsOf({ deals: '1..100', where: 'deal % 3 = 0' }, 2, 'bin');
    const dealsFrom = join(folder, 'part-*');
    const sampled = countDeals({ dealsFrom, sample: { count: 5 } });
    await checkFailure(sampled, InputError, 'a list cannot be sampled');
    const { source } = await resolveSelection({ dealsFrom, shard: { index: 1, count: 3 } });
    expect([source.key, source.count]).toEqual(['a list shard 1/3', 11]);
    expect((await resolveSelection({ dealsFrom, exclude: [5] })).source.count).toBeUndefined();
    expect((await resolveSelection({ dealsFrom, winnable: true })).source.count).toBeUndefined();
  });
});

it('a damaged list is a DamageError, also if only its header is read', async () => {
  const folder = await folderWith({ 'z.bin': '1..9', 'y.bin': '9,5', 'x.parquet': '1..9' });
  for (const name of ['z.bin', 'y.bin', 'x.parquet']) {
    truncateSync(join(folder, name), readFileSync(join(folder, name)).length - 1);
    const dealsFrom = join(folder, name);
    await checkFailure(countDeals({ dealsFrom }), DamageError, `${dealsFrom}: it `);
  }
});
