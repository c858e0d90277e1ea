// Compiles and starts kernels: the one file that touches WASM memory. assembly/simd.ts and assembly/scalar.ts have
// the exports of the kernels, assembly/memory.ts has the memory map of the SIMD kernel.

import { checkWebAssembly, InputError, toFailure } from '../common/errors.js';
import { checkOptions, FLAG } from '../common/options.js';
import { quote } from '../common/quote.js';
import { encodeCsv } from '../formats/csv.js';
import type { EncoderName } from '../formats/format.js';
import { encodeNumbers } from '../formats/numbers.js';
import { packedBytes } from '../formats/parquet/pages.js';
import { encodeRowGroup, firstChunk } from '../formats/parquet/row-group.js';
import { recordTypeOf } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import {
  checkDealNumber,
  countAll,
  countNumbers,
  type DealNumbers,
  listNumbers,
  onlyRange,
  splitNumbers,
} from '../game/deal-numbers.js';
import { type CardsAmong, COLUMN_DEALS, type Columns, type Engine, type KernelName } from './engine.js';

const PAGE = 65536; // bytes, of WASM memory
const ALL_ROWS = 2 * CARDS; // of the cards dealt and of the position of each card
const MAX_COUNT = 16777216; // deals of a call: 832 MiB of cards, well within the 4 GiB of a WASM memory

/** Which kernel to load. */
export interface KernelOptions {
  /** false for the scalar kernel, which is slower. Default: true, the SIMD kernel */
  simd?: boolean | undefined;
  /** the kernel itself, where it cannot be fetched: a WebAssembly.Module, or the bytes of a kernel-*.wasm */
  module?: object | undefined;
}

/** Exports of both kernels. */
interface Exports {
  memory: WebAssembly.Memory;
  BUFFER: WebAssembly.Global; // address of the first byte after the kernel's own memory
  SLACK?: WebAssembly.Global; // bytes after the records that encoders may overwrite
  cards(first: number, count: number, out: number): unknown;
}

/** Encodes consecutive deals, or those at NUMBERS if `first` is 0. Returns the end of the records, signed. */
type Encoder = (first: number, count: number, out: number) => number;

interface SimdExports
  extends Omit<Exports, 'cards'>,
    Record<'cards' | 'numbered' | 'ndjson' | 'text', Encoder>,
    Record<'KEPT' | 'NUMBERS' | 'ROW_DEALS', WebAssembly.Global> {
  packRows(count: number, cards: number, cardStride: number, positions: number, positionStride: number): void;
  rows(first: number, count: number, depth: number): void;
  keepAmong(
    count: number,
    ...among: [card: number, cards: number, first: number, last: number, wanted: number, ofAll: boolean]
  ): number;
  layPosition(count: number, card: number): number;
}

/** Deals in bulk, on the thread that calls it. */
export interface Kernel {
  /**
   * The cards of `count` consecutive deals, 52 bytes each, in dealing order: count * 52 bytes.
   * They are a view of the kernel's memory, valid until its next call.
   * @param first deal number, 1..8589934591
   * @param count 1..16777216, the last deal number not above 8589934591; anything else throws an InputError
   */
  deal(first: number, count: number): Uint8Array;
}

/** A kernel that only deals, and the memory of the kernels that also encode. */
class DealingKernel<E extends Exports = Exports> implements Kernel {
  protected readonly start: number; // address of the first byte after the kernel's own memory
  #bytes: Uint8Array<ArrayBuffer>;

  constructor(protected readonly exports: E) {
    this.start = exports.BUFFER.value;
    this.#bytes = new Uint8Array(exports.memory.buffer);
  }

  deal(first: number, count: number): Uint8Array {
    checkDealNumber(first);
    if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
      throw new InputError(`count ${quote(count)} is outside 1..${MAX_COUNT}`);
    checkDealNumber(first + count - 1);
    this.reserve(count * CARDS);
    this.exports.cards(first, count, this.start);
    return this.bytes(this.start, this.start + count * CARDS);
  }

  protected bytes(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(from, to);
  }

  /** Makes room for `bytes` from `start` on, and for the slack after them. If the memory grows, no view stays valid. */
  protected reserve(bytes: number): void {
    const { memory, SLACK } = this.exports;
    const missing = this.start + bytes + (SLACK?.value ?? 0) - this.#bytes.length;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE));
    this.#bytes = new Uint8Array(memory.buffer);
  }
}

class SimdKernel extends DealingKernel<SimdExports> implements Engine, Columns {
  // the columns: of which deals, and how many rows are to be dealt, 0 if they have been
  #numbers: readonly DealNumbers[] = [];
  #count = 0;
  #depth = 0;
  readonly #most = this.exports.ROW_DEALS.value; // deals of a list, and of the rows
  readonly #kept = this.exports.KEPT.value;

  encode(encoder: EncoderName, numbers: readonly DealNumbers[]): Uint8Array {
    if (encoder === 'parquet') return this.#encodeRowGroup(numbers);
    if (encoder === 'numbers') return encodeNumbers(numbers);
    if (encoder === 'csv') return encodeCsv(numbers, this.encode('cards', numbers));
    const { [encoder]: encode } = this.exports;
    this.reserve(countAll(numbers) * recordTypeOf(encoder).maxBytes);
    let end = this.start;
    for (const segment of numbers) {
      const most = segment instanceof Float64Array ? this.#most : countNumbers(segment);
      for (const batch of splitNumbers([segment], most)) {
        end = encode(this.#firstOf(batch), countAll(batch), end) >>> 0;
      }
    }
    return this.bytes(this.start, end);
  }

  #encodeRowGroup(numbers: readonly DealNumbers[]): Uint8Array {
    return encodeRowGroup(numbers, (chunks, bytes) => {
      this.reserve(bytes);
      const { start } = this;
      const [card, position] = [firstChunk(chunks, 'card'), firstChunk(chunks, 'position')];
      let packed = 0; // deals
      for (const batch of splitNumbers(numbers, this.#most)) {
        const count = countAll(batch);
        const done = start + packedBytes(packed);
        const [cards, positions] = [card, position].map(({ valuesOffset }) => done + valuesOffset);
        this.exports.rows(this.#firstOf(batch), count, ALL_ROWS);
        this.exports.packRows(count, cards, card.bytes, positions, position.bytes);
        packed += count;
      }
      return this.bytes(start, start + bytes);
    });
  }

  /** The first number of a range; of other numbers 0, after these are written to NUMBERS, where exports find them. */
  #firstOf(numbers: readonly DealNumbers[]): number {
    const range = onlyRange(numbers);
    if (range !== undefined) return range.first;
    const { memory, NUMBERS } = this.exports;
    listNumbers(numbers, new Float64Array(memory.buffer, NUMBERS.value, this.#most));
    return 0;
  }

  columns(numbers: readonly DealNumbers[], depth: number): Columns {
    this.#numbers = numbers;
    this.#count = countAll(numbers);
    this.#depth = depth;
    return this;
  }

  findAll(conditions: readonly CardsAmong[]): Uint8Array | undefined {
    this.#dealRows();
    const isLeft = conditions.every(({ card, cards, first, last, holds }, i) =>
      this.exports.keepAmong(this.#count, card, cards, first, last, holds ? cards : 0, i === 0),
    );
    return isLeft ? this.bytes(this.#kept, this.#kept + COLUMN_DEALS) : undefined;
  }

  position(card: number): Uint8Array {
    this.#dealRows();
    const row = this.exports.layPosition(this.#count, card);
    return this.bytes(row, row + COLUMN_DEALS);
  }

  #dealRows(): void {
    if (this.#depth > 0) this.exports.rows(this.#firstOf(this.#numbers), this.#count, this.#depth);
    this.#depth = 0;
  }
}

/**
 * Compiles a kernel: the scalar one if `simd` is false, otherwise the SIMD one.
 * Other threads can use the module without compiling it again. Rejects with an InputError for wrong options.
 * @param read reads dist/kernel-NAME.wasm, from the disk in Node, by fetch in browsers
 * @internal
 */
export async function compileKernel(
  read: (name: KernelName) => BufferSource | Promise<BufferSource>,
  options: KernelOptions = {},
  compile = (bytes: BufferSource): Promise<WebAssembly.Module> => WebAssembly.compile(bytes),
): Promise<WebAssembly.Module> {
  checkWebAssembly();
  const checks = { simd: FLAG, module: { expected: 'a kernel', isValid: () => true } };
  const { simd = true, module } = checkOptions(options, checks);
  if (module !== undefined) return compileGiven(module);
  return compile(await read(simd ? 'simd' : 'scalar'));
}

/** The module that a program passes; throws an InputError where it is not a kernel. */
async function compileGiven(given: object): Promise<WebAssembly.Module> {
  let why = 'it does not deal';
  try {
    const module =
      given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given as BufferSource);
    if (WebAssembly.Module.exports(module).some(({ name }) => name === 'cards')) return module;
  } catch (error) {
    why = toFailure(error).message;
  }
  throw new InputError(`module is not a kernel of freecell-deals, nor its bytes: ${why}`);
}

/**
 * Starts a kernel that only deals: the code of the encoders is much larger, and programs that deal need not load it.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function instantiateDealer(module: WebAssembly.Module): Kernel {
  return new DealingKernel(new WebAssembly.Instance(module).exports as unknown as Exports);
}

/**
 * Starts the SIMD kernel, which also encodes.
 * @internal as instantiateDealer
 */
export function instantiate(module: WebAssembly.Module): Kernel & Engine {
  return new SimdKernel(new WebAssembly.Instance(module).exports as unknown as SimdExports);
}
