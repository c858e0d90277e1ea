// The one file that touches WASM memory. assembly/simd.ts and assembly/scalar.ts have the exports of the kernels,
// assembly/memory.ts has the memory map of the SIMD kernel.

import { InputError, toFailure } from '../common/errors.js';
import { FLAG } from '../common/options.js';
import type { EncoderName } from '../formats/format.js';
import { encodeNumbers } from '../formats/numbers.js';
import { indexBytes } from '../formats/parquet/pages.js';
import { layOutRowGroup, rowGroupOf, writeDealNumbers } from '../formats/parquet/row-group.js';
import { recordTypeOf } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import {
  checkDealNumber,
  countAllNumbers,
  countNumbers,
  type DealNumbers,
  splitNumbers,
} from '../game/deal-numbers.js';
import { COLUMN_DEALS, type Columns } from './columns.js';
import type { Engine } from './engine.js';
import { engineOf } from './reference.js';

const PAGE = 65536; // bytes, of WASM memory
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT; // of a deal number in WASM memory
const LAID_CARDS = 16; // cards dealt that one call of layCards turns into columns
const MAX_COUNT = 16777216; // deals of a call: 832 MiB of cards, well within the 4 GiB of a WASM memory

/** Exports of both kernels. */
interface Exports {
  memory: WebAssembly.Memory;
  BUFFER: WebAssembly.Global; // address of the first byte after the kernel's own memory
}

interface ScalarExports extends Exports {
  cards(first: number, count: number, out: number): void;
  cardsOfList(numbers: number, count: number, out: number): void;
}

/** Encodes consecutive deals; returns the end of the records. */
type RangeEncoder = (first: number, count: number, out: number) => number;
/** Encodes the deals of a batch; returns the end of the records. */
type BatchEncoder = (count: number, out: number) => number;

interface SimdExports extends Exports {
  cards: RangeEncoder;
  cardsOf: BatchEncoder;
  numbered: RangeEncoder;
  numberedOf: BatchEncoder;
  ndjson: RangeEncoder;
  ndjsonOf: BatchEncoder;
  text: RangeEncoder;
  textOf: BatchEncoder;
  dealBatch(count: number): void;
  layRows(count: number, row: number): void;
  packRows(count: number, cards: number, cardStride: number, positions: number, positionStride: number): void;
  layCards(cards: number, count: number, first: number): void;
  findAmong(count: number, card: number, first: number, last: number, out: number): void;
  layPosition(count: number, card: number): void;
  BATCH: WebAssembly.Global; // address of a batch's cards
  BATCH_DEALS: WebAssembly.Global; // deals of a batch at most
  CARD_ROWS: WebAssembly.Global;
  NUMBERS: WebAssembly.Global; // address of a batch's deal numbers
  POSITION_ROWS: WebAssembly.Global;
  ROW_BYTES: WebAssembly.Global;
  ROW_DEALS: WebAssembly.Global; // deals whose columns are packed at a time
  SLACK: WebAssembly.Global; // bytes after the records that encoders may overwrite
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

/** A kernel within the package: it also encodes. */
export type EncodingKernel = Kernel & Engine;

/** The range of the deals that a program asks a kernel for; throws an InputError where it is not valid. */
function checkedRange(first: number, count: number): DealNumbers {
  checkDealNumber(first);
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    throw new InputError(`count ${count} is outside 1..${MAX_COUNT}`);
  }
  const last = first + count - 1;
  checkDealNumber(last);
  return { first, last };
}

/** The memory of a kernel, as far as it is the caller's. */
class CallerMemory {
  readonly start: number; // address
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array<ArrayBuffer>;

  constructor({ memory, BUFFER }: Exports) {
    this.start = BUFFER.value;
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
  }

  get buffer(): ArrayBuffer {
    return this.#bytes.buffer;
  }

  /** A view of the bytes from one address to before another. */
  bytes(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(from, to);
  }

  /** Grows the memory to at least `bytes` from its start on, which invalidates all views if it grows. */
  reserve(bytes: number): void {
    const missing = this.start + bytes - this.#bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / PAGE));
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }
}

class ScalarKernel implements EncodingKernel {
  readonly encode: Engine['encode'];
  readonly columns: Engine['columns'];
  readonly #exports: ScalarExports;
  readonly #memory: CallerMemory;

  constructor(exports: ScalarExports) {
    this.#exports = exports;
    this.#memory = new CallerMemory(exports);
    const { encode, columns } = engineOf((numbers) => this.#dealAll(numbers));
    this.encode = encode;
    this.columns = columns;
  }

  deal(first: number, count: number): Uint8Array {
    return this.#dealAll([checkedRange(first, count)]);
  }

  #dealAll(numbers: readonly DealNumbers[]): Uint8Array {
    const { start } = this.#memory;
    const cardBytes = countAllNumbers(numbers) * CARDS;
    const list = Math.ceil((start + cardBytes) / NUMBER_BYTES) * NUMBER_BYTES; // address of numbers, after the cards
    this.#memory.reserve(list - start + countAllNumbers(numbers) * NUMBER_BYTES);
    let out = start;
    for (const segment of numbers) {
      const count = countNumbers(segment);
      if (segment instanceof Float64Array) {
        new Float64Array(this.#memory.buffer, list, count).set(segment);
        this.#exports.cardsOfList(list, count, out);
      } else {
        this.#exports.cards(segment.first, count, out);
      }
      out += count * CARDS;
    }
    return this.#memory.bytes(start, out);
  }
}

class SimdKernel implements EncodingKernel {
  readonly #exports: SimdExports;
  readonly #encoders: Record<Exclude<EncoderName, 'numbers' | 'parquet'>, [RangeEncoder, BatchEncoder]>;
  readonly #memory: CallerMemory;
  readonly #batchDeals: number; // deals of a batch at most

  constructor(exports: SimdExports) {
    this.#exports = exports;
    this.#encoders = {
      cards: [exports.cards, exports.cardsOf],
      numbered: [exports.numbered, exports.numberedOf],
      ndjson: [exports.ndjson, exports.ndjsonOf],
      text: [exports.text, exports.textOf],
    };
    this.#memory = new CallerMemory(exports);
    this.#batchDeals = exports.BATCH_DEALS.value;
  }

  deal(first: number, count: number): Uint8Array {
    return this.encode('cards', [checkedRange(first, count)]);
  }

  encode(encoder: EncoderName, numbers: readonly DealNumbers[]): Uint8Array {
    if (encoder === 'numbers') return encodeNumbers(numbers);
    if (encoder === 'parquet') return this.#encodeRowGroup(numbers);
    const [encodeRange, encodeBatch] = this.#encoders[encoder];
    this.#reserve(countAllNumbers(numbers) * recordTypeOf(encoder).maxBytes);
    let end = this.#memory.start;
    for (const segment of numbers) {
      if (segment instanceof Float64Array) {
        for (let done = 0; done < segment.length; done += this.#batchDeals) {
          const batch = segment.subarray(done, done + this.#batchDeals);
          this.#dealBatch([batch]);
          end = encodeBatch(batch.length, end) >>> 0;
        }
      } else {
        // a raw export returns a signed integer
        end = encodeRange(segment.first, countNumbers(segment), end) >>> 0;
      }
    }
    return this.#memory.bytes(this.#memory.start, end);
  }

  /**
   * A row group of a Parquet file: pages that the kernel packs, and their headers.
   * @param numbers its deals, 1..122880
   */
  #encodeRowGroup(numbers: readonly DealNumbers[]): Uint8Array {
    const group = rowGroupOf(numbers);
    const { deal, card, position, bytes } = layOutRowGroup(group);
    this.#reserve(bytes);
    const { start } = this.#memory;
    const rowGroup = this.#memory.bytes(start, start + bytes);
    const cardsOffset = deal.bytes;
    const positionsOffset = cardsOffset + CARDS * card.bytes;
    let [packed, laid] = [0, 0]; // deals in the columns, and deals in the kernel's rows
    for (const batch of splitNumbers(numbers, this.#batchDeals)) {
      this.#dealBatch(batch);
      const count = countAllNumbers(batch);
      this.#exports.layRows(count, laid);
      laid += count;
      if (laid < this.#exports.ROW_DEALS.value && packed + laid < group.deals) continue;
      this.#exports.packRows(
        laid,
        start + cardsOffset + card.head.length + indexBytes(packed),
        card.bytes,
        start + positionsOffset + position.head.length + indexBytes(packed),
        position.bytes,
      );
      packed += laid;
      laid = 0;
    }
    // the headers come last, because packRows may overwrite a few bytes after each column
    rowGroup.set(deal.head);
    writeDealNumbers(group, numbers, rowGroup.subarray(deal.head.length, deal.bytes));
    for (let i = 0; i < CARDS; i++) {
      rowGroup.set(card.head, cardsOffset + i * card.bytes);
      rowGroup.set(position.head, positionsOffset + i * position.bytes);
    }
    return rowGroup;
  }

  /** Deals at most a batch to BATCH; the numbers of a list are then at NUMBERS. */
  #dealBatch(numbers: readonly DealNumbers[]): void {
    const { BATCH, NUMBERS } = this.#exports;
    const [segment] = numbers;
    if (numbers.length === 1 && segment !== undefined && !(segment instanceof Float64Array)) {
      this.#exports.cards(segment.first, countNumbers(segment), BATCH.value);
      return;
    }
    const list = new Float64Array(this.#memory.buffer, NUMBERS.value, this.#batchDeals);
    let count = 0;
    for (const segment of numbers) {
      if (segment instanceof Float64Array) list.set(segment, count);
      else for (let n = segment.first; n <= segment.last; n++) list[count + n - segment.first] = n;
      count += countNumbers(segment);
    }
    this.#exports.dealBatch(count);
  }

  columns(numbers: readonly DealNumbers[]): Columns {
    const { CARD_ROWS, POSITION_ROWS, ROW_BYTES } = this.#exports;
    const count = countAllNumbers(numbers);
    const found = this.#memory.start + COLUMN_DEALS * CARDS; // address of findAmong's column, after the cards
    const isLaid: boolean[] = []; // for each 16 cards dealt
    let dealt: Uint8Array | undefined;
    const cards = () => {
      dealt ??= this.encode('cards', numbers);
      return dealt;
    };
    const columnAt = (address: number) => this.#memory.bytes(address, address + COLUMN_DEALS);

    const layCards = (first: number, last: number) => {
      for (let i = Math.floor(first / LAID_CARDS); i <= Math.floor(last / LAID_CARDS); i++) {
        if (isLaid[i]) continue;
        this.#exports.layCards(cards().byteOffset, count, Math.min(i * LAID_CARDS, CARDS - LAID_CARDS));
        isLaid[i] = true;
      }
    };

    this.#reserve(COLUMN_DEALS * CARDS + COLUMN_DEALS);
    return {
      cards,
      findAmong: (card, first, last) => {
        layCards(first, last);
        this.#exports.findAmong(count, card, first, last, found);
        return columnAt(found);
      },
      card: (index) => {
        layCards(index, index);
        return columnAt(CARD_ROWS.value + index * ROW_BYTES.value);
      },
      position: (card) => {
        layCards(0, CARDS - 1);
        this.#exports.layPosition(count, card);
        return columnAt(POSITION_ROWS.value + card * ROW_BYTES.value);
      },
    };
  }

  /** Makes room for records and for the bytes that encoders may overwrite after them. */
  #reserve(bytes: number): void {
    this.#memory.reserve(bytes + this.#exports.SLACK.value);
  }
}

/**
 * Starts a kernel that only deals: the code of the encoders is much larger, and programs that deal need not load it.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function instantiateDealer(module: WebAssembly.Module): Kernel {
  const exports = new WebAssembly.Instance(module).exports as unknown as ScalarExports & Partial<SimdExports>;
  const memory = new CallerMemory(exports);
  const slack = exports.SLACK?.value ?? 0;
  return {
    deal(first, count) {
      checkedRange(first, count);
      const cardBytes = count * CARDS;
      memory.reserve(cardBytes + slack);
      exports.cards(first, count, memory.start);
      return memory.bytes(memory.start, memory.start + cardBytes);
    },
  };
}

/**
 * Starts a kernel of a compiled module.
 * @internal as instantiateDealer
 */
export function instantiate(module: WebAssembly.Module): EncodingKernel {
  const { exports } = new WebAssembly.Instance(module);
  if ('BATCH' in exports) return new SimdKernel(exports as unknown as SimdExports);
  return new ScalarKernel(exports as unknown as ScalarExports);
}

/** The kernel with SIMD instructions, and the one for machines without SIMD. */
export type KernelName = 'simd' | 'scalar';

/** Which kernel to load. */
export interface KernelOptions {
  /** false for the scalar kernel, which is slower. Default: true, the SIMD kernel if the machine has SIMD */
  simd?: boolean | undefined;
  /** the kernel itself, where it cannot be fetched: a WebAssembly.Module, or the bytes of the package's kernel-*.wasm */
  module?: object | undefined;
}

/** For checkOptions; compileKernel checks the module. */
export const KERNEL_OPTIONS = { simd: FLAG, module: { expected: 'a kernel', isValid: () => true } };

/**
 * Compiles a kernel: the scalar one if `simd` is false or the machine has no SIMD, otherwise the SIMD one.
 * Other threads can use the module without compiling it again.
 * @param read reads dist/kernel-NAME.wasm, from the disk in Node, by fetch in browsers
 * @internal
 */
export async function compileKernel(
  read: (name: KernelName) => BufferSource | Promise<BufferSource>,
  { simd = true, module }: KernelOptions = {},
): Promise<WebAssembly.Module> {
  if (module !== undefined) return compileGiven(module);
  try {
    return await WebAssembly.compile(await read(simd ? 'simd' : 'scalar'));
  } catch (error) {
    if (simd && error instanceof WebAssembly.CompileError) return compileKernel(read, { simd: false });
    throw error;
  }
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
