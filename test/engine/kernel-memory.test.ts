// A kernel grows its memory in pages, and may write a few bytes after its result. So a missing byte shows only where the result
// ends at the end of a page.

import { describe, it } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { instantiate, instantiateDealer } from '../../src/engine/kernel.js';
import { layOutRowGroup, ROW_GROUP_DEALS, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { CARDS } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { checkSame } from '../support/bytes.js';
import { engines, moduleOf, records } from '../support/engines.js';

const PAGE = 65536;
const NEAR = 8; // bytes before the end of a page
const FIRST = 5_000_000_000; // ten digits: the longest records

const range = (count: number): DealNumbers => ({ first: FIRST, last: FIRST + count - 1 });
const list = (count: number): DealNumbers => Float64Array.from({ length: count }, (_, i) => FIRST + 2 * i);

const rowGroupBytes = (deals: number) => layOutRowGroup(rowGroupOf([list(deals)])).bytes;

const large = instantiate(moduleOf('simd'));
large.deal(1, 2 * ROW_GROUP_DEALS); // its memory holds any row group and what comes after it

/** Returns the number of bytes after a result that the SIMD kernel overwrites. */
function overwrittenAfter(numbers: DealNumbers): number {
  const { buffer, byteOffset, length } = large.encode('parquet', [numbers]);
  const rest = new Uint8Array(buffer, byteOffset + length, 4096).fill(0xa5);
  large.encode('parquet', [numbers]);
  return rest.findLastIndex((byte) => byte !== 0xa5) + 1;
}

describe.each(['scalar', 'simd'])('the %s kernel', (name) => {
  const module = moduleOf(name);
  const { BUFFER, memory } = new WebAssembly.Instance(module).exports as {
    BUFFER: WebAssembly.Global;
    memory: WebAssembly.Memory;
  };
  const known = engines.at(-1) as (typeof engines)[number];

  /** Finds a count of deals whose result ends at most NEAR bytes before the end of a page; `left` are these bytes. */
  function countNear(bytesOf: (count: number) => number, isWanted = (_count: number, _left: number) => true) {
    for (let end = memory.buffer.byteLength; ; end += PAGE) {
      const count = countBelow(ROW_GROUP_DEALS, (i) => BUFFER.value + bytesOf(i + 1) <= end);
      if (count === 0) continue;
      const left = end - BUFFER.value - bytesOf(count);
      if (left < NEAR && isWanted(count, left)) return count;
      if (count === ROW_GROUP_DEALS) throw new Error('no result ends near the end of a page');
    }
  }

  it('grows its memory to all cards when it only deals', () => {
    const count = countNear((deals) => deals * CARDS);
    checkSame(instantiateDealer(module).deal(FIRST, count), known.engine.encode('cards', [range(count)]));
  });

  if (name !== 'simd') return;

  it.each(['cards', 'numbered', 'ndjson', 'text'] as const)('grows to hold all bytes of %s', (encoder) => {
    const count = countNear((deals) => deals * records[encoder].maxBytes);
    for (const numbers of [[range(count)], [list(count)]])
      checkSame(instantiate(module).encode(encoder, numbers), known.engine.encode(encoder, numbers));
  });

  it('grows its memory to the bytes that it writes after a row group', () => {
    const isCrossing = (count: number, left: number) => overwrittenAfter(list(count)) > left;
    const numbers = [list(countNear(rowGroupBytes, isCrossing))];
    checkSame(instantiate(module).encode('parquet', numbers), known.engine.encode('parquet', numbers));
  });
});
