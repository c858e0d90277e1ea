import { readFileSync } from 'node:fs';
import type { Engine } from '../../src/engine/engine.js';
import { instantiate, type WasmKernel } from '../../src/engine/kernel.js';
import { referenceEngine } from '../../src/engine/reference.js';
import { binary } from '../../src/formats/binary.js';
import type { RecordType } from '../../src/formats/format.js';
import { recordTypes } from '../../src/formats/registry.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';

/** Every type of record, by the name of its encoder. */
export const records: Record<string, RecordType> = Object.fromEntries(
  recordTypes.map((record) => [record.encoder, record]),
);

/** A kernel as the build made it, whose memory has not grown yet. */
export function newKernel(name: string): WasmKernel {
  return instantiate(
    new WebAssembly.Module(readFileSync(new URL(`../../dist/kernel-${name}.wasm`, import.meta.url))),
  );
}

/** Every engine there is: the suites run over all of them. */
export const engines: readonly { name: string; engine: Engine }[] = [
  { name: 'reference implementation', engine: referenceEngine },
  { name: 'scalar kernel', engine: newKernel('scalar') },
  { name: 'SIMD kernel', engine: newKernel('simd') },
];

/** Records of consecutive deals, each encoded by itself: what the engines are compared with. */
export function expected(record: RecordType, first: number, count: number): Buffer {
  return expectedOf(
    record,
    Array.from({ length: count }, (_, i) => first + i),
  );
}

/** The same of deals in any order. */
export function expectedOf(record: RecordType, numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((n) => record.encode(n, dealCards(n))));
}

/** The numbers of consecutive deals, as engines take them. */
export function numbersFrom(first: number, count: number): DealNumbers[] {
  return count > 0 ? [{ first, last: first + count - 1 }] : [];
}

/** The header of a binary file; `first` undefined for a list. */
export function binaryHeader(first: number | undefined, count: number): Buffer {
  return Buffer.from(binary.layout({ first, count, selection: '' }).frame().head);
}
