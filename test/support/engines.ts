import { readFileSync } from 'node:fs';
import type { Engine } from '../../src/engine/engine.js';
import { instantiate, instantiateDealer } from '../../src/engine/kernel.js';
import { binary } from '../../src/formats/binary.js';
import type { RecordType } from '../../src/formats/format.js';
import { recordTypes } from '../../src/formats/registry.js';
import { dealCards } from '../../src/game/deal.js';
import { countNumbers, type DealNumbers } from '../../src/game/deal-numbers.js';
import { provideCells } from '../../src/game/known-cells.js';
import { knownCells } from '../../src/selection/facts.js';
import { range } from './numbers.js';
import { engineOf, referenceEngine } from './reference.js';

provideCells(knownCells);

/** All types of record, by the name of the encoder. */
export const records: Record<string, RecordType> = Object.fromEntries(
  recordTypes.map((record) => [record.encoder, record]),
);

/** Compiles a kernel of the build. */
export function moduleOf(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL(`../../dist/kernel-${name}.wasm`, import.meta.url)));
}

/** Creates an engine out of a kernel of the build, whose memory has not grown yet. */
export function newEngine(name: string): Engine {
  if (name === 'simd') return instantiate(moduleOf(name));
  const kernel = instantiateDealer(moduleOf(name));
  return engineOf((numbers) => {
    const ranges = numbers.flatMap((segment) =>
      segment instanceof Float64Array ? Array.from(segment, (n) => ({ first: n, last: n })) : [segment],
    );
    return Buffer.concat(ranges.map((range) => kernel.deal(range.first, countNumbers(range)).slice()));
  });
}

/** All engines; suites run over each of them. */
export const engines: readonly { name: string; engine: Engine }[] = [
  { name: 'reference implementation', engine: referenceEngine },
  { name: 'scalar kernel', engine: newEngine('scalar') },
  { name: 'SIMD kernel', engine: newEngine('simd') },
];

/** The record of a deal, or of any cards. */
export function encoded(record: RecordType, n: number, cards = dealCards(n)): Uint8Array {
  return engineOf(() => cards).encode(record.encoder, [{ first: n, last: n }]);
}

/** Encodes consecutive deals one by one, for comparison with the engines. */
export function expected(record: RecordType, first: number, count: number): Buffer {
  return expectedOf(record, range(first, count));
}

/** Encodes deals in any order one by one. */
export function expectedOf(record: RecordType, numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((n) => encoded(record, n)));
}

/** The numbers of consecutive deals, in the form that engines take. */
export function numbersFrom(first: number, count: number): DealNumbers[] {
  return count > 0 ? [{ first, last: first + count - 1 }] : [];
}

/** The header of a binary file; for a list, `first` is undefined. */
export function binaryHeader(first: number | undefined, count: number): Buffer {
  return Buffer.from(binary.layout({ first, count, selection: '' }).head(0));
}
