// A list without order is searched, with as much memory for its index as there is.

import { expect, it, onTestFinished, vi } from 'vitest';
import { ReadError } from '../../src/common/errors.js';
import { Lookup } from '../../src/reader/list-index.js';
import type { RecordFile } from '../../src/reader/record-file.js';

/** Searches a list of `count` records that descend. Its index may be made, but not filled. */
function search(count: number): void {
  let readings = 0;
  const list = {
    path: 'long.bin',
    contents: { count },
    numberAt: (position: number) => count - position,
    everyNumber() {
      if (readings++ > 0) throw new Error('it is indexed');
      return false;
    },
  };
  new Lookup(list as unknown as RecordFile).find(count + 1);
}

it.each([
  ['2^31 records are indexed', 2 ** 31, 2 ** 31, undefined],
  ['more records have no place in an index', 2 ** 31 + 1, 2 ** 31 + 1, ReadError],
  ['records are not indexed without memory', 1000, 999, ReadError],
])('a search in a list without order: %s', (_, count, most, type) => {
  const memory = class {
    constructor(length: number) {
      if (length > most) throw new RangeError(`Invalid typed array length: ${length}`);
    }
  };
  vi.stubGlobal('BigUint64Array', memory);
  onTestFinished(() => void vi.unstubAllGlobals());
  const tooMany = new Error(`its ${count} records are in no order and are too many to be indexed`);
  const error = type === undefined ? new Error('it is indexed') : new ReadError('long.bin', tooMany);
  expect(() => search(count)).toThrow(error);
});
