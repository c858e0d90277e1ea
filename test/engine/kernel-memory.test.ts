// A kernel grows its memory in pages, and may write a few bytes after its result. So a missing byte shows only where the result
// ends at the end of a page.

import { describe, expect, it } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { instantiate, instantiateDealer } from '../../src/engine/kernel.js';
import { layOutRowGroup, ROW_GROUP_DEALS, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { checkSame } from '../support/bytes.js';
import { engines, moduleOf, records } from '../support/engines.js';
import { FIRST_HIGH_DEAL } from '../support/numbers.js';

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

/** The exports of a kernel, with four more pages of memory. */
function exportsOf<T>(name: string): T & { memory: WebAssembly.Memory; BUFFER: WebAssembly.Global } {
  const { exports } = new WebAssembly.Instance(moduleOf(name));
  const { memory } = exports as { memory: WebAssembly.Memory };
  memory.grow(4);
  return exports as T & { memory: WebAssembly.Memory; BUFFER: WebAssembly.Global };
}

/** Whether a call that returns an address leaves all memory from this address on as it is. */
function keepsRest({ buffer }: WebAssembly.Memory, from: number, call: () => number): boolean {
  const memory = Buffer.from(buffer);
  memory.fill(0xa5, from);
  const rest = memory.subarray(call());
  return rest.equals(Buffer.alloc(rest.length, 0xa5));
}

it('the SIMD kernel writes nothing after the records and SLACK, for any count', () => {
  type Exports = Record<'BUFFER' | 'NUMBERS' | 'SLACK', WebAssembly.Global> &
    Record<string, (...args: number[]) => number>;
  const { memory, BUFFER, NUMBERS, SLACK, ...encoders } = exportsOf<Exports>('simd');
  const list = Array.from({ length: 130 }, (_, i) => LAST_DEAL - 7 * i);
  new Float64Array(memory.buffer, NUMBERS.value, 130).set(list);
  for (const encoder of ['cards', 'numbered', 'ndjson', 'text']) {
    for (let count = 0; count <= 130; count++) {
      for (const first of [FIRST_HIGH_DEAL - 9, 0]) {
        const end = () => (encoders[encoder](first, count, BUFFER.value) >>> 0) + SLACK.value;
        if (!keepsRest(memory, BUFFER.value, end)) expect.fail(`${encoder}, ${count} deals`);
      }
    }
  }
});

it('the scalar kernel writes nothing after the cards, for any count', () => {
  type Exports = { cards(first: number, count: number, out: number): void };
  const { memory, BUFFER, cards } = exportsOf<Exports>('scalar');
  for (let count = 0; count <= 130; count++) {
    const deal = () => {
      cards(FIRST_HIGH_DEAL - 9, count, BUFFER.value);
      return BUFFER.value + count * CARDS;
    };
    if (!keepsRest(memory, BUFFER.value, deal)) expect.fail(`${count} deals`);
  }
});
