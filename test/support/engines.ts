import { readFileSync } from 'node:fs';
import { coreEngine, type Engine } from '../../src/engine/engine.js';
import { WasmKernel } from '../../src/engine/kernel.js';
import { binary, cardsRecord } from '../../src/formats/binary.js';
import type { RecordFormat } from '../../src/formats/format.js';
import { ndjson } from '../../src/formats/ndjson.js';
import { text } from '../../src/formats/text.js';
import { dealCards } from '../../src/game/deal.js';

/** Every kind of record, by the name of its encoder. */
export const records: readonly RecordFormat[] = [
  cardsRecord,
  binary.record({ first: undefined, count: 2 }),
  ndjson.record(),
  text.record(),
];

/** A kernel as the build made it. */
function kernel(name: string): WasmKernel {
  return new WasmKernel(
    new WebAssembly.Module(readFileSync(new URL(`../../dist/${name}.wasm`, import.meta.url))),
  );
}

/** Every engine there is: the suites run over all of them. */
export const engines: readonly { name: string; engine: (record: RecordFormat) => Engine }[] = [
  { name: 'TypeScript core', engine: coreEngine },
  ...['kernel-scalar', 'kernel-simd'].map((name) => {
    const one = kernel(name);
    return { name, engine: () => one };
  }),
];

/** Records of deals out of the TypeScript core: what the other engines are compared with. */
export function expected(record: RecordFormat, first: number, count: number): Buffer {
  return expectedOf(
    record,
    Array.from({ length: count }, (_, i) => first + i),
  );
}

/** The same of deals in any order. */
export function expectedOf(record: RecordFormat, numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((n) => record.encode(n, dealCards(n))));
}
