// The one file that touches WASM memory. A kernel's exports are in assembly/simd.ts, its memory map in
// assembly/memory.ts.

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

const PAGE = 65536; // bytes, of WASM memory
const ROWS = 16; // cards dealt whose columns are laid together
const MAX_BATCH = 16777216; // deals a call: 832 MiB of cards, well within the 4 GiB of a WASM memory

type RangeEncoder = (first: number, count: number, out: number) => number;
type BatchEncoder = (count: number, out: number) => number;

interface Exports {
  cards: RangeEncoder;
  memory: WebAssembly.Memory;
  dealBatch(count: number): void;
  layRows(count: number, at: number): void;
  packRows(count: number, cards: number, cardStride: number, positions: number, positionStride: number): void;
  layCards(cards: number, count: number, first: number): void;
  findAmong(count: number, card: number, first: number, last: number, out: number): void;
  layPosition(count: number, card: number): void;
  BATCH: WebAssembly.Global;
  BATCH_DEALS: WebAssembly.Global;
  BUFFER: WebAssembly.Global;
  CARD_ROWS: WebAssembly.Global;
  NUMBERS: WebAssembly.Global; // address of a batch's deal numbers
  POSITION_ROWS: WebAssembly.Global;
  ROW_BYTES: WebAssembly.Global;
  ROW_DEALS: WebAssembly.Global; // deals whose columns are packed at a time
  SLACK: WebAssembly.Global; // bytes beyond the records that encoders may write on
}

/** Deals in bulk, on the thread that calls it. */
export interface Kernel {
  /**
   * The cards of `count` consecutive deals, 52 bytes each, in dealing order: count * 52 bytes.
   * They are a view of the kernel's memory, good until its next call.
   * @param first deal number, 1..8589934591
   * @param count 1..16777216, the last deal number not above 8589934591; anything else throws an InputError
   */
  deal(first: number, count: number): Uint8Array;
}

export class WasmKernel implements Kernel, Engine {
  readonly #exports: Exports;
  readonly #rangeEncoders: Record<EncoderName, RangeEncoder>;
  readonly #batchEncoders: Record<`${EncoderName}Of`, BatchEncoder>;
  readonly #buffer: number; // address of the first byte that is ours
  readonly #batch: number; // address of a batch's cards
  readonly #batchDeals: number; // deals that a batch has room for
  #memory: Uint8Array;

  /** @internal */
  constructor(module: WebAssembly.Module) {
    const exports: unknown = new WebAssembly.Instance(module).exports;
    this.#exports = exports as Exports;
    this.#rangeEncoders = exports as Record<EncoderName, RangeEncoder>;
    this.#batchEncoders = exports as Record<EncoderName, BatchEncoder>;
    this.#buffer = this.#exports.BUFFER.value;
    this.#batch = this.#exports.BATCH.value;
    this.#batchDeals = this.#exports.BATCH_DEALS.value;
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
  }

  deal(first: number, count: number): Uint8Array {
    checkDealNumber(first);
    if (!Number.isInteger(count) || count < 1 || count > MAX_BATCH) {
      throw new InputError(`count ${count} is outside 1..${MAX_BATCH}`);
    }
    checkDealNumber(first + count - 1);
    return this.encode('cards', [{ first, last: first + count - 1 }]);
  }

  encode(encoder: EncoderName, numbers: readonly DealNumbers[], cards?: Uint8Array): Uint8Array {
    if (encoder === 'numbers') return encodeNumbers(numbers);
    if (encoder === 'parquet') return this.#encodeRowGroup(numbers, cards);
    this.#reserve(countAllNumbers(numbers) * recordTypeOf(encoder).maxBytes);
    let end = this.#buffer;
    let done = 0;
    for (const some of numbers) {
      if (cards !== undefined || some instanceof Float64Array) {
        const known = cards?.subarray(done * CARDS, (done + countNumbers(some)) * CARDS);
        end = this.#encodeBatches(encoder, some, known, end);
      } else {
        // a raw export returns a signed integer
        end = this.#rangeEncoders[encoder](some.first, countNumbers(some), end) >>> 0;
      }
      done += countNumbers(some);
    }
    return this.#memory.subarray(this.#buffer, end);
  }

  /** Encodes deals that are not consecutive, or whose cards are given, at address `out`; returns the end. */
  #encodeBatches(
    encoder: EncoderName,
    numbers: DealNumbers,
    cards: Uint8Array | undefined,
    out: number,
  ): number {
    let end = out;
    const count = countNumbers(numbers);
    const batch = new Float64Array(this.#memory.buffer, this.#exports.NUMBERS.value, this.#batchDeals);
    for (let done = 0; done < count; done += this.#batchDeals) {
      const some = Math.min(this.#batchDeals, count - done);
      if (numbers instanceof Float64Array) batch.set(numbers.subarray(done, done + some));
      else for (let i = 0; i < some; i++) batch[i] = numbers.first + done + i;
      if (cards === undefined) this.#exports.dealBatch(some);
      else this.#memory.set(cards.subarray(done * CARDS, (done + some) * CARDS), this.#batch);
      end = this.#batchEncoders[`${encoder}Of`](some, end) >>> 0;
    }
    return end;
  }

  /**
   * A row group of a Parquet file: pages that the kernel packs, and what stands before them.
   * @param numbers its deals, 1..122880
   */
  #encodeRowGroup(numbers: readonly DealNumbers[], cards?: Uint8Array): Uint8Array {
    const group = rowGroupOf(numbers);
    const { deal, card, position, bytes } = layOutRowGroup(group);
    this.#reserve(bytes);
    const rowGroup = this.#memory.subarray(this.#buffer, this.#buffer + bytes);
    const cardsOffset = deal.bytes;
    const positionsOffset = cardsOffset + CARDS * card.bytes;
    let [done, laid] = [0, 0]; // deals in the columns, and deals in the rows that are to follow
    for (const batch of splitNumbers(numbers, this.#batchDeals)) {
      const count = countAllNumbers(batch);
      const dealt = done + laid;
      this.#dealBatch(batch, cards?.subarray(dealt * CARDS, (dealt + count) * CARDS));
      this.#exports.layRows(count, laid);
      laid += count;
      if (laid < this.#exports.ROW_DEALS.value && done + laid < group.deals) continue;
      this.#exports.packRows(
        laid,
        this.#buffer + cardsOffset + card.head.length + indexBytes(done),
        card.bytes,
        this.#buffer + positionsOffset + position.head.length + indexBytes(done),
        position.bytes,
      );
      done += laid;
      laid = 0;
    }
    // after the columns, each of which is written a little beyond its end
    rowGroup.set(deal.head);
    writeDealNumbers(group, numbers, rowGroup.subarray(deal.head.length, deal.bytes));
    for (let i = 0; i < CARDS; i++) {
      rowGroup.set(card.head, cardsOffset + i * card.bytes);
      rowGroup.set(position.head, positionsOffset + i * position.bytes);
    }
    return rowGroup;
  }

  /** Deals at most a batch to BATCH, or puts cards that are known there. */
  #dealBatch(numbers: readonly DealNumbers[], cards: Uint8Array | undefined): void {
    const [range] = numbers;
    if (cards !== undefined) {
      this.#memory.set(cards, this.#batch);
    } else if (numbers.length === 1 && range !== undefined && !(range instanceof Float64Array)) {
      this.#exports.cards(range.first, countNumbers(range), this.#batch);
    } else {
      const batch = new Float64Array(this.#memory.buffer, this.#exports.NUMBERS.value, this.#batchDeals);
      let filled = 0;
      for (const part of numbers) {
        if (part instanceof Float64Array) batch.set(part, filled);
        else for (let n = part.first; n <= part.last; n++) batch[filled + n - part.first] = n;
        filled += countNumbers(part);
      }
      this.#exports.dealBatch(filled);
    }
  }

  columns(numbers: readonly DealNumbers[]): Columns {
    const { CARD_ROWS, POSITION_ROWS, ROW_BYTES } = this.#exports;
    const count = countAllNumbers(numbers);
    const mask = this.#buffer + COLUMN_DEALS * CARDS; // behind the cards
    const laid: boolean[] = []; // of 16 rows each
    let dealt: Uint8Array | undefined;
    const cards = () => {
      dealt ??= this.encode('cards', numbers);
      return dealt;
    };
    const row = (address: number) => this.#memory.subarray(address, address + COLUMN_DEALS);

    const layCards = (first: number, last: number) => {
      for (let i = Math.floor(first / ROWS); i <= Math.floor(last / ROWS); i++) {
        if (laid[i]) continue;
        this.#exports.layCards(cards().byteOffset, count, Math.min(i * ROWS, CARDS - ROWS));
        laid[i] = true;
      }
    };

    this.#reserve(COLUMN_DEALS * CARDS + COLUMN_DEALS);
    return {
      cards,
      findAmong: (card, first, last) => {
        layCards(first, last);
        this.#exports.findAmong(count, card, first, last, mask);
        return row(mask);
      },
      card: (index) => {
        layCards(index, index);
        return row(CARD_ROWS.value + index * ROW_BYTES.value);
      },
      position: (card) => {
        layCards(0, CARDS - 1);
        this.#exports.layPosition(count, card);
        return row(POSITION_ROWS.value + card * ROW_BYTES.value);
      },
    };
  }

  #reserve(bytes: number): void {
    const missing = this.#buffer + bytes + this.#exports.SLACK.value - this.#memory.length;
    if (missing <= 0) return;
    this.#exports.memory.grow(Math.ceil(missing / PAGE));
    // growing memory leaves the old view empty
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
  }
}

/** The kernel with SIMD instructions, and the one for machines that have none. */
export type KernelName = 'simd' | 'scalar';

/** Which kernel to load. */
export interface KernelOptions {
  /** false for the scalar kernel, which is slower; the SIMD one is used only where there is SIMD; default true */
  simd?: boolean | undefined;
  /** the kernel itself, where it cannot be fetched: a WebAssembly.Module, or the bytes of a kernel-*.wasm of the package */
  module?: object | undefined;
}

/** For checkOptions. compileKernel says what is wrong with a module. */
export const KERNEL_OPTIONS = { simd: FLAG, module: { expected: 'a kernel', isValid: () => true } };

/**
 * Compiles a kernel: the SIMD one, or the scalar one where it is asked for or the machine has no SIMD.
 * The module can be handed to other threads, which then need not compile it again.
 * @param read gives the bytes of dist/kernel-NAME.wasm: where from differs between Node and browsers
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

/** The kernel that a program gives; throws an InputError where it is none. */
async function compileGiven(given: object): Promise<WebAssembly.Module> {
  let why = 'it does not deal';
  try {
    const module =
      given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given as BufferSource);
    if (WebAssembly.Module.exports(module).some(({ name }) => name === 'dealBatch')) return module;
  } catch (error) {
    why = toFailure(error).message;
  }
  throw new InputError(`module is not a kernel of freecell-deals, nor its bytes: ${why}`);
}
