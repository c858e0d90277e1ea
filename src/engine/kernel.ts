// The one file that touches WASM memory. assembly/simd.ts and assembly/scalar.ts have the exports of the kernels,
// assembly/memory.ts has the memory map of the SIMD kernel.

import { InputError } from '../common/errors.js';
import type { EncoderName } from '../formats/format.js';
import { packedBytes } from '../formats/parquet/pages.js';
import { encodeNumberColumns, layOutRowGroup, rowGroupOf } from '../formats/parquet/row-group.js';
import { recordTypeOf } from '../formats/registry.js';
import { CARDS } from '../game/constants.js';
import {
  checkDealNumber,
  countAllNumbers,
  countNumbers,
  type DealNumbers,
  listNumbers,
  onlyRange,
  sliceNumbers,
  splitNumbers,
} from '../game/deal-numbers.js';
import type { Among } from '../selection/condition/tree.js';
import { COLUMN_DEALS, type Columns } from './columns.js';
import type { Engine } from './engine.js';
import { engineOf } from './reference.js';

const PAGE = 65536; // bytes, of WASM memory
const LAID_CARDS = 16; // cards dealt that one call of layCards turns into columns
const FOUND = COLUMN_DEALS * CARDS; // offset of the column of findAll, after the cards
const MAX_COUNT = 16777216; // deals of a call: 832 MiB of cards, well within the 4 GiB of a WASM memory

/** Exports of both kernels. */
interface Exports {
  memory: WebAssembly.Memory;
  BUFFER: WebAssembly.Global; // address of the first byte after the kernel's own memory
  SLACK?: WebAssembly.Global; // bytes after the records that encoders may overwrite
  cards(first: number, count: number, out: number): unknown;
}

/** Encodes consecutive deals, or if `first` is 0, the deals at NUMBERS; returns the end of the records, as a signed integer. */
type Encoder = (first: number, count: number, out: number) => number;

/** Constants of assembly/memory.ts. */
type Constant = 'BATCH' | 'BATCH_DEALS' | 'NUMBERS' | 'POSITION_ROWS' | 'ROW_BYTES' | 'ROW_DEALS';

/** A kernel may lack the encoder of a format. */
interface SimdExports
  extends Exports,
    Partial<Record<Exclude<EncoderName, 'cards'>, Encoder>>,
    Record<Constant, WebAssembly.Global> {
  cards: Encoder;
  layRows(count: number, row: number): void;
  packRows(count: number, cards: number, cardStride: number, positions: number, positionStride: number): void;
  layCards(cards: number, count: number, first: number): void;
  rows(first: number, count: number, depth: number): void;
  rowsOf(numbers: number, count: number, depth: number): void;
  keepAmong(
    count: number,
    card: number,
    first: number,
    last: number,
    holds: boolean,
    column: number,
    isFirst: boolean,
  ): number;
  layPosition(count: number, card: number): void;
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
    if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
      throw new InputError(`count ${count} is outside 1..${MAX_COUNT}`);
    }
    checkDealNumber(first + count - 1);
    this.reserve(count * CARDS);
    this.exports.cards(first, count, this.start);
    return this.bytes(this.start, this.start + count * CARDS);
  }

  /** A view of the bytes from one address to before another. */
  protected bytes(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(from, to);
  }

  /** A view of deal numbers. */
  protected numbers(address: number, count: number): Float64Array {
    return new Float64Array(this.#bytes.buffer, address, count);
  }

  /**
   * Makes room for `bytes` from `start` on, and for those that encoders may overwrite after them. All views become invalid
   * if the memory grows.
   */
  protected reserve(bytes: number): void {
    const { memory, SLACK } = this.exports;
    const missing = this.start + bytes + (SLACK?.value ?? 0) - this.#bytes.length;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE));
    this.#bytes = new Uint8Array(memory.buffer);
  }
}

/** Encodes in plain TypeScript the cards that the scalar kernel deals. */
class ScalarKernel extends DealingKernel implements Engine {
  readonly #engine = engineOf((numbers) => this.#dealAll(numbers));
  readonly encode = this.#engine.encode;
  readonly columns = this.#engine.columns;

  #dealAll(numbers: readonly DealNumbers[]): Uint8Array {
    this.reserve(countAllNumbers(numbers) * CARDS);
    let out = this.start;
    const deal = (first: number, count: number) => {
      this.exports.cards(first, count, out);
      out += count * CARDS;
    };
    for (const segment of numbers) {
      if (segment instanceof Float64Array) for (const n of segment) deal(n, 1);
      else deal(segment.first, countNumbers(segment));
    }
    return this.bytes(this.start, out);
  }
}

class SimdKernel extends DealingKernel<SimdExports> implements Engine, Columns {
  // the columns: of which deals, how many cards of each, their records and which LAID_CARDS are in the rows, a bit each
  #numbers: readonly DealNumbers[] = [];
  #count = 0;
  #depth = 0;
  #dealt: Uint8Array | undefined;
  #laid = 0;
  readonly #batchDeals = this.exports.BATCH_DEALS.value; // deals of a batch at most
  readonly #plain = engineOf((numbers) => this.encode('cards', numbers)); // with the encoders in plain TypeScript

  encode(encoder: EncoderName, numbers: readonly DealNumbers[]): Uint8Array {
    if (encoder === 'parquet') return this.#encodeRowGroup(numbers);
    const { [encoder]: encode } = this.exports;
    if (encode === undefined) return this.#plain.encode(encoder, numbers);
    this.reserve(countAllNumbers(numbers) * recordTypeOf(encoder).maxBytes);
    let end = this.start;
    for (const segment of numbers) {
      const count = countNumbers(segment);
      const most = segment instanceof Float64Array ? this.#batchDeals : count;
      for (let done = 0; done < count; done += most) {
        end = this.#encode(encode, [sliceNumbers(segment, done, Math.min(count, done + most))], end);
      }
    }
    return this.bytes(this.start, end);
  }

  /**
   * A row group of a Parquet file: pages that the kernel packs, and their headers.
   * @param numbers its deals, 1..122880
   */
  #encodeRowGroup(numbers: readonly DealNumbers[]): Uint8Array {
    const group = rowGroupOf(numbers);
    const layout = layOutRowGroup(group);
    const { deal, cells, card, position, bytes } = layout;
    this.reserve(bytes);
    const { start } = this;
    const rowGroup = this.bytes(start, start + bytes);
    const cardsOffset = deal.bytes + cells.bytes;
    const positionsOffset = cardsOffset + CARDS * card.bytes;
    let [packed, laid] = [0, 0]; // deals in the columns, and deals in the kernel's rows
    for (const batch of splitNumbers(numbers, this.#batchDeals)) {
      this.#encode(this.exports.cards, batch, this.exports.BATCH.value);
      const count = countAllNumbers(batch);
      this.exports.layRows(count, laid);
      laid += count;
      if (laid < this.exports.ROW_DEALS.value && packed + laid < group.deals) continue;
      this.exports.packRows(
        laid,
        start + cardsOffset + card.head.length + packedBytes(packed),
        card.bytes,
        start + positionsOffset + position.head.length + packedBytes(packed),
        position.bytes,
      );
      packed += laid;
      laid = 0;
    }
    // the headers come last, because packRows may overwrite a few bytes after each column
    rowGroup.set(encodeNumberColumns(group, layout, numbers));
    for (let i = 0; i < CARDS; i++) {
      rowGroup.set(card.head, cardsOffset + i * card.bytes);
      rowGroup.set(position.head, positionsOffset + i * position.bytes);
    }
    return rowGroup;
  }

  /** Encodes a range, or at most a batch of other numbers; returns the end of the records. */
  #encode(encode: Encoder, numbers: readonly DealNumbers[], out: number): number {
    const range = onlyRange(numbers);
    if (range !== undefined) return encode(range.first, countNumbers(range), out) >>> 0;
    const { NUMBERS } = this.exports;
    return encode(0, listNumbers(numbers, this.numbers(NUMBERS.value, this.#batchDeals)), out) >>> 0;
  }

  columns(numbers: readonly DealNumbers[], depth: number): Columns {
    this.#numbers = numbers;
    this.#count = countAllNumbers(numbers);
    this.#depth = depth;
    this.#dealt = undefined;
    this.#laid = 0;
    this.reserve(FOUND + COLUMN_DEALS);
    return this;
  }

  findAll(conditions: readonly Among[]): Uint8Array | undefined {
    const found = this.start + FOUND;
    for (let i = 0; i < conditions.length; i++) {
      const { card, first, last, holds } = this.#depth < CARDS ? conditions[i] : shorter(conditions[i]);
      this.#layCards(first, last);
      if (this.exports.keepAmong(this.#count, card, first, last, holds, found, i === 0) === 0)
        return undefined;
    }
    return this.bytes(found, found + COLUMN_DEALS);
  }

  position(card: number): Uint8Array {
    this.#layCards(0, CARDS - 1);
    const { POSITION_ROWS, ROW_BYTES } = this.exports;
    this.exports.layPosition(this.#count, card);
    const row = POSITION_ROWS.value + card * ROW_BYTES.value;
    return this.bytes(row, row + COLUMN_DEALS);
  }

  /** Brings the cards `first`..`last` to the kernel's rows: all cards of the depth at once, or LAID_CARDS out of records. */
  #layCards(first: number, last: number): void {
    if (this.#depth < CARDS) {
      if (this.#laid++ === 0) this.#dealRows();
      return;
    }
    this.#dealt ??= this.encode('cards', this.#numbers);
    for (let i = Math.floor(first / LAID_CARDS); i <= Math.floor(last / LAID_CARDS); i++) {
      if ((this.#laid & (1 << i)) > 0) continue;
      const start = Math.min(i * LAID_CARDS, CARDS - LAID_CARDS);
      this.exports.layCards(this.#dealt.byteOffset, this.#count, start);
      this.#laid |= 1 << i;
    }
  }

  #dealRows(): void {
    const range = onlyRange(this.#numbers);
    if (range !== undefined) this.exports.rows(range.first, this.#count, this.#depth);
    else {
      listNumbers(this.#numbers, this.numbers(this.start, this.#count));
      this.exports.rowsOf(this.start, this.#count, this.#depth);
    }
  }
}

/** The same condition on all other places, if these are fewer and follow one another. */
function shorter(among: Among): Among {
  const { first, last, holds } = among;
  if (first > 0 || last < CARDS / 2) return among;
  return { ...among, first: last + 1, last: CARDS - 1, holds: !holds };
}

/**
 * Starts a kernel that only deals: the code of the encoders is much larger, and programs that deal need not load it.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function instantiateDealer(module: WebAssembly.Module): Kernel {
  return new DealingKernel(new WebAssembly.Instance(module).exports as unknown as Exports);
}

/**
 * Starts a kernel of a compiled module.
 * @internal as instantiateDealer
 */
export function instantiate(module: WebAssembly.Module): EncodingKernel {
  const { exports } = new WebAssembly.Instance(module);
  if ('BATCH' in exports) return new SimdKernel(exports as unknown as SimdExports);
  return new ScalarKernel(exports as unknown as Exports);
}
